import { plainTyped } from "@server/domain/text/typed";
import { WHOLE_BPS } from "@server/domain/money/units";

/** 32 characters that are unambiguous when read aloud or copied by hand: no 0, 1, I, O. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Length of a referral code; about 10^12 codes, too many to guess. */
const REFERRAL_CODE_LENGTH = 8;

/** A referral code (the Member ID) from at least eight random bytes, uniformly distributed. */
export function referralCode(randomBytes: Uint8Array): string {
  if (randomBytes.length < REFERRAL_CODE_LENGTH)
    throw new RangeError("A referral code needs 8 bytes");
  return Array.from(randomBytes.subarray(0, REFERRAL_CODE_LENGTH), (byte) =>
    ALPHABET.charAt(byte % ALPHABET.length),
  ).join("");
}

/** Normalises a referral code: upper case, without spaces and hyphens. Idempotent. */
export function normaliseReferralCode(text: string): string {
  return plainTyped(text)
    .toUpperCase()
    .replace(/[\s\p{Pd}]+/gu, "");
}

/** The default referral reward: 5 % (architecture.md §5). */
export const DEFAULT_REWARD_BPS = 500;

/** The referrer's reward in tokens: one level, floor(quantity × reward %). */
export function rewardFor(quantity: number, rewardBps: number): number {
  if (!Number.isSafeInteger(quantity) || quantity < 0)
    throw new RangeError("Tokens are counted whole");
  if (!Number.isInteger(rewardBps) || rewardBps < 0 || rewardBps > WHOLE_BPS) {
    throw new RangeError("A reward is 0 to 10000 basis points");
  }
  return Number((BigInt(quantity) * BigInt(rewardBps)) / BigInt(WHOLE_BPS));
}

/**
 * The part of a reward that is held with the order: limited to what the pool has left after the
 * purchase. A promised reward can then be paid, and no reward causes a refusal.
 */
export function rewardToHold(reward: number, remainingAfterPurchase: number): number {
  return Math.max(0, Math.min(reward, remainingAfterPurchase));
}
