import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { createDatabase, type Database, followStatements, runText } from "@db/client";
import { newId } from "@db/ids";
import { migrate } from "@db/migrate";
import { startDatabase } from "@db/start";
import { createLogger } from "@server/config/logger";
import { faultsIn, verifyDatabase } from "@server/operations/verify-database";
import { sealAll } from "@server/sealing/sealer";
import { newSealingKey, signingKey } from "@server/sealing/signing-key";
import { fillLarge } from "@server/testing/large-data";
import { type OrderHarness, orderHarness, type Person } from "@server/testing/order-harness";
import {
  ASSUMED,
  busiestHour,
  hours,
  type Kind,
  KINDS,
  limits,
  type Measured,
  ordersPerCoreDay,
  sizes,
} from "./capacity-model";
import { printLine } from "./report";

/** Orders that are bought, paid and approved by the procedures; as many before, to fill pages. */
const ORDERS = Number(process.env["BENCH_ORDERS"] ?? 3000);
/** Seeded orders whose indexes are built. */
const LARGE = Number(process.env["BENCH_LARGE"] ?? 200_000);
/** Who buy them; the second run has as many new ones. */
const MEMBERS = Math.ceil(ORDERS / 5);
const SIZES = [1_000_000, 10_000_000, 100_000_000];

/** Which tables are counted as what; those of counts by day and person, `other`, do not grow so. */
const TABLES: Record<string, Kind> = {
  orders: "orders",
  allocations: "orders",
  payment_claims: "orders",
  payment_credits: "orders",
  payment_applications: "orders",
  medias: "orders",
  audit_entries: "audit",
  audit_seals: "audit",
  audit_unsealed: "audit",
  checkpoints: "audit",
  merkle_nodes: "audit",
  messages: "messages",
  idempotency_keys: "keys",
  users: "members",
  holdings: "members",
};

interface TableSize {
  name: string;
  rows: number;
  bytes: number;
  indexBytes: number;
}
type Act = "buy and pay" | "approve";
interface Cost {
  statements: number;
  databaseMs: number;
  appMs: number;
}

const data = await mkdtemp(path.join(tmpdir(), "prelaunch-bench-"));
const started = await startDatabase(
  { databaseUrl: undefined, dataDir: data },
  createLogger("silent"),
);
const databases: Database[] = [];
try {
  tell(await measure());
} finally {
  followStatements(null);
  for (const database of databases) await database.close();
  await started.stop();
  await rm(data, { recursive: true, force: true });
}

/** A database of its own on the server. */
async function databaseOf(name: string): Promise<Database & { url: string }> {
  await runText(started.database.db, `CREATE DATABASE ${name}`, []);
  const url = new URL(started.url);
  url.pathname = name;
  const database = createDatabase({ url: url.href, max: 4, answerTimeoutMs: 3_600_000 });
  databases.push(database);
  await migrate(database);
  return { ...database, url: url.href };
}

