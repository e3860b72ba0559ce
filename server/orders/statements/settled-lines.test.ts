import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runText, violatedCheck, violatedReference } from "@db/client";
import { LINE_SORTS, type LineSort } from "@db/vocabulary";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
} from "@server/testing/order-harness";

/** Three pages of 50. */
const LINES = 120;

let harness: OrderHarness;
let company: CompanyFixture;

const run = (text: string, values: unknown[] = []) => runText(harness.database.db, text, values);

/** Entries from `first` on that were set aside, with equal days, sums and times among them. */
async function fill(of: CompanyFixture, first: number, last: number): Promise<void> {
  await run(
    `WITH lines AS (
       INSERT INTO statement_lines (company_id, id, account_id, line_key, occurrence, booked_on, amount_paise, side, narration, reference)
       SELECT $1::uuid, gen_random_uuid(), $1::uuid, 'line ' || n, 1, date '2026-01-01' + n % 7, 100 + n % 11, 'CREDIT',
              'NEFT CR ' || n || ' RENT', 'REF' || lpad(n::text, 6, '0')
         FROM generate_series($3::int, $4::int) AS n
       RETURNING *),
     paid AS (
       INSERT INTO payments (company_id, id, status, method, amount_paise, settled_note, settled_by, settled_at)
       SELECT company_id, id, 'PUT_AWAY', 'BANK', amount_paise, 'rent', $2::uuid, now() FROM lines
       RETURNING *)
     INSERT INTO payment_evidence (company_id, id, payment_id, payment_status, source, line_id, booked_on, amount_paise, by, decided_at, decided_by)
     SELECT company_id, id, id, 'PUT_AWAY', 'BANK', id, booked_on, amount_paise, $2::uuid,
            timestamptz '2026-02-01' + substring(line_key from 6)::int % 13 * interval '1 day', $2::uuid
       FROM lines`,
    [of.id, of.admin.id, first, last],
  );
  // An import analyzes the tables too (`analyzeAfter`).
  await run("ANALYZE statement_lines, payments, payment_evidence");
}

const listed = async (asked: object) => {
  const api = await company.as(company.admin);
  return api.statements.lines({ status: "SET_ASIDE", ...asked });
};

beforeAll(async () => {
  harness = await orderHarness();
  company = await harness.company();
  await fill(company, 1, LINES);
  await fill(await harness.company(), 1, 3);
});
afterAll(() => harness.close());

type Listed = Awaited<ReturnType<typeof listed>>["lines"][number];

const VALUES: Readonly<Record<LineSort, (line: Listed) => number>> = {
  booked: (line) => Date.parse(line.bookedOn),
  amount: (line) => line.amountPaise,
  settled: (line) => Date.parse(line.settled?.at ?? ""),
  // These are set aside without an order, all by one admin.
  order: () => 0,
  settledBy: () => 0,
};

describe("settled entries of statements", () => {
  test.each(LINE_SORTS.flatMap((sort) => [true, false].map((down) => [sort, down] as const)))(
    "settled entries are listed once each by %s, descending: %s",
    async (sort, isDescending) => {
      const pages = [];
      for (const page of [1, 2, 3, 4, 5]) pages.push(await listed({ sort, isDescending, page }));
      expect(pages.map(({ lines, total, lastPage }) => [lines.length, total, lastPage])).toEqual([
        [25, LINES, 5],
        [25, LINES, 5],
        [25, LINES, 5],
        [25, LINES, 5],
        [20, LINES, 5],
      ]);
      const lines = pages.flatMap((page) => page.lines);
      expect(new Set(lines.map(({ id }) => id)).size).toBe(LINES);
      const way = isDescending ? -1 : 1;
      const key = (line: Listed) => [VALUES[sort](line), line.id] as const;
      const sorted = lines.toSorted((a, b) => {
        const [[x, i], [y, j]] = [key(a), key(b)];
        return way * (x - y || (i < j ? -1 : 1));
      });
      expect(lines.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
    },
  );

  test.each([
    ["rent", LINES],
    ["cr 17 r", 1],
    ["REF000017", 1],
    ["₹1.05", 11],
    ["03/01/2026", 17],
    ["nobody", 0],
  ])("settled entries are found by %s", async (search, found) => {
    const { total, lines } = await listed({ search });
    expect(total).toBe(found);
    expect(lines).toHaveLength(Math.min(25, found));
  });

  test("an entry shows the time by which the list is sorted, and none without a decision", async () => {
    const [first] = (await listed({ isDescending: true })).lines;
    const [last] = (await listed({ isDescending: false })).lines;
    expect(first?.settled?.at).toBe("2026-02-13T00:00:00.000Z");
    await run("UPDATE payment_evidence SET decided_at = NULL WHERE line_id = $1", [last?.id]);
    expect((await listed({ search: last?.reference })).lines[0]?.settled?.at).toBeNull();
  });

  test("settled entries are listed to their last page where a later one is asked for", async () => {
    expect(await listed({ page: 9 })).toMatchObject({ page: 5, lines: { length: 20 } });
  });

  test(
    "more than 10,000 settled entries are sorted by date for a column without an index, and the list says so",
    { tags: ["full"] },
    async () => {
      await fill(company, LINES + 1, 10_001);
      const { isSorted, lines } = await listed({ sort: "settledBy", isDescending: true });
      expect(isSorted).toBe(false);
      expect(new Set(lines.map(({ bookedOn }) => bookedOn))).toEqual(new Set(["2026-01-07"]));
      expect((await listed({ sort: "amount" })).isSorted).toBe(true);
      expect((await listed({ sort: "settledBy", search: "REF000017" })).isSorted).toBe(true);
    },
  );
});

describe("evidence", () => {
  let other: CompanyFixture;
  beforeAll(async () => {
    other = await harness.company();
    await fill(other, 1, 3);
  });
  const statuses = async () =>
    (
      await run("SELECT payment_status FROM payment_evidence WHERE company_id = $1", [other.id])
    ).map((row) => row["payment_status"]);

  test("evidence gets the status of its payment by itself", async () => {
    expect(await statuses()).toEqual(["PUT_AWAY", "PUT_AWAY", "PUT_AWAY"]);
    await run("UPDATE payments SET status = 'UNALLOCATED' WHERE company_id = $1", [other.id]);
    expect(await statuses()).toEqual(["UNALLOCATED", "UNALLOCATED", "UNALLOCATED"]);
  });

  test.each([
    ["payment_status = 'CONFIRMED'", "payment_evidence_payment"],
    ["booked_on = booked_on + 1", "payment_evidence_line"],
    ["booked_on = NULL", "payment_evidence_line_of_bank"],
  ])("evidence cannot contradict its payment and entry: %s", async (change, constraint) => {
    const refused = await run(`UPDATE payment_evidence SET ${change} WHERE company_id = $1`, [
      other.id,
    ]).catch((error: unknown) => error);
    expect(violatedReference(refused) ?? violatedCheck(refused)).toBe(constraint);
  });
});
