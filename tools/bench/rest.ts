/**
 * Measures acts over HTTP, with two instances of the built server, their database and the clients on one
 * machine.
 */
import { Agent, request as send } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as after } from "node:timers/promises";
import { eq, sum } from "drizzle-orm";
import { newId } from "@db/ids";
import { runText } from "@db/client";
import { hosts, referralClicks } from "@db/schema";
import { createPasswords } from "@server/access/sessions/passwords";
import { type CompanyFixture, type Person, submittedPayment } from "@server/testing/order-harness";
import { type BuiltServer, type Counted, withBuiltServer } from "@tools/bench/harness/built-server";
import { median, medianRatio, printLine, ratioOf } from "@tools/bench/harness/report";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
/** The acts to measure. */
const PARTS = (process.env["BENCH_PARTS"] ?? "buy,order,submit,approve,bulk,logins,clicks").split(
  ",",
);
/** Two instances, as the compose file and the units of systemd start them. */
const PORTS = [3294, 3295];
/** An instance beside them, whose statements are counted. */
const COUNTED_PORT = 3296;
const HOST = "rest.localhost";
/** Limits that no round reaches; the calls are counted as always. */
const LIMITS = [
  "wrongLoginsPerIp",
  "callsPerTokenMinute",
  "callsPerAddressMinute",
  "callsPerCompanyMinute",
  "pagesPerAddressMinute",
]
  .map((name) => `${name}=1000000`)
  .join();
const BULK = 100;
/** Openings of one member's link a second, and how much longer a purchase may take beside them. */
const CLICKS_A_SECOND = 100;
const MOST_SLOWED = 1.1;
/** Visitors whose page is on its way at most. */
const MOST_VISITORS = 20;
const PHONE =
  "Mozilla/5.0 (Linux; Android 13; Pixel 6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36";
const PASSWORD = "a pass phrase of a bench";

interface Act {
  name: string;
  clients: number;
  calls: number;
  /** The least calls a second, or the most seconds of one call. */
  goal?: { aSecond: number } | { seconds: number };
  /** The most that one call costs. */
  most?: Partial<Cost>;
  /** Prepares a round; returns what call `n` sends. */
  prepare(calls: number): Promise<(n: number) => Call>;
}

/** The costs of one call, all instances and the database together. */
interface Cost {
  /** Milliseconds of processor time. */
  ms: number;
  /** Statements, BEGIN and COMMIT included. */
  statements: number;
  /** Kilobytes of the write-ahead log. */
  walKb: number;
  /** The slowest of a hundred calls, as times of the median. */
  slowest: number;
}

interface Call {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Checks an answer with status 200; by default every one is right. */
  isRight?: (text: string) => boolean;
}

const UNITS: Record<keyof Cost, string> = {
  ms: "ms in all",
  statements: "statements",
  walKb: "kB of WAL",
  slowest: "times the median at the slowest of a hundred",
};

let asked = 0;
/** Returns the instances in turn, as a balancer gives them. */
const nextPort = () => PORTS[(asked += 1) % PORTS.length];

// The mail server does not answer, so that no delivery runs beside the calls.
await withBuiltServer(PORTS, { LIMITS, SMTP_URL: "smtp://127.0.0.1:1" }, measureActs);

