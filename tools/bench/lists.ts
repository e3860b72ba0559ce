/**
 * Measures lists, dashboards and acts in one company with a million orders and 200,000 members, by
 * procedures and queries, with the database on the same machine.
 */
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { newId } from "@db/ids";
import { listActivity } from "@server/office/queries/activity";
import { pageOfEntries } from "@server/payments/queries/entry-list";
import { listMembers } from "@server/access/queries/members";
import { pageOfUnallocatedPayments } from "@server/payments/queries/payment-lists";
import { listOrdersOfPlatform, sortOrdersOfCompany } from "@server/orders/queries/order-lists";
import type { LineSort, OrderSort, SubmittedStatus } from "@db/vocabulary";
import { createFigures } from "@server/platform/running/figures";
import { containsPattern } from "@server/platform/rules/like";
import { HARNESS_SECRET, submittedPayment } from "@server/testing/order-harness";
import { startProduct } from "@server/testing/start-product";
import { openSubjects, type Subject } from "@tools/bench/harness/large-company";
import { processorMs } from "@tools/bench/harness/processor-time";
import { median, medianRatio, printLine } from "@tools/bench/harness/report";

const ORDERS = Number(process.env["BENCH_ORDERS"] ?? 1_000_000);
const SEED = Number(process.env["BENCH_SEED"] ?? 7);
/** Number of calls of each reading; acts are called as often in each of the two companies. */
const CALLS = Number(process.env["BENCH_ROUNDS"] ?? 15);
/** The parts of the bench; BENCH_PARTS selects some. */
const PARTS = (process.env["BENCH_PARTS"] ?? "pages,searches,dashboards,acts,campaign,start").split(
  ",",
);
/**
 * Medians in milliseconds, `start` of processor time; acts as a multiple of the same act in an empty
 * company, `campaign` of the same act outside of one.
 */
const GOALS = {
  edge: 150,
  other: 500,
  cached: 20,
  anew: 500,
  acts: 1.2,
  campaign: 1.1,
  start: 2500,
};
const LIMIT = 25;
const PORT = 3298;

interface Counted {
  total: number;
}
type Read = (of: Subject, offset: number) => Promise<Counted>;

function ofOrders(status?: SubmittedStatus, search = "", by: OrderSort = "date"): Read {
  const filter = { status, pattern: containsPattern(search), limit: LIMIT };
  const sorting = { by, isDescending: true };
  return ({ db, companyId }, offset) =>
    sortOrdersOfCompany(db, companyId, { ...filter, offset }, sorting, false);
}

function ofPlatform(search = ""): Read {
  const filter = { companyId: undefined, status: undefined, limit: LIMIT };
  const pattern = containsPattern(search);
  return ({ db }, offset) => listOrdersOfPlatform(db, { ...filter, pattern, offset });
}

function ofMembers(search = ""): Read {
  const pattern = containsPattern(search) ?? undefined;
  return ({ db, companyId }, offset) =>
    listMembers(db, companyId, { pattern }, { limit: LIMIT, offset });
}

function ofActivity(): Read {
  const none = { pattern: null, named: [], roles: null, action: null, from: null, before: null };
  return ({ db, companyId }, offset) =>
    listActivity(db, companyId, { ...none, limit: LIMIT, offset });
}

function ofEntries(search = "", by: LineSort = "settled"): Read {
  const filter = { status: "MATCHED" as const, pattern: containsPattern(search) };
  return ({ db, companyId }, offset) =>
    pageOfEntries(db, companyId, filter, { by, isDescending: true }, { limit: LIMIT, offset });
}

function ofUnallocatedPayments(): Read {
  const oldest = { by: "since", isDescending: false } as const;
  return ({ db, companyId }, offset) =>
    pageOfUnallocatedPayments(db, companyId, { pattern: null }, oldest, { limit: LIMIT, offset });
}

async function pages(): Promise<void> {
  const lists: [string, Read][] = [
    ["orders", ofOrders()],
    ["orders by amount", ofOrders(undefined, "", "total")],
    ["orders by decision", ofOrders(undefined, "", "decided")],
    ["orders by name, so by date", ofOrders(undefined, "", "name")],
    ["pending orders", ofOrders("PENDING")],
    ["approved orders", ofOrders("APPROVED")],
    ["approved orders by amount", ofOrders("APPROVED", "", "total")],
    ["approved orders by decision", ofOrders("APPROVED", "", "decided")],
    ["orders of all companies", ofPlatform()],
    ["members", ofMembers()],
    ["activity", ofActivity()],
    ["entries of statements", ofEntries()],
    ["entries by day", ofEntries("", "booked")],
    ["entries by amount", ofEntries("", "amount")],
    ["unallocated payments", ofUnallocatedPayments()],
  ];
  for (const [name, read] of lists) {
    const { total } = await read(large, 0);
    const end = Math.max(0, Math.floor((total - 1) / LIMIT) * LIMIT);
    const edges = { first: 0, next: LIMIT, last: end };
    for (const [edge, at] of Object.entries(edges)) {
      tell(`${name}, ${edge}`, await timesOf(() => read(large, at)), GOALS.edge);
    }
    const pick = () => Math.floor((Math.random() * end) / LIMIT) * LIMIT;
    tell(`${name}, other`, await timesOf(() => read(large, pick())), GOALS.other, `${total} rows`);
  }
}

