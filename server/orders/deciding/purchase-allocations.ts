import type { Order } from "@db/schema";
import { type OrderTerms, termsOfText } from "@server/ledger/rules/allocation-text";
import { saltedTerms } from "@server/ledger/rules/hash-chain.server";
import type { ApprovedReward } from "@server/orders/rules/reward-life";
import { type NewAllocation, termsOf } from "@server/ledger";

/**
 * Returns the allocations of an order's latest approval: the buyer's tokens, and the referrer's reward
 * unless it is on hold. Both cover the terms, which state it.
 */
export function purchaseAllocations(
  order: Parameters<typeof termsOf>[0] & Pick<Order, "id" | "decisionCount" | "termsSalt">,
  { quantity, reward }: { quantity: number; reward: Pick<ApprovedReward, "tokens" | "allocated"> },
): NewAllocation[] {
  const { memberId, decisionCount: decision } = order;
  const terms = termsOf(order, reward.tokens);
  const ofDecision = { orderId: order.id, decision, reverses: null };
  const purchase: NewAllocation = { ...ofDecision, memberId, kind: "PURCHASE", quantity, terms };
  return reward.allocated > 0 ? [purchase, rewardAllocation(order, terms)] : [purchase];
}

/** Returns the allocation of a reward; it covers the terms of its purchase by their salted hash only. */
export function rewardAllocation(
  order: Pick<Order, "id" | "decisionCount" | "termsSalt">,
  terms: OrderTerms,
): NewAllocation {
  if (terms.referrerId === null) throw new Error("An order without a referrer has no reward.");
  return {
    ...{ orderId: order.id, decision: order.decisionCount, reverses: null },
    ...{ memberId: terms.referrerId, kind: "REFERRAL", quantity: terms.rewardTokens },
    terms: saltedTerms(order.termsSalt, terms),
  };
}

/** Returns the reversals of allocations: each repeats the terms of the one that it reverses. */
export const reversalsOf = (
  allocated: readonly (Pick<NewAllocation, "memberId" | "orderId" | "decision" | "quantity"> & {
    sequence: number;
    hash: string;
    hashedBytes: string;
  })[],
): NewAllocation[] =>
  allocated.map(({ memberId, orderId, decision, quantity, sequence, hash, hashedBytes }) => {
    const covered = termsOfText(hashedBytes);
    if (!covered) throw new Error("An allocation has no text of ours.");
    return {
      memberId,
      orderId,
      decision,
      kind: "REVERSAL",
      quantity: -quantity,
      terms: covered.terms,
      reverses: { sequence, hash },
    };
  });
