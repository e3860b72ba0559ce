/** @module-tag full */
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type Database, runText } from "@db/client";
import { newId } from "@db/ids";
import { migrate } from "@db/startup/migrate";
import { listReplicas, readOperatorFigures } from "@server/office/queries/operator-figures";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import { mailingReader } from "@server/companies/settings/company-mailing";
import { createJobs, type Jobs } from "@server/messages/delivery/jobs";
import { outboxMailTransport } from "@server/messages/delivery/mail-transport";
import { outboxSmsTransport } from "@server/messages/delivery/sms-transport";
import { createSecrets } from "@server/platform/config/secrets";
import { applyRetention } from "./apply-retention";
import { verifyDatabase } from "@server/verification/verify-database";
import { verifyNightly } from "@server/verification/verify-nightly";
import { endDueAccounts } from "@server/members/administration/account-end";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";
import { releaseUndecidedHolds } from "@server/orders/holds/release-undecided-holds";
import { sealAll } from "@server/ledger/sealing/seal-timer";
import { signingKey } from "@server/ledger/sealing/signing-key";
import { type MemberHarness, memberHarness, PASSWORD } from "@server/testing/member-harness";
import { migrateByOwner } from "./start";

const logger = pino({ level: "silent" });
const ROLE = `serves_${newId().replaceAll("-", "")}`;
const APPEND_ONLY = [
  "agreed_policies",
  "allocations",
  "audit_entries",
  "audit_seals",
  "checkpoints",
  "merkle_nodes",
  "sealing_keys",
];

let harness: MemberHarness;
/** The connection to the same database by the serving role. */
let serving: Database;
let servingUrl: string;
beforeAll(async () => {
  harness = await memberHarness();
  await runText(harness.database.db, `CREATE ROLE ${ROLE} LOGIN PASSWORD 'serves'`, []);
  const at = new URL(harness.database.url);
  at.username = ROLE;
  at.password = "serves";
  servingUrl = at.toString();
  serving = createDatabase({ url: servingUrl, max: 4 });
  // Two instances start together.
  await Promise.all([
    migrateByOwner(serving, harness.database.url),
    migrateByOwner(serving, harness.database.url),
  ]);
});
afterAll(async () => {
  await serving.close();
  await runText(harness.database.db, `DROP OWNED BY ${ROLE}`, []);
  await runText(harness.database.db, `DROP ROLE ${ROLE}`, []);
  await harness.close();
});

test("the serving role sells, decides, seals and sweeps", async () => {
  const there = harness.elsewhere(servingUrl);
  const companyId = await there.company({ totalSupply: 100_000 });
  const owner = await there.person(companyId, "ADMIN");
  const admin = await there.as(owner);
  const member = await there.person(companyId, "USER");
  const { id } = member;
  const api = await there.as(member);
  await (
    await there.caller({ at: companyId })
  ).sessions.logIn({
    email: member.email,
    password: PASSWORD,
  });
  for (const decide of ["approve", "reject"] as const) {
    const { orderNumber: purchaseId } = await api.orders.create({ amount: "100" });
    const { id: orderId } = await api.orders.submit({
      purchaseId,
      paymentMethod: "MANUAL",
      amount: "100",
      consent: true,
    });
    if (decide === "reject") await admin.orders.reject({ orderId, reason: "No money came" });
    else {
      await admin.orders.approve({ orderId });
      await admin.orders.reverse({ orderId, reason: "Twice" });
    }
  }
  await admin.members.list({});
  await admin.dashboard.admin();
  await releaseOverdueHolds(serving.db);
  await releaseUndecidedHolds(serving.db);
  await endDueAccounts(there.deps);
  await applyRetention(serving.db, logger);
  const key = signingKey(Buffer.alloc(32, 1).toString("base64"));
  await sealAll({ database: serving, key });
  await verifyNightly(serving.db, logger);
  const report = await verifyDatabase(serving.db);
  expect(report.companies.flatMap(({ faults }) => faults)).toEqual([]);
  const another = await there.person(companyId, "USER");
  await admin.members.remove({ id: another.id });
  expect((await api.orders.listMine({})).total).toBe(2);
  expect(id).toBe(member.id);
});

