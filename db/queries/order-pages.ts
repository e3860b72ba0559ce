import {
  type SQL,
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  or,
  sql,
} from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { type Reader, withFreshPlans } from "../client";
import { orders, users } from "../schema";
import {
  type OrderSort,
  type PaymentMethod,
  SUBMITTED_STATUSES,
  type SubmittedStatus,
} from "../vocabulary";
import { orderFigure } from "./figures";
import { type CountedList, fromTheEnd, placeOf, since, until } from "./list-counts";
import {
  capped,
  type Counted,
  exactly,
  finalPaise,
  found,
  isLongNumber,
  lastDecidedAt,
  MOST_COUNTED,
  orderMatch,
  personMatch,
  type Totals,
  valueMatches,
} from "./search";

interface Key {
  companyId: string;
  id: string;
}

/** A list of submitted orders. */
interface OrderList {
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

const NEWEST: Sorting = { by: "date", isDescending: true };

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

const countsOf = ({ companyId, status }: OrderList): CountedList => ({
  list: "orders",
  companyId,
  kinds: status ? [status] : SUBMITTED_STATUSES,
});

export const idsOf = (keys: readonly Key[]): string[] => keys.map(({ id }) => id);

const key = { companyId: orders.companyId, id: orders.id };
const ofOrder = and(eq(users.companyId, orders.companyId), eq(users.id, orders.memberId));
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

/** The number of orders that a search finds, and the sum of their final amounts. */
async function addUpSearch(
  db: Reader,
  list: OrderList,
  pattern: string,
): Promise<{ total: number; paise: number }> {
  const [row] = await withFreshPlans(db)
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

async function countRows(db: Reader, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(orders).where(where);
  return row?.total ?? 0;
}

/** Counts no further than one more than `most`. */
async function countSome(db: Reader, where: SQL | undefined, most = MOST_COUNTED): Promise<number> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(orders)
    .where(where)
    .limit(most + 1)
    .as("some");
  const [row] = await db.select({ total: count() }).from(some);
  return row?.total ?? 0;
}

/** The first orders of a list that a search reads one by one before it collects all matches. */
const WINDOW = 20_000;
/** The people whose orders a search looks up, however many orders they have. */
const FEW_PEOPLE = 1000;
/** Those whose orders it looks up until they are too many to count. */
const MOST_PEOPLE = 3000;

/**
 * A page of a search. If the text finds few people and few orders, their orders are all there is. If
 * it finds many, the first orders of the list mostly fill the page, and tell that there are more than
 * are counted. Otherwise all matches are collected.
 */
async function searchedPage(
  db: Reader,
  list: OrderList,
  pattern: string,
  page: { limit: number; offset: number },
  totals: Totals,
  sorting: Sorting,
): Promise<{ keys: Key[] } & Counted> {
  const fresh = withFreshPlans(db);
  const few = await fewMatches(fresh, list, pattern, page, sorting);
  if (few?.isWhole) return { keys: few.keys, ...exactly(few.total) };
  const end = page.offset + page.limit;
  if (end > MOST_COUNTED) return allMatches(fresh, list, pattern, page, sorting);
  const isOver = few !== null && few.total > MOST_COUNTED;
  const [keys, size] = await Promise.all([
    firstMatches(fresh, list, pattern, isOver ? end : MOST_COUNTED + 1, sorting),
    list.isCounted && !isOver ? placeOf(db, countsOf(list), 0) : null,
  ]);
  const areMany = isOver || keys.length > MOST_COUNTED;
  const isWhole = size !== null && size.total <= WINDOW;
  if (isWhole && !areMany) return { keys: keys.slice(page.offset, end), ...exactly(keys.length) };
  if (!areMany || keys.length < end) return allMatches(fresh, list, pattern, page, sorting);
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

/** Orders that an index finds for a search: FEW_PEOPLE and theirs, or fewer than are counted. */
const MOST_FOUND = 5000;

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

/** The ids of all that a search finds; null for more than are looked at. */
async function allFound(
  db: Reader,
  list: OrderList,
  pattern: string,
  sorting: Sorting,
): Promise<string[] | null> {
  const fresh = withFreshPlans(db);
  const all = { limit: MOST_FOUND, offset: 0 };
  const few = await fewMatches(fresh, list, pattern, all, sorting);
  if (few?.isWhole) return few.total <= MOST_FOUND ? idsOf(few.keys) : null;
  if (few && few.total > MOST_COUNTED) return null;
  const counted = list.isCounted
    ? (await placeOf(db, countsOf(list), 0)).total
    : await countSome(db, list.where, WINDOW);
  if (counted > WINDOW) return null;
  const keys = await firstMatches(fresh, list, pattern, MOST_COUNTED + 1, sorting);
  return keys.length <= MOST_COUNTED ? idsOf(keys) : null;
}
