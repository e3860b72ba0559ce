import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase, type Database, runText } from "@db/client";
import { listMembers } from "@server/access/queries/members";
import {
  listOrdersOfCompany,
  listOrdersOfPlatform,
  sortOrdersOfCompany,
} from "@server/orders/queries/order-lists";
import { listUnpaid } from "@server/payments";
import { MOST_SORTED } from "@server/platform/queries/list";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import {
  COMPANY_ROLES,
  MEMBER_STATUSES,
  ORDER_SORTS,
  PAYMENT_METHODS,
  SUBMITTED_STATUSES,
} from "@db/vocabulary";
import { formatDate } from "@server/platform/rules/dates/dates";
import { formatRupees } from "@server/platform/rules/money/format";
import { containsPattern } from "@server/platform/rules/like";
import { digitsCell, mobileCell, momentCell, rupeesCell } from "@server/platform/rules/cells";
import { checkLarge, fillLarge } from "@server/testing/large-data";
import { rounds } from "@server/testing/rounds";

const ORDERS = 12_000;
const COMPANIES = 2;

let database: TestDatabase;
let companyId: string;
let companyIds: string[];
beforeAll(async () => {
  database = await testDatabase({ max: 4 });
  const filled = await fillLarge(database.db, {
    orders: ORDERS,
    companies: COMPANIES,
    seed: 7,
    endsAt: new Date("2026-11-01T00:00:00Z"),
  });
  companyIds = filled.companyIds;
  companyId = companyIds[0] ?? "";
  // Texts that a pattern, a language or a case could get wrong.
  const names = [
    "100% Real",
    "under_score",
    "back\\slash",
    "सुरेश कुमार",
    "ÉMILE Zola",
    "O'Hara",
    "日本 太郎",
  ];
  await run(
    `UPDATE users SET name = ($1::text[])[1 + place % ${names.length}]
       FROM (SELECT id, (row_number() OVER (ORDER BY id))::int AS place FROM users WHERE company_id = $2) AS places
      WHERE company_id = $2 AND users.id = places.id AND place % 17 = 0`,
    [names, companyId],
  );
  await run("UPDATE users SET deleted_at = now(), name = '' WHERE referral_code LIKE '%77'");
  await run("UPDATE orders SET reference = NULL WHERE order_number LIKE '%77'");
  await run("ANALYZE");
});
afterAll(() => database.drop());

const run = (text: string, values: unknown[] = []) => runText(database.db, text, values);

/** The rows that the database gives for the plain statement of a list. */
async function plain(
  from: string,
  conditions: [string, unknown][],
  page: { limit: number; offset: number },
  order = "l.created_at DESC, l.id DESC",
  amount = "0",
) {
  const used = conditions.filter(([, value]) => value !== undefined);
  const where = used
    .map(([text], at) => text.replaceAll("?", `$${at + 1}`))
    .concat("true")
    .join(" AND ");
  const values = used.map(([, value]) => value);
  const rows = await run(
    `SELECT l.id FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ${page.limit} OFFSET ${page.offset}`,
    values,
  );
  const [counted] = await run(
    `SELECT count(*)::int AS total, coalesce(sum(${amount}), 0) AS sum FROM ${from} WHERE ${where}`,
    values,
  );
  return {
    ids: rows.map(({ id }) => String(id)),
    total: Number(counted?.total),
    sum: Number(counted?.sum),
  };
}

const SUBMITTED = `l.status IN ('${SUBMITTED_STATUSES.join("', '")}')`;
const ORDERS_OF =
  "orders l JOIN users u ON u.company_id = l.company_id AND u.id = l.member_id JOIN companies c ON c.id = l.company_id";

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const contains = (field: string, text: string) =>
  `${field} ILIKE ${quoted(`%${text.replace(/[\\%_]/g, "\\$&")}%`)}`;
/** A number without what people put between its digits. */
const numberOf = (text: string) =>
  /^'?\+?[\d\s()-]*\d[\d\s()-]*$/.test(text) ? text.replace(/['\s()-]/g, "") : null;

/** A person by the words of the name in any order, by mobile number and Member ID; by address with an @. */
function isPerson(text: string, u: string): string {
  if (text.includes("@")) return contains(`${u}.email`, text);
  const number = numberOf(text);
  const words = number === null ? text.split(/\s+/) : [text];
  const named = words.map((word) => contains(`${u}.name`, word)).join(" AND ");
  const numbered = [`${u}.mobile`, `${u}.referral_code`].map((field) =>
    contains(field, number ?? text),
  );
  return `((${named}) OR ${numbered.join(" OR ")})`;
}

