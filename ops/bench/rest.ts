/**
 * Measures acts over HTTP, with the built server, its database and the clients on one machine.
 */
import { Agent, request as send } from "node:http";
import { performance } from "node:perf_hooks";
import { newId } from "@db/ids";
import { hosts } from "@db/schema";
import { createPasswords } from "@server/access/sessions/passwords";
import { type CompanyFixture, type Person, submittedPayment } from "@server/testing/order-harness";
import { type BuiltServer, withBuiltServer } from "@ops/bench/harness/built-server";
import { median, printLine } from "@ops/bench/harness/report";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
/** The acts to measure. */
const PARTS = (process.env["BENCH_PARTS"] ?? "buy,approve,bulk,logins").split(",");
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
/** Orders of a bulk approval. */
const BULK = 100;
const PASSWORD = "a pass phrase of a bench";

interface Act {
  name: string;
  clients: number;
  calls: number;
  /** The least calls a second, or the most seconds of one call. */
  goal: { aSecond: number } | { seconds: number };
  /** Prepares a round; returns what call `n` sends. */
  prepare(calls: number): Promise<(n: number) => Call>;
}

interface Call {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Checks an answer with status 200; by default every one is right. */
  isRight?: (text: string) => boolean;
}

// The mail server does not answer, so that no delivery runs beside the calls.
await withBuiltServer([PORT], { LIMITS, SMTP_URL: "smtp://127.0.0.1:1" }, measureActs);

async function measureActs({ database, harness, tokenOf }: BuiltServer): Promise<void> {
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
      name: "approve",
      clients: 8,
      calls: 200,
      goal: { aSecond: 60 },
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
      name: `bulk of ${BULK}`,
      clients: 1,
      calls: 1,
      goal: { seconds: 3 },
      async prepare() {
        const orderIds = (await submitted(company, referrer, BULK)).slice(0, BULK);
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
  printLine(`Calls a second over HTTP, ${ROUNDS} rounds`);
  for (const act of acts.filter(({ name }) => PARTS.includes(name.split(" ")[0] ?? name))) {
    const rates: number[] = [];
    const p99s: number[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const measured = await measure(act, await act.prepare(act.calls));
      // The first round opens connections.
      if (round < 0) continue;
      rates.push(measured.rate);
      p99s.push(measured.p99);
    }
    const { goal } = act;
    const isBySeconds = "seconds" in goal;
    const isMet = isBySeconds ? median(p99s) <= goal.seconds * 1000 : median(rates) >= goal.aSecond;
    if (!isMet) process.exitCode = 1;
    const measured = isBySeconds
      ? `${(median(p99s) / 1000).toFixed(2)} s, goal at most ${goal.seconds} s`
      : `${median(rates).toFixed(0)} a second, p99 ${median(p99s).toFixed(0)} ms, goal ${goal.aSecond} a second`;
    printLine(
      `${act.name.padEnd(11)} ${String(act.clients).padStart(2)} clients  ${measured}: ${isMet ? "met" : "MISSED"}`,
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

function ask(agent: Agent, { path: asked, headers, body, isRight = () => true }: Call) {
  return new Promise<void>((resolve, reject) => {
    const outgoing = send(
      { agent, host: "127.0.0.1", port: PORT, method: "POST", path: asked, headers },
      (incoming) => {
        let text = "";
        incoming.setEncoding("utf8");
        incoming.on("data", (piece: string) => (text += piece));
        incoming.on("end", () => {
          if (incoming.statusCode === 200 && isRight(text)) resolve();
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