async function measure(): Promise<Measured> {
  const database = await databaseOf("orders");
  const harness = await orderHarness({
    database: { ...database, drop: () => Promise.resolve() },
  });
  const key = signingKey(newSealingKey());
  const settle = async () => {
    await sealAll({ database, key });
    await database.alone("VACUUM ANALYZE");
  };
  // The first ones leave room in pages, and prepare statements.
  await sell(harness, database, ORDERS);
  await settle();
  const before = await tableSizes(database);
  const log = await logPosition(database);
  const costs = await sell(harness, database, ORDERS);
  await sealAll({ database, key });
  const logBytes = ((await logPosition(database)) - log) / ORDERS;
  await settle();
  const added = (await tableSizes(database)).map((table) => {
    const old = before.find(({ name }) => name === table.name);
    return {
      name: table.name,
      rows: (table.rows - (old?.rows ?? 0)) / ORDERS,
      bytes: (table.bytes - (old?.bytes ?? 0)) / ORDERS,
      indexBytes: (table.indexBytes - (old?.indexBytes ?? 0)) / ORDERS,
    };
  });
  const startedAt = performance.now();
  const report = await verifyDatabase(database.db);
  const verifySeconds = (performance.now() - startedAt) / 1000;
  if (faultsIn(report) > 0) throw new Error("The ledger does not verify.");
  const entries = report.companies.reduce(
    (sum, { allocations, auditEntries }) => sum + allocations + auditEntries,
    0,
  );

  printLine(`Per order, of ${ORDERS} that were bought with a referrer, paid and approved:`);
  const kinds = Object.fromEntries(
    KINDS.map((kind) => [kind, { rows: 0, indexes: 0 }]),
  ) as Measured["bytes"];
  for (const { name, rows, bytes, indexBytes } of added.toSorted((a, b) => b.bytes - a.bytes)) {
    const of = kinds[TABLES[name] ?? "other"];
    const per = TABLES[name] === "members" ? ORDERS / MEMBERS : 1;
    of.rows += bytes * per;
    of.indexes += indexBytes * per;
    if (bytes + indexBytes < 1) continue;
    printLine(
      `  ${name.padEnd(24)} ${rows.toFixed(2).padStart(6)} rows ${bytes.toFixed(0).padStart(6)} bytes ${indexBytes.toFixed(0).padStart(6)} of indexes`,
    );
  }
  for (const [act, { statements, databaseMs, appMs }] of Object.entries(costs)) {
    printLine(
      `  ${act.padEnd(24)} ${statements.toFixed(1).padStart(6)} statements, ${databaseMs.toFixed(2)} ms of the database's processor, ${appMs.toFixed(2)} ms of the app's`,
    );
  }
  const rowsOf = (name: string) => added.find((table) => table.name === name)?.rows ?? 0;
  return {
    bytes: kinds,
    auditEntries: rowsOf("audit_entries"),
    allocations: rowsOf("allocations"),
    logBytes,
    databaseMs: Object.values(costs).reduce((sum, cost) => sum + cost.databaseMs, 0),
    verifiedPerSecond: entries / verifySeconds,
    indexedPerSecond: await indexedPerSecond(),
  };
}

/** Buys, pays and approves one after the other; returns what one of each costs. */
async function sell(
  harness: OrderHarness,
  database: Database,
  count: number,
): Promise<Record<Act, Cost>> {
  const company = await harness.company({ maxPendingOrders: 1000, privateTokens: count * 200 });
  const referrer = await company.member();
  const members = await Promise.all(
    Array.from({ length: MEMBERS }, () => company.member({ referrerId: referrer.id })),
  );
  // As clients of REST, with a key for each call.
  const apiOf = (person: Person) => company.as(person, { transport: "rest", key: newId() });
  const ids: string[] = [];
  let statements = 0;
  followStatements((_, run) => {
    statements += 1;
    return run();
  });
  const cost = async (act: (n: number) => Promise<unknown>): Promise<Cost> => {
    const sessions = await sessionsOf(database);
    const [from, app, sent] = [await processorMs(sessions), process.cpuUsage(), statements];
    for (let n = 0; n < count; n += 1) await act(n);
    const { user, system } = process.cpuUsage(app);
    const used = (await processorMs(sessions)) - from;
    return {
      statements: (statements - sent) / count,
      databaseMs: used / count,
      appMs: (user + system) / 1000 / count,
    };
  };
  const buy = await cost(async (n) => {
    const member = members[n % members.length] ?? referrer;
    const { orderNumber } = await (await apiOf(member)).orders.create({ amount: "1005" });
    const paid = await (
      await apiOf(member)
    ).orders.submit({
      purchaseId: orderNumber,
      paymentMethod: "BANK",
      amount: "1005.00",
      referenceNumber: `n-${orderNumber}-1234567`,
      receiptId: await company.proof(member),
      consent: true,
    });
    ids.push(paid.id);
  });
  const approve = await cost(async (n) => {
    const api = await apiOf(company.admin);
    return api.orders.approve({ orderId: ids[n] ?? "" });
  });
  followStatements(null);
  return { "buy and pay": buy, approve };
}

