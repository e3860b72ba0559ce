import { type Executor, runText } from "../client";
import { IDLE_MS, LOCK_MS, STATEMENT_MS } from "../pool";

/** Defaults for statements outside a transaction, and for the planner. */
const ROLE_DEFAULTS = {
  // A random page costs little more than the next one on SSDs and in memory.
  random_page_cost: "1.1",
  statement_timeout: `${STATEMENT_MS}ms`,
  lock_timeout: `${LOCK_MS}ms`,
  idle_in_transaction_session_timeout: `${IDLE_MS}ms`,
  timezone: "UTC",
};

/**
 * Gives new sessions of this role in this database the timeouts, the time zone and the cost of a
 * page, also those that a pooler opens. Defaults that an operator has set for the role stay. A role
 * may set its own.
 */
export async function setRoleDefaults(tx: Executor): Promise<void> {
  const set = await runText(
    tx,
    `SELECT split_part(line, '=', 1) AS name
       FROM pg_db_role_setting s, unnest(s.setconfig) AS line
      WHERE s.setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)
        AND s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))`,
    [],
  );
  const present = new Set(set.map(({ name }) => String(name).toLowerCase()));
  const [database] = await runText(tx, "SELECT quote_ident(current_database()) AS name", []);
  for (const [name, value] of Object.entries(ROLE_DEFAULTS)) {
    if (present.has(name)) continue;
    await runText(
      tx,
      `ALTER ROLE CURRENT_USER IN DATABASE ${String(database?.name)} SET ${name} = '${value}'`,
      [],
    );
  }
}
