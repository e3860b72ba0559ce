import { plainTyped } from "@server/platform/rules/text/typed";

/** 32 characters that are unambiguous when read aloud or copied by hand: no 0, 1, I, O. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Length of a referral code; about 10^12 codes, too many to guess. */
const REFERRAL_CODE_LENGTH = 8;

/**
 * Makes a referral code (the Member ID) from at least eight random bytes, uniformly distributed.
 */
export function referralCode(randomBytes: Uint8Array): string {
  if (randomBytes.length < REFERRAL_CODE_LENGTH)
    throw new RangeError("A referral code needs 8 bytes");
  return Array.from(randomBytes.subarray(0, REFERRAL_CODE_LENGTH), (byte) =>
    ALPHABET.charAt(byte % ALPHABET.length),
  ).join("");
}

/**
 * Normalises a referral code: upper case, without spaces and hyphens, and without the punctuation that a
 * sentence leaves around a link. Idempotent.
 */
export function normaliseReferralCode(text: string): string {
  return plainTyped(text)
    .toUpperCase()
    .replace(/[\s\p{Pd}]+/gu, "")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
}
