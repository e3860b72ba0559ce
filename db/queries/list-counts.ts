import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type Executor, type Reader, transact, withoutTimeouts } from "../client";

/** A list whose rows are counted by day (`list_counts`). */
export interface CountedList {
  list: "orders" | "users";
  /** Undefined for all companies. */
  companyId: string | undefined;
  /** The kinds of rows that the list shows; see `list_counts.kind`. */
  kinds: readonly string[];
}

/** Where a page begins: in the rows of `day` and before, after `skipped` of them. */
export interface Place {
  /** The number of rows in the whole list. */
  total: number;
  /** In UTC; null for an empty list. */
  day: string | null;
  skipped: number;
  /** The rows of that day from the page's first one on. */
  left: number;
  /** Whether the list has older rows than those of that day. */
  goesOn: boolean;
}

/** The place of the row after `offset` rows, newest first, and the list's total. */
export async function placeOf(
  db: Reader,
  { list, companyId, kinds }: CountedList,
  offset: number,
): Promise<Place> {
  const { rows } = await db.execute<{
    total: string;
    day: string;
    before: string;
    until: string;
  }>(sql`
    SELECT total, day, until - rows AS before, until FROM (
      SELECT day, sum(rows) AS rows, sum(sum(rows)) OVER () AS total,
             sum(sum(rows)) OVER (ORDER BY day DESC) AS until
        FROM list_counts
       WHERE list = ${list} AND kind = ANY (${sql.param([...kinds])}::text[])
         ${companyId === undefined ? sql`` : sql`AND company_id = ${companyId}`}
       GROUP BY day HAVING sum(rows) > 0
    ) AS days
    WHERE until - rows <= ${offset}::bigint ORDER BY day LIMIT 1`);
  const [row] = rows;
  if (!row) return { total: 0, day: null, skipped: offset, left: 0, goesOn: false };
  const [total, before, end] = [Number(row.total), Number(row.before), Number(row.until)];
  return {
    total,
    day: row.day,
    skipped: offset - before,
    left: end - offset,
    goesOn: end < total,
  };
}

/** The rows of a place's day and before. */
export const until = (createdAt: PgColumn, { day }: Pick<Place, "day">): SQL | undefined =>
  day === null ? undefined : sql`${createdAt} < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`;

/** The rows of a place's day and after. */
export const since = (createdAt: PgColumn, { day }: Pick<Place, "day">): SQL | undefined =>
  day === null ? undefined : sql`${createdAt} >= ${day}::date::timestamp AT TIME ZONE 'UTC'`;

/**
 * How to read a page from the end of its day, oldest rows first: how many to skip and to take. Null
 * where the beginning is nearer, or the page goes on in another day.
 */
export function fromTheEnd(
  { skipped, left, goesOn }: Place,
  limit: number,
): { skipped: number; taken: number } | null {
  if (left < limit && goesOn) return null;
  const taken = Math.min(left, limit);
  return left - taken < skipped ? { skipped: left - taken, taken } : null;
}

/** Keys that one statement adds up, so that it holds few rows. */
const SUMMED_AT_ONCE = 500;

/**
 * The sweep: adds up what changes have left, so that a list has few counts to read. Returns the number
 * of counts that were added up. Instances may run it at the same time: each deletes its own rows.
 */
export async function sumListCounts(db: Executor): Promise<number> {
  for (let summed = 0; ;) {
    const { rows } = await db.execute<{ deleted: number }>(sql`
      WITH changed AS (
        SELECT DISTINCT company_id, list, kind, day FROM list_counts
         WHERE NOT is_sum LIMIT ${SUMMED_AT_ONCE}
      ), deleted AS (
        DELETE FROM list_counts AS c USING changed AS k
         WHERE c.company_id = k.company_id AND c.list = k.list AND c.kind = k.kind AND c.day = k.day
        RETURNING c.company_id, c.list, c.kind, c.day, c.rows
      ), added AS (
        INSERT INTO list_counts (company_id, list, kind, day, rows, is_sum)
        SELECT company_id, list, kind, day, sum(rows), true FROM deleted
         GROUP BY company_id, list, kind, day HAVING sum(rows) <> 0
      )
      SELECT count(*)::int AS deleted FROM deleted`);
    const deleted = rows[0]?.deleted ?? 0;
    if (deleted === 0) return summed;
    summed += deleted;
  }
}

/** Corrects the counts of all lists, should rows have changed without their triggers. */
export async function recountLists(db: Executor): Promise<void> {
  await transact(db, async (tx) => {
    await withoutTimeouts(tx);
    await tx.execute(sql`SELECT recount_lists()`);
  });
}
