import type { OrderStatus } from "@db/vocabulary";
import { isHoldOver, isLate } from "@server/platform/rules/hold-times";

/**
 * Number of a member's newest orders whose quotes stand (architecture.md §6, docs/decisions/0004).
 */
export const STANDING_QUOTES = 2;

/** Price of one token in micro-rupees, and the fee in basis points. */
export interface Terms {
  readonly priceMicroRupees: number | null;
  readonly feeBps: number;
}

export interface QuotedOrder extends Terms {
  readonly status: OrderStatus;
  readonly holdEndsAt: Date;
  /** Number of orders that the member has made since; numbers from {@link STANDING_QUOTES} are equivalent. */
  readonly newerOrders: number;
}

/**
 * Tells whether an order may still be paid at its quoted price: while its hold lasts, and for 24 hours
 * after its end if the member has made fewer than {@link STANDING_QUOTES} orders since. The quote of a
 * replaced, cancelled or rejected order has ended.
 */
function quoteStands(order: QuotedOrder, at: Date): boolean {
  if (order.status === "OPEN" && !isHoldOver(order, at)) return true;
  const isExpired = order.status === "OPEN" || order.status === "EXPIRED";
  return isExpired && !isLate(order, at) && order.newerOrders < STANDING_QUOTES;
}

/**
 * Returns the company's present terms if the order's quote has ended and they differ from the quoted
 * ones; null otherwise. The admin, and the member before paying, are shown both.
 */
export function presentTerms(order: QuotedOrder, company: Terms, at: Date): Terms | null {
  const isSame =
    order.priceMicroRupees === company.priceMicroRupees && order.feeBps === company.feeBps;
  if (isSame || quoteStands(order, at)) return null;
  return { priceMicroRupees: company.priceMicroRupees, feeBps: company.feeBps };
}
