import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase, type Database, runText, transact } from "@db/client";
import { knownMigrations, migrate, SchemaError } from "@db/startup/migrate";
import { listCompanies } from "@server/sites/queries/companies";
import { unsealedBacklog } from "@server/ledger/queries/sealing";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import { readConfig } from "@server/platform/config/environment";
import { faultsIn, verifyDatabase } from "@server/verification/verify-database";
import { verifyLedger } from "@server/verification/verify-ledger";
import { createSealer } from "@server/ledger/sealing/seal-timer";
import { newSealingKey, signingKey } from "@server/ledger/sealing/signing-key";
import { start } from "@ops/running/start";
import { type OrderHarness, orderHarness, submittedPayment } from "@server/testing/order-harness";
import { runTraffic } from "@server/testing/traffic-mix";
import { type Pooler, POOLERS, startPooler } from "./pooler";

/** Number of connections, fewer than the clients, so that they share them. */
const CONNECTIONS = 4;
const logger = pino({ level: "silent" });

describe.each(POOLERS)("behind PgBouncer $version", (program) => {
  const startOne = (url: string, connections: number) => startPooler(url, { connections, program });
  let direct: TestDatabase;
  let pooler: Pooler;
  let pooled: Database;
  let harness: OrderHarness;
  const through = (url: string, max: number) =>
    createDatabase({
      url,
      max,
      waitTimeoutMs: 60_000,
      lockTimeoutMs: 30_000,
    });

  beforeAll(async () => {
    direct = await testDatabase();
    pooler = await startOne(direct.url, CONNECTIONS);
    pooled = through(pooler.url, 20);
    harness = await orderHarness({
      database: { ...pooled, url: pooler.url, drop: () => pooled.close() },
    });
  });
  afterAll(async () => {
    await harness.close();
    await pooler.stop();
    await direct.drop();
  });

  /**
   * Returns the names that a statement gives in each of the pooler's sessions, outside
   * transactions.
   */
  async function namesInEachSession(statement: string): Promise<string[][]> {
    const found = new Map<unknown, string[]>();
    while (found.size < CONNECTIONS) {
      await Promise.all(
        Array.from({ length: CONNECTIONS }, async () => {
          // The statement takes a while, so that those sent together have different sessions.
          const [row] = await runText(
            pooled.db,
            `SELECT pg_backend_pid() AS pid, ARRAY(${statement})::text[] AS names, pg_sleep(0.2)`,
            [],
          );
          found.set(row?.pid, row?.names as string[]);
        }),
      );
    }
    return [...found.values()];
  }

  test("sessions are shared: what one client sets, another finds", async () => {
    const alone = await startOne(direct.url, 1);
    const [first, second] = [through(alone.url, 1), through(alone.url, 1)];
    await first.sql`SET work_mem = '77MB'`;
    expect(await second.sql`SHOW work_mem`).toEqual([{ work_mem: "77MB" }]);
    await Promise.all([first, second].map((client) => client.close()));
    await alone.stop();
  });

  test("orders are bought, paid and approved, and everything at once keeps the ledger", async () => {
    const company = await harness.company();
    const { transaction } = await submittedPayment(company, await company.member());
    const admin = await company.as(company.admin);
    await admin.orders.approve({ orderId: transaction.id });
    expect((await company.balances()).allocated).toBeGreaterThan(0);

    const calls = ["buy", "pay", "approve", "reverse", "suspend", "price", "resize"];
    const report = await runTraffic(harness, { buyers: 8, seconds: 5, atLeastOnce: calls });
    for (const call of calls) expect(report.outcomes[call]?.["ok"], call).toBeGreaterThan(0);
    const { records } = await listCompanies(direct.db, null, { limit: 10, offset: 0 });
    for (const { id, name, tokenSymbol } of records) {
      expect((await verifyLedger(pooled.db, { id, name, tokenSymbol })).faults).toEqual([]);
    }
  }, 150_000);

  test("the logs are sealed and verified", async () => {
    const sealers = [1, 2].map(() =>
      createSealer({ database: pooled, key: signingKey(newSealingKey()), logger }),
    );
    for (const sealer of sealers) sealer.start();
    await expect
      .poll(async () => (await unsealedBacklog(pooled.db)).entries, { timeout: 60_000 })
      .toBe(0);
    await Promise.all(sealers.map((sealer) => sealer.stop()));
    expect(faultsIn(await verifyDatabase(pooled.db))).toBe(0);
  }, 90_000);

  test("an empty database is migrated, and two servers start, sweep and send on it", async () => {
    const empty = await testDatabase({ isEmpty: true });
    const before = await startOne(empty.url, CONNECTIONS);
    const config = readConfig({
      NODE_ENV: "test",
      DATABASE_URL: before.url,
      SUPER_ADMIN_EMAIL: "root@platform.example",
    });
    const servers = await Promise.all([start(config, logger), start(config, logger)]);
    try {
      for (const { deps } of servers) deps.jobs.start();
      const [server] = servers;
      if (!server) throw new Error("No instance has started.");
      await transact(server.deps.database.db, (tx) =>
        server.deps.jobs.notify(tx, {
          channel: "EMAIL",
          language: "en",
          companyId: null,
          userId: null,
          address: "someone@else.example",
          template: "orderExpired",
          params: { orderNumber: "PUR-123456" },
        }),
      );
      await expect
        .poll(async () => (await empty.sql`SELECT status FROM messages`).map((row) => row.status), {
          timeout: 60_000,
        })
        .toEqual(["SENT"]);
      const swept = () => servers.some(({ deps }) => deps.jobs.runs().length > 0);
      await expect.poll(swept, { timeout: 60_000 }).toBe(true);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await before.stop();
      await empty.drop();
    }
  }, 180_000);

  test("a migration that builds an index says that it needs a direct connection", async () => {
    const known = knownMigrations();
    const index = {
      hash: "later",
      writtenAt: (known.at(-1)?.writtenAt ?? 0) + 1,
      statements: [
        'CREATE INDEX CONCURRENTLY IF NOT EXISTS "companies_probe" ON "companies" ("name")',
      ],
    };
    const failing = migrate(pooled, [...known, index]);
    await expect(failing).rejects.toThrow(SchemaError);
    await expect(failing).rejects.toThrow("direct connection");
    expect(await migrate(direct, [...known, index])).toBe(1);
    expect(await migrate(pooled, [...known, index])).toBe(0);
  });

  test("no session has a setting, a lock, a statement or a table left", async () => {
    // The pooler keeps these four for each client.
    const kept = "'application_name', 'client_encoding', 'DateStyle', 'TimeZone'";
    for (const statement of [
      `SELECT name FROM pg_settings WHERE source = 'session' AND name NOT IN (${kept})`,
      "SELECT mode FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()",
      "SELECT name FROM pg_prepared_statements",
      "SELECT pg_listening_channels()",
      "SELECT relname FROM pg_class WHERE relpersistence = 't' AND pg_table_is_visible(oid)",
      "SELECT name FROM pg_cursors WHERE is_holdable",
    ]) {
      const names = await namesInEachSession(statement);
      expect(names, statement).toEqual(names.map(() => []));
    }
  });
});
