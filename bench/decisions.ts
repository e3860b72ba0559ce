import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import { createDatabase, type Database, runText } from "@db/client";
import { newId } from "@db/ids";
import { migrate } from "@db/migrate";
import { startDatabase } from "@db/start";
import { createLogger } from "@server/config/logger";
import { createTransactionLimit } from "@server/context/transaction-limit";
import { type CompanyFixture, orderHarness, submittedPayment } from "@server/testing/order-harness";
import { median, printLine, ratioOf } from "./report";

/** Each round measures the baseline, one company and five, in a rotating order. */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 9);
const ORDERS = 100;
/** Calls at the same time, and connections; a company may use half of them, as by default. */
const LANES = 10;
const CONNECTIONS = 10;
/** The goals: approvals a second, as a share of the baseline's transactions a second. */
const GOALS = { "one company": 0.3, "five companies": 0.2 };
type Scenario = keyof typeof GOALS;

const data = await mkdtemp(path.join(tmpdir(), "prelaunch-bench-"));
const started = await startDatabase(
  { databaseUrl: undefined, dataDir: data },
  createLogger("silent"),
);
const { url } = started;
const database = createDatabase({ url, max: CONNECTIONS });
try {
  await migrate(started.database);
  await compare();
} finally {
  await database.close();
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
  const simple = await simpleTransactions(database);
  const runs: Record<Scenario | "baseline", () => Promise<number>> = {
    baseline: () => rateOf(ORDERS, simple),
    "one company": () => approvals(companies.slice(0, 1)),
    "five companies": () => approvals(companies),
  };
  const names = Object.keys(runs) as (keyof typeof runs)[];
  const rates = { baseline: [], "one company": [], "five companies": [] } as Record<
    keyof typeof runs,
    number[]
  >;
  printLine(
    `Approvals with a referrer a second, ${LANES} at a time over ${CONNECTIONS} connections, ${ROUNDS} rounds of ${ORDERS}; the baseline is a transaction of six statements, BEGIN and COMMIT included`,
  );
  for (const name of names) await runs[name]();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length] ?? "baseline";
      rates[name].push(await runs[name]());
    }
  }
  printLine(`${"baseline".padEnd(16)} ${median(rates.baseline).toFixed(0).padStart(5)} a second`);
  for (const [name, goal] of Object.entries(GOALS) as [Scenario, number][]) {
    const ratios = rates[name].map((rate, round) => rate / (rates.baseline[round] ?? Number.NaN));
    const isMet = median(ratios) >= goal;
    printLine(
      `${name.padEnd(16)} ${median(rates[name]).toFixed(0).padStart(5)} a second  ${ratioOf(rates[name], rates.baseline)}  goal ${goal} times: ${isMet ? "met" : "MISSED"}`,
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
      const orderIds: string[] = [];
      for (let n = 0; n < ORDERS / companies.length; n += 1) {
        orderIds.push((await submittedPayment(company, member)).transaction.id);
      }
      return { company, orderIds };
    }),
  );
  return rateOf(ORDERS, async (_, turn) => {
    const { company, orderIds } = waiting[turn % waiting.length] ?? {};
    const api = await company?.as(company.admin, { key: newId() });
    await api?.orders.approve({ orderId: orderIds?.pop() ?? "", version: 1 });
  });
}

/**
 * As pgbench's simple update, on rows of its lane alone: BEGIN, two updates, a look-up, an insertion
 * and COMMIT, each awaited.
 */
async function simpleTransactions({ db }: Database): Promise<(lane: number) => Promise<void>> {
  await runText(
    db,
    `CREATE TABLE bench_accounts (id int PRIMARY KEY, balance bigint NOT NULL);
     CREATE TABLE bench_history (account int, amount bigint, made_at timestamptz);
     INSERT INTO bench_accounts SELECT n, 0 FROM generate_series(1, 10000) n`,
    [],
  );
  return (lane) =>
    db.transaction(async (tx) => {
      const id = 1 + lane * 1000 + Math.floor(Math.random() * 499) * 2;
      await tx.execute(sql`UPDATE bench_accounts SET balance = balance + ${1} WHERE id = ${id}`);
      await tx.execute(sql`SELECT balance FROM bench_accounts WHERE id = ${id}`);
      await tx.execute(
        sql`UPDATE bench_accounts SET balance = balance - ${1} WHERE id = ${id + 1}`,
      );
      await tx.execute(sql`INSERT INTO bench_history VALUES (${id}, ${1}, now())`);
    });
}

/** Runs `act` `total` times, several at a time; `turn` counts them. Returns acts a second. */
async function rateOf(
  total: number,
  act: (lane: number, turn: number) => Promise<void>,
): Promise<number> {
  let turn = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      while (turn < total) await act(lane, turn++);
    }),
  );
  return (total / (performance.now() - startedAt)) * 1000;
}