async function measureActs(server: BuiltServer): Promise<void> {
  const { database, harness, tokenOf } = server;
  const company = await harness.company({
    maxPendingOrders: 1000,
    privateTokens: 1_000_000_000,
  });
  await database.db.insert(hosts).values({ host: HOST, companyId: company.id });
  const referrer = await company.member();
  const authorised = async (person: Person) => ({
    authorization: `Bearer ${await tokenOf(person)}`,
    "idempotency-key": "",
  });
  const adminHeaders = await authorised(company.admin);
  const passwordHash = await createPasswords().hash(PASSWORD);
  // Many who join at once by one link have their rewards held for review.
  const invited = async () => company.member({ referrerId: (await company.member()).id });
  const prepareApprovals: Act["prepare"] = async (calls) => {
    const orderIds = await submitted(company, calls);
    return (n) =>
      post(adminHeaders, "/api/v1/admin/transaction/approve", { id: orderIds[n], version: 1 });
  };
  const acts: Act[] = [
    {
      name: "buy",
      clients: 32,
      calls: 320,
      goal: { aSecond: 100 },
      async prepare(calls) {
        const buyers = await times(calls, async () =>
          authorised(await company.member({ referrerId: referrer.id })),
        );
        return (n) =>
          post(buyers[n] ?? {}, "/api/v1/user/package/order", { amount: "1005", price: "1005" });
      },
    },
    {
      name: "order and payment",
      clients: 8,
      calls: 200,
      most: { ms: 24, statements: 13, walKb: 8 },
      async prepare(calls) {
        const buyers = await times(calls, async () => authorised(await invited()));
        return (n) =>
          post(buyers[n] ?? {}, "/api/v1/user/package/purchase", {
            paymentMethod: "MANUAL",
            amount: "1005",
          });
      },
    },
    {
      name: "submit",
      clients: 8,
      calls: 200,
      most: { ms: 28, statements: 18 },
      async prepare(calls) {
        const sent = await times(calls, async (n) => {
          const member = await invited();
          const order = await (await company.as(member)).orders.create({ amount: "1005" });
          const payment = {
            purchaseId: order.orderNumber,
            paymentMethod: "BANK",
            amount: "1005",
            referenceNumber: `n-${order.orderNumber}-${1_234_567 + n}`,
            receiptId: await company.proof(member),
          };
          return { headers: await authorised(member), payment };
        });
        return (n) =>
          post(sent[n]?.headers ?? {}, "/api/v1/user/package/purchase", sent[n]?.payment);
      },
    },
    {
      name: "approve",
      clients: 8,
      calls: 200,
      goal: { aSecond: 60 },
      most: { ms: 15, statements: 13, walKb: 6, slowest: 3 },
      prepare: prepareApprovals,
    },
    {
      name: "approve singly",
      clients: 1,
      calls: 100,
      most: { ms: 25 },
      prepare: prepareApprovals,
    },
    {
      name: `bulk of ${BULK}`,
      clients: 1,
      calls: 1,
      goal: { seconds: 3 },
      async prepare() {
        const orderIds = (await submitted(company, BULK)).slice(0, BULK);
        const versions = Object.fromEntries(orderIds.map((id) => [id, 1]));
        return () => ({
          ...post(adminHeaders, "/trpc/orders.approveMany", { orderIds, versions }),
          // Each order has one result; none is refused.
          isRight: (text) => text.split('"refusal":null').length === BULK + 1,
        });
      },
    },
    {
      name: "logins",
      clients: 8,
      calls: 400,
      goal: { aSecond: 70 },
      async prepare(calls) {
        const emails = await times(calls, async (n) => {
          const email = `login${n}-${newId()}@people.example`;
          await company.member({ email, passwordHash });
          return email;
        });
        // Documented clients log in without an Idempotency-Key.
        return (n) => post({}, "/api/v1/user/auth/login", { user: emails[n], password: PASSWORD });
      },
    },
  ];
  const [buying] = acts;
  if (PARTS.includes("clicks") && buying) {
    await compareClicks({ ...buying, clients: 4, calls: 80 }, referrer, async () => {
      // Clicks are written within seconds.
      await after(5000);
      const [counted] = await database.db
        .select({ clicks: sum(referralClicks.clicks).mapWith(Number) })
        .from(referralClicks)
        .where(eq(referralClicks.companyId, company.id));
      return counted?.clicks ?? 0;
    });
  }
  printLine(`Acts over HTTP, ${ROUNDS} rounds; processor time is of all instances and PostgreSQL`);
  const counted = await server.startCounted(COUNTED_PORT);
  const wanted = acts.filter(({ name }) => PARTS.includes(name.split(" ")[0] ?? name));
  const statements = new Map<Act, number>();
  for (const act of wanted) statements.set(act, await countStatements(counted, act));
  await counted.stop();
  for (const act of wanted) {
    const rounds: Round[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const measured = await measureCost(server, act);
      // The first round opens connections.
      if (round >= 0) rounds.push(measured);
    }
    report(act, rounds, statements.get(act) ?? 0);
  }
}

