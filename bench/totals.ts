import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { type Executor, runText } from "@db/client";
import { listAllocationsOf, listHolders } from "@db/queries/allocations";
import { companyFigures } from "@db/queries/company-figures";
import { approvedByMethod, countMembers, holdingOf, referralFigures } from "@db/queries/figures";
import { countOrdersSince } from "@db/queries/order-lists";
import { migrate } from "@db/migrate";
import { startDatabase } from "@db/start";
import { createLogger } from "@server/config/logger";
import { insertManyOrders } from "@server/testing/many-orders";
import { orderHarness, type OrderHarness } from "@server/testing/order-harness";
import { median, printLine, ratioOf } from "./report";

/** Orders of the larger company; the smaller one has 5,000. Each member has ten. */
const LARGE = Number(process.env["BENCH_ORDERS"] ?? 200_000);
const SIZES = [5000, LARGE];
const READS = 40;
const READ_ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 9);
const GOAL_MS = 1;
const WRITE_ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 9);
const WRITES = 30;

interface Subject {
  id: string;
  /** The member who referred all others. */
  first: string;
}
interface Figure {
  name: string;
  read: (db: Executor, of: Subject) => Promise<unknown>;
  /** The same from the rows, as until figures were kept. */
  rows: string;
}

const FIGURES: Figure[] = [
  {
    name: "dashboard: members",
    read: (db, { id }) => countMembers(db, id),
    rows: `SELECT count(*) FILTER (WHERE status = 'ACTIVE'), count(*) FILTER (WHERE is_approved) FROM users WHERE company_id = $1 AND role = 'USER' AND deleted_at IS NULL AND $2 <> ''`,
  },
  {
    name: "dashboard: INR by method",
    read: (db, { id }) => approvedByMethod(db, id),
    rows: `SELECT payment_method, sum(coalesce(approved_amount_paise + approved_fee_paise, total_paise)) FROM orders WHERE company_id = $1 AND status = 'APPROVED' AND $2 <> '' GROUP BY 1`,
  },
  {
    name: "super admin: a company",
    read: (db, { id }) => companyFigures(db, [id]),
    rows: `SELECT (SELECT count(*) FROM users WHERE company_id = $1 AND role = 'USER' AND deleted_at IS NULL), (SELECT count(*) FROM orders WHERE company_id = $1 AND status = 'PENDING'), (SELECT min(submitted_at + interval '0') FROM orders WHERE company_id = $1 AND status = 'PENDING'), (SELECT sum(total_paise) FROM orders WHERE company_id = $1 AND status = 'APPROVED') WHERE $2 <> ''`,
  },
  {
    name: "profile: sums",
    read: (db, { id, first }) => holdingOf(db, id, first),
    rows: `SELECT sum(quantity), sum(quantity) FILTER (WHERE member_id = $2::text::uuid) FROM allocations WHERE company_id = $1`,
  },
  {
    name: "referrer: summary",
    read: (db, { id, first }) => referralFigures(db, id, first),
    rows: `SELECT count(*), count(*) FILTER (WHERE is_approved), count(*) FILTER (WHERE EXISTS (SELECT FROM orders o WHERE o.company_id = u.company_id AND o.member_id = u.id AND o.status = 'APPROVED')) FROM users u WHERE company_id = $1 AND referrer_id = $2::text::uuid AND deleted_at IS NULL`,
  },
  {
    name: "Global Stock: first page",
    read: (db, { id }) => listHolders(db, id, { limit: 20, offset: 0 }),
    rows: `SELECT member_id, sum(quantity) AS held, max(sequence) AS latest, rank() OVER (ORDER BY sum(quantity) DESC), count(*) OVER () FROM allocations WHERE company_id = $1 AND $2 <> '' GROUP BY 1 HAVING sum(quantity) > 0 ORDER BY held DESC, latest LIMIT 20`,
  },
  {
    name: "My Stock: first page",
    read: (db, { id, first }) => listAllocationsOf(db, id, first, { limit: 20, offset: 0 }),
    rows: `SELECT count(*), sum(quantity) FROM allocations WHERE company_id = $1 AND member_id = $2::text::uuid`,
  },
  {
    name: "new orders (polled)",
    read: (db, { id }) =>
      countOrdersSince(
        db,
        id,
        { status: undefined, pattern: null },
        {
          at: new Date(),
          snapshot: "1:1:",
        },
      ),
    rows: `SELECT count(*) FROM orders WHERE company_id = $1 AND status || '' IN ('PENDING', 'APPROVED', 'REJECTED', 'REVERSED') AND submitted_at + interval '0' > now() AND $2 <> ''`,
  },
];

const data = await mkdtemp(path.join(tmpdir(), "prelaunch-bench-"));
const started = await startDatabase(
  { databaseUrl: undefined, dataDir: data },
  createLogger("silent"),
);
const { db } = started.database;
try {
  await migrate(started.database);
  const harness = await orderHarness({
    database: { ...started.database, url: started.url, drop: () => Promise.resolve() },
  });
  await measureReads(harness);
  await measureWrites(harness);
} finally {
  await started.stop();
  await rm(data, { recursive: true, force: true });
}

