import { and, count, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Reader } from "@db/client";

/** Position of the last row read: its creation in microseconds since 1970, and its id. */
export interface Cursor {
  at: number;
  id: string;
}

/** Selects a row's cursor; a Date would lose the microseconds. */
export const cursorAt = (createdAt: PgColumn): SQL<number> =>
  sql`(extract(epoch FROM ${createdAt}) * 1000000)::bigint`.mapWith(Number);

/**
 * Selects the rows after a cursor in a list with the newest first. Unlike an offset, a cursor never
 * repeats or skips rows while others are added, and costs the same at any depth.
 */
export const following = (
  createdAt: PgColumn,
  id: PgColumn,
  after: Cursor | null,
): SQL | undefined =>
  after === null
    ? undefined
    : sql`(${createdAt}, ${id}) < (timestamptz 'epoch' + ${after.at}::bigint * interval '1 microsecond', ${after.id}::uuid)`;

interface SortColumn {
  by: SQL | PgColumn;
  /** Joins that the column needs. */
  joins?: SQL;
  /** True if an index has this order, so that a list of any length is sorted by it. */
  isIndexed?: boolean;
  /** The rows that an index holds, where it holds only those with a value. */
  where?: SQL | undefined;
}

/**
 * A list of a table's rows, with the columns that it may be sorted by. Exports read the same
 * condition by a cursor (`following`). Other lists are short, since they belong to one member,
 * order or proof, or have as many rows as there are companies, hosts, accounts or prices: they
 * count and page plainly.
 */
export interface List<Sort extends string = string> {
  /** A table, or a subquery with a name. */
  table: PgTable | SQL;
  companyId: PgColumn | SQL;
  id: PgColumn | SQL;
  /** The filter and the search together. */
  where: SQL | undefined;
  /** Joins that the condition needs. */
  joins?: SQL;
  /** The column that the counting statement adds up over the whole list. */
  sum?: SQL;
  /** The number of rows, where something else knows it; without it they are counted. */
  total?: SQL;
  /**
   * Selects `company_id`, `id` and the date `at` of each row of a search, for a list without a sum. The
   * search is then run once for count and page, and never joined with the whole table.
   */
  found?: SQL | undefined;
  sorts: Readonly<Record<Sort, SortColumn>>;
  /** The order of a list that is too long for the asked column. */
  byDate: Sort;
}

/** The asked order; rows that are equal in it follow by id. */
export interface Sorting<Sort extends string> {
  by: Sort;
  isDescending: boolean;
}

export interface Key {
  companyId: string;
  id: string;
}

/** A page of a list, as keys: the caller reads what it shows of these few rows. */
export interface ListPage {
  keys: Key[];
  /** The number of rows in the whole list, and its sum; 0 for a list without one. */
  total: number;
  sum: number;
  /** True if it is sorted as asked; a list that is too long for that is sorted by date. */
  isSorted: boolean;
}

/** Longer lists are sorted only by columns that have an index. */
export const MOST_SORTED = 10_000;

const none = sql``;

type Whole = Pick<List, "table" | "where" | "joins" | "sum" | "total" | "found">;

/** Counts the rows of a list and adds up its sum. */
async function totalsOf(db: Reader, list: Whole): Promise<{ total: number; sum: number }> {
  const known = list.found ? sql`(SELECT count(*) FROM (${list.found}) AS found)` : list.total;
  if (known) {
    const { rows } = await db.execute<{ total: string }>(sql`SELECT ${known} AS total`);
    return { total: Number(rows[0]?.total), sum: 0 };
  }
  const { rows } = await db.execute<{ total: string; sum: string }>(sql`
    SELECT ${count()} AS total, ${list.sum ? sql`coalesce(sum(${list.sum}), 0)` : sql`0`} AS sum
      FROM ${list.table} ${list.joins ?? none}
     WHERE ${list.where ?? sql`true`}`);
  return { total: Number(rows[0]?.total ?? 0), sum: Number(rows[0]?.sum ?? 0) };
}

