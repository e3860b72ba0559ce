import type { Order } from "@db/queries/orders";
import type { NewAllocation } from "@server/procedures/stock/append-allocations";
import { termsOf } from "@server/procedures/stock/order-terms";

/** An approved order's allocations: the buyer's tokens, and the referrer's reward if there is one. */
export function purchaseAllocations(
  order: Order,
  { quantity, reward }: { quantity: number; reward: number },
): NewAllocation[] {
  const { memberId, referrerId } = order;
  const ofOrder = { orderId: order.id, terms: termsOf(order, reward), reverses: null };
  return [
    { ...ofOrder, memberId, kind: "PURCHASE", quantity },
    ...(reward > 0 && referrerId
      ? [{ ...ofOrder, memberId: referrerId, kind: "REFERRAL" as const, quantity: reward }]
      : []),
  ];
}