/** Measures the first page of a search, by texts that few rows have and by texts that many have. */
async function searches(): Promise<void> {
  const { known } = large;
  const texts = ["number", "reference", "mobile", "code", "name", "email"].map(
    (field) => known[field] ?? "",
  );
  const lists: [string, (text: string) => Read][] = [
    ["orders", (text) => ofOrders(undefined, text)],
    ["pending orders", (text) => ofOrders("PENDING", text)],
    ["orders of all companies", ofPlatform],
    ["members", ofMembers],
    ["entries", ofEntries],
  ];
  for (const [name, of] of lists) {
    for (const text of [...texts, "nobody of that name", "asha", "सुरेश", "PUR-", "+919"]) {
      const { total } = await of(text)(large, 0);
      const times = await timesOf(() => of(text)(large, 0));
      tell(`${name}: ${text}`, times, GOALS.edge, `${total} found`);
    }
  }
}

async function dashboards(): Promise<void> {
  const reads: [
    string,
    (subject: Subject, figures: ReturnType<typeof createFigures>) => Promise<unknown>,
  ][] = [
    [
      "admin's",
      async (subject, figures) => {
        const api = await subject.as(subject.admin, figures);
        return Promise.all([
          api.dashboard.admin(),
          api.dashboard.history({ period: "days" }),
          api.dashboard.history({ period: "months" }),
        ]);
      },
    ],
    [
      "admin's work",
      async (subject, figures) => (await subject.as(subject.admin, figures)).dashboard.work(),
    ],
    [
      "member's",
      async (subject, figures) => {
        const api = await subject.as(subject.nextBuyer(), figures);
        return Promise.all([api.stock.overview(), api.stock.global({ page: 1, limit: 10 })]);
      },
    ],
    [
      "super admin's",
      async (subject, figures) =>
        (await subject.asSuperAdmin(figures)).companies.overview({ page: 1, limit: 10 }),
    ],
  ];
  for (const [name, read] of reads) {
    tell(`dashboard: ${name}, anew`, await timesOf(() => read(large, createFigures())), GOALS.anew);
    const kept = createFigures();
    tell(`dashboard: ${name}, cached`, await timesOf(() => read(large, kept)), GOALS.cached);
  }
}

/** Measures purchases and approvals in the two companies, in turn. */
async function acts(): Promise<void> {
  const times = { purchase: [[], []], approval: [[], []] } as Record<string, [number[], number[]]>;
  for (let call = -3; call < 2 * CALLS; call += 1) {
    for (const [at, subject] of [large, empty].entries()) {
      const { purchase, approval } = await timesOfActs(subject);
      if (call < 0) continue;
      times["purchase"]?.[at]?.push(purchase);
      times["approval"]?.[at]?.push(approval);
    }
  }
  for (const [name, [inLarge, inEmpty]] of Object.entries(times)) {
    const ratio = medianRatio(inLarge, inEmpty);
    const isMet = ratio <= GOALS.acts;
    printLine(
      `${name.padEnd(50)} ${median(inLarge).toFixed(1).padStart(8)}  ${median(inEmpty).toFixed(1)} in an empty company, ${ratio.toFixed(2)} times, at most ${GOALS.acts}: ${isMet ? "met" : "MISSED"}`,
    );
    if (!isMet) process.exitCode = 1;
  }
}

async function timesOfActs(subject: Subject): Promise<{ purchase: number; approval: number }> {
  const startedAt = performance.now();
  const { transaction } = await submittedPayment(subject, subject.nextBuyer());
  const purchase = performance.now() - startedAt;
  const api = await subject.as(subject.admin);
  const askedAt = performance.now();
  await api.orders.approve({ orderId: transaction.id });
  return { purchase, approval: performance.now() - askedAt };
}

