/**
 * Measures a launch at an instance of the built server: how long a batch is prepared, frozen, sealed and
 * written as files, the memory of the process that builds its trees, a proof, and two pages meanwhile
 * beside the same pages alone.
 */
import { readFileSync } from "node:fs";
import { Agent, request as send } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as after } from "node:timers/promises";
import { runText } from "@db/client";
import { hosts } from "@db/schema";
import { fillLaunch } from "@server/testing/large-launch";
import { launchHarness } from "@server/testing/launch-harness";
import type { Person } from "@server/testing/order-harness";
import { type BuiltServer, withBuiltServer } from "@tools/bench/harness/built-server";
import { median, printLine } from "@tools/bench/harness/report";

const MEMBERS = Number(process.env["BENCH_MEMBERS"] ?? 100_000);
const PORT = 3298;
const HOST = "launch.localhost";
const GOALS = { prepareSeconds: 20, sealSeconds: 30, memoryMb: 500, slowed: 2, proofMs: 50 };
/** Seconds in which the pages are read alone. */
const ALONE = 10;
/** Milliseconds between two readings of the pages, or of the memory. */
const PAUSE = 75;
const LIMITS = ["callsPerTokenMinute", "callsPerAddressMinute", "pagesPerAddressMinute"]
  .map((name) => `${name}=1000000`)
  .join();
/** The member whose pages and proof are read. */
const READER = "00000000-0000-7000-8000-000000000001";
const HASH = `0x${"5c".repeat(32)}`;

async function measureLaunch(server: BuiltServer): Promise<void> {
  const { database, harness, tokenOf } = server;
  const { db } = database;
  const launch = await launchHarness({ database: harness.database });
  const company = await launch.launched({ privateTokens: 20 * MEMBERS });
  await db.insert(hosts).values({ host: HOST, companyId: company.id });
  const buyer = await company.member();
  await company.buy(buyer);
  await fillLaunch(db, { companyId: company.id, members: MEMBERS });
  const reader = { ...buyer, actor: { ...buyer.actor, id: READER } } as Person;
  const [owner, colleague, member] = [
    await tokenOf(company.admin),
    await tokenOf(company.colleague),
    await tokenOf(reader),
  ];
  const pages = pagesOf(`prelaunch_user=${member}`);
  const alone = await pages.during(() => after(ALONE * 1000));
  const report = (name: string, value: number, unit: string, goal?: number) => {
    const isMet = goal === undefined || value <= goal;
    if (!isMet) process.exitCode = 1;
    const verdict = goal === undefined ? "" : `, goal ${goal} ${unit}: ${isMet ? "met" : "MISSED"}`;
    printLine(`${name}: ${value.toFixed(1)} ${unit}${verdict}`);
  };
  /** Runs a part of the launch while the pages are read; returns its seconds. */
  const measure = async (name: string, work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    const times = await pages.during(work);
    const seconds = (performance.now() - startedAt) / 1000;
    const slowest = Math.max(...times);
    report(`pages beside ${name}`, median(times) / median(alone), "times", GOALS.slowed);
    printLine(`    ${times.length} pages, median ${ms(median(times))}, slowest ${ms(slowest)}`);
    return seconds;
  };
  const change = async (token: string, name: string, input: object) =>
    ask({ path: `/trpc/${name}`, token, input });
  const read = (token: string, name: string, input?: object) =>
    ask({
      path: `/trpc/${name}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ""}`,
      token,
    });
  const until = async (text: string, isThere = true) => {
    for (;;) {
      const [row] = await runText<{ found: boolean }>(db, text, [company.id]);
      if (row?.found === isThere) return;
      await after(PAUSE);
    }
  };

  printLine(`A launch of ${MEMBERS} members; the pages alone take ${ms(median(alone))}`);
  await until(
    `SELECT max(size) > ${MEMBERS} AS found FROM checkpoints WHERE company_id = $1 AND log = 'ALLOCATIONS'`,
  );
  const batch = { number: 1 };
  const prepared = await measure("its preparation", async () => {
    await change(owner, "batches.prepare", { day: company.today });
    await read(owner, "batches.find", batch);
  });
  report("prepare", prepared, "s", GOALS.prepareSeconds);
  const frozen = await measure("its freeze", async () => {
    await change(owner, "batches.freeze", batch);
    const waiting = await read(colleague, "changes.list");
    const id = /"id":"([0-9a-f-]{36})"/.exec(waiting)?.[1] ?? "";
    await change(colleague, "changes.confirm", { id });
  });
  report("freeze", frozen, "s");
  await runText(
    db,
    "UPDATE job_runs SET begun_at = begun_at - interval '1 hour' WHERE name = 'sweeps'",
    [],
  );
  await until(
    "SELECT begun_at > now() - interval '1 minute' AS found FROM job_runs WHERE name = 'sweeps' AND $1::uuid IS NOT NULL",
  );
  const memory = watchWorkers(server);
  const sealed = await measure("its seal", () =>
    until("SELECT count(*) = 1 AS found FROM batch_seals WHERE company_id = $1"),
  );
  const mb = memory.stop();
  let bytes = 0;
  const written = await measure("its files", async () => {
    for (const file of ["claims", "tree"]) {
      bytes += (await read(owner, "batches.file", { ...batch, file })).length;
    }
  });
  report("tree and files", sealed + written, "s", GOALS.sealSeconds);
  printLine(
    `    sealed in ${sealed.toFixed(1)} s, written in ${written.toFixed(1)} s: ${(bytes / 1e6).toFixed(0)} MB`,
  );
  report("the process that builds the trees", mb, "MB", GOALS.memoryMb);
  report("the instance", server.memory() / 1024 / 1024, "MB");
  await runText(
    db,
    `UPDATE batches SET state = 'DELIVERED', way = 'CLAIM', network = 'n', chain_id = 1, contract = $2,
       claim_call = 'UINT256', explorer = 'https://e.example', claim_until = '2035-01-01',
       funded_hash = $3, delivered_at = now(), mailed = rows WHERE company_id = $1`,
    [company.id, `0x${"11".repeat(20)}`, HASH],
  );
  for (const [name, call] of [
    ["a claim with its proof", () => read(member, "batches.mine")],
    ["the trace of a receipt", () => read(member, "proof.ofBatch", batch)],
  ] as const) {
    const times: number[] = [];
    for (let n = 0; n < 21; n += 1) times.push(await timed(call));
    report(name, median(times), "ms", GOALS.proofMs);
  }
}

