import { WHOLE_BPS } from "@server/platform/rules/money/units";

/** The default referral reward is 5 % (architecture.md §5). */
export const DEFAULT_REWARD_BPS = 500;

/**
 * Returns the direct referrer's reward in tokens: floor(quantity × reward %) (architecture.md §5). No
 * other member earns by the order.
 */
export function rewardFor(quantity: number, rewardBps: number): number {
  if (!Number.isSafeInteger(quantity) || quantity < 0)
    throw new RangeError("Tokens are counted whole");
  if (!Number.isInteger(rewardBps) || rewardBps < 0 || rewardBps > WHOLE_BPS) {
    throw new RangeError("A reward is 0 to 10000 basis points");
  }
  return Number((BigInt(quantity) * BigInt(rewardBps)) / BigInt(WHOLE_BPS));
}

/**
 * Returns the part of a reward that is held with the order: limited to the tokens that the pool has
 * left after the purchase. A promised reward can then be paid, and a reward never blocks a purchase.
 */
export function rewardToHold(reward: number, remainingAfterPurchase: number): number {
  return Math.max(0, Math.min(reward, remainingAfterPurchase));
}
