import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { type Executor, type Reader, runText } from "./client";

/**
 * Runs a statement of `sql` that the server prepares once for each connection, as Drizzle's
 * `prepare` does for its builders. It pays where planning takes longer than running. A name stands
 * for one text; only values differ from call to call.
 */
export function runPrepared<Row = Record<string, unknown>>(
  db: Reader,
  name: string,
  statement: SQL,
): Promise<Row[]> {
  const { sql, params } = new PgDialect().sqlToQuery(statement);
  return runText<Row>(db, sql, params, name);
}

/**
 * Builds a prepared statement of Drizzle's once for each database, and once in a transaction:
 * building the longest ones takes as long as sending them. `build` uses placeholders for the
 * values.
 */
export function builtOnce<Query>(build: (db: Executor) => Query): (db: Executor) => Query {
  const built = new WeakMap<Executor, Query>();
  return (db) => {
    const query = built.get(db) ?? build(db);
    built.set(db, query);
    return query;
  };
}
