import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase, type Database, runText } from "@db/client";
import { countWaiting, findAdminFrame, sumWaiting } from "@server/office/queries/admin-work";
import { pageOfEntries } from "@server/payments/queries/entry-list";
import { dashboardFigures } from "@server/platform/queries/figures";
import { listNotices } from "@server/messages/queries/notices";
import {
  countUnallocatedPayments,
  type UnallocatedPaymentFilter,
  pageOfUnallocatedPayments,
} from "@server/payments/queries/payment-lists";
import { countOrdersOfCompany, sortOrdersOfCompany } from "@server/orders/queries/order-lists";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import { PAYMENT_SORTS } from "@db/vocabulary";
import { containsPattern } from "@server/platform/rules/like";
import { fillLarge } from "@server/testing/large-data";

const ORDERS = 12_500;
const ENDS_AT = "2026-11-01T00:00:00Z";
/** Counts the open rows of each kind. */
const OPEN = 150;

let database: TestDatabase;
let one: Database;
let companyId: string;
let memberId: string;
let adminId: string;
let pending: number;
let members: number;

const run = (text: string, values: unknown[] = []) => runText(database.db, text, values);
const idOf = async (text: string) => String((await run(text))[0]?.["id"]);

beforeAll(async () => {
  database = await testDatabase({ max: 4 });
  const filled = await fillLarge(database.db, {
    orders: ORDERS,
    companies: 1,
    seed: 11,
    endsAt: new Date(ENDS_AT),
  });
  companyId = filled.companyIds[0] ?? "";
  // The payments of all approved orders, of which every so many has a rest; late ones are unallocated.
  await run(`
    INSERT INTO payments (company_id, id, member_id, order_id, status, method, reference, amount_paise, reported_paise,
      received_paise, applied_paise, received_at, created_at)
    SELECT company_id, id, member_id, id, 'CONFIRMED', payment_method, reference, total_paise, total_paise, total_paise,
           total_paise - CASE WHEN row_number() OVER (ORDER BY id) <= ${OPEN} THEN 100 ELSE 0 END, decided_at, submitted_at
      FROM orders WHERE status = 'APPROVED'`);
  await run(`
    INSERT INTO payments (company_id, id, member_id, order_id, status, method, reference, amount_paise, unapplied_because, created_at)
    SELECT company_id, id, member_id, id, 'UNALLOCATED', 'BANK', 'LATE' || order_number, total_paise, 'SUPPLY_GONE_AFTER_PAYMENT', created_at
      FROM orders WHERE status = 'EXPIRED' ORDER BY id LIMIT ${OPEN}`);
  // A year of a bank's entries, of which some have no order yet.
  await run(`
    WITH lines AS (
      INSERT INTO statement_lines (company_id, id, account_id, line_key, occurrence, booked_on, amount_paise, side, narration)
      SELECT '${companyId}', gen_random_uuid(), '${companyId}', 'line ' || n, 1, date '2026-01-01' + (n % 300), 100 + n, 'CREDIT', 'NEFT'
        FROM generate_series(1, 12000) AS n RETURNING *
    ), entries AS (
      INSERT INTO payments (company_id, id, status, method, amount_paise, settled_note)
      SELECT company_id, id, CASE WHEN amount_paise <= ${100 + OPEN} THEN 'UNALLOCATED' ELSE 'PUT_AWAY' END, 'BANK', amount_paise,
             CASE WHEN amount_paise > ${100 + OPEN} THEN 'rent' END FROM lines RETURNING *
    )
    INSERT INTO payment_evidence (company_id, id, payment_id, payment_status, source, line_id, booked_on, amount_paise, decided_at)
    SELECT l.company_id, l.id, l.id, p.status, 'BANK', l.id, l.booked_on, l.amount_paise,
           CASE WHEN l.amount_paise > ${100 + OPEN} THEN now() END
      FROM lines l JOIN entries p ON p.id = l.id`);
  memberId = await idOf(
    "SELECT member_id AS id FROM orders WHERE status = 'APPROVED' GROUP BY 1 ORDER BY count(*) DESC LIMIT 1",
  );
  adminId = await idOf("SELECT id FROM users WHERE role = 'ADMIN'");
  pending = Number(
    (await run("SELECT count(*)::int AS n FROM orders WHERE status = 'PENDING'"))[0]?.["n"],
  );
  members = Number((await run("SELECT count(*)::int AS n FROM users"))[0]?.["n"]);
  // On a table of this size reading it whole is cheap: what counts here is the number of rows.
  const [name] = await run("SELECT quote_ident(current_database()) AS name");
  await run(`ALTER DATABASE ${String(name?.["name"])} SET cpu_tuple_cost = 1`);
  await run("VACUUM ANALYZE");
  // One connection, which tells of its own reads when it is asked.
  one = createDatabase({ url: database.url, max: 1 });
}, 120_000);
afterAll(async () => {
  await one.close();
  await database.drop();
});

/** The tables that `read` reads whole, and how many entries it reads of each index. */
async function reads(read: (db: Database["db"]) => Promise<unknown>) {
  const counted = async () => {
    await one.sql`SELECT pg_stat_force_next_flush()`;
    const rows = await one.sql`
      SELECT relname AS name, seq_tup_read::int AS rows, true AS is_whole FROM pg_stat_user_tables
       UNION ALL
      SELECT indexrelname, idx_tup_read::int, false FROM pg_stat_user_indexes`;
    return new Map(
      rows.map(({ name, rows: read, is_whole: isWhole }) => [
        `${isWhole ? "all of " : ""}${String(name)}`,
        Number(read),
      ]),
    );
  };
  const before = await counted();
  await read(one.db);
  const after = await counted();
  const more = [...after]
    .map(([name, rows]) => [name, rows - (before.get(name) ?? 0)] as const)
    .filter(([, rows]) => rows > 0);
  return {
    whole: more
      .filter(([name, rows]) => name.startsWith("all of ") && rows > 500)
      .map(([name]) => name),
    most: Math.max(0, ...more.map(([, rows]) => rows)),
    indexes: more.map(([name]) => name),
  };
}