test("the serving role reads orders for the operator's commands", async () => {
  const there = harness.elsewhere(servingUrl);
  const companyId = await there.company({ totalSupply: 100_000 });
  const { database } = harness;
  const api = await there.as(await there.person(companyId, "USER"));
  const before = await readOperatorFigures(serving.db);
  for (const ago of ["0 s", "2 hours", "3 days", "8 days", null]) {
    const { orderNumber: purchaseId } = await api.orders.create({ amount: "100" });
    if (ago === null) continue;
    const { id } = await api.orders.submit({
      purchaseId,
      paymentMethod: "MANUAL",
      amount: "100",
      consent: true,
    });
    await database.sql`UPDATE orders SET submitted_at = now() - ${ago}::interval WHERE id = ${id}`;
  }
  await database.sql`UPDATE orders SET hold_ends_at = now() - interval '5 minutes'
    WHERE company_id = ${companyId} AND status = 'OPEN'`;
  const after = await readOperatorFigures(serving.db);
  const grown = (of: (figures: typeof after) => number | undefined) =>
    (of(after) ?? 0) - (of(before) ?? 0);
  expect(grown(({ orders }) => orders.PENDING)).toBe(4);
  expect(after.orders).not.toHaveProperty("OPEN");
  for (const waited of ["hour", "day", "week", "longer"] as const) {
    expect(
      grown(({ pending }) => pending[waited]),
      waited,
    ).toBe(1);
  }
  expect(after.pendingOldestSeconds).toBeGreaterThan(8 * 86_400 - 1);
  expect(grown(({ holds }) => holds)).toBe(1);
  expect(after.holdsOverdueSeconds).toBeGreaterThanOrEqual(300);
  expect(grown(({ tokensHeld }) => tokensHeld)).toBeGreaterThan(0);
  expect(after.databaseBytes).toBeGreaterThan(1e6);
  // The last test verified the ledger.
  expect(after.verification).toMatchObject({ faults: 0 });
  expect(await listReplicas(serving.db)).toEqual([]);
});

test("the serving role runs the queue", async () => {
  let runs = 0;
  const jobs: Jobs = createJobs({
    logger,
    database: serving,
    secrets: createSecrets("a secret of tests, thirty-two signs or more"),
    readMailing: mailingReader(serving.db, "http://localhost"),
    mail: outboxMailTransport,
    sms: outboxSmsTransport,
    keepParams: false,
    connections: { EMAIL: 1, SMS: 1 },
    sweeps: [
      { name: "broken", run: () => Promise.reject(new Error("broken")) },
      { name: "counted", run: () => Promise.resolve((runs += 1)) },
    ],
  });
  jobs.start();
  try {
    await expect.poll(() => runs, { timeout: 60_000 }).toBeGreaterThan(0);
    const [broken, counted] = jobs.runs();
    expect(broken).toMatchObject({ task: "broken", lastSuccess: null });
    expect(broken?.failures).toBeGreaterThan(0);
    expect(counted).toMatchObject({ task: "counted", failures: 0 });
  } finally {
    await jobs.stop();
  }
});

/** Returns the code of PostgreSQL's error, which Drizzle wraps. */
const codeOf = (error: unknown): unknown => {
  const { cause, code } = Object(error) as { cause?: unknown; code?: unknown };
  return code ?? (cause === undefined ? undefined : codeOf(cause));
};

test("the serving role cannot change the schema, switch triggers off or rewrite records", async () => {
  const rewrites = APPEND_ONLY.flatMap((table) => [
    `UPDATE ${table} SET company_id = company_id`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table}`,
    `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
  ]).filter((statement) => !/UPDATE sealing_keys/.test(statement));
  for (const statement of [
    ...rewrites,
    "UPDATE sealing_keys SET id = id",
    "CREATE TABLE mine (id int)",
    "CREATE SCHEMA mine",
    "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "DROP TABLE users",
    "ALTER TABLE users DROP COLUMN email",
    "DROP TRIGGER allocations_append_only ON allocations",
    "SET session_replication_role = replica",
    `ALTER ROLE ${ROLE} SUPERUSER`,
    "DELETE FROM drizzle.__drizzle_migrations",
    "COPY users TO PROGRAM 'cat'",
  ]) {
    const refused = await runText(serving.db, statement, []).then(
      () => "done",
      (error: unknown) => codeOf(error),
    );
    expect([statement, refused]).toEqual([statement, "42501"]);
  }
});

test("a serving role with the owner's rights is refused", async () => {
  const empty: TestDatabase = await testDatabase({ isEmpty: true });
  try {
    await expect(migrateByOwner(empty, empty.url)).rejects.toThrow(
      /^DATABASE_URL must name a role/,
    );
    // The refusal came before any migration.
    const [row] = await empty.sql`SELECT to_regclass('users') IS NULL AS none`;
    expect(row?.["none"]).toBe(true);
  } finally {
    await empty.drop();
  }
});

