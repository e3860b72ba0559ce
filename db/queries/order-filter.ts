import { type SQL, and, count, eq, gte, isNotNull, lt, lte, sql } from "drizzle-orm";
import type { Reader } from "../client";
import { orders, users } from "../schema";
import {
  type OrderSort,
  type PaymentMethod,
  SUBMITTED_STATUSES,
  type SubmittedStatus,
} from "../vocabulary";
import type { CountedList } from "./list-counts";
import { finalPaise, lastDecidedAt, MOST_COUNTED } from "./search";

export interface Key {
  companyId: string;
  id: string;
}

/** A list of submitted orders. */
export interface OrderList {
  companyId: string | undefined;
  status: SubmittedStatus | undefined;
  method: PaymentMethod | undefined;
  /** All conditions but the search. */
  where: SQL | undefined;
  /** The same without the company. */
  others: SQL | undefined;
  /** Whether `list_counts` has its rows: with no condition but company and status. */
  isCounted: boolean;
  /** A LIKE pattern; null for no search. */
  pattern: string | null;
  /** Companies that the search finds by name. */
  named: readonly string[];
  /** Whether it is a super admin's, whose searches compare no sums and days. */
  isOfPlatform: boolean;
  /** Whether the figures have its sum: with no condition but company, status and method. */
  hasFigure: boolean;
}

/** Limits of a list. Days begin and end in India; `before` is exclusive. */
interface OrderRanges {
  /** Of the orders' creation. */
  createdFrom?: Date | undefined;
  createdBefore?: Date | undefined;
  /** Of their last decision. */
  decidedFrom?: Date | undefined;
  decidedBefore?: Date | undefined;
  /** Of the final amount that the list shows, in paise, both inclusive. */
  leastPaise?: number | undefined;
  mostPaise?: number | undefined;
}

export interface OrderListFilter extends OrderRanges {
  status: SubmittedStatus | undefined;
  pattern: string | null;
  method?: PaymentMethod | undefined;
  isFlagged?: boolean | undefined;
}

/** How a list is sorted; rows that are equal in it follow by id. */
export interface Sorting {
  by: OrderSort;
  isDescending: boolean;
}

// Literals, as the indexes of submitted orders have them.
const isSubmitted = sql`${orders.status} IN (${sql.raw(SUBMITTED_STATUSES.map((one) => `'${one}'`).join(", "))})`;

export const inStatus = (status: SubmittedStatus | undefined): SQL =>
  status ? eq(orders.status, status) : isSubmitted;

/** All conditions of a filter but the search and the company. */
export function orderConditions(filter: Omit<OrderListFilter, "pattern">): SQL | undefined {
  const { createdFrom, createdBefore, decidedFrom, decidedBefore, leastPaise, mostPaise } = filter;
  const isDecided = decidedFrom || decidedBefore ? isNotNull(orders.decidedAt) : undefined;
  return and(
    inStatus(filter.status),
    filter.method ? eq(orders.paymentMethod, filter.method) : undefined,
    filter.isFlagged ? sql`jsonb_array_length(${orders.flags}) > 0` : undefined,
    createdFrom && gte(orders.createdAt, createdFrom),
    createdBefore && lt(orders.createdAt, createdBefore),
    isDecided,
    decidedFrom && gte(lastDecidedAt, decidedFrom.toISOString()),
    decidedBefore && lt(lastDecidedAt, decidedBefore.toISOString()),
    leastPaise === undefined ? undefined : gte(finalPaise, leastPaise),
    mostPaise === undefined ? undefined : lte(finalPaise, mostPaise),
  );
}

export function orderList(
  filter: OrderListFilter,
  { companyId, named }: { companyId: string | undefined; named?: readonly string[] },
): OrderList {
  const { status, method, isFlagged, pattern } = filter;
  const others = orderConditions(filter);
  const { createdFrom, createdBefore, decidedFrom, decidedBefore, leastPaise, mostPaise } = filter;
  const isUnlimited = [
    createdFrom,
    createdBefore,
    decidedFrom,
    decidedBefore,
    leastPaise,
    mostPaise,
  ].every((limit) => limit === undefined);
  return {
    companyId,
    status,
    method,
    where: and(companyId === undefined ? undefined : eq(orders.companyId, companyId), others),
    others,
    isCounted: method === undefined && !isFlagged && isUnlimited,
    hasFigure:
      pattern === null &&
      !isFlagged &&
      isUnlimited &&
      (status === "PENDING" || status === "APPROVED"),
    pattern,
    named: named ?? [],
    isOfPlatform: named !== undefined,
  };
}

/** The kept counts of a list. */
export const countsOf = ({ companyId, status }: OrderList): CountedList => ({
  list: "orders",
  companyId,
  kinds: status ? [status] : SUBMITTED_STATUSES,
});

export const idsOf = (keys: readonly Key[]): string[] => keys.map(({ id }) => id);

/** What a page reads of each order. */
export const key = { companyId: orders.companyId, id: orders.id };
/** Joins the order's member. */
export const ofOrder = and(eq(users.companyId, orders.companyId), eq(users.id, orders.memberId));

/** The number of orders that satisfy a condition. */
export async function countRows(db: Reader, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(orders).where(where);
  return row?.total ?? 0;
}

/** Counts no further than one more than `most`. */
export async function countSome(
  db: Reader,
  where: SQL | undefined,
  most = MOST_COUNTED,
): Promise<number> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(orders)
    .where(where)
    .limit(most + 1)
    .as("some");
  const [row] = await db.select({ total: count() }).from(some);
  return row?.total ?? 0;
}
