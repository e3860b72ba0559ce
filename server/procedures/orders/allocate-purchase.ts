import type { Order } from "@db/queries/orders";
import type { ChainedAllocation } from "@server/domain/stock/hash-chain.server";
import { appendAllocations } from "@server/procedures/stock/append-allocations";
import { termsOf } from "@server/procedures/stock/order-terms";
import type { AdminContext } from "./decision";

/**
 * Appends an approved order's allocations: the buyer's tokens, and the referrer's reward if there is
 * one. The caller has moved the tokens in the pool in this transaction.
 */
export async function allocatePurchase(
  ctx: AdminContext,
  order: Order,
  { quantity, reward }: { quantity: number; reward: number },
): Promise<ChainedAllocation[]> {
  const ofOrder = { orderId: order.id, terms: termsOf(order, reward), reverses: null };
  return appendAllocations(ctx.db, ctx.company.id, [
    { ...ofOrder, memberId: order.memberId, kind: "PURCHASE", quantity },
    ...(reward > 0 && order.referrerId
      ? [
          {
            ...ofOrder,
            memberId: order.referrerId,
            kind: "REFERRAL" as const,
            quantity: reward,
          },
        ]
      : []),
  ]);
}