describe("in a company of 12,500 orders", () => {
  test("the fixture has as many payments as orders, of which few are open", async () => {
    expect(pending).toBeGreaterThan(900);
    expect(await countUnallocatedPayments(database.db, companyId)).toBe(2 * OPEN);
  });

  test("the measurement notices a read of the whole table", async () => {
    const { whole } = await reads(
      () => one.sql`SELECT sum(amount_paise), max(flags::text) FROM orders`,
    );
    expect(whole).toEqual(["all of orders"]);
  });

  test("the dashboard's tiles read what waits, not the past", async () => {
    const { whole, most } = await reads((db) => countWaiting(db, companyId));
    expect(whole).toEqual([]);
    expect((await reads((db) => sumWaiting(db, companyId))).whole).toEqual([]);
    // Payments of orders that wait, unallocated ones, and open entries: these once more, as undecided evidence.
    expect(most).toBeLessThanOrEqual(pending + 3 * OPEN);
  });

  test("the menu's number and the count of unallocated payments read nothing of the past", async () => {
    const { whole, most } = await reads(async (db) => {
      await findAdminFrame(db, companyId, adminId);
      await countUnallocatedPayments(db, companyId);
    });
    expect(whole).toEqual([]);
    expect(most).toBeLessThanOrEqual(pending);
  });

  test("all numbers of the dashboard read each decision and each member once", async () => {
    const { whole, most, indexes } = await reads((db) => dashboardFigures(db, companyId));
    // All members are counted: their table may be read.
    expect(whole).not.toContain("all of orders");
    expect(indexes).toContain("orders_decisions");
    const [approved] = await run("SELECT count(*)::int AS n FROM orders WHERE status = 'APPROVED'");
    expect(most).toBeLessThanOrEqual(Number(approved?.["n"]));
  });

  test.each([
    ["settled", "payment_evidence_decided"],
    ["booked", "payment_evidence_booked"],
    ["amount", "payment_evidence_amounts"],
  ] as const)(
    "settled entries by %s are read by one index, without their payments and lines",
    async (by, index) => {
      const filter = { status: "SET_ASIDE", pattern: null } as const;
      const { whole, most, indexes } = await reads((db) =>
        pageOfEntries(
          db,
          companyId,
          filter,
          { by, isDescending: true },
          { limit: 50, offset: 5_000 },
        ),
      );
      // Nearly all evidence is in the list: counting it may read the table.
      expect(whole).not.toContain("all of payments");
      expect(whole).not.toContain("all of statement_lines");
      expect(indexes).toContain(index);
      // All are counted; then the page, from the nearer end.
      expect(most).toBeLessThanOrEqual(12_000 + 6_000);
    },
  );

  test("the bell reads its member's rows alone", async () => {
    const { whole, most, indexes } = await reads((db) =>
      listNotices(db, companyId, memberId, { before: null, limit: 50 }),
    );
    expect(whole).toEqual([]);
    expect(indexes).toEqual(expect.arrayContaining(["orders_of_member"]));
    expect(most).toBeLessThan(500);
  });

  test.each([
    ["date", "PENDING", false],
    ["total", "PENDING", true],
    ["date", "APPROVED", true],
    ["decided", "APPROVED", true],
    ["total", "APPROVED", false],
  ] as const)(
    "the list of orders by %s of %s orders is counted and read by its index",
    async (by, status, isDescending) => {
      const page = { status, pattern: null, limit: 100, offset: 0 };
      const total = await countOrdersOfCompany(database.db, companyId, page);
      const { whole, most } = await reads((db) =>
        sortOrdersOfCompany(db, companyId, page, { by, isDescending }, false),
      );
      expect(whole).toEqual([]);
      // Counted and added up; then the page, what is shown of it, and the open entries of statements.
      expect(most).toBeLessThan(2 * total + 700);
    },
  );

  const payments = (
    filter: Partial<UnallocatedPaymentFilter>,
    by: (typeof PAYMENT_SORTS)[number] = "since",
  ) =>
    reads((db) =>
      pageOfUnallocatedPayments(
        db,
        companyId,
        { pattern: null, ...filter },
        { by, isDescending: true },
        { limit: 25, offset: 25 },
      ),
    );

  /** Read for the count and for the page: the unallocated payments, and their members by key or all in order. */
  const mostOfOpen = () => Math.max(4 * OPEN, 2 * members);

  test.each(PAYMENT_SORTS)(
    "unallocated payments by %s read the unallocated ones alone",
    async (by) => {
      const { whole, most, indexes } = await payments({}, by);
      expect(whole).toEqual([]);
      expect(indexes).toEqual(expect.arrayContaining(["payments_unconfirmed", "payments_left"]));
      expect(most).toBeLessThanOrEqual(mostOfOpen());
    },
  );

  test.each(["asha", "PUR-73", "LATEPUR", "person7@", "1,00,000", "2026-10-02"])(
    "a search for %s reads the unallocated payments alone",
    async (text) => {
      const { whole, most } = await payments({ pattern: containsPattern(text) });
      expect(whole).toEqual([]);
      expect(most).toBeLessThanOrEqual(mostOfOpen());
    },
  );
});
