import { type SQL, and, count, desc, eq, inArray, or, sql } from "drizzle-orm";
import { type Executor, withFreshPlans } from "../client";
import { orders, users } from "../schema";
import { type PaymentMethod, SUBMITTED_STATUSES, type SubmittedStatus } from "../vocabulary";
import { type CountedList, placeOf, until } from "./list-counts";
import {
  capped,
  type Counted,
  exactly,
  found,
  MOST_COUNTED,
  orderMatch,
  personMatch,
  type Totals,
} from "./search";

interface Key {
  companyId: string;
  id: string;
}

/** A list of submitted orders, newest first. */
interface OrderList {
  companyId: string | undefined;
  status: SubmittedStatus | undefined;
  /** All conditions but the search. */
  where: SQL | undefined;
  /** Whether `list_counts` has its rows: with no condition but company and status. */
  isCounted: boolean;
  /** A LIKE pattern; null for no search. */
  pattern: string | null;
  /** Companies that the search finds by name. */
  named: readonly string[];
}

interface OrderListFilter {
  status: SubmittedStatus | undefined;
  pattern: string | null;
  method?: PaymentMethod | undefined;
  isFlagged?: boolean | undefined;
}

// Literals, as the indexes of submitted orders have them.
const isSubmitted = sql`${orders.status} IN (${sql.raw(SUBMITTED_STATUSES.map((one) => `'${one}'`).join(", "))})`;

export const inStatus = (status: SubmittedStatus | undefined): SQL =>
  status ? eq(orders.status, status) : isSubmitted;

export function orderList(
  { status, method, isFlagged, pattern }: OrderListFilter,
  { companyId, named = [] }: { companyId: string | undefined; named?: readonly string[] },
): OrderList {
  return {
    companyId,
    status,
    where: and(
      companyId === undefined ? undefined : eq(orders.companyId, companyId),
      inStatus(status),
      method ? eq(orders.paymentMethod, method) : undefined,
      isFlagged ? sql`jsonb_array_length(${orders.flags}) > 0` : undefined,
    ),
    isCounted: method === undefined && !isFlagged,
    pattern,
    named,
  };
}

const countsOf = ({ companyId, status }: OrderList): CountedList => ({
  list: "orders",
  companyId,
  kinds: status ? [status] : SUBMITTED_STATUSES,
});

export const idsOf = (keys: readonly Key[]): string[] => keys.map(({ id }) => id);

const key = { companyId: orders.companyId, id: orders.id };
const ofOrder = and(eq(users.companyId, orders.companyId), eq(users.id, orders.memberId));
const newest = [desc(orders.createdAt), desc(orders.id)] as const;

/** A page of a list, as keys: the caller joins what it shows to these few. */
export async function pageOfOrders(
  db: Executor,
  list: OrderList,
  { limit, offset }: { limit: number; offset: number },
  totals: Totals,
): Promise<{ keys: Key[] } & Counted> {
  if (list.pattern !== null) {
    return searchedPage(db, list, list.pattern, { limit, offset }, totals);
  }
  const keysOf = (from: Executor, where: SQL | undefined, skipped: number) =>
    from
      .select(key)
      .from(orders)
      .where(where)
      .orderBy(...newest)
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
  const place = await placeOf(db, counts, offset);
  if (offset >= place.total) return { keys: [], ...exactly(place.total) };
  const keys = await keysOf(db, and(list.where, until(orders.createdAt, place)), place.skipped);
  return { keys, ...exactly(place.total) };
}

/** The number of orders in the whole list. */
export async function countOrders(db: Executor, list: OrderList): Promise<number> {
  if (list.pattern === null) return countRows(db, list.where);
  const [row] = await withFreshPlans(db)
    .select({ total: count() })
    .from(orders)
    .innerJoin(users, ofOrder)
    .where(
      and(
        list.where,
        or(
          orderMatch(list.pattern).is,
          personMatch(list.pattern).is,
          list.named.length > 0 ? inArray(orders.companyId, [...list.named]) : undefined,
        ),
      ),
    );
  return row?.total ?? 0;
}

async function countRows(db: Executor, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(orders).where(where);
  return row?.total ?? 0;
}

/** Counts no further than one more than MOST_COUNTED. */
async function countSome(db: Executor, where: SQL | undefined): Promise<number> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(orders)
    .where(where)
    .limit(MOST_COUNTED + 1)
    .as("some");
  const [row] = await db.select({ total: count() }).from(some);
  return row?.total ?? 0;
}

/** The newest orders that a search reads one by one before it collects all matches. */
const WINDOW = 20_000;

/**
 * A page of a search. If the text finds few members and few orders, their orders are all there is. If
 * it finds many, the newest orders of the list mostly fill the page, and tell that there are more than
 * are counted. Otherwise all matches are collected.
 */