test("a serving role is refused if it owns something, or is a member of an owner", async () => {
  const { db, url } = harness.database;
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const group = `${ROLE}_group`;
  const [own] = await runText(db, "SELECT current_user AS name", []);
  const owner = String(own?.name);
  await runText(db, `CREATE ROLE ${group}`, []);
  const reverted = (what: string) =>
    [`ALTER ${what} OWNER TO ${ROLE}`, `ALTER ${what} OWNER TO ${owner}`] as const;
  try {
    for (const [given, taken, named] of [
      [...reverted("TABLE orders"), "the table orders"],
      [...reverted("TABLE drizzle.__drizzle_migrations"), "the table drizzle.__drizzle_migrations"],
      [...reverted("FUNCTION refuse_change()"), "the function refuse_change"],
      [...reverted("SCHEMA drizzle"), "the schema drizzle"],
      [...reverted(`DATABASE ${name}`), `the database ${name}`],
      [
        `GRANT ${group} TO ${ROLE}; ALTER TABLE audit_entries OWNER TO ${group}`,
        `ALTER TABLE audit_entries OWNER TO ${owner}; REVOKE ${group} FROM ${ROLE}`,
        "the table audit_entries",
      ],
      [`GRANT ${owner} TO ${ROLE}`, `REVOKE ${owner} FROM ${ROLE}`, `the role ${owner}`],
      [
        `GRANT pg_write_all_data TO ${ROLE}`,
        `REVOKE pg_write_all_data FROM ${ROLE}`,
        "the role pg_write_all_data",
      ],
      [
        `GRANT ${group} TO ${ROLE}; GRANT UPDATE ON allocations TO ${group}`,
        `REVOKE UPDATE ON allocations FROM ${group}; REVOKE ${group} FROM ${ROLE}`,
        "changes of allocations",
      ],
      [
        "GRANT UPDATE (hash) ON allocations TO PUBLIC",
        "REVOKE UPDATE (hash) ON allocations FROM PUBLIC",
        "changes of allocations",
      ],
    ] as const) {
      for (const one of given.split("; ")) await runText(db, one, []);
      const started = await migrateByOwner(serving, url).then(
        () => "started",
        (error: unknown) => String(error),
      );
      for (const one of taken.split("; ")) await runText(db, one, []);
      expect([given, started]).toEqual([given, expect.stringContaining(named)]);
      expect(started).toContain("DATABASE_URL must name a role");
    }
    await migrateByOwner(serving, url);
  } finally {
    await runText(db, `DROP ROLE ${group}`, []);
  }
});

test("a role that served alone is refused until another role owns its tables", async () => {
  const empty: TestDatabase = await testDatabase({ isEmpty: true });
  const name = decodeURIComponent(new URL(empty.url).pathname.slice(1));
  const [alone, owner] = [`${ROLE}_alone`, `${ROLE}_owner`];
  const urlAs = (role: string) => {
    const at = new URL(empty.url);
    at.username = role;
    at.password = "alone";
    return at.toString();
  };
  const superuser = (statement: string) => runText(empty.db, statement, []);
  for (const role of [alone, owner]) await superuser(`CREATE ROLE ${role} LOGIN PASSWORD 'alone'`);
  await superuser(`ALTER DATABASE ${name} OWNER TO ${alone}`);
  const served = createDatabase({ url: urlAs(alone), max: 2 });
  try {
    await migrate(served);
    const start = () =>
      migrateByOwner(served, urlAs(owner)).then(
        () => "started",
        (error: unknown) => String(error),
      );
    expect(await start()).toContain(`the database ${name}`);
    // These are the statements of docs/operating.md; the database and the extensions belong to the
    // tables' owner too.
    await superuser(`REASSIGN OWNED BY ${alone} TO ${owner}`);
    expect(await start()).toBe("started");
    const refused = runText(served.db, "ALTER TABLE allocations DISABLE TRIGGER ALL", []);
    await expect(refused.catch((error: unknown) => codeOf(error))).resolves.toBe("42501");
  } finally {
    await served.close();
    await superuser(`DROP OWNED BY ${alone}, ${owner} CASCADE`);
    await empty.drop();
    for (const role of [alone, owner]) await runText(harness.database.db, `DROP ROLE ${role}`, []);
  }
});