export const countList = async (db: Reader, list: Omit<Whole, "sum">): Promise<number> =>
  (await totalsOf(db, list)).total;

/** Reads a page of a list, from the nearer end. */
export async function pageOfList<Sort extends string>(
  db: Reader,
  list: List<Sort>,
  sorting: Sorting<Sort>,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListPage> {
  const isIndexed = list.sorts[sorting.by].isIndexed ?? false;
  if (list.found) {
    const page = await pageOfFound(db, list.found, sorting, { limit, offset });
    const isByDate = sorting.by === list.byDate;
    const isSorted = isByDate || isIndexed || page.total <= MOST_SORTED;
    if (isByDate || !isSorted) return { ...page, isSorted };
    return { ...page, isSorted, keys: await keysOf(db, list, sorting, { limit, offset }) };
  }
  if (isIndexed && offset === 0) {
    const [totals, keys] = await Promise.all([
      totalsOf(db, list),
      keysOf(db, list, sorting, { limit, offset }),
    ]);
    return { keys, ...totals, isSorted: true };
  }
  const totals = await totalsOf(db, list);
  const { total } = totals;
  const isSorted = isIndexed || total <= MOST_SORTED;
  const by = isSorted ? sorting : { ...sorting, by: list.byDate };
  const taken = Math.min(limit, total - offset);
  if (taken <= 0) return { keys: [], ...totals, isSorted };
  const rest = total - offset - taken;
  if (rest >= offset) {
    return { keys: await keysOf(db, list, by, { limit, offset }), ...totals, isSorted };
  }
  const mirrored = await keysOf(db, list, by, { limit: taken, offset: rest }, true);
  return { keys: mirrored.toReversed(), ...totals, isSorted };
}

/** Reads a page of what a search finds, by date, with its count. */
async function pageOfFound(
  db: Reader,
  found: SQL,
  { isDescending }: { isDescending: boolean },
  { limit, offset }: { limit: number; offset: number },
): Promise<Omit<ListPage, "isSorted">> {
  const way = isDescending ? sql`DESC` : sql`ASC`;
  const { rows } = await db.execute<{ total: string; company_id: string | null; id: string }>(sql`
    WITH found AS MATERIALIZED (${found})
    SELECT counted.total, page.company_id, page.id
      FROM (SELECT count(*) AS total FROM found) AS counted
      LEFT JOIN (SELECT * FROM found ORDER BY at ${way}, id ${way} LIMIT ${limit} OFFSET ${offset}) AS page ON true
     ORDER BY page.at ${way}, page.id ${way}`);
  const keys = rows.flatMap(({ company_id: companyId, id }) =>
    companyId ? { companyId, id } : [],
  );
  return { keys, total: Number(rows[0]?.total ?? 0), sum: 0 };
}

async function keysOf<Sort extends string>(
  db: Reader,
  list: List<Sort>,
  { by, isDescending }: Sorting<Sort>,
  { limit, offset }: { limit: number; offset: number },
  isMirrored = false,
): Promise<Key[]> {
  const column = list.sorts[by];
  const way = isDescending === isMirrored ? sql`ASC` : sql`DESC`;
  // Rows without a value stand last. An index sorted by the column has a place of its own for them.
  const nulls = column.isIndexed ? none : isMirrored ? sql`NULLS FIRST` : sql`NULLS LAST`;
  const { rows } = await db.execute<{ company_id: string; id: string }>(sql`
    SELECT ${list.companyId} AS company_id, ${list.id} AS id
      FROM ${list.table} ${list.joins ?? none} ${column.joins ?? none}
     WHERE ${and(list.where, column.where) ?? sql`true`}
     ORDER BY ${column.by} ${way} ${nulls}, ${list.id} ${way}
     LIMIT ${limit} OFFSET ${offset}`);
  return rows.map(({ company_id: companyId, id }) => ({ companyId, id }));
}

/** Sorts rows in the order of their keys. */
export function inOrderOf<Row>(
  keys: readonly Key[],
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return keys.flatMap(({ id }) => byId.get(id) ?? []);
}