/** A search in every field of a list of orders, as the product defines it. */
const inOrders = (typed: string | undefined, isOfPlatform = false): [string, unknown][] => {
  const text = typed?.trim() ?? "";
  if (text === "") return [];
  const number = numberOf(text) ?? text.replace(/^pur[\s-]*(?=\d)/i, "PUR-");
  const any = [
    isPerson(text, "u"),
    contains("l.order_number", number.replace(/(?<=\d)\s+(?=\d)/g, "")),
    contains("l.reference", text.replace(/^'(?=\d)/, "").replace(/[\s-]/g, "")),
  ];
  if (isOfPlatform) any.push(contains("c.name", text));
  else any.push(...(VALUES[text] ?? []));
  return [[`? AND (${any.join(" OR ")})`, true]];
};

const FINAL = "coalesce(l.approved_amount_paise + l.approved_fee_paise, l.total_paise)";
const DECIDED = "coalesce(l.reversed_at, l.decided_at)";
const bySum = (paise: number) =>
  [FINAL, "l.amount_paise", "l.paid_amount_paise"].map((sum) => `${sum} = ${paise}`);
const byTime = (from: string, seconds: number) =>
  ["l.created_at", "l.submitted_at", DECIDED].map(
    (at) =>
      `(${at} >= '${from}+05:30' AND ${at} < timestamptz '${from}+05:30' + interval '${seconds} s')`,
  );
/** Texts that are a sum or a day as well. */
const VALUES: Readonly<Record<string, string[]>> = {
  "7": bySum(700),
  "12": bySum(1200),
  "714": bySum(71_400),
  "1,00,000": bySum(100_000_00),
  "₹7,140.00": bySum(7_140_00),
  "Rs. 1000.5": bySum(1000_50),
  "2026-09-10": byTime("2026-09-10 00:00", 86_400),
  "10/9/2026": byTime("2026-09-10 00:00", 86_400),
  "2026-10-02 14:05": byTime("2026-10-02 14:05", 60),
};

const TEXTS = [
  "asha",
  "ASHA R",
  "रोहन",
  "सुरेश",
  "सु",
  "a",
  "12",
  "7",
  "%",
  "_",
  "\\",
  "100%",
  "under_s",
  "k\\s",
  "PUR-",
  "pur",
  "PUR-12",
  "ur-1",
  "R-00",
  "-",
  "PUR-1234",
  "LG1",
  "+91",
  "N10000",
  "N 1000-0",
  "1000 00",
  ...Object.keys(VALUES),
  "kumar सुरेश",
  "real 100%",
  "rao asha",
  "+91 90",
  "12 34",
  "(12) 34-5",
  "'1000",
  "pur 12 3",
  "PERSON7@",
  "7@large1",
  "2026-13-40",
  "1,2,3.456",
  "₹",
  "99999999999",
  "émile",
  "O'H",
  "太郎",
  "nobody",
  "person7",
  "@large1",
  "Large 2",
  "  ",
  "qz",
  "a b",
  "o h",
];
const page = fc.record({
  limit: fc.constantFrom(1, 10, 25, 100),
  offset: fc.oneof(fc.nat(30), fc.nat(ORDERS / COMPANIES), fc.constant(100_000)),
});
const text = fc.option(fc.constantFrom(...TEXTS), { nil: undefined });
const either = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const RUNS = { numRuns: rounds(20, 50) };

/** The list has the plain statement's rows and its total. */
function expectSame(
  list: { records: unknown[]; total: number },
  ids: string[],
  due: { ids: string[]; total: number },
) {
  expect(list.records).toHaveLength(ids.length);
  expect(ids).toEqual(due.ids);
  expect(list.total).toBe(due.total);
}

test("the generated data satisfies the constraints of the tables", async () => {
  expect(await checkLarge(database.db)).toEqual([]);
});

test(
  "any page of a company's orders has the rows of the plain statement",
  { tags: ["full"] },
  async () => {
    const filter = fc.record({
      status: either(...SUBMITTED_STATUSES),
      method: either(...PAYMENT_METHODS),
      isFlagged: either(true),
    });
    await fc.assert(
      fc.asyncProperty(filter, text, page, async (wanted, search, at) => {
        const list = await listOrdersOfCompany(database.db, companyId, {
          ...wanted,
          pattern: containsPattern(search),
          ...at,
        });
        const due = await plain(
          ORDERS_OF,
          [
            ["l.company_id = ?", companyId],
            [wanted.status ? "l.status = ?" : `${SUBMITTED} AND ?`, wanted.status ?? true],
            ["l.payment_method = ?", wanted.method],
            ["? AND jsonb_array_length(l.flags) > 0", wanted.isFlagged],
            ...inOrders(search),
          ],
          at,
        );
        const ids = list.records.map(({ order }) => order.id);
        expectSame(list, ids, due);
      }),
      RUNS,
    );
  },
);

/** SQL by which the rows are sorted, as the product defines it; rows without a value come last. */
const SORTED_BY: Record<(typeof ORDER_SORTS)[number], string> = {
  date: "l.created_at",
  order: "l.order_number",
  userId: "u.referral_code",
  name: "lower(u.name)",
  mobile: "u.mobile",
  method: "l.payment_method",
  reference: "l.reference",
  price: "l.price_micro_rupees",
  quantity: "coalesce(l.approved_quantity, l.quantity)",
  total: FINAL,
  entered: "l.paid_amount_paise",
  flags: "jsonb_array_length(l.flags)",
  decided: DECIDED,
  decidedBy:
    "(SELECT lower(d.name) FROM users d WHERE d.company_id = l.company_id AND d.id = l.decided_by)",
};

test(
  "a sorted page has the rows and the sum of the plain statement",
  { tags: ["full"] },
  async () => {
    const filter = fc.record({
      status: fc.constantFrom(...SUBMITTED_STATUSES),
      method: either(...PAYMENT_METHODS),
      isFlagged: either(true),
      createdFrom: either(new Date("2026-09-01T00:00:00+05:30")),
      createdBefore: either(new Date("2026-10-20T00:00:00+05:30")),
      decidedFrom: either(new Date("2026-10-01T00:00:00+05:30")),
      decidedBefore: either(new Date("2026-10-25T00:00:00+05:30")),
      leastPaise: either(1_000_00),
      mostPaise: either(50_000_00),
    });
    const sorting = fc.record({ by: fc.constantFrom(...ORDER_SORTS), isDescending: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        filter,
        text,
        page,
        sorting,
        fc.boolean(),
        async (wanted, search, at, by, whole) => {
          const list = await sortOrdersOfCompany(
            database.db,
            companyId,
            { ...wanted, pattern: containsPattern(search), ...at },
            by,
            whole,
          );
          const conditions: [string, unknown][] = [
            ["l.company_id = ?", companyId],
            ["l.status = ?", wanted.status],
            ["l.payment_method = ?", wanted.method],
            ["? AND jsonb_array_length(l.flags) > 0", wanted.isFlagged],
            ["l.created_at >= ?", wanted.createdFrom],
            ["l.created_at < ?", wanted.createdBefore],
            [`${DECIDED} >= ?`, wanted.decidedFrom],
            [`${DECIDED} < ?`, wanted.decidedBefore],
            [`${FINAL} >= ?`, wanted.leastPaise],
            [`${FINAL} <= ?`, wanted.mostPaise],
            ...inOrders(search),
          ];
          const way = by.isDescending ? "DESC" : "ASC";
          const column = SORTED_BY[list.isSorted ? by.by : "date"];
          const due = await plain(
            ORDERS_OF,
            conditions,
            at,
            `${column} ${way} NULLS LAST, l.id ${way}`,
            FINAL,
          );
          expectSame(
            list,
            list.records.map(({ order }) => order.id),
            due,
          );
          expect(list.sumPaise).toBe(whole || due.total <= MOST_SORTED ? due.sum : null);
        },
      ),
      RUNS,
    );
  },
);

test(
  "an order is found by its fields as banks, people and our files spell them",
  { tags: ["full"] },
  async () => {
    const [row] = await run(
      `SELECT l.id, l.order_number, l.reference, l.total_paise, l.amount_paise, l.created_at, u.name, u.mobile, u.email, u.referral_code
       FROM orders l JOIN users u ON u.company_id = l.company_id AND u.id = l.member_id
      WHERE l.company_id = $1 AND l.status = 'PENDING' AND l.reference IS NOT NULL AND u.name LIKE '% %'
        AND u.mobile LIKE '+91%' ORDER BY l.id LIMIT 1`,
      [companyId],
    );
    await run("UPDATE orders SET paid_amount_paise = 123456700 WHERE id = $1", [row?.id]);
    const of = (name: string) => String(row?.[name]);
    const digits = of("order_number").replace("PUR-", "");
    const spaced = (text: string, size: number) =>
      text.replace(new RegExp(`(.{${size}})(?=.)`, "g"), "$1 ");
    const mobile = of("mobile").slice(3);
    const created = momentCell(new Date(of("created_at")).toISOString());
    for (const search of [
      of("order_number"),
      of("order_number").toLowerCase(),
      spaced(digits, 2),
      `pur ${spaced(digits, 3)}`,
      of("reference"),
      spaced(of("reference"), 4),
      digitsCell(of("reference")),
      mobileCell(of("mobile")),
      `+91 ${spaced(mobile, 5)}`,
      `0${mobile}`,
      `0${spaced(mobile, 5)}`,
      `(${mobile.slice(0, 3)}) ${mobile.slice(3)}`,
      of("name").toUpperCase(),
      of("name").split(" ").toReversed().join("  "),
      of("email").toUpperCase(),
      of("referral_code"),
      // The total, and the amount without the fee, as pages, receipts and files spell them.
      ...["total_paise", "amount_paise"]
        .map((name) => Number(of(name)))
        .flatMap((paise) => [formatRupees(paise), rupeesCell(paise), `Rs. ${rupeesCell(paise)}/-`]),
      "12,34,567",
      "1234567.00",
      "₹12,34,567",
      created,
      created.slice(0, 16),
      created.slice(0, 10),
      formatDate(new Date(of("created_at"))),
    ]) {
      const filter = { status: "PENDING" as const, pattern: containsPattern(search) };
      const { records } = await sortOrdersOfCompany(
        database.db,
        companyId,
        { ...filter, limit: ORDERS, offset: 0 },
        { by: "date", isDescending: false },
        true,
      );
      expect(
        records.map(({ order }) => order.id),
        search,
      ).toContain(of("id"));
      expect(records.length, search).toBeLessThan(1000);
    }
  },
);

test(
  "any page of all companies' orders has the rows of the plain statement",
  { tags: ["full"] },
  async () => {
    const of = fc.option(fc.constantFrom(0, 1), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        of,
        either(...SUBMITTED_STATUSES),
        text,
        page,
        async (which, status, search, at) => {
          const one = which === undefined ? undefined : companyIds[which];
          const filter = { companyId: one, status, pattern: containsPattern(search), ...at };
          const list = await listOrdersOfPlatform(database.db, filter);
          const due = await plain(
            ORDERS_OF,
            [
              ["l.company_id = ?", one],
              [status ? "l.status = ?" : `${SUBMITTED} AND ?`, status ?? true],
              ...inOrders(search, true),
            ],
            at,
          );
          const ids = list.records.map(({ order }) => order.id);
          expectSame(list, ids, due);
        },
      ),
      RUNS,
    );
  },
);

test("any page of members has the rows of the plain statement", { tags: ["full"] }, async () => {
  const filter = fc.record({
    role: either(...COMPANY_ROLES),
    status: either(...MEMBER_STATUSES),
    isApproved: either(true, false),
  });
  await fc.assert(
    fc.asyncProperty(filter, text, page, async (wanted, search, at) => {
      const pattern = containsPattern(search) ?? undefined;
      const list = await listMembers(database.db, companyId, { ...wanted, pattern }, at);
      const due = await plain(
        "users l",
        [
          ["l.company_id = ? AND l.deleted_at IS NULL", companyId],
          ["l.role = ?", wanted.role],
          ["l.status = ?", wanted.status],
          ["l.is_approved = ?", wanted.isApproved],
          ...(pattern === undefined
            ? []
            : ([
                [
                  `? AND (${isPerson((search ?? "").trim(), "l")} OR ${contains("l.email", (search ?? "").trim())})`,
                  true,
                ],
              ] as [string, unknown][])),
        ],
        at,
      );
      const ids = list.records.map(({ id }) => id);
      expectSame(list, ids, due);
    }),
    RUNS,
  );
});

describe("a list is read by its index", () => {
  let one: Database;
  beforeAll(async () => {
    // On a small table any index is as good: what counts here is the number of rows that are read.
    const [name] = await run("SELECT quote_ident(current_database()) AS name");
    await run(`ALTER DATABASE ${String(name?.name)} SET cpu_tuple_cost = 1`);
    await run("VACUUM ANALYZE users");
    await run("VACUUM ANALYZE orders");
    // One connection, which tells of its own scans when it is asked.
    one = createDatabase({ url: database.url, max: 1 });
  });
  afterAll(() => one.close());

  /** The indexes of orders and users that `read` uses, with the entries that it reads of each. */
  async function entriesRead(read: () => Promise<unknown>): Promise<Map<string, number>> {
    const used = async () => {
      await one.sql`SELECT pg_stat_force_next_flush()`;
      return one.sql`
        SELECT indexrelname AS name, idx_scan::int AS scans, idx_tup_read::int AS entries
          FROM pg_stat_user_indexes WHERE relname IN ('orders', 'users') ORDER BY indexrelid`;
    };
    const before = await used();
    await read();
    const after = await used();
    return new Map(
      after.flatMap(({ name, scans, entries }, at) =>
        scans === before[at]?.scans
          ? []
          : [[String(name), Number(entries) - Number(before[at]?.entries)] as const],
      ),
    );
  }
  const indexesOf = async (read: () => Promise<unknown>) => [...(await entriesRead(read)).keys()];

  const ofCompany = (filter: object, search = "", offset = 0) =>
    listOrdersOfCompany(one.db, companyId, {
      status: undefined,
      ...filter,
      pattern: containsPattern(search),
      limit: 10,
      offset,
    });
  const pending = (search: string) => ofCompany({ status: "PENDING" }, search);
  const sorted = (
    status: "PENDING" | "APPROVED",
    by: "date" | "decided" | "total",
    isDescending: boolean,
    offset = 0,
  ) =>
    sortOrdersOfCompany(
      one.db,
      companyId,
      { status, pattern: null, limit: 10, offset },
      { by, isDescending },
      false,
    );
  const ofPlatform = (offset: number) =>
    listOrdersOfPlatform(one.db, {
      companyId: undefined,
      status: undefined,
      pattern: null,
      limit: 10,
      offset,
    });
  const unpaid = (paise: number) =>
    listUnpaid(one.db, companyId, {
      sums: [{ paise, from: new Date(0), to: new Date() }],
      numbers: [],
      except: [],
    });
  const members = (search = "", offset = 0, filter = {}) =>
    listMembers(
      one.db,
      companyId,
      { ...filter, pattern: containsPattern(search) ?? undefined },
      { limit: 10, offset },
    );

  test.each([
    ["orders", () => ofCompany({}), "orders_submitted"],
    ["the middle of orders", () => ofCompany({}, "", 2500), "orders_submitted"],
    ["pending orders", () => ofCompany({ status: "PENDING" }), "orders_listing"],
    ["pending orders, oldest first", () => sorted("PENDING", "date", false), "orders_listing"],
    ["the last decisions", () => sorted("APPROVED", "decided", true), "orders_decisions"],
    ["the end of decisions", () => sorted("APPROVED", "decided", true, 2000), "orders_decisions"],
    ["the largest amounts", () => sorted("APPROVED", "total", true), "orders_amounts"],
    ["the smallest pending amounts", () => sorted("PENDING", "total", false), "orders_amounts"],
    ["flagged orders", () => ofCompany({ isFlagged: true }), "orders_flagged"],
    ["all companies' orders", () => ofPlatform(0), "orders_submitted_anywhere"],
    ["the end of all companies' orders", () => ofPlatform(9000), "orders_submitted_anywhere"],
    ["members", () => members(), "users_newest"],
    ["the end of members", () => members("", 1100), "users_newest"],
    ["admins", () => members("", 0, { role: "ADMIN" }), "users_listing"],
    ["a search by number", () => ofCompany({}, "PUR-7368787"), "orders_search"],
    ["a search by reference", () => ofCompany({}, "N100000734"), "orders_search"],
    ["a search by member", () => ofCompany({}, "LG10004213"), "users_search"],
    ["a search by a sum", () => pending("₹7,140.00"), "orders_amounts"],
    ["unpaid orders of a sum", () => unpaid(714_000), "orders_amounts"],
    ["a search by an entered sum", () => pending("12,34,567"), "orders_entered"],
    ["a search by a day", () => pending("2026-10-02"), "orders_listing"],
    ["a search by an address", () => ofCompany({}, "person731@"), "users_search"],
    ["a search by a name", () => ofCompany({}, "asha"), "orders_of_member"],
    ["a search of pending orders by number", () => pending("PUR-7368787"), "orders_search"],
    ["a search of pending orders by member", () => pending("asha"), "users_search"],
    ["a search by address", () => members("person731@"), "users_search"],
    ["a search in Hindi", () => members("सुरेश कु"), "users_search"],
    ["a search of members that finds many", () => members("person"), "users_newest"],
  ])("a list is read by its index: %s", async (_, read, index) => {
    expect(await indexesOf(read)).toContain(index);
  });

  test(
    "a search keeps its plan for its own text, however often others ran",
    { tags: ["full"] },
    async () => {
      for (let n = 0; n < 8; n += 1) await members("person");
      expect(await indexesOf(() => members("person731@"))).toContain("users_search");
    },
  );
});
