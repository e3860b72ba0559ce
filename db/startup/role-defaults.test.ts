/** @module-tag full */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase } from "../client";
import { migrate } from "./migrate";
import { testDatabase, type TestDatabase } from "../testing/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ isEmpty: true });
});
afterAll(() => database.drop());

/** Returns the settings of a new session that sets none itself. */
async function newSession() {
  const fresh = createDatabase({ url: database.url, max: 1 });
  try {
    const [row] = await fresh.sql`
      SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
             current_setting('idle_in_transaction_session_timeout') AS idle,
             current_setting('timezone') AS zone, current_setting('random_page_cost') AS cost`;
    return row;
  } finally {
    await fresh.close();
  }
}

test("a start gives new sessions timeouts, UTC and the cost of a page, and keeps what an operator has set", async () => {
  const [named] = await database.sql`SELECT quote_ident(current_database()) AS name`;
  const alter = `ALTER ROLE CURRENT_USER IN DATABASE ${String(named?.["name"])}`;
  await migrate(database);
  expect(await newSession()).toEqual({
    statement: "30s",
    lock: "5s",
    idle: "30s",
    zone: "UTC",
    cost: "1.1",
  });
  await database.db.execute(`${alter} SET statement_timeout = '45s'`);
  await database.db.execute(`${alter} RESET lock_timeout`);
  await migrate(database);
  expect(await newSession()).toMatchObject({ statement: "45s", lock: "5s" });
});
