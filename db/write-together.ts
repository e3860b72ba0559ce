import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "./client";

/**
 * Sends writes of one transaction as one statement, each an INSERT or UPDATE without RETURNING. None sees
 * what another writes; foreign keys are checked once all are written. Returns how many rows each has
 * written.
 */
export async function writeTogether(tx: Executor, writes: readonly SQL[]): Promise<number[]> {
  if (writes.length === 0) return [];
  const names = writes.map((_, n) => sql.identifier(`write_${n}`));
  const each = writes.map((write, n) => sql`${names[n]} AS (${write} RETURNING 1)`);
  const counts = names.map((name) => sql`(SELECT count(*)::int FROM ${name})`);
  const { rows } = await tx.execute<{ counts: number[] }>(
    sql`WITH ${sql.join(each, sql`, `)} SELECT ARRAY[${sql.join(counts, sql`, `)}] AS counts`,
  );
  return rows[0]?.counts ?? [];
}
