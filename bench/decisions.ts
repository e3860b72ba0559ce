import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import pg from "pg";
import { createDatabase, runText } from "@db/client";
import { newId } from "@db/ids";
import { migrate } from "@db/migrate";
import { startDatabase } from "@db/start";
import { createLogger } from "@server/config/logger";
import { createTransactionLimit } from "@server/context/transaction-limit";
import { type CompanyFixture, orderHarness, submittedPayment } from "@server/testing/order-harness";
import { median, printLine, ratioOf } from "./report";

/** Each round measures one company and five, each with its baseline, in alternating order. */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 9);
const ORDERS = 600;
/** Calls at the same time for each company, as over HTTP (`rest`). */
const CLIENTS = 10;
/** Connections; a company may use half of them, as by default. */
const CONNECTIONS = 10;
/**
 * The goals: approvals a second, as a share of the baseline's transactions a second. The baseline of
 * one company waits for that company's row, as its approvals do.
 */
const GOALS = { "one company": 0.3, "five companies": 0.2 };
type Scenario = keyof typeof GOALS;

const data = await mkdtemp(path.join(tmpdir(), "prelaunch-bench-"));
const started = await startDatabase(
  { databaseUrl: undefined, dataDir: data },
  createLogger("silent"),
);
const { url } = started;
const database = createDatabase({ url, max: CONNECTIONS });
const bare = new pg.Pool({ connectionString: url, max: CONNECTIONS });
// A closed pool's connections may still hear that the server stops.
bare.on("error", () => undefined);
try {
  await migrate(started.database);
  await compare();
} finally {
  await database.close();
  await bare.end();
  await started.stop();
  await rm(data, { recursive: true, force: true });
}

async function compare(): Promise<void> {
  const harness = await orderHarness({
    database: { ...database, url, drop: () => Promise.resolve() },
    transactionLimit: createTransactionLimit({ atOnce: CONNECTIONS / 2, waitMs: 60_000 }),
  });
  const companies = await Promise.all(
    Array.from({ length: 5 }, () =>
      harness.company({ maxPendingOrders: 1000, privateTokens: 100_000_000 }),
    ),
  );
  const simple = await simpleTransactions();
  const scenarios: Record<
    Scenario,
    { run: () => Promise<number>; baseline: () => Promise<number> }
  > = {
    "one company": {
      run: () => approvals(companies.slice(0, 1)),
      baseline: () => rateOf(CLIENTS, ORDERS * 4, simple(1)),
    },
    "five companies": {
      run: () => approvals(companies),
      baseline: () => rateOf(5 * CLIENTS, ORDERS * 4, simple(5)),
    },
  };
  const names = Object.keys(GOALS) as Scenario[];
  const rates = Object.fromEntries(
    names.map((name) => [name, { approve: [] as number[], baseline: [] as number[] }]),
  ) as Record<Scenario, { approve: number[]; baseline: number[] }>;
  printLine(
    `Approvals with a referrer a second, ${CLIENTS} at a time for each company over ${CONNECTIONS} connections, ${ROUNDS} rounds of ${ORDERS}; the baseline is a transaction of six statements, BEGIN and COMMIT included, one of which updates a row of the company`,
  );
  // The first round opens connections and prepares statements.
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { run, baseline } = scenarios[name];
      const before = round % 2 === 0 ? await baseline() : null;
      const approve = await run();
      const plain = before ?? (await baseline());
      if (round < 0) continue;
      rates[name].approve.push(approve);
      rates[name].baseline.push(plain);
    }
  }
  for (const name of names) {
    const { approve, baseline } = rates[name];
    const ratios = approve.map((rate, round) => rate / (baseline[round] ?? Number.NaN));
    const isMet = median(ratios) >= GOALS[name];
    printLine(
      `${name.padEnd(16)} ${median(approve).toFixed(0).padStart(5)} a second, the baseline ${median(baseline).toFixed(0)}: ${ratioOf(approve, baseline)}  goal ${GOALS[name]} times: ${isMet ? "met" : "MISSED"}`,
    );
    if (!isMet) process.exitCode = 1;
  }
}

/** Approves orders of some companies at the same time, by turns. Returns approvals a second. */
async function approvals(companies: readonly CompanyFixture[]): Promise<number> {
  const waiting = await Promise.all(
    companies.map(async (company) => {
      const referrer = await company.member();
      const member = await company.member({ referrerId: referrer.id });
      const calls: (() => Promise<unknown>)[] = [];
      for (let n = 0; n < ORDERS / companies.length; n += 1) {
        const orderId = (await submittedPayment(company, member)).transaction.id;
        // The fixture's caller reads the company, which is not a part of the procedure.
        const api = await company.as(company.admin, { key: newId() });
        calls.push(() => api.orders.approve({ orderId, version: 1 }));
      }
      return calls;
    }),
  );
  await analyze();
  return rateOf(CLIENTS * companies.length, ORDERS, async (_, turn) => {
    await waiting[turn % waiting.length]?.pop()?.();
  });
}

/**
 * As autovacuum does each minute: on tables that were never counted, PostgreSQL reads all rows of a
 * company to find one.
 */
async function analyze(): Promise<void> {
  await runText(database.db, "ANALYZE", []);
}

/**
 * As pgbench's: BEGIN, an update of a row of its own, a look-up, an update of the company's row, an
 * insertion and COMMIT, each awaited, by the driver alone.
 */
async function simpleTransactions(): Promise<
  (companies: number) => (lane: number, turn: number) => Promise<void>
> {
  await runText(
    database.db,
    `CREATE TABLE bench_accounts (id int PRIMARY KEY, balance bigint NOT NULL);
     CREATE TABLE bench_companies (id int PRIMARY KEY, balance bigint NOT NULL);
     CREATE TABLE bench_history (account int, amount bigint, made_at timestamptz);
     INSERT INTO bench_accounts SELECT n, 0 FROM generate_series(1, 50000) n;
     INSERT INTO bench_companies SELECT n, 0 FROM generate_series(1, 5) n`,
    [],
  );
  await analyze();
  return (companies) => async (lane, turn) => {
    const client = await bare.connect();
    const ask = (name: string, text: string, values: unknown[]) =>
      client.query({ name, text, values });
    const id = 1 + lane * 1000 + Math.floor(Math.random() * 999);
    const company = 1 + (turn % companies);
    await client.query("BEGIN");
    await ask("u", "UPDATE bench_accounts SET balance = balance + $1 WHERE id = $2", [1, id]);
    await ask("s", "SELECT balance FROM bench_accounts WHERE id = $1", [id]);
    await ask("c", "UPDATE bench_companies SET balance = balance + $1 WHERE id = $2", [1, company]);
    await ask("i", "INSERT INTO bench_history VALUES ($1, $2, now())", [id, 1]);
    await client.query("COMMIT");
    client.release();
  };
}

/** Runs `act` `total` times, `lanes` at a time; `turn` counts them. Returns acts a second. */
async function rateOf(
  lanes: number,
  total: number,
  act: (lane: number, turn: number) => Promise<void>,
): Promise<number> {
  let turn = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (turn < total) await act(lane, turn++);
    }),
  );
  return (total / (performance.now() - startedAt)) * 1000;
}
