import type { Order } from "@db/queries/orders";
import type { OrderTerms } from "@server/domain/stock/allocation-text";

/** The terms that an order's allocations cover; `rewardTokens` is what its referrer receives. */
export const termsOf = (
  order: Pick<
    Order,
    | "orderNumber"
    | "memberId"
    | "amountPaise"
    | "priceMicroRupees"
    | "feeBps"
    | "feePaise"
    | "totalPaise"
    | "quantity"
    | "referrerId"
    | "rewardBps"
  >,
  rewardTokens: number,
): OrderTerms => ({
  orderNumber: order.orderNumber,
  buyerId: order.memberId,
  amountPaise: order.amountPaise,
  priceMicroRupees: order.priceMicroRupees,
  feeBps: order.feeBps,
  feePaise: order.feePaise,
  totalPaise: order.totalPaise,
  quantity: order.quantity,
  referrerId: order.referrerId,
  rewardBps: order.rewardBps,
  rewardTokens,
});
