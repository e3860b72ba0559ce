import type { Order } from "@db/schema";
import { termsOfText } from "@server/ledger/rules/allocation-text";
import { saltedTerms } from "@server/ledger/rules/hash-chain.server";
import { type NewAllocation, termsOf } from "@server/ledger";

/**
 * Returns the allocations of an order's latest approval: the buyer's tokens, and the referrer's reward
 * if there is one, which covers the terms by their salted hash only.
 */
export function purchaseAllocations(
  order: Parameters<typeof termsOf>[0] & Pick<Order, "id" | "decisionCount" | "termsSalt">,
  { quantity, reward }: { quantity: number; reward: number },
): NewAllocation[] {
  const { memberId, referrerId, decisionCount: decision } = order;
  const ofDecision = { orderId: order.id, decision, reverses: null };
  const terms = termsOf(order, reward);
  const purchase: NewAllocation = { ...ofDecision, memberId, kind: "PURCHASE", quantity, terms };
  if (reward === 0 || !referrerId) return [purchase];
  const salted = saltedTerms(order.termsSalt, terms);
  return [
    purchase,
    { ...ofDecision, memberId: referrerId, kind: "REFERRAL", quantity: reward, terms: salted },
  ];
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
