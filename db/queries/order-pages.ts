import { type SQL, and, asc, desc } from "drizzle-orm";
import type { Reader } from "../client";
import { orders } from "../schema";
import { fromTheEnd, placeOf, since, until } from "./list-counts";
import {
  countRows,
  countSome,
  countsOf,
  type Key,
  key,
  type OrderList,
  type Sorting,
} from "./order-filter";
import { addUpSearch, searchedPage } from "./order-search";
import { capped, type Counted, exactly, MOST_COUNTED, type Totals } from "./search";

const NEWEST: Sorting = { by: "date", isDescending: true };

const byDate = ({ isDescending }: Sorting) =>
  isDescending
    ? [desc(orders.createdAt), desc(orders.id)]
    : [asc(orders.createdAt), asc(orders.id)];

/** A page of a list by date, as keys: the caller joins what it shows to these few. */
export async function pageOfOrders(
  db: Reader,
  list: OrderList,
  { limit, offset }: { limit: number; offset: number },
  totals: Totals,
  sorting: Sorting = NEWEST,
): Promise<{ keys: Key[] } & Counted> {
  if (list.pattern !== null) {
    return searchedPage(db, list, list.pattern, { limit, offset }, totals, sorting);
  }
  const keysOf = (from: Reader, where: SQL | undefined, skipped: number) =>
    from
      .select(key)
      .from(orders)
      .where(where)
      .orderBy(...byDate(sorting))
      .limit(limit)
      .offset(skipped);
  if (!list.isCounted) {
    const isExact = totals === "exact" || offset >= MOST_COUNTED;
    const [keys, counted] = await Promise.all([
      keysOf(db, list.where, offset),
      isExact ? countRows(db, list.where) : countSome(db, list.where),
    ]);
    return { keys, ...(isExact ? exactly(counted) : capped(counted)) };
  }
  const counts = countsOf(list);
  if (offset === 0) {
    const [{ total }, keys] = await Promise.all([
      placeOf(db, counts, 0),
      keysOf(db, list.where, 0),
    ]);
    return { keys, ...exactly(total) };
  }
  if (!sorting.isDescending) {
    // The rows from the other end: the counts by day are read from the newest one.
    const { total } = await placeOf(db, counts, 0);
    const end = Math.max(0, total - offset);
    const taken = Math.min(limit, end);
    if (taken === 0) return { keys: [], ...exactly(total) };
    const mirrored = await pageOfOrders(db, list, { limit: taken, offset: end - taken }, totals);
    return { keys: mirrored.keys.toReversed(), ...exactly(total) };
  }
  const place = await placeOf(db, counts, offset);
  if (offset >= place.total) return { keys: [], ...exactly(place.total) };
  const back = fromTheEnd(place, limit);
  if (back) {
    const keys = await db
      .select(key)
      .from(orders)
      .where(and(list.where, since(orders.createdAt, place)))
      .orderBy(asc(orders.createdAt), asc(orders.id))
      .limit(back.taken)
      .offset(back.skipped);
    return { keys: keys.reverse(), ...exactly(place.total) };
  }
  const keys = await keysOf(db, and(list.where, until(orders.createdAt, place)), place.skipped);
  return { keys, ...exactly(place.total) };
}

/** The number of orders in the whole list. */
export async function countOrders(db: Reader, list: OrderList): Promise<number> {
  if (list.pattern === null) return countRows(db, list.where);
  return (await addUpSearch(db, list, list.pattern)).total;
}
