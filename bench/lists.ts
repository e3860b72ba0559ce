import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { createDatabase, type Database, runText } from "@db/client";
import { migrate } from "@db/migrate";
import { listMembers } from "@db/queries/members";
import { listOrdersOfCompany, listOrdersOfPlatform } from "@db/queries/order-lists";
import { startDatabase } from "@db/start";
import type { SubmittedStatus } from "@db/vocabulary";
import { createLogger } from "@server/config/logger";
import { containsPattern } from "@server/domain/search/like";
import { checkLarge, fillLarge } from "@server/testing/large-data";
import { median, printLine } from "./report";

/** A fifth as many members, in five companies; the baseline is the same with 5,000 orders. */
const ORDERS = Number(process.env["BENCH_ORDERS"] ?? 5_000_000);
const BASELINE_ORDERS = 5000;
const CALLS = Number(process.env["BENCH_ROUNDS"] ?? 60);
const SEED = Number(process.env["BENCH_SEED"] ?? 7);
/** Milliseconds at the 95th percentile; `edges` as a multiple of the baseline, or in milliseconds. */
const GOALS = { edges: 1.5, edgesMs: 1, any: 25, rare: 10, common: 50 };
const LIMIT = 10;

interface Counted {
  total: number;
  records: unknown[];
}
interface Subject {
  database: Database;
  companyId: string;
  /** Texts of one member and one order. */
  known: Record<string, string>;
}
type Read = (of: Subject, offset: number) => Promise<Counted>;

/** A folder that keeps the data for the next run. */
const KEPT = process.env["BENCH_DATA"];

const data = KEPT ?? (await mkdtemp(path.join(tmpdir(), "prelaunch-bench-")));
const started = await startDatabase(
  { databaseUrl: undefined, dataDir: data },
  createLogger("silent"),
);
const databases: Database[] = [];
try {
  const large = await subject("large", ORDERS);
  const small = await subject("small", BASELINE_ORDERS);
  await pages(large, small);
  await searches(large);
} finally {
  for (const database of databases) await database.close();
  await started.stop();
  // A server that root starts has its data elsewhere, and says where.
  const place = await readFile(path.join(data, "postgres.place"), "utf8").catch(() => "");
  for (const folder of [place.trim(), data]) {
    if (folder && !KEPT) await rm(folder, { recursive: true, force: true });
  }
}

/** A database of its own on the same server, filled and analysed as autovacuum would have. */
async function subject(name: string, orders: number): Promise<Subject> {
  const kept = "SELECT 1 FROM pg_database WHERE datname = $1";
  const { db } = started.database;
  if ((await runText(db, kept, [name])).length === 0) {
    await runText(db, `CREATE DATABASE ${name}`, []);
  }
  const url = new URL(started.url);
  url.pathname = name;
  const database = createDatabase({ url: url.href, max: 4, answerTimeoutMs: 3_600_000 });
  databases.push(database);
  await migrate(database);
  const first = () => database.sql`SELECT id FROM companies ORDER BY id LIMIT 1`;
  if ((await first()).length === 0) await fill(database, name, orders);
  const companyId = String((await first())[0]?.["id"]);
  const [known] = await database.sql`
    SELECT o.order_number AS number, o.reference, u.name, u.mobile, u.referral_code AS code, u.email
      FROM orders o JOIN users u ON u.company_id = o.company_id AND u.id = o.member_id
     WHERE o.company_id = ${companyId} AND o.status = 'APPROVED' AND o.reference IS NOT NULL
     ORDER BY o.id OFFSET ${Math.floor(orders / 20)} LIMIT 1`;
  return { database, companyId, known: (known ?? {}) as Record<string, string> };
}

