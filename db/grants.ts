import { type Executor, runText, withoutTimeouts } from "./client";

/** For pg_advisory_xact_lock: instances that start together grant one after the other. */
const LOCK = 778_003;

/**
 * Gives a role what serving needs: the rows of every table, and of append-only ones their reading
 * and adding. Tables, functions and triggers stay their owner's. May run again.
 */
export async function grantServing(db: Executor, role: string): Promise<void> {
  await db.transaction(async (tx) => {
    await withoutTimeouts(tx);
    await runText(tx, `SELECT pg_advisory_xact_lock(${LOCK})`, []);
    const [name] = await runText(tx, "SELECT quote_ident($1) AS quoted", [role]);
    const to = String(name?.quoted);
    for (const schema of ["public", "pgboss"]) {
      await runText(tx, `GRANT USAGE ON SCHEMA ${schema} TO ${to}`, []);
      await runText(
        tx,
        `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${to}`,
        [],
      );
      await runText(tx, `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to}`, []);
    }
    // What a backup and the version check read.
    await runText(tx, `GRANT USAGE ON SCHEMA drizzle TO ${to}`, []);
    await runText(tx, `GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO ${to}`, []);
    const appendOnly = await runText(
      tx,
      `SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger
        WHERE tgfoid = 'refuse_change'::regproc AND NOT tgisinternal`,
      [],
    );
    for (const { name: table } of appendOnly) {
      await runText(tx, `REVOKE UPDATE, DELETE ON ${String(table)} FROM ${to}`, []);
    }
  });
}
