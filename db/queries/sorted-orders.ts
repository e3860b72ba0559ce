import { type SQL, and, count, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import type { Reader } from "../client";
import { orders, users } from "../schema";
import type { OrderSort } from "../vocabulary";
import { orderFigure } from "./figures";
import { placeOf } from "./list-counts";
import {
  countSome,
  countsOf,
  type Key,
  key,
  ofOrder,
  type OrderList,
  type Sorting,
} from "./order-filter";
import { pageOfOrders } from "./order-pages";
import { addUpSearch, allFound, searchedPage } from "./order-search";
import { capped, type Counted, exactly, finalPaise, lastDecidedAt, MOST_COUNTED } from "./search";

/** Lists that are sorted by a column without an index; longer ones would be read whole for a page. */
const MOST_SORTED = 10_000;

/** A page of an admin's list, and what the whole list adds up to. */
export interface SortedPage extends Counted {
  keys: Key[];
  /** The sum of the final amounts, in paise; null where the list was not counted to its end. */
  sumPaise: number | null;
  /** Whether it is sorted as asked; a list that is too long for that is sorted by date. */
  isSorted: boolean;
}

const deciders = alias(users, "deciders");
const byDecider = and(eq(deciders.companyId, orders.companyId), eq(deciders.id, orders.decidedBy));

/** What a list is sorted by. Flags sort by their number. */
const SORT_COLUMNS: Readonly<Record<OrderSort, SQL | PgColumn>> = {
  date: orders.createdAt,
  order: orders.orderNumber,
  userId: users.referralCode,
  name: sql`lower(${users.name})`,
  mobile: users.mobile,
  method: orders.paymentMethod,
  reference: orders.reference,
  price: orders.priceMicroRupees,
  quantity: sql`coalesce(${orders.approvedQuantity}, ${orders.quantity})`,
  total: finalPaise,
  entered: orders.paidAmountPaise,
  flags: sql`jsonb_array_length(${orders.flags})`,
  decided: lastDecidedAt,
  decidedBy: sql`lower(${deciders.name})`,
};
const OF_PEOPLE: ReadonlySet<OrderSort> = new Set(["userId", "name", "mobile", "decidedBy"]);
/** Those with an index of company and status: any list is sorted by them. */
const INDEXED: ReadonlySet<OrderSort> = new Set(["total", "decided"]);

/**
 * A page of an admin's list by any column, with the sum of the list. Date, final amount and decision
 * have indexes; other columns sort lists of at most MOST_SORTED orders, and of a search those that few
 * texts find. With `isWhole` a list is counted and added up to its end.
 */
export async function sortedPageOfOrders(
  db: Reader,
  list: OrderList,
  page: { limit: number; offset: number },
  sorting: Sorting,
  isWhole: boolean,
): Promise<SortedPage> {
  if (list.pattern !== null) return sortedSearch(db, list, list.pattern, page, sorting, isWhole);
  if (sorting.by === "date") return datedPage(db, list, page, sorting, isWhole);
  if (!INDEXED.has(sorting.by)) {
    const size = await (list.isCounted
      ? placeOf(db, countsOf(list), 0).then(({ total }) => total)
      : countSome(db, list.where, MOST_SORTED));
    if (size > MOST_SORTED) {
      return { ...(await datedPage(db, list, page, sorting, isWhole)), isSorted: false };
    }
  }
  // The first page needs no total, and the total no page.
  if (page.offset === 0) {
    const [keys, totals] = await Promise.all([
      keysBy(db, list, list.where, sorting, page),
      totalsOf(db, list, isWhole),
    ]);
    return { keys, ...totals, isSorted: true };
  }
  const totals = await totalsOf(db, list, isWhole);
  const left = totals.total - page.offset;
  // From the nearer end: what is skipped is read.
  const isBackward = !totals.isTotalCapped && left < page.offset;
  const taken = Math.min(page.limit, left);
  if (!totals.isTotalCapped && taken <= 0) return { keys: [], ...totals, isSorted: true };
  const keys = isBackward
    ? await keysBy(db, list, list.where, sorting, { limit: taken, offset: left - taken }, true)
    : await keysBy(db, list, list.where, sorting, page);
  return { keys: isBackward ? keys.toReversed() : keys, ...totals, isSorted: true };
}

async function datedPage(
  db: Reader,
  list: OrderList,
  page: { limit: number; offset: number },
  { isDescending }: Sorting,
  isWhole: boolean,
): Promise<SortedPage> {
  const sorting: Sorting = { by: "date", isDescending };
  if (list.hasFigure && page.offset === 0) {
    const [keys, totals] = await Promise.all([
      keysBy(db, list, list.where, sorting, page),
      totalsOf(db, list, isWhole),
    ]);
    return { keys, ...totals, isSorted: true };
  }
  const [{ keys, ...counted }, totals] = await Promise.all([
    pageOfOrders(db, list, page, "capped", sorting),
    totalsOf(db, list, isWhole),
  ]);
  return { keys, ...totals, ...(totals.isTotalCapped && counted), isSorted: true };
}

/** A page by a column: of these orders, or the other way round. */
async function keysBy(
  db: Reader,
  list: OrderList,
  where: SQL | undefined,
  { by, isDescending }: Sorting,
  { limit, offset }: { limit: number; offset: number },
  isBackward = false,
): Promise<Key[]> {
  const way = isDescending === isBackward ? sql`ASC` : sql`DESC`;
  const isIndexed = INDEXED.has(by) || by === "date";
  // Rows without a value stand last. An index has them where its own order puts them, and has none.
  const nulls = isIndexed ? sql`` : isBackward ? sql` NULLS FIRST` : sql` NULLS LAST`;
  const isDecided = by === "decided" && list.status !== "PENDING" && list.status !== undefined;
  const query = db.select(key).from(orders).$dynamic();
  if (OF_PEOPLE.has(by)) query.innerJoin(users, ofOrder).leftJoin(deciders, byDecider);
  return query
    .where(and(where, isDecided ? isNotNull(orders.decidedAt) : undefined))
    .orderBy(sql`${SORT_COLUMNS[by]} ${way}${nulls}`, sql`${orders.id} ${way}`)
    .limit(limit)
    .offset(offset);
}

/** How many orders a list has, and their sum. */
async function totalsOf(
  db: Reader,
  list: OrderList,
  isWhole: boolean,
): Promise<Pick<SortedPage, "total" | "isTotalCapped" | "sumPaise">> {
  const { companyId, status, method } = list;
  if (
    list.hasFigure &&
    companyId !== undefined &&
    (status === "PENDING" || status === "APPROVED")
  ) {
    const { count: total, paise } = await orderFigure(db, companyId, { status, method });
    return { ...exactly(total), sumPaise: paise };
  }
  const some = db
    .select({ paise: finalPaise.as("paise") })
    .from(orders)
    .where(list.where)
    .limit(isWhole ? Number.MAX_SAFE_INTEGER : MOST_COUNTED + 1)
    .as("some");
  const [row] = await db
    .select({ total: count(), paise: sql`coalesce(sum(${some.paise}), 0)`.mapWith(Number) })
    .from(some);
  const { total, paise } = row ?? { total: 0, paise: 0 };
  if (isWhole || total <= MOST_COUNTED) return { ...exactly(total), sumPaise: paise };
  return { ...capped(total), sumPaise: null };
}

/** A page of a search by any column, where it finds few enough to look at all of them. */
async function sortedSearch(
  db: Reader,
  list: OrderList,
  pattern: string,
  page: { limit: number; offset: number },
  sorting: Sorting,
  isWhole: boolean,
): Promise<SortedPage> {
  const byTime: Sorting = { by: "date", isDescending: sorting.isDescending };
  const ids = await allFound(db, list, pattern, byTime);
  if (ids) {
    const these = and(
      list.companyId === undefined ? undefined : eq(orders.companyId, list.companyId),
      inArray(orders.id, ids),
    );
    const [keys, [row]] = await Promise.all([
      keysBy(db, list, these, sorting, page),
      db
        .select({ paise: sql`coalesce(sum(${finalPaise}), 0)`.mapWith(Number) })
        .from(orders)
        .where(these),
    ]);
    return { keys, ...exactly(ids.length), sumPaise: row?.paise ?? 0, isSorted: true };
  }
  const [{ keys, ...counted }, sums] = await Promise.all([
    searchedPage(db, list, pattern, page, "capped", byTime),
    isWhole ? addUpSearch(db, list, pattern) : null,
  ]);
  return {
    keys,
    ...(sums ? exactly(sums.total) : counted),
    sumPaise: sums?.paise ?? null,
    isSorted: sorting.by === "date",
  };
}
