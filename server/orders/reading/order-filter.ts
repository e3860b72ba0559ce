import type { CompanyOrderFilter } from "@server/orders/queries/order-lists";
import type { FilterOrders } from "@server/orders/contracts/order-lists";
import { parseRupeesToPaise } from "@server/platform/rules/money/units";
import { containsPattern } from "@server/platform/rules/like";

const DAY_MS = 86_400_000;

/** Returns midnight in India at the start of a day. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00+05:30`);

export const paise = (rupees: string | undefined): number | undefined =>
  rupees === undefined ? undefined : (parseRupeesToPaise(rupees) ?? undefined);

/** Returns the instants at which the days of a filter begin and end. */
export const dayRangeOf = (asked: { from?: string | undefined; to?: string | undefined }) => ({
  from: asked.from === undefined ? undefined : startOf(asked.from),
  before: asked.to === undefined ? undefined : new Date(startOf(asked.to).getTime() + DAY_MS),
});

/** Translates a filter of Manage Purchase for the database. */
export function orderFilter(asked: Omit<FilterOrders, "page" | "limit">): CompanyOrderFilter {
  const { status, method, isFlagged, waitsFor, search } = asked;
  const { from, before } = dayRangeOf(asked);
  // The days of a filter count from the creation of a pending order, and from the decision of another.
  const isDecided = status !== undefined && status !== "PENDING";
  return {
    status,
    method,
    isFlagged,
    waitsFor,
    pattern: containsPattern(search),
    ...(isDecided
      ? { decidedFrom: from, decidedBefore: before }
      : { createdFrom: from, createdBefore: before }),
    leastPaise: paise(asked.least),
    mostPaise: paise(asked.most),
  };
}
