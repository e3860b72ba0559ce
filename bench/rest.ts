/**
 * Measures acts over HTTP, with the built server, its database and the clients on one machine.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request as send } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as after } from "node:timers/promises";
import { createDatabase } from "@db/client";
import { newId } from "@db/ids";
import { migrate } from "@db/migrate";
import { startDatabase } from "@db/start";
import { hosts } from "@db/schema";
import { createLogger } from "@server/config/logger";
import { createSessions } from "@server/identity/lucia-sessions";
import { createPasswords } from "@server/identity/passwords";
import {
  type CompanyFixture,
  HARNESS_SECRET,
  orderHarness,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";
import { PRODUCT } from "./product";
import { median, printLine } from "./report";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
/** The acts to measure. */
const PARTS = (process.env["BENCH_PARTS"] ?? "buy,approve,logins").split(",");
const PORT = 3295;
const HOST = "rest.localhost";
/** Limits that no round reaches; the calls are counted as always. */
const LIMITS = [
  "wrongLoginsPerIp",
  "callsPerTokenMinute",
  "callsPerAddressMinute",
  "callsPerCompanyMinute",
]
  .map((name) => `${name}=1000000`)
  .join();
const PASSWORD = "a pass phrase of a bench";

interface Act {
  name: string;
  clients: number;
  calls: number;
  /** Least calls a second. */
  goal: number;
  /** Prepares a round; returns what call `n` sends. */
  prepare(calls: number): Promise<(n: number) => Call>;
}

interface Call {
  path: string;
  headers: Record<string, string>;
  body: string;
}

const data = await mkdtemp(path.join(tmpdir(), "prelaunch-bench-"));
const started = await startDatabase(
  { databaseUrl: undefined, dataDir: data },
  createLogger("silent"),
);
const { url } = started;
const database = createDatabase({ url, max: 10 });
let product: ChildProcess | null = null;
try {
  await migrate(started.database);
  product = await startProduct();
  await measureActs();
} finally {
  await stopped(product);
  await database.close();
  await started.stop();
  await rm(data, { recursive: true, force: true });
}

async function measureActs(): Promise<void> {
  const harness = await orderHarness({
    database: { ...database, url, drop: () => Promise.resolve() },
  });
  const company = await harness.company({
    maxPendingOrders: 1000,
    privateTokens: 1_000_000_000,
  });
  await database.db.insert(hosts).values({ host: HOST, companyId: company.id });
  const referrer = await company.member();
  const sessions = createSessions(database.db);
  const authorised = async (person: Person) => {
    if (person.actor.role !== "USER" && person.actor.role !== "ADMIN") throw new Error("Nobody");
    const client = { ip: "203.0.113.7", userAgent: null };
    const { token } = await sessions.start(person.actor, client);
    return { authorization: `Bearer ${token}`, "idempotency-key": "" };
  };
  const adminHeaders = await authorised(company.admin);
  const passwordHash = await createPasswords().hash(PASSWORD);
  const acts: Act[] = [
    {
      name: "buy",
      clients: 32,
      calls: 320,
      goal: 100,
      async prepare(calls) {
        const buyers = await times(calls, async () =>
          authorised(await company.member({ referrerId: referrer.id })),
        );
        return (n) =>
          post(buyers[n] ?? {}, "/api/v1/user/package/order", { amount: "1005", price: "1005" });
      },
    },
    {
      name: "approve",
      clients: 8,
      calls: 200,
      goal: 60,
      async prepare(calls) {
        const orderIds = await submitted(company, referrer, calls);
        return (n) =>
          post(adminHeaders, "/api/v1/admin/transaction/approve", {
            id: orderIds[n],
            version: 1,
          });
      },
    },
    {
      name: "logins",
      clients: 8,
      calls: 400,
      goal: 70,
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
  printLine(`Calls a second over HTTP, ${ROUNDS} rounds`);
  for (const act of acts.filter(({ name }) => PARTS.includes(name))) {
    const rates: number[] = [];
    const p99s: number[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const measured = await measure(act, await act.prepare(act.calls));
      // The first round opens connections.
      if (round < 0) continue;
      rates.push(measured.rate);
      p99s.push(measured.p99);
    }
    const isMet = median(rates) >= act.goal;
    if (!isMet) process.exitCode = 1;
    printLine(
      `${act.name.padEnd(8)} ${String(act.clients).padStart(2)} clients ${median(rates).toFixed(0).padStart(5)} a second, p99 ${median(p99s).toFixed(0)} ms, goal ${act.goal} a second: ${isMet ? "met" : "MISSED"}`,
    );
  }
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

async function submitted(company: CompanyFixture, referrer: Person, count: number) {
  const ids: string[] = [];
  const lanes = 8;
  await times(lanes, async () => {
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
): Promise<{ rate: number; p99: number }> {
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
  return { rate, p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN };
}

function ask(agent: Agent, { path: asked, headers, body }: Call) {
  return new Promise<void>((resolve, reject) => {
    const outgoing = send(
      { agent, host: "127.0.0.1", port: PORT, method: "POST", path: asked, headers },
      (incoming) => {
        let text = "";
        incoming.setEncoding("utf8");
        incoming.on("data", (piece: string) => (text += piece));
        incoming.on("end", () => {
          if (incoming.statusCode === 200) resolve();
          else reject(new Error(`${asked} answered ${incoming.statusCode}: ${text}`));
        });
        incoming.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

function times<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => make(n)));
}

/** The built server. No mail server answers, so that no delivery runs beside the calls. */
async function startProduct(): Promise<ChildProcess> {
  const child = spawn(process.execPath, PRODUCT, {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      APP_SECRET: HARNESS_SECRET,
      SMTP_URL: "smtp://127.0.0.1:1",
      SEALING_KEY: Buffer.alloc(32, "a key of a bench").toString("base64"),
      LOG_LEVEL: "warn",
      HOST: "127.0.0.1",
      PORT: String(PORT),
      APP_ORIGIN: `http://localhost:${PORT}`,
      DATABASE_URL: url,
      DATA_DIR: data,
      LIMITS,
    },
  });
  for (let tries = 0; tries < 240; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => null);
    if (answer?.ok) return child;
    await after(250);
  }
  throw new Error("The server never answered.");
}

async function stopped(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await Promise.race([ended, after(5000)]);
  child.kill("SIGKILL");
}
