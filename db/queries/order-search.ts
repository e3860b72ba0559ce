import { type SQL, and, count, eq, inArray, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Reader } from "../client";
import { orders, users } from "../schema";
import { placeOf } from "./list-counts";
import {
  countSome,
  countsOf,
  idsOf,
  type Key,
  ofOrder,
  type OrderList,
  type Sorting,
} from "./order-filter";
import {
  capped,
  type Counted,
  exactly,
  finalPaise,
  found,
  isLongNumber,
  MOST_COUNTED,
  orderMatch,
  personMatch,
  type Totals,
  valueMatches,
} from "./search";

/** The number of orders that a search finds, and the sum of their final amounts. */
export async function addUpSearch(
  db: Reader,
  list: OrderList,
  pattern: string,
): Promise<{ total: number; paise: number }> {
  const [row] = await db
    .select({ total: count(), paise: sql`coalesce(sum(${finalPaise}), 0)`.mapWith(Number) })
    .from(orders)
    .innerJoin(users, ofOrder)
    .where(
      and(
        list.where,
        or(
          orderMatch(pattern).is,
          personMatch(pattern).is,
          ...(list.isOfPlatform ? [] : valueMatches(pattern)),
          list.named.length > 0 ? inArray(orders.companyId, [...list.named]) : undefined,
        ),
      ),
    );
  return row ?? { total: 0, paise: 0 };
}

/** The first orders of a list that a search reads one by one before it collects all matches. */
const WINDOW = 20_000;
/** The people whose orders a search looks up, however many orders they have. */
const FEW_PEOPLE = 1000;
/** Those whose orders it looks up until they are too many to count. */
const MOST_PEOPLE = 3000;

/**
 * A page of a search by date. If the text finds few people and few orders, their orders are all there is. If
 * it finds many, the first orders of the list mostly fill the page, and tell that there are more than
 * are counted. Otherwise all matches are collected.
 */
export async function searchedPage(
  db: Reader,
  list: OrderList,
  pattern: string,
  page: { limit: number; offset: number },
  totals: Totals,
  sorting: Sorting,
): Promise<{ keys: Key[] } & Counted> {
  const few = await fewMatches(db, list, pattern, page, sorting);
  if (few?.isWhole) return { keys: few.keys, ...exactly(few.total) };
  const end = page.offset + page.limit;
  if (end > MOST_COUNTED) return allMatches(db, list, pattern, page, sorting);
  const isOver = few !== null && few.total > MOST_COUNTED;
  const [keys, size] = await Promise.all([
    firstMatches(db, list, pattern, isOver ? end : MOST_COUNTED + 1, sorting),
    list.isCounted && !isOver ? placeOf(db, countsOf(list), 0) : null,
  ]);
  const areMany = isOver || keys.length > MOST_COUNTED;
  const isWhole = size !== null && size.total <= WINDOW;
  if (isWhole && !areMany) return { keys: keys.slice(page.offset, end), ...exactly(keys.length) };
  if (!areMany || keys.length < end) return allMatches(db, list, pattern, page, sorting);
  const counted =
    totals === "exact" ? exactly((await addUpSearch(db, list, pattern)).total) : capped(Infinity);
  return { keys: keys.slice(page.offset, end), ...counted };
}

const columns = sql`${orders.companyId} AS company_id, ${orders.id} AS id, ${orders.createdAt} AS created_at`;

/**
 * The orders of the first people that the text finds, and the first orders that it finds. `isWhole`
 * tells whether these are all matches, whose page is `keys`; otherwise there are more than MOST_COUNTED
 * if `total` is. Null without an index for the text.
 */
async function fewMatches(
  db: Reader,
  list: OrderList,
  pattern: string,
  page: { limit: number; offset: number },
  sorting: Sorting,
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
    ), own AS MATERIALIZED (${sql.join(
      [and(inCompany(orders.companyId), list.others, theseOrders), ...valuesOf(list, pattern)].map(
        (where) => sql`(SELECT ${columns} FROM orders WHERE ${where} LIMIT ${MOST_COUNTED + 1})`,
      ),
      sql` UNION `,
    )}), found AS MATERIALIZED (
      SELECT * FROM theirs UNION SELECT * FROM own
    ), page AS (${foundPage(page, sorting)})
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