type Round = Awaited<ReturnType<typeof measure>> & {
  nodeMs: number;
  postgresMs: number;
  walKb: number;
};

/** Measures one round of an act, and what its calls cost. */
async function measureCost({ database, processorMs }: BuiltServer, act: Act): Promise<Round> {
  const callOf = await act.prepare(act.calls);
  const readWal = async () => {
    const [row] = await runText<{ bytes: string }>(
      database.db,
      "SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes",
      [],
    );
    return Number(row?.bytes);
  };
  const [before, walBefore] = [processorMs(), await readWal()];
  const measured = await measure(act, callOf);
  const [after, wal] = [processorMs(), await readWal()];
  return {
    ...measured,
    nodeMs: (after.node - before.node) / act.calls,
    postgresMs: (after.postgres - before.postgres) / act.calls,
    walKb: (wal - walBefore) / 1024 / act.calls,
  };
}

/** Returns the statements of one call: the least of several, since the instance has work of its own. */
async function countStatements(counted: Counted, act: Act): Promise<number> {
  const calls = 8;
  const callOf = await act.prepare(calls);
  const agent = new Agent({ keepAlive: true });
  const counts: number[] = [];
  for (let n = 0; n < calls; n += 1) {
    counts.push(await counted.statementsOf(() => ask(agent, callOf(n), "POST", COUNTED_PORT)));
  }
  agent.destroy();
  return Math.min(...counts);
}

/** Prints an act's figures beside their goals; a missed goal fails the bench. */
function report(
  { name, clients, goal, most = {} }: Act,
  rounds: Round[],
  statements: number,
): void {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  const rate = of((round) => round.rate);
  const seconds = of(({ p99 }) => p99) / 1000;
  const cost: Cost = {
    ms: of(({ nodeMs, postgresMs }) => nodeMs + postgresMs),
    statements,
    walKb: of((round) => round.walKb),
    slowest: of(({ p50, p99 }) => p99 / p50),
  };
  const parts = [
    `Node ${of((round) => round.nodeMs).toFixed(1)} and PostgreSQL ${of((round) => round.postgresMs).toFixed(1)} ms of processor time`,
    ...(["ms", "statements", "walKb", "slowest"] as const).map((unit) => {
      const limit = most[unit];
      return `${cost[unit].toFixed(unit === "statements" ? 0 : 1)} ${UNITS[unit]}${limit === undefined ? "" : ` (goal ${limit})`}`;
    }),
  ];
  const speed =
    goal && "seconds" in goal
      ? `${seconds.toFixed(2)} s, goal at most ${goal.seconds} s`
      : `${rate.toFixed(0)} a second, p99 ${(seconds * 1000).toFixed(0)} ms${goal ? `, goal ${goal.aSecond} a second` : ""}`;
  const isFast = !goal || ("seconds" in goal ? seconds <= goal.seconds : rate >= goal.aSecond);
  const isCheap = Object.entries(most).every(([unit, limit]) => cost[unit as keyof Cost] <= limit);
  if (!isFast || !isCheap) process.exitCode = 1;
  printLine(
    `${name}, ${clients} ${clients === 1 ? "client" : "clients"}: ${speed}: ${isFast && isCheap ? "met" : "MISSED"}`,
  );
  printLine(`    a call: ${parts.join(", ")}`);
}

/**
 * Compares purchases beside openings of a member's link with purchases beside as many openings that are
 * not counted (prefetches), and with purchases alone. No click may be lost.
 */
