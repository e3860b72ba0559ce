import type { Order } from "@db/schema";
import { bonusOf } from "@server/ledger/rules/reward";
import type { OrderTerms } from "@server/ledger/rules/allocation-text";

/**
 * Returns the terms that an order's allocations cover: those of the approved part where an admin
 * approved less than the whole. `rewardTokens` is the referrer's part.
 */
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
    | "bonusBps"
    | "bonusTokens"
    | "approvedQuantity"
    | "approvedAmountPaise"
    | "approvedFeePaise"
  >,
  rewardTokens: number,
): OrderTerms => {
  const amountPaise = order.approvedAmountPaise ?? order.amountPaise;
  const feePaise = order.approvedFeePaise ?? order.feePaise;
  return {
    orderNumber: order.orderNumber,
    buyerId: order.memberId,
    amountPaise,
    priceMicroRupees: order.priceMicroRupees,
    feeBps: order.feeBps,
    feePaise,
    totalPaise: amountPaise + feePaise,
    quantity: order.approvedQuantity ?? order.quantity,
    referrerId: order.referrerId,
    rewardBps: order.rewardBps,
    rewardTokens,
    bonusBps: order.bonusBps,
    bonusTokens: bonusOf(order),
  };
};
