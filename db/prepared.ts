import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { type Reader, runText } from "./client";

/**
 * Runs a statement of `sql` that the server prepares once for each connection, as Drizzle's `prepare`
 * does for its builders: where planning takes longer than running. A name stands for one text, and
 * only values differ from call to call.
 */
export function runPrepared<Row = Record<string, unknown>>(
  db: Reader,
  name: string,
  statement: SQL,
): Promise<Row[]> {
  const { sql, params } = new PgDialect().sqlToQuery(statement);
  return runText<Row>(db, sql, params, name);
}
