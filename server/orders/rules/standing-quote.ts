import type { OrderStatus } from "@db/vocabulary";
import { isHoldOver, isLate } from "@server/platform/rules/times";

/**
 * How many quotes of one member stand at a time: those of the newest orders (architecture.md §6,
 * docs/decisions/0004).
 */
export const STANDING_QUOTES = 2;

/** Micro-rupees for one token, and the fee in basis points. */
export interface Terms {
  readonly priceMicroRupees: number | null;
  readonly feeBps: number;
}

export interface QuotedOrder extends Terms {
  readonly status: OrderStatus;
  readonly holdEndsAt: Date;
  /** How many orders the member has made since; {@link STANDING_QUOTES} and more are the same. */
  readonly newerOrders: number;
}

/**
 * Whether an order may still be paid at its quoted price: while its hold lasts, and for 24 hours
 * after its end if the member has made fewer than {@link STANDING_QUOTES} orders since. The quote of
 * a replaced, cancelled or rejected order has ended.
 */
function quoteStands(order: QuotedOrder, at: Date): boolean {
  if (order.status === "OPEN" && !isHoldOver(order, at)) return true;
  const isExpired = order.status === "OPEN" || order.status === "EXPIRED";
  return isExpired && !isLate(order, at) && order.newerOrders < STANDING_QUOTES;
}

/**
 * The company's present terms if the order's quote has ended and they differ from the quoted ones:
 * the admin, and the member before paying, are shown both. Null otherwise.
 */
export function presentTerms(order: QuotedOrder, company: Terms, at: Date): Terms | null {
  const isSame =
    order.priceMicroRupees === company.priceMicroRupees && order.feeBps === company.feeBps;
  if (isSame || quoteStands(order, at)) return null;
  return { priceMicroRupees: company.priceMicroRupees, feeBps: company.feeBps };
}