/** Measures approvals of orders of a campaign that half of all orders are of, and of orders of none, in turn. */
async function campaign(): Promise<void> {
  const { database, companyId } = large;
  const id = newId();
  await database.sql`DELETE FROM campaigns WHERE company_id = ${companyId} AND ends_at > now()`;
  await database.sql`
    INSERT INTO campaigns (company_id, id, name, starts_at, ends_at, reward_bps, bonus_bps, cap_total, who_refers)
    VALUES (${companyId}, ${id}, 'Bench', now(), now(), 1000, 500, 1000000000, 'ALL')`;
  // Longer than a statement of the product may take.
  await database.alone(`
    UPDATE orders SET campaign_id = '${id}' WHERE company_id = '${companyId}' AND campaign_id IS NULL
       AND id IN (SELECT id FROM orders WHERE company_id = '${companyId}' ORDER BY id LIMIT ${ORDERS / 2})`);
  await database.alone("VACUUM ANALYZE orders");
  const [within, outside]: [number[], number[]] = [[], []];
  for (let call = -3; call < 2 * CALLS; call += 1) {
    for (const [times, until] of [
      [within, "1 day"],
      [outside, "0"],
    ] as const) {
      await database.sql`
        UPDATE campaigns SET ends_at = starts_at + ${until}::interval WHERE company_id = ${companyId} AND id = ${id}`;
      const { approval } = await timesOfActs(large);
      if (call >= 0) times.push(approval);
    }
  }
  const ratio = medianRatio(within, outside);
  const isMet = ratio <= GOALS.campaign;
  printLine(
    `approval in a campaign of half of the orders ${median(within).toFixed(1)}, outside ${median(outside).toFixed(1)}: ${ratio.toFixed(2)} times, at most ${GOALS.campaign}: ${isMet ? "met" : "MISSED"}`,
  );
  if (!isMet) process.exitCode = 1;
}

/** Measures the processor time of an instance until it is ready, on the large company's database. */
async function start(): Promise<void> {
  const times: number[] = [];
  for (let call = 0; call < 3; call += 1) {
    const product = await startProduct(PORT, {
      NODE_ENV: "production",
      APP_SECRET: HARNESS_SECRET,
      SEALING_KEY: Buffer.alloc(32, "a key of a bench").toString("base64"),
      SMTP_URL: "smtp://127.0.0.1:1",
      DATABASE_URL: large.url,
      DATA_DIR: await mkdtemp(path.join(tmpdir(), "prelaunch-bench-")),
    });
    times.push(processorMs([product.pid]));
    await product.stop();
  }
  tell("processor time of a start", { times, cpu: null }, GOALS.start);
}

interface Measured {
  times: number[];
  /** Milliseconds of processor time of the database's sessions, on average; null without /proc. */
  cpu: number | null;
}

async function timesOf(act: () => Promise<unknown>): Promise<Measured> {
  const sessions = await large.database.sql`
    SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`;
  const used = async () => {
    const spent = await Promise.all(
      sessions.map(async ({ pid }) => {
        const text = await readFile(`/proc/${String(pid)}/schedstat`, "utf8").catch(() => "");
        return text === "" ? Number.NaN : Number(text.split(" ")[0]) / 1e6;
      }),
    );
    return spent.reduce((sum, ms) => sum + ms, 0);
  };
  const times: number[] = [];
  await act();
  const before = await used();
  for (let call = 0; call < CALLS; call += 1) {
    const startedAt = performance.now();
    await act();
    times.push(performance.now() - startedAt);
  }
  const cpu = ((await used()) - before) / CALLS;
  return { times, cpu: Number.isNaN(cpu) ? null : cpu };
}

function tell(name: string, { times, cpu }: Measured, most: number, beside = ""): void {
  const half = median(times);
  const isMet = half <= most;
  const p95 = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
  const processor = cpu === null ? "" : `, database's processor ${cpu.toFixed(1)}`;
  printLine(
    `${name.padEnd(50)} ${half.toFixed(1).padStart(8)}  at most ${most}: ${isMet ? "met" : "MISSED"}  (95th ${p95.toFixed(1)}${processor}) ${beside}`,
  );
  if (!isMet) process.exitCode = 1;
}

// BENCH_DATA names a folder that keeps the data for the next run.
const { large, empty, close } = await openSubjects(
  { orders: ORDERS, seed: SEED },
  process.env["BENCH_DATA"],
);
try {
  printLine(`Medians of ${CALLS} calls, in milliseconds`);
  if (PARTS.includes("pages")) await pages();
  if (PARTS.includes("searches")) await searches();
  if (PARTS.includes("dashboards")) await dashboards();
  if (PARTS.includes("acts")) await acts();
  if (PARTS.includes("campaign")) await campaign();
  if (PARTS.includes("start")) await start();
} finally {
  await close();
}
