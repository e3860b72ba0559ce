import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as after } from "node:timers/promises";
import { migrate } from "@db/migrate";
import { newId } from "@db/ids";
import { insertAudit } from "@db/queries/activity";
import { startDatabase } from "@db/start";
import { createLogger } from "@server/config/logger";
import { faultsIn, verifyDatabase } from "@server/operations/verify-database";
import { createSealer, sealAll } from "@server/sealing/sealer";
import { newSealingKey, signingKey } from "@server/sealing/signing-key";
import { ledgerFixture } from "@server/testing/ledger-fixture";
import { median, printLine } from "./report";

/** Each approved order has two allocations on average, and one audit entry. */
const ORDERS = Number(process.env["BENCH_ORDERS"] ?? 333_334);
/** Companies that are busy while the sealer's delay is measured, and their commits. */
const COMPANIES = 5;
const COMMITS = 50;
const GOALS = { verifySeconds: 60, sealSeconds: 5 };

const logger = createLogger("silent");
const data = await mkdtemp(path.join(tmpdir(), "prelaunch-bench-"));
const started = await startDatabase({ databaseUrl: undefined, dataDir: data }, logger);
const { database } = started;
const { db } = database;
const key = signingKey(newSealingKey());
try {
  await migrate(database);
  await verification();
  await sealing();
} finally {
  await started.stop();
  await rm(data, { recursive: true, force: true });
}

async function verification(): Promise<void> {
  const ledger = await ledgerFixture(db);
  const [, filled] = await timed(async () => {
    await ledger.approve(ORDERS);
    // What autovacuum has done in a database that grew slowly.
    await database.sql`ANALYZE`;
  });
  const [, sealed] = await timed(() => sealAll({ database, key }));
  const [report, verified] = await timed(() => verifyDatabase(db));
  const company = report.companies.find(({ company: { id } }) => id === ledger.companyId);
  const [allocations, entries] = [company?.allocations ?? 0, company?.auditEntries ?? 0];
  const isMet = verified.seconds <= GOALS.verifySeconds && faultsIn(report) === 0;
  printLine(
    `One company with ${allocations} allocations, ${entries} audit entries and ${ORDERS} paid orders, written in ${filled.seconds.toFixed(0)} s`,
  );
  printLine(`${"sealed".padEnd(34)} ${figures(sealed)}`);
  printLine(
    `${"ledger verify".padEnd(34)} ${figures(verified)}  ${faultsIn(report)} faults; at most ${GOALS.verifySeconds} s: ${verdict(isMet)}`,
  );
  if (!isMet) process.exitCode = 1;
}

/** How long a commit stays unsealed, with the sealer of a running server. */
async function sealing(): Promise<void> {
  const companies = [];
  for (let n = 0; n < COMPANIES; n += 1) companies.push(await ledgerFixture(db));
  const sealer = createSealer({ database, key, logger });
  sealer.start();
  const waiting = new Map<string, number>();
  const delays: number[] = [];
  let isWriting = true;
  const watching = (async () => {
    while (isWriting || waiting.size > 0) {
      const ids = [...waiting.keys()];
      const found = await database.sql`
        SELECT e.subject_id FROM audit_entries e
          JOIN audit_seals s ON s.company_id = e.company_id AND s.entry_id = e.id
         WHERE e.company_id = ANY(${companies.map((one) => one.companyId)}::uuid[])
           AND e.subject_id = ANY(${ids}::text[])`;
      for (const { subject_id } of found) {
        delays.push(performance.now() - (waiting.get(String(subject_id)) ?? 0));
        waiting.delete(String(subject_id));
      }
      await after(20);
    }
  })();
  for (let n = 0; n < COMMITS; n += 1) {
    const company = companies[n % COMPANIES];
    if (!company) continue;
    await company.approve(1);
    const subjectId = newId();
    await insertAudit(db, {
      companyId: company.companyId,
      actorRole: "SYSTEM",
      action: "order.expired",
      subjectType: "order",
      subjectId,
    });
    waiting.set(subjectId, performance.now());
    await after(150);
  }
  isWriting = false;
  await watching;
  await sealer.stop();
  const slowest = Math.max(...delays) / 1000;
  const isMet = slowest <= GOALS.sealSeconds;
  printLine(`${COMMITS} commits of ${COMPANIES} other companies in the same database`);
  printLine(
    `${"from the commit to its seal".padEnd(34)} ${(median(delays) / 1000).toFixed(1)} s median, ${slowest.toFixed(1)} s slowest  at most ${GOALS.sealSeconds} s: ${verdict(isMet)}`,
  );
  if (!isMet) process.exitCode = 1;
}

interface Took {
  seconds: number;
  /** Processor time of this process and of the database. */
  own: number;
  database: number | null;
}

async function timed<T>(work: () => Promise<T>): Promise<[T, Took]> {
  const before = [performance.now(), process.cpuUsage(), await databaseSeconds()] as const;
  const result = await work();
  const cpu = process.cpuUsage(before[1]);
  const used = await databaseSeconds();
  return [
    result,
    {
      seconds: (performance.now() - before[0]) / 1000,
      own: (cpu.user + cpu.system) / 1e6,
      database: used === null || before[2] === null ? null : used - before[2],
    },
  ];
}

/** Processor seconds of the embedded server's processes so far, where the system has /proc. */
async function databaseSeconds(): Promise<number | null> {
  try {
    const file = (await readdir(data, { recursive: true })).find((name) =>
      name.endsWith("postmaster.pid"),
    );
    const server = (await readFile(path.join(data, file ?? ""), "utf8")).split("\n")[0] ?? "";
    let ticks = 0;
    for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const isServer = pid === server || fields[1] === server;
      if (isServer) ticks += fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    }
    return ticks / 100;
  } catch {
    return null;
  }
}

function figures({ seconds, own, database: theirs }: Took): string {
  return `${seconds.toFixed(1).padStart(6)} s; processor ${own.toFixed(1)} s${theirs === null ? "" : `, database ${theirs.toFixed(1)} s`}`;
}

function verdict(isMet: boolean): string {
  return isMet ? "met" : "MISSED";
}