const ms = (value: number) => `${value.toFixed(0)} ms`;
const agent = new Agent({ keepAlive: true });

/** Asks the instance; with an input, by POST. Fails for an answer that is neither 200 nor a change that waits. */
function ask({
  path,
  token,
  cookie,
  input,
}: {
  path: string;
  token?: string;
  cookie?: string;
  input?: object;
}): Promise<string> {
  const headers = {
    host: HOST,
    ...(cookie !== undefined && { cookie }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(input && { "content-type": "application/json" }),
  };
  return new Promise((resolve, reject) => {
    const options = { agent, host: "127.0.0.1", port: PORT, path, headers };
    const sent = send({ ...options, method: input ? "POST" : "GET" }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (piece: string) => (text += piece));
      answer.on("end", () => {
        if (answer.statusCode === 200 || text.includes("NEEDS_SECOND_ADMIN")) resolve(text);
        else reject(new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 500)}`));
      });
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(input && JSON.stringify(input));
  });
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

/** Reads the front page and a member's dashboard by turns. */
const pagesOf = (cookie: string) => ({
  /** Returns the times of the pages that were read while the work ran, in milliseconds. */
  async during(work: () => Promise<unknown>): Promise<number[]> {
    const times: number[] = [];
    let isDone = false;
    const working = work().finally(() => (isDone = true));
    const reading = async () => {
      while (!isDone) {
        times.push(await timed(() => ask({ path: "/" })));
        times.push(await timed(() => ask({ path: "/user/dashboard", cookie })));
        await after(PAUSE);
      }
    };
    await Promise.all([working, reading()]);
    return times;
  },
});

/** Watches the most memory of the processes that the instance forks; `stop` returns it in MB. Linux only. */
function watchWorkers({ pids }: BuiltServer): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => {
    for (const child of pids().flatMap(childrenOf)) most = Math.max(most, memoryOf(child));
  }, PAUSE);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

const childrenOf = (pid: number): number[] =>
  textOf(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);

/** The high-water mark of a process's memory in MB; 0 for one that has ended. */
const memoryOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

// The mail server does not answer, so that no delivery runs beside.
await withBuiltServer([PORT], { LIMITS, SMTP_URL: "smtp://127.0.0.1:1" }, measureLaunch);
