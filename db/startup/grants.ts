import { type Executor, runText, transact, withoutTimeouts } from "../client";

/** Key of pg_advisory_xact_lock: instances that start together grant one after the other. */
const LOCK = 778_003;

const SCHEMAS = ["public", "drizzle"];
/** Roles of PostgreSQL that write rows or files, or run programs, whatever was granted. */
const PRIVILEGED_ROLES = [
  "pg_write_all_data",
  "pg_write_server_files",
  "pg_execute_server_program",
];
/** Number of findings that a refusal names. */
const MOST_NAMED = 5;

/**
 * Returns the rights of the connected role beyond serving, its own or those of a role it is a
 * member of: it owns something, could make itself an owner, or acts as `owner`. Empty if it has
 * none.
 */
export async function excessRights(serving: Executor, owner: string): Promise<string[]> {
  const rows = await runText(
    serving,
    `SELECT 'the role ' || rolname AS what FROM pg_roles
      WHERE (rolsuper OR rolcreaterole OR rolname = $1 OR rolname = ANY($2))
        AND pg_has_role(oid, 'MEMBER')
     UNION ALL
     SELECT 'the database ' || datname FROM pg_database
      WHERE datname = current_database() AND pg_has_role(datdba, 'MEMBER')
     UNION ALL
     SELECT 'the schema ' || nspname FROM pg_namespace
      WHERE nspname = ANY($3) AND pg_has_role(nspowner, 'MEMBER')
     UNION ALL
     SELECT 'the table ' || oid::regclass FROM pg_class
      WHERE relnamespace::regnamespace::text = ANY($3) AND relkind NOT IN ('i', 'I')
        AND pg_has_role(relowner, 'MEMBER')
     UNION ALL
     SELECT 'the extension ' || extname FROM pg_extension WHERE pg_has_role(extowner, 'MEMBER')
     UNION ALL
     SELECT 'the function ' || oid::regproc FROM pg_proc
      WHERE pronamespace::regnamespace::text = ANY($3) AND pg_has_role(proowner, 'MEMBER')
      LIMIT ${MOST_NAMED}`,
    [owner, PRIVILEGED_ROLES, SCHEMAS],
  );
  return rows.map(({ what }) => String(what));
}

const APPEND_ONLY = `SELECT DISTINCT tgrelid AS oid, tgrelid::regclass::text AS name FROM pg_trigger
  WHERE tgfoid = 'refuse_change'::regproc AND NOT tgisinternal`;

/** Returns the append-only tables that the connected role may rewrite, by whatever grant. */
export async function recordRights(serving: Executor): Promise<string[]> {
  const rows = await runText(
    serving,
    `SELECT 'changes of ' || name AS what FROM (${APPEND_ONLY}) AS records
      WHERE has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')
         OR has_any_column_privilege(oid, 'UPDATE')
      ORDER BY name LIMIT ${MOST_NAMED}`,
    [],
  );
  return rows.map(({ what }) => String(what));
}

/**
 * Grants a role the rights to serve: all on the rows of every table, and only reading and adding on
 * append-only ones. Tables, functions and triggers stay their owner's. It may run again.
 */
export async function grantServing(db: Executor, role: string): Promise<void> {
  await transact(db, async (tx) => {
    await withoutTimeouts(tx);
    await runText(tx, `SELECT pg_advisory_xact_lock(${LOCK})`, []);
    const [name] = await runText(tx, "SELECT quote_ident($1) AS quoted", [role]);
    const to = String(name?.quoted);
    await runText(tx, `GRANT USAGE ON SCHEMA public TO ${to}`, []);
    await runText(
      tx,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${to}`,
      [],
    );
    await runText(tx, `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${to}`, []);
    // A backup and the version check read these.
    await runText(tx, `GRANT USAGE ON SCHEMA drizzle TO ${to}`, []);
    await runText(tx, `GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO ${to}`, []);
    const appendOnly = await runText(tx, APPEND_ONLY, []);
    for (const { name: table } of appendOnly) {
      await runText(
        tx,
        `REVOKE UPDATE, DELETE, TRUNCATE, TRIGGER ON ${String(table)} FROM ${to}`,
        [],
      );
    }
  });
}
