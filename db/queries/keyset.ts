import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** The last row that was read of a list: its creation in microseconds since 1970, and its id. */
export interface Cursor {
  at: number;
  id: string;
}

/** Selects a row's own cursor; a Date would lose what comes after the milliseconds. */
export const cursorAt = (createdAt: PgColumn): SQL<number> =>
  sql`(extract(epoch FROM ${createdAt}) * 1000000)::bigint`.mapWith(Number);

/**
 * What comes after a row in a list of the newest first. Reading on from a row, unlike leaving out
 * so many, shows none twice and skips none while others are added, and costs the same at any depth.
 */
export const following = (
  createdAt: PgColumn,
  id: PgColumn,
  after: Cursor | null,
): SQL | undefined =>
  after === null
    ? undefined
    : sql`(${createdAt}, ${id}) < (timestamptz 'epoch' + ${after.at}::bigint * interval '1 microsecond', ${after.id}::uuid)`;
