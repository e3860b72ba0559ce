import type { Executor } from "@db/client";
import type { Order } from "@db/schema";
import { type OrderTerms, termsOfText } from "@server/ledger/rules/allocation-text";
import { saltedTerms } from "@server/ledger/rules/hash-chain.server";
import type { ApprovedReward } from "@server/orders/rules/reward-life";
import { appendAllocations, type LockedPool, type NewAllocation, termsOf } from "@server/ledger";

/**
 * Returns the allocations of an order's latest approval: the buyer's tokens and bonus, and the
 * referrer's reward unless it is on hold. All cover the terms, which state them.
 */
export function purchaseAllocations(
  order: Parameters<typeof termsOf>[0] & Pick<Order, "id" | "decisionCount" | "termsSalt">,
  { quantity, reward }: { quantity: number; reward: Pick<ApprovedReward, "tokens" | "allocated"> },
): NewAllocation[] {
  const { memberId, decisionCount: decision } = order;
  const terms = termsOf(order, reward.tokens);
  const ofDecision = { orderId: order.id, decision, reverses: null };
  const ofBuyer = { ...ofDecision, memberId, terms };
  const bonus = terms.bonusTokens;
  return [
    { ...ofBuyer, kind: "PURCHASE", quantity },
    ...(bonus > 0 ? [{ ...ofBuyer, kind: "BONUS" as const, quantity: bonus }] : []),
    ...(reward.allocated > 0 ? [rewardAllocation(order, terms)] : []),
  ];
}

/**
 * Allocates what an approval gives, and gives back the rest of the tokens that the order held. Returns
 * nothing; the pool is locked.
 */
export async function allocatePurchase(
  db: Executor,
  pool: LockedPool,
  order: Parameters<typeof purchaseAllocations>[0],
  { quantity, reward, held }: { quantity: number; reward: ApprovedReward; held: number },
): Promise<void> {
  const rows = purchaseAllocations(order, { quantity, reward });
  const allocated = rows.reduce((sum, row) => sum + row.quantity, 0);
  await appendAllocations(db, pool, rows, { held: reward.held - held, allocated });
}

/** Returns the allocation of a reward; it covers the terms of its purchase by their salted hash only. */
export function rewardAllocation(
  order: Pick<Order, "id" | "decisionCount" | "termsSalt">,
  terms: OrderTerms,
): NewAllocation {
  if (terms.referrerId === null) throw new Error("An order without a referrer has no reward.");
  return {
    orderId: order.id,
    decision: order.decisionCount,
    reverses: null,
    memberId: terms.referrerId,
    kind: "REFERRAL",
    quantity: terms.rewardTokens,
    terms: saltedTerms(order.termsSalt, terms),
  };
}

/** Returns the reversals of allocations: each repeats the terms of the one that it reverses. */
export const reversalsOf = (
  allocated: readonly (Pick<
    NewAllocation,
    "memberId" | "orderId" | "decision" | "quantity" | "kind"
  > & {
    sequence: number;
    hash: string;
    hashedBytes: string;
  })[],
): NewAllocation[] =>
  allocated.map(({ memberId, orderId, decision, quantity, kind, sequence, hash, hashedBytes }) => {
    const covered = termsOfText(hashedBytes);
    if (!covered) throw new Error("An allocation has no text of ours.");
    return {
      memberId,
      orderId,
      decision,
      kind: kind === "BONUS" ? "BONUS_REVERSAL" : "REVERSAL",
      quantity: -quantity,
      terms: covered.terms,
      reverses: { sequence, hash },
    };
  });
