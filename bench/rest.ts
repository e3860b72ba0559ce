import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as after } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { createDatabase, type Database, runText } from "@db/client";
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
import { rateOf as loadRateOf } from "./load";
import { median, printLine, ratioOf } from "./report";

/** Each round measures a row and its baseline, in alternating order. */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
/** The rows to measure. */
const PARTS = (process.env["BENCH_PARTS"] ?? "read,buy,approve,logins").split(",");
const PORT = 3295;
const HOST = "rest.localhost";
/** Limits that no round reaches; the calls are counted as always. */
const MANY = "1000000";
const PASSWORD = "a pass phrase of a bench";
/** Logins at the same time, and pages asked for in a second beside them. */
const LOGINS_AT_ONCE = 8;
const LOGINS = 600;
const PAGES_A_SECOND = 10;
/** Of what two cores verify without a server, and how much longer a page may take. */
const LOGIN_GOALS = { share: 0.85, pages: 2 };

interface Measured {
  rate: number;
  p99: number;
}

interface Row {
  name: string;
  clients: number;
  calls: number;
  goal: { rate: number; p99: number };
  /** Prepares a round; returns what call `n` sends. */
  prepare(calls: number): Promise<(n: number) => Call>;
}

interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
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
  await compare();
} finally {
  await stopped(product);
  await database.close();
  await started.stop();
  await rm(data, { recursive: true, force: true });
}

async function compare(): Promise<void> {
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
    return { host: HOST, authorization: `Bearer ${token}` };
  };
  const adminHeaders = await authorised(company.admin);
  const reader = await authorised(await company.member({ referrerId: referrer.id }));
  const rows: Row[] = [
    {
      name: "read",
      clients: 16,
      calls: 1600,
      goal: { rate: 1000, p99: Number.POSITIVE_INFINITY },
      prepare: () =>
        Promise.resolve(() => ({
          method: "GET",
          path: "/api/v1/user/package/price/get",
          headers: reader,
        })),
    },
    {
      name: "buy",
      clients: 32,
      calls: 320,
      goal: { rate: 250, p99: 300 },
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
      goal: { rate: 250, p99: 80 },
      async prepare(calls) {
        const orderIds = await submitted(company, referrer, calls);
        return (n) =>
          post(adminHeaders, "/api/v1/admin/transaction/approve", {
            id: orderIds[n],
            version: 1,
          });
      },
    },
  ];
  const bare = await bareServer();
  const simple = await simpleTransactions(database);
  const oneRead = async () =>
    (await measure(bare.port, 16, 1600, () => ({ method: "GET", path: "/", headers: {} }))).rate;
  printLine(
    `Calls a second over HTTP, ${ROUNDS} rounds; a read's baseline is one row by node:http, the others' a transaction of six statements`,
  );
  for (const row of rows.filter(({ name }) => PARTS.includes(name))) {
    const ours: Measured[] = [];
    const theirs: number[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const next = await row.prepare(row.calls);
      const call = () => measure(PORT, row.clients, row.calls, next);
      const base = () => (row.name === "read" ? oneRead() : rateOf(row.clients, row.calls, simple));
      const before = round % 2 === 0 ? await base() : null;
      const measured = await call();
      const baseline = before ?? (await base());
      // The first round opens connections and prepares statements.
      if (round < 0) continue;
      ours.push(measured);
      theirs.push(baseline);
    }
    print(row, ours, theirs);
  }
  bare.close();
  if (PARTS.includes("logins")) await compareLogins(company);
}

function print({ name, clients, goal }: Row, ours: readonly Measured[], theirs: number[]): void {
  const rates = ours.map(({ rate }) => rate);
  const p99 = median(ours.map((one) => one.p99));
  const isMet = median(rates) >= goal.rate && p99 <= goal.p99;
  const goals = `${goal.rate} a second${Number.isFinite(goal.p99) ? `, p99 ${goal.p99} ms` : ""}`;
  printLine(
    `${name.padEnd(8)} ${String(clients).padStart(2)} clients ${median(rates).toFixed(0).padStart(5)} a second, p99 ${p99.toFixed(0).padStart(4)} ms  ` +
      `${ratioOf(rates, theirs)} the baseline's ${median(theirs).toFixed(0)}  goal ${goals}: ${isMet ? "met" : "MISSED"}`,
  );
  if (!isMet) process.exitCode = 1;
}

/**
 * Logins with a right password while pages are asked for, beside what two cores verify without a
 * server, and beside the same pages without logins.
 */
