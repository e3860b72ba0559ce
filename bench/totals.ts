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
import { orderHarness } from "@server/testing/order-harness";
import { printLine } from "./report";

/** Orders of the larger company; the smaller one has 5,000. Each member has ten. */
const LARGE = Number(process.env["BENCH_ORDERS"] ?? 200_000);
const SIZES = [5000, LARGE];
const READS = Number(process.env["BENCH_READS"] ?? 200);
/** Reads of the baseline: each reads the whole company. */
const BASELINE_READS = 7;
const GOAL_MS = 1;

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
try {
  await migrate(started.database);
  const { db } = started.database;
  const harness = await orderHarness({
    database: { ...started.database, url: started.url, drop: () => Promise.resolve() },
  });
  const subjects: Subject[] = [];
  for (const orders of SIZES) {
    const { id } = await harness.company({ privateTokens: 1000 });
    const members = Math.max(2, Math.round(orders / 10));
    subjects.push({ id, first: await insertManyOrders(db, { companyId: id, members, each: 10 }) });
  }
  await runText(db, "VACUUM ANALYZE", []);
  printLine(
    `p95 in ms of ${READS} reads, and of ${BASELINE_READS} from the rows; goal ${GOAL_MS} ms; an empty statement: ${(await p95(READS, () => runText(db, "SELECT 1", []))).toFixed(2)}`,
  );
  printLine(`${"".padEnd(26)}${SIZES.map((size) => `${size} orders`.padStart(22)).join("")}`);
  for (const { name, read, rows } of FIGURES) {
    const cells = [];
    for (const subject of subjects) {
      const kept = await p95(READS, () => read(db, subject));
      const counted = await p95(BASELINE_READS, () =>
        runText(db, rows, [subject.id, subject.first]),
      );
      cells.push(`${kept.toFixed(2)} (${counted.toFixed(1)})`.padStart(22));
    }
    printLine(`${name.padEnd(26)}${cells.join("")}`);
  }
} finally {
  await started.stop();
  await rm(data, { recursive: true, force: true });
}

/** The 95th percentile, in milliseconds, after some reads that do not count. */
async function p95(reads: number, read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < reads + 3; n += 1) {
    const startedAt = performance.now();
    await read();
    if (n >= 3) times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[Math.ceil(reads * 0.95) - 1] ?? Number.NaN;
}
