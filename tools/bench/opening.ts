/**
 * Measures the opening of a sale: members who are logged in open their dashboard and the page Buy
 * Token, buy, and submit their payment, as a browser asks the built server: a document first, then
 * the data of each page, and a form's answer before the page that it leads to. One that is turned
 * away comes back after the time that the answer names, as the pages do by themselves. The database
 * and the clients run on the same machine, beside two instances. Members arrive by the clock, however
 * slow the answers are.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { Agent, type IncomingMessage, request as send } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as after } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import { newId } from "@db/ids";
import { hosts, orders } from "@db/schema";
import type { CompanyFixture } from "@server/testing/order-harness";
import { smtpSink } from "@server/testing/smtp-sink";
import { type BuiltServer, withBuiltServer } from "@tools/bench/harness/built-server";
import { median, printLine } from "@tools/bench/harness/report";

/** Two instances, as the compose file and the units of systemd start them. */
const PORTS = [3296, 3297];
const MEMBERS = Number(process.env["BENCH_MEMBERS"] ?? 2000);
/** Nineteen of twenty get tokens. */
const BUYERS = Math.floor(MEMBERS * 0.95);
const TOKENS_EACH = 100;
/**
 * The time in which all members come, in seconds, and of each the loops that keep a processor busy
 * beside it: "180+2". Each is measured by itself.
 */
const WINDOWS = (process.env["BENCH_SECONDS"] ?? "180,90,45,180+2").split(",");
/** Seconds of the window that is a goal; a shorter one shows how far it is. */
const GOAL_SECONDS = 180;
const GOAL = { share: 0.95, ms: 1000 };
/** Milliseconds that a member looks at a page. */
const LOOK_MS = { least: 500, most: 2500 };
/** Number of pages that a buyer looks at, and seconds of the longest journey with fast answers. */
const LOOKS = 5;
const BOUNDARY = "----bench-of-an-opening";
const JOURNEY_SECONDS = (LOOKS * LOOK_MS.most) / 1000 + 3;

interface Member {
  cookie: string;
  proofId: string;
  /** The bank's number of the payment. */
  reference: string;
}

/** Milliseconds of each answer by its step, and the wrong answers. */
interface Measured {
  took: Map<string, number[]>;
  bought: number;
  refused: number;
  wrong: string[];
  /** Answers by their status. */
  statuses: Map<number, number>;
  /** Seconds from the start to the end of each journey. */
  ended: number[];
  /** Calls of those who hold tokens that were turned away. */
  heldAway: number;
}

let asked = 0;
/** Returns the instances in turn, as a balancer gives them. */
const nextPort = () => PORTS[(asked += 1) % PORTS.length];

const sink = await smtpSink();
await withBuiltServer(PORTS, { SMTP_URL: sink.url }, async (installed) => {
  const rates: number[] = [];
  for (const window of WINDOWS) {
    const [seconds = GOAL_SECONDS, loops = 0] = window.split("+").map(Number);
    rates.push(await measure(installed, { seconds, loops, name: window.replace("+", "-") }));
  }
  printLine(
    `journeys a second: ${WINDOWS.map((name, at) => `${name} s ${rates[at]?.toFixed(1)}`).join(", ")}`,
  );
});
await sink.close();

interface Window {
  seconds: number;
  loops: number;
  name: string;
}

/** Runs an opening; returns the journeys that ended each second while it was full. */
async function measure(installed: BuiltServer, { seconds, loops, name }: Window): Promise<number> {
  const company = await installed.harness.company({ privateTokens: BUYERS * TOKENS_EACH });
  const host = `opening${name}.localhost`;
  await installed.database.db.insert(hosts).values({ host, companyId: company.id });
  await addAccount(company);
  const members = await prepare(installed, company);
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const measured: Measured = {
    took: new Map(),
    bought: 0,
    refused: 0,
    wrong: [],
    statuses: new Map(),
    ended: [],
    heldAway: 0,
  };
  const other = await watchOther(installed, agent, name);
  const busy = Array.from({ length: loops }, keepBusy);
  // The loops are part of the control, which differs by the rush alone.
  const control = await other.median();
  const startedAt = performance.now();
  other.start();
  await Promise.all(
    members.map(async (member) => {
      await after(Math.random() * (seconds - JOURNEY_SECONDS) * 1000);
      const client = clientOf({ agent, host, cookie: member.cookie }, measured);
      await journey(client, member, measured).catch((error: unknown) => {
        measured.wrong.push(String(error));
      });
      measured.ended.push((performance.now() - startedAt) / 1000);
    }),
  );
  const beside = other.stop();
  for (const loop of busy) loop.kill("SIGKILL");
  await after(10_000);
  const afterwards = await other.median();
  agent.destroy();
  await checkDatabase(installed, company, measured);
  printLine(`an instance had at most ${(installed.memory() / 2 ** 20).toFixed(0)} MB so far`);
  return report(measured, { seconds, name }, { control, beside, afterwards });
}