async function measureReads(harness: OrderHarness): Promise<void> {
  const subjects: Subject[] = [];
  for (const orders of SIZES) {
    const { id } = await harness.company({ privateTokens: 1000 });
    const members = Math.max(2, Math.round(orders / 10));
    subjects.push({ id, first: await insertManyOrders(db, { companyId: id, members, each: 10 }) });
  }
  await runText(db, "VACUUM ANALYZE", []);
  const startedAt = performance.now();
  await started.database.alone("CALL keep_figures(in_parts => true)");
  const seconds = (performance.now() - startedAt) / 1000;
  printLine(`All figures of ${SIZES.join(" and ")} orders counted again: ${seconds.toFixed(1)} s`);
  await times(READS, () => runText(db, "SELECT 1", []));
  printLine(
    `p95 in ms of ${READS} reads in the quietest of ${READ_ROUNDS} rounds, goal ${GOAL_MS}; an empty statement in turn with them; the same figures from the rows`,
  );
  printLine(`${"".padEnd(26)}${SIZES.map((size) => `${size} orders`.padStart(30)).join("")}`);
  for (const { name, read, rows } of FIGURES) {
    const cells = [];
    let isMet = true;
    for (const subject of subjects) {
      const kept = await times(READS, () => read(db, subject));
      const counted = await times(1, () => runText(db, rows, [subject.id, subject.first]));
      isMet &&= kept.own <= GOAL_MS;
      const cell = [kept.own, kept.empty, counted.own].map((ms) => ms.toFixed(2).padStart(9));
      cells.push(cell.join("").padStart(30));
    }
    printLine(`${name.padEnd(26)}${cells.join("")}  ${isMet ? "met" : "MISSED"}`);
    if (!isMet) process.exitCode = 1;
  }
}

interface Times {
  own: number;
  empty: number;
}

/** The p95 of reads in ms, and of an empty statement in turn with them, in the quietest round. */
async function times(reads: number, read: () => Promise<unknown>): Promise<Times> {
  const rounds: Times[] = [];
  for (let round = 0; round < READ_ROUNDS; round += 1) {
    const own: number[] = [];
    const empty: number[] = [];
    for (let n = 0; n < reads; n += 1) {
      const startedAt = performance.now();
      await read();
      const middle = performance.now();
      await runText(db, "SELECT 1", []);
      own.push(middle - startedAt);
      empty.push(performance.now() - middle);
    }
    rounds.push({ own: p95(own), empty: p95(empty) });
  }
  return rounds.toSorted((a, b) => a.own - b.own)[0] ?? { own: Number.NaN, empty: Number.NaN };
}

function p95(series: number[]): number {
  const at = Math.ceil(series.length * 0.95) - 1;
  return series.toSorted((a, b) => a - b)[at] ?? Number.NaN;
}

/** What keeping the figures costs: the same sale with the triggers and without, in turn. */
async function measureWrites(harness: OrderHarness): Promise<void> {
  const company = await harness.company({ privateTokens: 10_000_000, maxPendingOrders: 1000 });
  const referrer = await company.member();
  const buyer = await company.member({ referrerId: referrer.id });
  const api = await company.as(buyer, { transport: "rest" });
  const desk = await company.as(company.admin);
  const triggers = await runText(
    db,
    "SELECT tgrelid::regclass::text AS of, tgname AS name FROM pg_trigger WHERE tgname LIKE '%figures%' OR tgname LIKE '%holdings'",
    [],
  );
  const rates: Record<string, number[]> = {};
  for (let round = 0; round < WRITE_ROUNDS * 2 + 2; round += 1) {
    const how = round % 2 === 0 ? "ENABLE" : "DISABLE";
    for (const { of, name } of triggers) {
      await runText(db, `ALTER TABLE ${String(of)} ${how} TRIGGER ${String(name)}`, []);
    }
    const paid: string[] = [];
    const pay = await perSecond(async () => {
      paid.push((await api.orders.submit({ paymentMethod: "MANUAL", amount: "100" })).id);
    });
    const approve = await perSecond(async () => {
      await desk.orders.approve({ orderId: paid.pop() ?? "" });
    });
    // The first of each warm up.
    if (round < 2) continue;
    (rates[`${how} pay`] ??= []).push(pay);
    (rates[`${how} approve`] ??= []).push(approve);
  }
  for (const act of ["pay", "approve"]) {
    const [kept = [], bare = []] = [rates[`ENABLE ${act}`], rates[`DISABLE ${act}`]];
    printLine(
      `${act.padEnd(8)} per second, one after the other: ${median(kept).toFixed(0)} with kept figures, ${ratioOf(kept, bare)} as many as without`,
    );
  }
}

async function perSecond(act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  for (let n = 0; n < WRITES; n += 1) await act();
  return (WRITES / (performance.now() - startedAt)) * 1000;
}
