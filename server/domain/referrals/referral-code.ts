/** 32 signs that are not taken for one another when read aloud or copied by hand: no 0, 1, I, O. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Signs of a referral code; about 10^12 codes, so that nobody guesses a member's. */
export const REFERRAL_CODE_LENGTH = 8;

/** A referral code (the Member ID) from at least eight random bytes; each sign is equally likely. */
export function referralCode(randomBytes: Uint8Array): string {
  if (randomBytes.length < REFERRAL_CODE_LENGTH)
    throw new RangeError("A referral code needs 8 bytes");
  return Array.from(randomBytes.subarray(0, REFERRAL_CODE_LENGTH), (byte) =>
    ALPHABET.charAt(byte % ALPHABET.length),
  ).join("");
}

/** A referral code in its one spelling: upper case, without spaces and hyphens. Idempotent. */
export function normaliseReferralCode(text: string): string {
  return text.toUpperCase().replace(/[\s\u200b\u2010-\u2015\ufeff-]+/g, "");
}