async function compareClicks(
  buying: Act,
  { referralCode }: Person,
  readCounted: () => Promise<number>,
): Promise<void> {
  const path = `/?ref=${referralCode}&c=bench`;
  const beside = {
    nobody: null,
    prefetches: { path, headers: { "sec-purpose": "prefetch" } },
    clicks: { path, headers: {} },
  };
  const times = { nobody: [] as number[], prefetches: [] as number[], clicks: [] as number[] };
  let clicks = 0;
  let seconds = 0;
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const kind of ["nobody", "prefetches", "clicks"] as const) {
      const callOf = await buying.prepare(buying.calls);
      const stop = openOften(beside[kind]);
      const { rate, p50 } = await measure(buying, callOf);
      const opened = await stop();
      if (kind === "clicks") {
        clicks += opened;
        seconds += buying.calls / rate;
      }
      if (round >= 0) times[kind].push(p50);
    }
  }
  const counted = await readCounted();
  const isMet = medianRatio(times.clicks, times.prefetches) <= MOST_SLOWED && counted === clicks;
  if (!isMet) process.exitCode = 1;
  printLine(
    `Purchases beside ${(clicks / seconds).toFixed(0)} clicks a second on one link, ${ROUNDS} rounds: ` +
      `${ratioOf(times.clicks, times.prefetches)} the time beside uncounted openings, ` +
      `goal ${MOST_SLOWED}; ${counted} of ${clicks} counted: ${isMet ? "met" : "MISSED"}`,
  );
  printLine(
    `Alone a purchase takes ${median(times.nobody).toFixed(1)} ms, beside clicks ` +
      `${ratioOf(times.clicks, times.nobody)} that, for the pages`,
  );
}

/**
 * Opens a page so many times a second until it is stopped; returns then how many times. A server that is
 * too busy for that is asked less often, as no visitor waits for ever.
 */
function openOften(page: Pick<Call, "path" | "headers"> | null): () => Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const waiting = new Set<Promise<void>>();
  let opened = 0;
  const timer = setInterval(() => {
    if (page === null || waiting.size >= MOST_VISITORS) return;
    opened += 1;
    const headers = { ...page.headers, host: HOST, "user-agent": PHONE };
    const opening = ask(agent, { path: page.path, headers, body: "" }, "GET").finally(() =>
      waiting.delete(opening),
    );
    waiting.add(opening);
  }, 1000 / CLICKS_A_SECOND);
  return async () => {
    clearInterval(timer);
    await Promise.all(waiting);
    agent.destroy();
    return opened;
  };
}

function post(headers: Record<string, string>, address: string, body: unknown): Call {
  const text = JSON.stringify(body);
  return {
    path: address,
    headers: {
      ...headers,
      ...("idempotency-key" in headers && { "idempotency-key": newId() }),
      host: HOST,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
    },
    body: text,
  };
}

async function submitted(company: CompanyFixture, count: number) {
  const ids: string[] = [];
  const lanes = 8;
  await times(lanes, async () => {
    // Many who join at once by one link have their rewards held for review.
    const referrer = await company.member();
    const member = await company.member({ referrerId: referrer.id });
    for (let n = 0; n < count / lanes; n += 1) {
      ids.push((await submittedPayment(company, member)).transaction.id);
    }
  });
  return ids;
}

/** Sends the calls of a round, each client on a connection of its own. Times are in milliseconds. */
async function measure(
  { clients, calls }: Act,
  callOf: (n: number) => Call,
): Promise<{ rate: number; p50: number; p99: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const latencies: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  await times(clients, async () => {
    while (next < calls) {
      const sentAt = performance.now();
      await ask(agent, callOf(next++));
      latencies.push(performance.now() - sentAt);
    }
  });
  const rate = (calls / (performance.now() - startedAt)) * 1000;
  agent.destroy();
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    rate,
    p50: median(latencies),
    p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN,
  };
}

function ask(
  agent: Agent,
  { path, headers, body, isRight = () => true }: Call,
  method = "POST",
  port = nextPort(),
) {
  return new Promise<void>((resolve, reject) => {
    const outgoing = send({ agent, host: "127.0.0.1", port, method, path, headers }, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (piece: string) => (text += piece));
      incoming.on("end", () => {
        if (incoming.statusCode === 200 && isRight(text)) resolve();
        else reject(new Error(`${path} answered ${incoming.statusCode}: ${text}`));
      });
      incoming.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

function times<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => make(n)));
}