/** Keeps a processor busy until it is killed, or this process has ended. */
function keepBusy(): ChildProcess {
  return spawn(process.execPath, ["-e", `while (process.ppid === ${process.pid});`], {
    stdio: "ignore",
  });
}

/** A member of another company, who looks at the dashboard each second. */
async function watchOther(installed: BuiltServer, agent: Agent, name: string) {
  const company = await installed.harness.company();
  const host = `other${name}.localhost`;
  await installed.database.db.insert(hosts).values({ host, companyId: company.id });
  const person = await company.member();
  const cookie = `prelaunch_user=${await installed.tokenOf(person)}`;
  const measured = { took: new Map<string, number[]>(), statuses: new Map<number, number>() };
  const ask = clientOf({ agent, host, cookie }, measured);
  const look = () => ask("dashboard", { path: "/user/dashboard" });
  let timer: NodeJS.Timeout | undefined;
  const taken = () => median(measured.took.get("dashboard") ?? []);
  return {
    /** The median of twenty looks, one after the other. */
    async median() {
      measured.took.clear();
      for (let n = 0; n < 20; n += 1) await look();
      return taken();
    },
    start() {
      measured.took.clear();
      timer = setInterval(() => void look().catch(() => undefined), 1000);
    },
    stop() {
      clearInterval(timer);
      return taken();
    },
  };
}

async function addAccount(company: CompanyFixture): Promise<void> {
  const api = await company.as(company.admin);
  await api.beneficiaries.add({
    holderName: "Sample Private Limited",
    bankName: "HDFC Bank",
    branch: "Fort",
    accountNumber: "50100123456789",
    ifscCode: "HDFC0000001",
  });
}

/** Makes members with a session and a proof that was uploaded before. */
async function prepare({ tokenOf }: BuiltServer, company: CompanyFixture): Promise<Member[]> {
  const members: Member[] = [];
  for (let n = 0; n < MEMBERS; n += 1) {
    const person = await company.member();
    members.push({
      cookie: `prelaunch_user=${await tokenOf(person)}`,
      proofId: await company.proof(person),
      reference: String(630_500_000_000 + n),
    });
  }
  return members;
}

interface Answer {
  status: number;
  text: string;
  /** Seconds after which to ask again; 0 for an answer that is not turned away. */
  again: number;
}

interface Sent {
  path: string;
  /** Fields of a form; without them the page is asked for. */
  form?: Readonly<Record<string, string>>;
  isMultipart?: boolean;
}

type Client = (step: string, sent: Sent) => Promise<Answer>;

/** Acts as a member's browser: asks, takes the time, and reads the whole answer. */
function clientOf(
  { agent, host, cookie }: { agent: Agent; host: string; cookie: string },
  { took, statuses }: Pick<Measured, "took" | "statuses">,
): Client {
  return async (step, { path, form, isMultipart = false }) => {
    const body = form && (isMultipart ? multipart(form) : new URLSearchParams(form).toString());
    const type = isMultipart
      ? `multipart/form-data; boundary=${BOUNDARY}`
      : "application/x-www-form-urlencoded";
    const sentAt = performance.now();
    const { incoming, bytes } = await exchange(
      {
        agent,
        host: "127.0.0.1",
        port: nextPort(),
        path,
        method: body ? "POST" : "GET",
        headers: {
          host: `${host}:${PORTS[0]}`,
          cookie,
          "accept-encoding": "gzip, deflate, br",
          ...(body && {
            origin: `http://${host}:${PORTS[0]}`,
            "content-type": type,
            "content-length": String(Buffer.byteLength(body)),
          }),
        },
      },
      body,
    );
    const list = took.get(step) ?? [];
    took.set(step, list);
    list.push(performance.now() - sentAt);
    const status = incoming.statusCode ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const again = status === 503 ? Number(incoming.headers["retry-after"] ?? 5) : 0;
    return { status, text: textOf(incoming, bytes), again };
  };
}

