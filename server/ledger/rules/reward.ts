import type { OrderStatus, RewardState } from "@db/vocabulary";
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

interface Bonus {
  quantity: number;
  approvedQuantity: number | null;
  bonusBps: number | null;
  bonusTokens: number;
}

/**
 * Returns the tokens of an order's bonus: those that it holds or, where fewer tokens were approved, the
 * part that the rule gives for these.
 */
export const bonusOf = (order: Bonus): number =>
  Math.min(
    order.bonusTokens,
    rewardFor(order.approvedQuantity ?? order.quantity, order.bonusBps ?? 0),
  );

interface Taking extends Bonus {
  status: OrderStatus;
  heldQuantity: number;
  heldReward: number;
  rewardState: RewardState | null;
  rewardTokens: number | null;
}

/** Returns the tokens that an order takes of its campaign's budget: bonus and reward, held or allocated. */
export function takenOf(order: Taking): number {
  const { status, quantity, heldQuantity, heldReward, rewardState, rewardTokens } = order;
  const bonus = status === "APPROVED" ? bonusOf(order) : Math.max(0, heldQuantity - quantity);
  return bonus + heldReward + (rewardState === "ALLOCATED" ? (rewardTokens ?? 0) : 0);
}

/** Tokens that come with a purchase: the buyer's bonus, and the referrer's reward. */
export interface Extras {
  bonus: number;
  reward: number;
}

/**
 * Returns the part of bonus and reward that is held with the order: limited to the tokens that are left
 * after the purchase, the bonus first. What is promised can then be paid, and never blocks a purchase.
 */
export function extrasToHold({ bonus, reward }: Extras, remainingAfterPurchase: number): Extras {
  const held = Math.max(0, Math.min(bonus, remainingAfterPurchase));
  return { bonus: held, reward: Math.max(0, Math.min(reward, remainingAfterPurchase - held)) };
}
