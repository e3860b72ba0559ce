import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { createDatabase, type Database } from "@db/client";
import { migrate } from "@db/migrate";
import { startDatabase } from "@db/start";
import { createLogger } from "@server/config/logger";
import { POOLERS, startPooler } from "@server/system/pooler";
import { orderHarness, submittedPayment } from "@server/testing/order-harness";
import { median, printLine, ratioOf } from "./report";

/** Each round measures every way; the order rotates. */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 15);
const CALLS = 30;
const LANES = 5;
const CONNECTIONS = 10;
const ACTS = ["read", "buy", "approve"] as const;

type Act = (typeof ACTS)[number];

interface Way {
  name: string;
  database: Database;
}

/** What a call takes, in milliseconds: the median of a round. */
type Measured = Record<Act, number>;

const data = await mkdtemp(path.join(tmpdir(), "prelaunch-bench-"));
const started = await startDatabase(
  { databaseUrl: undefined, dataDir: data },
  createLogger("silent"),
);
const { url } = started;
const poolers: { stop(): Promise<void> }[] = [];
const ways: Way[] = [];
try {
  await migrate(started.database);
  const add = (name: string, at: string, preparesStatements: boolean) =>
    ways.push({
      name,
      database: createDatabase({ url: at, max: CONNECTIONS, preparesStatements }),
    });
  add("direct, named", url, true);
  add("direct, unnamed", url, false);
  if (POOLERS.length === 0) printLine("PgBouncer is missing: apt-get install pgbouncer");
  for (const program of POOLERS) {
    const pooler = await startPooler(url, { connections: CONNECTIONS, program });
    poolers.push(pooler);
    if (program.keepsStatements) add(`PgBouncer ${program.version}, named`, pooler.url, true);
    add(`PgBouncer ${program.version}, unnamed`, pooler.url, false);
  }
  if (!POOLERS.some(({ keepsStatements }) => keepsStatements)) {
    printLine("No PgBouncer of 1.21 or later: PGBOUNCER names one.");
  }
  await compare();
} finally {
  await Promise.all(ways.map(({ database }) => database.close()));
  await Promise.all(poolers.map((pooler) => pooler.stop()));
  await started.stop();
  await rm(data, { recursive: true, force: true });
}

async function compare(): Promise<void> {
  printLine(
    `Milliseconds of a call, ${LANES} at a time, the median of ${ROUNDS} rounds of ${CALLS}; how many times as long as direct and named`,
  );
  const measured = await Promise.all(
    ways.map(async ({ name, database }) => ({
      name,
      run: await callsOn(database),
      of: { read: [], buy: [], approve: [] } as Record<Act, number[]>,
    })),
  );
  for (const { run } of measured) await run();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < measured.length; turn += 1) {
      const one = measured[(round + turn) % measured.length];
      const times = await one?.run();
      for (const act of ACTS) if (times) one?.of[act].push(times[act]);
    }
  }
  const [base] = measured;
  for (const act of ACTS) {
    for (const { name, of } of measured) {
      const ratio = name === base?.name ? "" : `  ${ratioOf(of[act], base?.of[act] ?? [])}`;
      printLine(
        `${act.padEnd(8)} ${name.padEnd(28)} ${median(of[act]).toFixed(2).padStart(6)}${ratio}`,
      );
    }
  }
}

/** A company whose members read the price and their orders, buy and pay, and whose admin approves. */
async function callsOn(database: Database): Promise<() => Promise<Measured>> {
  const harness = await orderHarness({
    database: { ...database, url, drop: () => Promise.resolve() },
  });
  return async () => {
    const company = await harness.company({ maxPendingOrders: CALLS, privateTokens: 1_000_000 });
    const members = await Promise.all(Array.from({ length: LANES }, () => company.member()));
    const apis = await Promise.all(members.map((member) => company.as(member)));
    const adminApi = await company.as(company.admin);
    const orderIds: string[] = [];
    const buy = await times(async (lane) => {
      const member = members[lane];
      if (member) orderIds.push((await submittedPayment(company, member)).transaction.id);
    });
    const read = await times(async (lane) => {
      await apis[lane]?.orders.listMine({});
    });
    const approve = await times(async () => {
      await adminApi.orders.approve({ orderId: orderIds.pop() ?? "" });
    });
    return { read, buy, approve };
  };
}

/** The median of what calls take, in milliseconds. */
async function times(act: (lane: number) => Promise<void>): Promise<number> {
  const taken: number[] = [];
  let left = CALLS;
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      while (left > 0) {
        left -= 1;
        const sentAt = performance.now();
        await act(lane);
        taken.push(performance.now() - sentAt);
      }
    }),
  );
  return median(taken);
}