function multipart(fields: Readonly<Record<string, string>>): string {
  return [
    ...Object.entries(fields).map(
      ([name, value]) =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--${BOUNDARY}--\r\n`,
  ].join("");
}

interface Exchange {
  incoming: IncomingMessage;
  bytes: Buffer;
}

function exchange(options: Parameters<typeof send>[1], body: string | undefined) {
  return new Promise<Exchange>((resolve, reject) => {
    const outgoing = send(options, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on("data", (part: Buffer) => parts.push(part));
      incoming.on("end", () => resolve({ incoming, bytes: Buffer.concat(parts) }));
      incoming.on("error", reject);
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // The server closed a kept connection at this moment: a browser asks again on a new one.
      const isClosed = outgoing.reusedSocket && error.code === "ECONNRESET";
      if (isClosed) resolve(exchange(options, body));
      else reject(error);
    });
    outgoing.end(body);
  });
}

function textOf({ headers }: IncomingMessage, bytes: Buffer): string {
  const coding = headers["content-encoding"];
  if (coding === "br") return brotliDecompressSync(bytes).toString();
  return (coding === "gzip" ? gunzipSync(bytes) : bytes).toString();
}

function look(): Promise<void> {
  return after(LOOK_MS.least + Math.random() * (LOOK_MS.most - LOOK_MS.least));
}

/** Returns the address of a page's data, or of its form's action. */
function dataOf(path: string): string {
  const [page, search] = path.split("?");
  return `${page}.data${search === undefined ? "" : `?${search}`}`;
}

/**
 * Walks one member's way. Throws on an answer that is neither a sale nor the refusal of a sold-out
 * pool.
 */
async function journey(send: Client, member: Member, measured: Measured): Promise<void> {
  let holds = false;
  /** Asks until it is its turn, as a page does. */
  const ask: Client = async (step, sent) => {
    for (;;) {
      const answer = await send(step, sent);
      if (answer.again === 0) return answer;
      if (holds) measured.heldAway += 1;
      await after(answer.again * 1000 * (1 + Math.random()));
    }
  };
  const page = async (step: string, path: string, shows: string) => {
    const { status, text } = await ask(step, { path });
    if (status !== 200 || !text.includes(shows)) {
      throw new Error(`${step} answered ${status} without what it shows`);
    }
    await look();
  };
  /** Sends a form; returns the address of the page that it leads to. */
  const sent = async (step: string, form: Sent, leadsTo: string) => {
    const { status, text } = await ask(step, { ...form, path: dataOf(form.path) });
    const path = /"redirect","([^"]+)"/.exec(text)?.[1];
    if (status === 202 && path?.startsWith(leadsTo)) return path;
    throw Object.assign(new Error(`${step} answered ${status} ${path ?? ""}`), { status, text });
  };
  await page("dashboard", "/user/dashboard", "</html>");
  await page("buy page", "/user/buy-token.data", "priceMicroRupees");
  const buy = { path: "/user/buy-token", form: { amount: "1000", idempotencyKey: newId() } };
  const toPay = await sent("buy", buy, "/user/payment").catch((error: unknown) => {
    if (!isSoldOut(error)) throw error;
    measured.refused += 1;
    return null;
  });
  if (toPay === null) return;
  holds = true;
  const purchaseId = new URL(toPay, "http://x").searchParams.get("purchaseId") ?? "";
  await page("payment page", dataOf(toPay), purchaseId);
  const payment = { purchaseId, paymentMethod: "BANK" };
  const consent = { ...payment, intent: "consent", consent: "on" };
  const toProve = await sent("consent", { path: toPay, form: consent }, "/user/payment");
  await page("proof dialog", dataOf(toProve), purchaseId);
  const proof = {
    ...payment,
    intent: "proof",
    amount: "1000",
    total: "1025.00",
    paidAmount: "1025.00",
    referenceNumber: member.reference,
    receiptId: member.proofId,
    idempotencyKey: newId(),
  };
  const submission = { path: toProve, form: proof, isMultipart: true };
  const back = await sent("submit", submission, "/user/buy-token");
  holds = false;
  await page("page after it", dataOf(back), purchaseId);
  measured.bought += 1;
}

function isSoldOut(error: unknown): boolean {
  const { status, text } = error as Partial<Answer>;
  return status === 409 && (text ?? "").includes("There are no tokens left to buy.");
}

/**
 * Checks that exactly the pool is sold, each order once, and that pool, orders, payments and chain
 * agree.
 */
async function checkDatabase(
  { database }: BuiltServer,
  company: CompanyFixture,
  { wrong, bought, refused }: Measured,
): Promise<void> {
  if (bought !== BUYERS) wrong.push(`${bought} members bought, not ${BUYERS}`);
  if (refused !== MEMBERS - BUYERS) wrong.push(`${refused} were refused, not ${MEMBERS - BUYERS}`);
  const counts = await database.db
    .select({ status: orders.status, n: sql<number>`count(*)::int` })
    .from(orders)
    .where(eq(orders.companyId, company.id))
    .groupBy(orders.status);
  const stored = JSON.stringify(counts);
  if (stored !== JSON.stringify([{ status: "PENDING", n: BUYERS }])) wrong.push(stored);
  const { poolHeld } = await company.balances();
  if (poolHeld !== company.pool) wrong.push(`${poolHeld} of ${company.pool} tokens are held`);
  wrong.push(...(await company.faults()).map((fault) => JSON.stringify(fault)));
}

interface Other {
  control: number;
  beside: number;
  afterwards: number;
}

function report(
  { took, wrong, bought, refused, statuses, ended, heldAway }: Measured,
  { seconds, name }: Pick<Window, "seconds" | "name">,
  other: Other,
): number {
  const sorted = ended.toSorted((a, b) => a - b);
  const last = sorted.at(-1) ?? 0;
  const [from = 0, to = 1] = [0.2, 0.9].map((share) => sorted[Math.floor(sorted.length * share)]);
  const rate = (sorted.length * 0.7) / (to - from);
  const all = [...took.values()].flat();
  const within = all.filter((ms) => ms <= GOAL.ms).length / all.length;
  const isFast = within >= GOAL.share && last <= seconds;
  const isGoal = name === String(GOAL_SECONDS);
  const judged = isGoal ? (isFast ? "met" : "MISSED") : isFast ? "reached" : "not reached, no goal";
  printLine(
    `${MEMBERS} members within ${name.replace("-", " s, busy loops ")} s: ${rate.toFixed(1)} journeys a second, ${bought} bought and submitted, ${refused} refused, ${wrong.length} wrong`,
  );
  for (const fault of [...new Set(wrong)].slice(0, 10)) printLine(`  ${fault}`);
  for (const [step, list] of took) printLine(`  ${step.padEnd(14)} ${timesOf(list)}`);
  printLine(
    `  all            ${timesOf(all)}, the last after ${last.toFixed(0)} s; ${(within * 100).toFixed(1)} % within ${GOAL.ms / 1000} s, goal ${GOAL.share * 100} %: ${judged}`,
  );
  const counts = [...statuses].toSorted(([a], [b]) => a - b);
  printLine(
    `  answers ${counts.map(([status, n]) => `${status}: ${n}`).join(", ")}; turned away while holding tokens: ${heldAway}`,
  );
  printLine(
    `  another company's dashboard: ${other.control.toFixed(0)} ms before, ${other.beside.toFixed(0)} ms beside, ${other.afterwards.toFixed(0)} ms ten seconds after`,
  );
  if (wrong.length > 0 || heldAway > 0 || (isGoal && !isFast)) process.exitCode = 1;
  return rate;
}

function timesOf(list: readonly number[]): string {
  const sorted = list.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return `${String(list.length).padStart(5)} answers, median ${median(list).toFixed(0)} ms, 95 % ${at(0.95).toFixed(0)} ms, 99 % ${at(0.99).toFixed(0)} ms, most ${at(1).toFixed(0)} ms`;
}