async function sessionsOf(database: Database): Promise<string[]> {
  const rows = await database.sql`
    SELECT pid FROM pg_stat_activity WHERE backend_type IN ('client backend', 'walwriter', 'background writer', 'checkpointer')`;
  return rows.map(({ pid }) => String(pid));
}

/** Milliseconds of processor time of some processes; Linux only. */
async function processorMs(pids: readonly string[]): Promise<number> {
  const spent = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/schedstat`, "utf8");
      return Number(text.split(" ")[0]) / 1e6;
    }),
  );
  return spent.reduce((sum, ms) => sum + ms, 0);
}

async function tableSizes(database: Database): Promise<TableSize[]> {
  const rows = await database.sql`
    SELECT relname AS name, n_live_tup::int AS rows, pg_table_size(relid)::float AS bytes,
           pg_indexes_size(relid)::float AS index_bytes
      FROM pg_stat_user_tables WHERE schemaname = 'public'`;
  return rows.map(({ name, rows: count, bytes, index_bytes: indexBytes }) => ({
    name: String(name),
    rows: Number(count),
    bytes: Number(bytes),
    indexBytes: Number(indexBytes),
  }));
}

async function logPosition(database: Database): Promise<number> {
  const [row] =
    await database.sql`SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float AS at`;
  return Number(row?.["at"]);
}

/** Rows of `orders` whose indexes are built anew a second. */
async function indexedPerSecond(): Promise<number> {
  const database = await databaseOf("seeded");
  const { rows } = await fillLarge(database.db, {
    orders: LARGE,
    companies: 5,
    seed: 7,
    endsAt: new Date("2026-11-01T00:00:00Z"),
  });
  const startedAt = performance.now();
  await database.alone("REINDEX TABLE orders");
  return (rows["orders"] ?? 0) / ((performance.now() - startedAt) / 1000);
}

function tell(measured: Measured): void {
  printLine(`  ${(measured.logBytes / 1024).toFixed(1)} kB of PostgreSQL's log`);
  printLine(
    `Verified: ${measured.verifiedPerSecond.toFixed(0)} allocations and audit entries a second. Indexes built: ${measured.indexedPerSecond.toFixed(0)} rows of orders a second (${LARGE} seeded).`,
  );
  printLine(
    `One core of the database: ${(ordersPerCoreDay(measured) / 1e6).toFixed(1)} million orders a day.`,
  );
  printLine(`Assumed: ${JSON.stringify(ASSUMED)}`);
  const load = busiestHour(measured);
  printLine(
    `Busiest hour: ${load.perSecond.toFixed(1)} orders a second, ${load.databaseCores.toFixed(2)} cores, ${load.logMbPerSecond.toFixed(2)} MB of log a second`,
  );
  printLine("");
  printLine("GB of rows + indexes, and hours, after so many orders");
  for (const orders of SIZES) {
    const parts = sizes(measured, orders);
    const cells = parts.map(
      ({ kind, rowsGb, indexesGb }) => `${kind} ${rowsGb.toFixed(1)} + ${indexesGb.toFixed(1)}`,
    );
    const total = parts.reduce((sum, { rowsGb, indexesGb }) => sum + rowsGb + indexesGb, 0);
    const { verification, indexes } = hours(measured, orders);
    printLine(
      `  ${(orders / 1e6).toFixed(0).padStart(4)} million: ${cells.join(", ")}; together ${total.toFixed(1)}; verification ${verification.toFixed(2)} h, indexes of orders ${indexes.toFixed(2)} h`,
    );
  }
  printLine("");
  for (const [what, orders] of limits(measured)) {
    printLine(`  ${(orders / 1e6).toFixed(0).padStart(4)} million orders: ${what}`);
  }
}
