import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

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
