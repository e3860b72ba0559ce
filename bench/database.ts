import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { createDatabase, type Database } from "@db/client";
import { migrate } from "@db/migrate";
import { startDatabase } from "@db/start";
import { createLogger } from "@server/config/logger";
import { orderHarness, submittedPayment } from "@server/testing/order-harness";
import { median, ratioOf, printLine } from "./report";

/** Each round measures every client; the order rotates. */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 15);
const ORDERS = 30;
const LANES = 5;
const CONNECTIONS = 10;

interface Candidate {
  name: string;
  database: Database;
}

const data = await mkdtemp(path.join(tmpdir(), "prelaunch-bench-"));
const started = await startDatabase(
  { databaseUrl: undefined, dataDir: data },
  createLogger("silent"),
);
const { url } = started;
const bare = new pg.Pool({ connectionString: url, max: CONNECTIONS });
// A closed pool's connections may still hear that the server stops.
bare.on("error", () => undefined);
try {
  await migrate(started.database);
  const product = {
    name: "prelaunch",
    database: createDatabase({ url, max: CONNECTIONS }),
  };
  const unnamed = {
    name: "without prepared statements",
    database: createDatabase({ url, max: CONNECTIONS, preparesStatements: false }),
  };
  const driver = {
    name: "the bare driver",
    database: { ...product.database, db: drizzle(bare), close: () => bare.end() },
  };
  await compare([product, unnamed, driver]);
  await Promise.all([product, unnamed, driver].map(({ database }) => database.close()));
} finally {
  await started.stop();
  await rm(data, { recursive: true, force: true });
}

async function compare(candidates: readonly Candidate[]): Promise<void> {
  printLine(
    `Orders a second, ${LANES} at a time, ${ROUNDS} rounds of ${ORDERS}, bought and then approved`,
  );
  const measured = await Promise.all(
    candidates.map(async ({ name, database }) => ({
      name,
      run: await salesOn(database),
      buy: [] as number[],
      approve: [] as number[],
    })),
  );
  for (const { run } of measured) await run();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < measured.length; turn += 1) {
      const one = measured[(round + turn) % measured.length];
      const rates = await one?.run();
      if (rates) one?.buy.push(rates.buy);
      if (rates) one?.approve.push(rates.approve);
    }
  }
  const [ours] = measured;
  for (const { name, ...rates } of measured) {
    for (const act of ["buy", "approve"] as const) {
      const ratio =
        name === ours?.name ? "" : `  ${ours?.name} is ${ratioOf(ours?.[act] ?? [], rates[act])}`;
      printLine(
        `${act.padEnd(8)} ${name.padEnd(28)} ${median(rates[act]).toFixed(0).padStart(5)}${ratio}`,
      );
    }
  }
}

/** A company whose members buy, each one order at a time, and whose admin approves the orders. */
async function salesOn(database: Database) {
  const harness = await orderHarness({
    database: { ...database, url, drop: () => Promise.resolve() },
  });
  return async () => {
    const company = await harness.company({ maxPendingOrders: ORDERS, privateTokens: 1_000_000 });
    const members = await Promise.all(Array.from({ length: LANES }, () => company.member()));
    const adminApi = await company.as(company.admin);
    const orderIds: string[] = [];
    const buy = await rateOf(async (lane) => {
      const member = members[lane];
      if (member) orderIds.push((await submittedPayment(company, member)).transaction.id);
    });
    const approve = await rateOf(async () => {
      await adminApi.orders.approve({ orderId: orderIds.pop() ?? "" });
    });
    return { buy, approve };
  };
}

async function rateOf(act: (lane: number) => Promise<void>): Promise<number> {
  let left = ORDERS;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      while (left > 0) {
        left -= 1;
        await act(lane);
      }
    }),
  );
  return (ORDERS / (performance.now() - startedAt)) * 1000;
}