async function compareLogins(company: CompanyFixture): Promise<void> {
  const passwords = createPasswords();
  const passwordHash = await passwords.hash(PASSWORD);
  const shares: number[] = [];
  const rates: number[] = [];
  const delays: { quiet: number[]; busy: number[] } = { quiet: [], busy: [] };
  for (let round = -1; round < ROUNDS; round += 1) {
    const emails = await times(LOGINS, async (n) => {
      const email = `login${n}-${newId()}@people.example`;
      await company.member({ email, passwordHash });
      return email;
    });
    const bare = await rateOf(LOGINS_AT_ONCE, LOGINS, async () => {
      await passwords.verify(passwordHash, PASSWORD);
    });
    let logins = 0;
    const startedAt = performance.now();
    const busy = await pagesWhile(async () => {
      logins = await loadRateOf(`http://127.0.0.1:${PORT}/`, {
        connections: LOGINS_AT_ONCE,
        answers: LOGINS,
        requestOf: (n) => login({ user: emails[n], password: PASSWORD }),
      });
    });
    // As many pages without logins: a percentile of fewer is another one.
    const lasted = performance.now() - startedAt;
    const quiet = await pagesWhile(() => after(lasted));
    if (round < 0) continue;
    rates.push(logins);
    shares.push(logins / bare);
    delays.quiet.push(quiet);
    delays.busy.push(busy);
  }
  const slower = median(delays.busy.map((ms, round) => ms / (delays.quiet[round] ?? Number.NaN)));
  const isMet = median(shares) >= LOGIN_GOALS.share && slower <= LOGIN_GOALS.pages;
  printLine(
    `logins   ${LOGINS_AT_ONCE} clients ${median(rates).toFixed(0)} a second, ${median(shares).toFixed(2)} of what two cores verify bare (goal ${LOGIN_GOALS.share}); ` +
      `pages beside them p99 ${median(delays.busy).toFixed(0)} ms, ${slower.toFixed(1)} times that without (goal ${LOGIN_GOALS.pages}): ${isMet ? "met" : "MISSED"}`,
  );
  if (!isMet) process.exitCode = 1;
}

/** The p99 of pages that are asked for at a steady rate while `work` runs, in ms. */
async function pagesWhile(work: () => Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const latencies: number[] = [];
  const asked: Promise<void>[] = [];
  const page = async () => {
    const askedAt = performance.now();
    await ask(agent, PORT, { method: "GET", path: "/", headers: { host: HOST } });
    latencies.push(performance.now() - askedAt);
  };
  const timer = setInterval(() => asked.push(page()), 1000 / PAGES_A_SECOND);
  await work();
  clearInterval(timer);
  await Promise.all(asked);
  agent.destroy();
  return p99Of(latencies);
}

/** Without an Idempotency-Key, as documented clients log in. */
function login(body: unknown): string {
  const text = JSON.stringify(body);
  const head = [
    "POST /api/v1/user/auth/login HTTP/1.1",
    `host: ${HOST}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${text}`;
}

function post(headers: Record<string, string>, address: string, body: unknown): Call {
  const text = JSON.stringify(body);
  return {
    method: "POST",
    path: address,
    headers: {
      ...headers,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
      "idempotency-key": newId(),
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

/** `calls` calls, `clients` at a time, each on a connection of its own. */
async function measure(
  port: number,
  clients: number,
  calls: number,
  callOf: (n: number) => Call,
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const latencies: number[] = [];
  const rate = await rateOf(clients, calls, async (_, n) => {
    const sentAt = performance.now();
    await ask(agent, port, callOf(n));
    latencies.push(performance.now() - sentAt);
  });
  agent.destroy();
  return { rate, p99: p99Of(latencies) };
}

function p99Of(latencies: readonly number[]): number {
  const sorted = latencies.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}

function ask(agent: Agent, port: number, { method, path: asked, headers, body }: Call) {
  return new Promise<void>((resolve, reject) => {
    const outgoing = send(
      { agent, host: "127.0.0.1", port, method, path: asked, headers },
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

async function rateOf(
  clients: number,
  calls: number,
  act: (lane: number, n: number) => Promise<void>,
): Promise<number> {
  let next = 0;
  const startedAt = performance.now();
  await times(clients, async (lane) => {
    while (next < calls) await act(lane, next++);
  });
  return (calls / (performance.now() - startedAt)) * 1000;
}

function times<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => make(n)));
}

/** What a read cannot do without: node:http, and one row of the database by its key. */
async function bareServer() {
  const server = createServer((_, answer) => {
    runText(database.db, "SELECT id, name, settings FROM companies WHERE name = $1", ["House 1"])
      .then((rows) => answer.end(JSON.stringify(rows)))
      .catch(() => answer.writeHead(500).end());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** As pgbench's simple update, on rows of its lane alone; each statement awaited. */
async function simpleTransactions({ db }: Database): Promise<(lane: number) => Promise<void>> {
  await runText(
    db,
    `CREATE TABLE bench_accounts (id int PRIMARY KEY, balance bigint NOT NULL);
     CREATE TABLE bench_history (account int, amount bigint, made_at timestamptz);
     INSERT INTO bench_accounts SELECT n, 0 FROM generate_series(1, 50000) n`,
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
      WRONG_LOGINS_PER_IP: MANY,
      CALLS_PER_TOKEN_MINUTE: MANY,
      CALLS_PER_ADDRESS_MINUTE: MANY,
      CALLS_PER_COMPANY_MINUTE: MANY,
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
