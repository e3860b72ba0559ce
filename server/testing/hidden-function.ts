import { sql } from "drizzle-orm";
import type { OrderHarness } from "./order-harness";

/**
 * Runs `work` while a function of the database is hidden by another one of its name, for the controls of
 * races. Only connections that are opened meanwhile are concerned.
 */
export async function withHidden<T>(
  { database }: OrderHarness,
  definition: string,
  work: () => Promise<T>,
): Promise<T> {
  const run = (statement: string) => database.db.execute(sql.raw(statement));
  const [row] = await database.sql`SELECT current_database() AS name`;
  const alter = `ALTER DATABASE "${String(row?.["name"])}"`;
  await run(`CREATE SCHEMA IF NOT EXISTS hiding`);
  await run(`CREATE FUNCTION hiding.${definition}`);
  await run(`${alter} SET search_path = hiding, pg_catalog, public`);
  try {
    return await work();
  } finally {
    await run(`${alter} RESET search_path`);
    await run(`DROP SCHEMA hiding CASCADE`);
  }
}

/** A lock that locks nothing. */
export const NO_ADVISORY_LOCK = `pg_advisory_xact_lock(bigint) RETURNS void LANGUAGE sql AS ''`;

/** Finds no money that was received with a number. */
export const NOTHING_RECEIVED = `received_before(company uuid, number text, but_of uuid)
  RETURNS TABLE (order_id uuid, credit_id uuid) LANGUAGE sql AS 'SELECT NULL::uuid, NULL::uuid WHERE false'`;