async function searchedPage(
  db: Executor,
  list: OrderList,
  pattern: string,
  page: { limit: number; offset: number },
  totals: Totals,
): Promise<{ keys: Key[] } & Counted> {
  const fresh = withFreshPlans(db);
  const thesePeople = found(personMatch(pattern));
  const theseOrders = found(orderMatch(pattern));
  const inCompany = list.companyId ? eq(users.companyId, list.companyId) : undefined;
  const [people, own] = await Promise.all([
    thesePeople &&
      fresh
        .select({ companyId: users.companyId, id: users.id })
        .from(users)
        .where(and(inCompany, thesePeople))
        .limit(MOST_COUNTED + 1),
    theseOrders &&
      fresh
        .select(key)
        .from(orders)
        .where(and(list.where, theseOrders))
        .limit(MOST_COUNTED + 1),
  ]);
  if (
    people &&
    own &&
    people.length <= MOST_COUNTED &&
    own.length <= MOST_COUNTED &&
    list.named.length === 0
  ) {
    if (people.length === 0 && own.length === 0) return { keys: [], ...exactly(0) };
    return pageOf(
      fresh,
      sql`${ordersOf(people, list)} UNION SELECT ${columns} FROM ${arrays(own)} AS own (c, i)
        JOIN orders ON ${orders.companyId} = own.c AND ${orders.id} = own.i`,
      page,
    );
  }
  const end = page.offset + page.limit;
  if (end > MOST_COUNTED) return allMatches(fresh, list, pattern, page);
  const [isOver, size] = await Promise.all([
    (own?.length ?? 0) > MOST_COUNTED || (people ? areMany(fresh, list, people) : false),
    list.isCounted ? placeOf(db, countsOf(list), 0) : null,
  ]);
  const keys = await newestMatches(fresh, list, pattern, isOver ? end : MOST_COUNTED + 1);
  const isWhole = size !== null && size.total <= WINDOW && keys.length <= MOST_COUNTED;
  if (isWhole && !isOver) return { keys: keys.slice(page.offset, end), ...exactly(keys.length) };
  if ((!isOver && keys.length <= MOST_COUNTED) || keys.length < end) {
    return allMatches(fresh, list, pattern, page);
  }
  const counted = totals === "exact" ? exactly(await countOrders(db, list)) : capped(Infinity);
  return { keys: keys.slice(page.offset, end), ...counted };
}

const columns = sql`${orders.companyId} AS company_id, ${orders.id} AS id, ${orders.createdAt} AS created_at`;

/** The keys of rows as two arrays, for a join by `unnest`. */
const arrays = (keys: readonly Key[]): SQL =>
  sql`unnest(${sql.param(keys.map(({ companyId }) => companyId))}::uuid[], ${sql.param(idsOf(keys))}::uuid[])`;

/** The orders of these people that are in a list. */
const ordersOf = (people: readonly Key[], list: OrderList): SQL =>
  sql`SELECT ${columns} FROM ${arrays(people)} AS people (c, m)
    JOIN orders ON ${orders.companyId} = people.c AND ${orders.memberId} = people.m
    WHERE ${list.where}`;

/** A page of what `rows` selects, and its number. */
async function pageOf(
  db: Executor,
  rows: SQL,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ keys: Key[] } & Counted> {
  const result = await db.execute<{ company_id: string | null; id: string; total: string }>(sql`
    WITH found AS MATERIALIZED (${rows}), page AS (
      SELECT company_id, id FROM found ORDER BY created_at DESC, id DESC
       LIMIT ${limit} OFFSET ${offset}::bigint
    )
    SELECT company_id, id, total FROM (SELECT count(*) AS total FROM found) AS counted
      LEFT JOIN page ON true`);
  const keys = result.rows.flatMap(({ company_id: companyId, id }) =>
    companyId ? [{ companyId, id }] : [],
  );
  return { keys, ...exactly(Number(result.rows[0]?.total ?? 0)) };
}

/** All matches, by the indexes where they can find the text. */
function allMatches(
  db: Executor,
  list: OrderList,
  pattern: string,
  page: { limit: number; offset: number },
): Promise<{ keys: Key[] } & Counted> {
  const [person, order] = [personMatch(pattern), orderMatch(pattern)];
  const matches = [
    sql`SELECT ${columns} FROM orders JOIN users ON ${ofOrder} WHERE ${and(list.where, person.candidates ?? undefined, person.is)}`,
    sql`SELECT ${columns} FROM orders WHERE ${and(list.where, order.candidates ?? undefined, order.is)}`,
  ];
  if (list.named.length > 0) {
    matches.push(
      sql`SELECT ${columns} FROM orders WHERE ${and(list.where, inArray(orders.companyId, [...list.named]))}`,
    );
  }
  return pageOf(db, sql.join(matches, sql` UNION `), page);
}

/** Whether these people alone have more orders in the list than are counted. */
async function areMany(db: Executor, list: OrderList, people: readonly Key[]): Promise<boolean> {
  const { rows } = await db.execute<{ total: string }>(sql`
    SELECT count(*) AS total FROM (${ordersOf(people, list)} LIMIT ${MOST_COUNTED + 1}) AS counted`);
  return Number(rows[0]?.total) > MOST_COUNTED;
}

/** The matches among the list's newest orders, newest first. */
async function newestMatches(
  db: Executor,
  list: OrderList,
  pattern: string,
  limit: number,
): Promise<Key[]> {
  // Not an EXISTS: PostgreSQL might find all members for it before the first order.
  const isMatch = or(
    orderMatch(pattern).is,
    sql`(SELECT ${personMatch(pattern).is} FROM users WHERE ${ofOrder})`,
    list.named.length > 0 ? inArray(orders.companyId, [...list.named]) : undefined,
  );
  const { rows } = await db.execute<{ company_id: string; id: string }>(sql`
    SELECT company_id, id FROM (
      SELECT ${columns}, ${isMatch} AS is_match FROM orders WHERE ${list.where}
       ORDER BY ${orders.createdAt} DESC, ${orders.id} DESC LIMIT ${WINDOW}
    ) AS newest WHERE is_match LIMIT ${limit}`);
  return rows.map(({ company_id: companyId, id }) => ({ companyId, id }));
}