async function fill(database: Database, name: string, orders: number): Promise<void> {
  const startedAt = performance.now();
  const endsAt = new Date("2026-11-01T00:00:00Z");
  const { rows } = await fillLarge(database.db, {
    orders,
    companies: 5,
    seed: SEED,
    endsAt,
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const faults = await checkLarge(database.db);
  if (faults.length > 0) throw new Error(faults.join("; "));
  await database.alone("VACUUM ANALYZE");
  const [size] =
    await database.sql`SELECT pg_size_pretty(pg_database_size(current_database())) AS size`;
  const [pending] =
    await database.sql`SELECT count(*)::int AS n FROM orders WHERE status = 'PENDING'`;
  printLine(
    `${name}: ${rows["orders"]} orders (${String(pending?.["n"])} pending), ${rows["users"]} members in 5 companies, ${String(size?.["size"])}, written in ${seconds} s, consistent`,
  );
}

function ofCompany(status?: SubmittedStatus, search = ""): Read {
  const filter = { status, pattern: containsPattern(search), limit: LIMIT };
  return ({ database, companyId }, offset) =>
    listOrdersOfCompany(database.db, companyId, { ...filter, offset });
}

function ofPlatform(search = ""): Read {
  const filter = { companyId: undefined, status: undefined, limit: LIMIT };
  const pattern = containsPattern(search);
  return ({ database }, offset) =>
    listOrdersOfPlatform(database.db, { ...filter, pattern, offset });
}

function ofMembers(search = ""): Read {
  const pattern = containsPattern(search) ?? undefined;
  return ({ database, companyId }, offset) =>
    listMembers(database.db, companyId, { pattern }, { limit: LIMIT, offset });
}

async function pages(large: Subject, small: Subject): Promise<void> {
  printLine(`Pages of ${LIMIT} rows with their total, milliseconds at the 95th of ${CALLS} calls`);
  const lists: [string, Read][] = [
    ["orders of a company", ofCompany()],
    ["its pending orders", ofCompany("PENDING")],
    ["orders of all companies", ofPlatform()],
    ["members of a company", ofMembers()],
  ];
  for (const [name, read] of lists) {
    const last = async (of: Subject) => {
      const { total } = await read(of, 0);
      return Math.floor((total - 1) / LIMIT) * LIMIT;
    };
    const [end, smallEnd] = [await last(large), await last(small)];
    const edges: [string, number, number][] = [
      ["first", 0, 0],
      ["next", LIMIT, LIMIT],
      ["last", end, smallEnd],
    ];
    for (const [edge, at, smallAt] of edges) {
      const { ours, theirs } = await inTurn(
        large,
        () => read(large, at),
        () => read(small, smallAt),
      );
      const most = Math.max(GOALS.edges * (theirs?.p95 ?? 0), GOALS.edgesMs);
      tell(
        `${name}, ${edge}`,
        ours,
        most,
        `${theirs?.p95.toFixed(1)} (${theirs?.median.toFixed(1)}) with ${BASELINE_ORDERS} orders`,
      );
    }
    const pick = () => Math.floor(Math.random() * (end / LIMIT)) * LIMIT;
    const { ours } = await inTurn(large, () => read(large, pick()));
    tell(`${name}, any of ${end / LIMIT + 1}`, ours, GOALS.any);
  }
}

async function searches(large: Subject): Promise<void> {
  printLine(`The first page of a search, milliseconds at the 95th of ${CALLS} calls`);
  const { known } = large;
  const rare = ["number", "reference", "mobile", "code", "name"].map((field) => known[field] ?? "");
  const common = ["asha", "PUR-", "+919", "a", "सुरेश"];
  for (const [kind, texts, goal] of [
    ["rare", [...rare, "nobody of that name"], GOALS.rare],
    ["common", common, GOALS.common],
  ] as const) {
    for (const text of texts) {
      const lists: [string, Read][] = [
        ["orders", ofCompany(undefined, text)],
        ["pending", ofCompany("PENDING", text)],
        ["all companies", ofPlatform(text)],
        ["members", ofMembers(text)],
      ];
      for (const [name, read] of lists) {
        const { total } = await read(large, 0);
        const { ours } = await inTurn(large, () => read(large, 0));
        tell(`${kind} in ${name}: ${text}`, ours, goal, `${total} found`);
      }
    }
  }
  const email = known["email"] ?? "";
  const { ours } = await inTurn(large, () => ofMembers(email)(large, 0));
  tell(`rare in members: ${email}`, ours, GOALS.rare);
  const { ours: short } = await inTurn(large, () => ofMembers("qz")(large, 0));
  tell("two letters that no member has", short, null);
}

interface Measured {
  /** Milliseconds: the 95th percentile, and the median. */
  p95: number;
  median: number;
  /** Milliseconds of processor time of the database's sessions, on average; null without /proc. */
  cpu: number | null;
}

/** Each act, by turns. */
async function inTurn(
  { database }: Subject,
  ...acts: (() => Promise<unknown>)[]
): Promise<{ ours: Measured; theirs: Measured | undefined }> {
  const measured = acts.map(() => ({ times: [] as number[], cpu: 0 }));
  const sessions = await database.sql`
    SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`;
  let hasProc = true;
  const used = async () => {
    const spent = await Promise.all(
      sessions.map(async ({ pid }) => {
        const text = await readFile(`/proc/${String(pid)}/schedstat`, "utf8").catch(() => "");
        if (text === "") hasProc = false;
        return Number(text.split(" ")[0]) / 1e6;
      }),
    );
    return spent.reduce((sum, ms) => sum + ms, 0);
  };
  for (let call = -3; call < CALLS; call += 1) {
    for (const [at, act] of acts.entries()) {
      const before = await used();
      const startedAt = performance.now();
      await act();
      const ms = performance.now() - startedAt;
      const one = measured[at];
      if (!one || call < 0) continue;
      one.times.push(ms);
      one.cpu += (await used()) - before;
    }
  }
  const [ours, theirs] = measured.map(({ times, cpu }): Measured => ({
    p95: times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN,
    median: median(times),
    cpu: hasProc ? cpu / times.length : null,
  }));
  if (!ours) throw new Error("Nothing was measured.");
  return { ours, theirs };
}

function tell(
  name: string,
  { p95, median: half, cpu }: Measured,
  most: number | null,
  beside = "",
) {
  const isMet = most === null || p95 <= most;
  const goal =
    most === null ? "no goal" : `at most ${most.toFixed(1)}: ${isMet ? "met" : "MISSED"}`;
  const processor = cpu === null ? "" : `, database's processor ${cpu.toFixed(1)}`;
  printLine(
    `${name.padEnd(46)} ${p95.toFixed(1).padStart(7)} (median ${half.toFixed(1)}${processor})  ${goal}  ${beside}`,
  );
  if (!isMet) process.exitCode = 1;
}
