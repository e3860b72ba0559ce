import { type SQL, and, asc, count, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type Executor, withFreshPlans } from "../client";
import { orders, users } from "../schema";
import { type PaymentMethod, SUBMITTED_STATUSES, type SubmittedStatus } from "../vocabulary";
import { type CountedList, fromTheEnd, placeOf, since, until } from "./list-counts";
import {
  capped,
  type Counted,
  exactly,
  found,
  isLongNumber,
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
  /** The same without the company. */
  others: SQL | undefined;
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
  const others = and(
    inStatus(status),
    method ? eq(orders.paymentMethod, method) : undefined,
    isFlagged ? sql`jsonb_array_length(${orders.flags}) > 0` : undefined,
  );
  return {
    companyId,
    status,
    where: and(companyId === undefined ? undefined : eq(orders.companyId, companyId), others),
    others,
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
/** The people whose orders a search looks up, however many orders they have. */
const FEW_PEOPLE = 1000;
/** Those whose orders it looks up until they are too many to count. */
const MOST_PEOPLE = 3000;

/**
 * A page of a search. If the text finds few people and few orders, their orders are all there is. If
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
  const few = await fewMatches(fresh, list, pattern, page);
  if (few?.isWhole) return { keys: few.keys, ...exactly(few.total) };
  const end = page.offset + page.limit;
  if (end > MOST_COUNTED) return allMatches(fresh, list, pattern, page);
  const isOver = few !== null && few.total > MOST_COUNTED;
  const [keys, size] = await Promise.all([
    newestMatches(fresh, list, pattern, isOver ? end : MOST_COUNTED + 1),
    list.isCounted && !isOver ? placeOf(db, countsOf(list), 0) : null,
  ]);
  const areMany = isOver || keys.length > MOST_COUNTED;
  const isWhole = size !== null && size.total <= WINDOW;
  if (isWhole && !areMany) return { keys: keys.slice(page.offset, end), ...exactly(keys.length) };
  if (!areMany || keys.length < end) return allMatches(fresh, list, pattern, page);
  const counted = totals === "exact" ? exactly(await countOrders(db, list)) : capped(Infinity);
  return { keys: keys.slice(page.offset, end), ...counted };
}

const columns = sql`${orders.companyId} AS company_id, ${orders.id} AS id, ${orders.createdAt} AS created_at`;

/**
 * The orders of the first people that the text finds, and the first orders that it finds. `isWhole`
 * tells whether these are all matches, whose page is `keys`; otherwise there are more than MOST_COUNTED
 * if `total` is. Null without an index for the text.
 */
async function fewMatches(
  db: Executor,
  list: OrderList,
  pattern: string,
  page: { limit: number; offset: number },
): Promise<{ keys: Key[]; total: number; isWhole: boolean } | null> {
  const thesePeople = found(personMatch(pattern));
  const theseOrders = found(orderMatch(pattern));
  if (!thesePeople || !theseOrders || list.named.length > 0) return null;
  const { companyId } = list;
  // The index reads a company's own entries as well, which is slower than to compare the few rows of
  // all companies that have a long number. It does not know this operator.
  const inCompany = (column: PgColumn) =>
    companyId === undefined
      ? undefined
      : isLongNumber(pattern)
        ? sql`${column} IS NOT DISTINCT FROM ${companyId}`
        : eq(column, companyId);
  // A CTE is read as far as it is needed: the people until their orders are too many. OFFSET 0 keeps
  // the planner from reading the whole list for them.
  const result = await db.execute<{
    company_id: string | null;
    id: string;
    total: string;
    is_whole: boolean;
  }>(sql`
    WITH people AS MATERIALIZED (
      SELECT ${users.companyId} AS c, ${users.id} AS m FROM users
       WHERE ${and(inCompany(users.companyId), thesePeople)} LIMIT ${MOST_PEOPLE + 1}
    ), few AS MATERIALIZED (
      SELECT count(*) <= ${FEW_PEOPLE} AS are_few
        FROM (SELECT FROM people LIMIT ${FEW_PEOPLE + 1}) AS first
    ), theirs AS MATERIALIZED (
      SELECT theirs.* FROM people CROSS JOIN LATERAL (
        SELECT ${columns} FROM orders
         WHERE ${and(sql`${orders.companyId} = c AND ${orders.memberId} = m`, list.where)} OFFSET 0
      ) AS theirs LIMIT (SELECT CASE WHEN NOT are_few THEN ${MOST_COUNTED + 1} END FROM few)::bigint
    ), own AS MATERIALIZED (
      SELECT ${columns} FROM orders
       WHERE ${and(inCompany(orders.companyId), list.others, theseOrders)} LIMIT ${MOST_COUNTED + 1}
    ), found AS MATERIALIZED (
      SELECT * FROM theirs UNION SELECT * FROM own
    ), page AS (${sortedPage(page)})
    SELECT company_id, id, total,
           CASE WHEN (SELECT count(*) FROM own) > ${MOST_COUNTED} THEN false
                WHEN are_few THEN true
                WHEN total > ${MOST_COUNTED} THEN false
                ELSE (SELECT count(*) FROM people) <= ${MOST_PEOPLE} END AS is_whole
      FROM (SELECT count(*) AS total FROM found) AS counted CROSS JOIN few LEFT JOIN page ON true`);
  const [first] = result.rows;
  return {
    keys: keysIn(result.rows),
    total: Number(first?.total),
    isWhole: first?.is_whole === true,
  };
}

/** A page of the rows in `found`. */
const sortedPage = ({ limit, offset }: { limit: number; offset: number }): SQL =>
  sql`SELECT company_id, id FROM found ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}::bigint`;

const keysIn = (rows: readonly { company_id: string | null; id: string }[]): Key[] =>
  rows.flatMap(({ company_id: companyId, id }) => (companyId ? [{ companyId, id }] : []));

/** All matches, by the indexes where they can find the text. */
async function allMatches(
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
  const result = await db.execute<{ company_id: string | null; id: string; total: string }>(sql`
    WITH found AS MATERIALIZED (${sql.join(matches, sql` UNION `)}), page AS (${sortedPage(page)})
    SELECT company_id, id, total FROM (SELECT count(*) AS total FROM found) AS counted
      LEFT JOIN page ON true`);
  return { keys: keysIn(result.rows), ...exactly(Number(result.rows[0]?.total ?? 0)) };
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
    orderMatch(pattern).test,
    sql`(SELECT ${personMatch(pattern).test} FROM users WHERE ${ofOrder})`,
    list.named.length > 0 ? inArray(orders.companyId, [...list.named]) : undefined,
  );
  const { rows } = await db.execute<{ company_id: string; id: string }>(sql`
    SELECT company_id, id FROM (
      SELECT ${columns}, ${isMatch} AS is_match FROM orders WHERE ${list.where}
       ORDER BY ${orders.createdAt} DESC, ${orders.id} DESC LIMIT ${WINDOW}
    ) AS newest WHERE is_match LIMIT ${limit}`);
  return rows.map(({ company_id: companyId, id }) => ({ companyId, id }));
}