/** The orders of a company's list that have the sum or day that a search is; each by an index. */
const valuesOf = (list: OrderList, pattern: string): (SQL | undefined)[] =>
  list.companyId === undefined || list.isOfPlatform
    ? []
    : valueMatches(pattern).map((isMatch) => and(list.where, isMatch));

/** A page of the rows in `found`. */
const foundPage = ({ limit, offset }: { limit: number; offset: number }, sorting: Sorting): SQL =>
  sql`SELECT company_id, id FROM found ORDER BY created_at ${direction(sorting)}, id ${direction(sorting)} LIMIT ${limit} OFFSET ${offset}::bigint`;

const direction = ({ isDescending }: Sorting): SQL => (isDescending ? sql`DESC` : sql`ASC`);

const keysIn = (rows: readonly { company_id: string | null; id: string }[]): Key[] =>
  rows.flatMap(({ company_id: companyId, id }) => (companyId ? [{ companyId, id }] : []));

/** All matches, by the indexes where they can find the text. */
async function allMatches(
  db: Reader,
  list: OrderList,
  pattern: string,
  page: { limit: number; offset: number },
  sorting: Sorting,
): Promise<{ keys: Key[] } & Counted> {
  const [person, order] = [personMatch(pattern), orderMatch(pattern)];
  const matches = [
    sql`SELECT ${columns} FROM orders JOIN users ON ${ofOrder} WHERE ${and(list.where, person.candidates ?? undefined, person.is)}`,
    sql`SELECT ${columns} FROM orders WHERE ${and(list.where, order.candidates ?? undefined, order.is)}`,
  ];
  for (const where of valuesOf(list, pattern)) {
    matches.push(sql`SELECT ${columns} FROM orders WHERE ${where}`);
  }
  if (list.named.length > 0) {
    matches.push(
      sql`SELECT ${columns} FROM orders WHERE ${and(list.where, inArray(orders.companyId, [...list.named]))}`,
    );
  }
  const result = await db.execute<{ company_id: string | null; id: string; total: string }>(sql`
    WITH found AS MATERIALIZED (${sql.join(matches, sql` UNION `)}), page AS (${foundPage(page, sorting)})
    SELECT company_id, id, total FROM (SELECT count(*) AS total FROM found) AS counted
      LEFT JOIN page ON true`);
  return { keys: keysIn(result.rows), ...exactly(Number(result.rows[0]?.total ?? 0)) };
}

/** The matches among the list's first orders. */
async function firstMatches(
  db: Reader,
  list: OrderList,
  pattern: string,
  limit: number,
  sorting: Sorting,
): Promise<Key[]> {
  // Not an EXISTS: PostgreSQL might find all members for it before the first order.
  const isMatch = or(
    orderMatch(pattern).test,
    ...(list.isOfPlatform ? [] : valueMatches(pattern)),
    sql`(SELECT ${personMatch(pattern).test} FROM users WHERE ${ofOrder})`,
    list.named.length > 0 ? inArray(orders.companyId, [...list.named]) : undefined,
  );
  const { rows } = await db.execute<{ company_id: string; id: string }>(sql`
    SELECT company_id, id FROM (
      SELECT ${columns}, ${isMatch} AS is_match FROM orders WHERE ${list.where}
       ORDER BY ${orders.createdAt} ${direction(sorting)}, ${orders.id} ${direction(sorting)} LIMIT ${WINDOW}
    ) AS first WHERE is_match LIMIT ${limit}`);
  return rows.map(({ company_id: companyId, id }) => ({ companyId, id }));
}

/** Orders that an index finds for a search: FEW_PEOPLE and theirs, or fewer than are counted. */
const MOST_FOUND = 5000;

/** The ids of all that a search finds; null for more than are looked at. */
export async function allFound(
  db: Reader,
  list: OrderList,
  pattern: string,
  sorting: Sorting,
): Promise<string[] | null> {
  const all = { limit: MOST_FOUND, offset: 0 };
  const few = await fewMatches(db, list, pattern, all, sorting);
  if (few?.isWhole) return few.total <= MOST_FOUND ? idsOf(few.keys) : null;
  if (few && few.total > MOST_COUNTED) return null;
  const counted = list.isCounted
    ? (await placeOf(db, countsOf(list), 0)).total
    : await countSome(db, list.where, WINDOW);
  if (counted > WINDOW) return null;
  const keys = await firstMatches(db, list, pattern, MOST_COUNTED + 1, sorting);
  return keys.length <= MOST_COUNTED ? idsOf(keys) : null;
}
