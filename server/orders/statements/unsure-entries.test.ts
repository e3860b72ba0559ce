import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { statementLines, statements } from "@db/schema";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
  resultCode,
} from "@server/testing/order-harness";

const ACCOUNT = "50495489921";
const DAY_MS = 86_400_000;
const dayFromNow = (days: number) => dateInIndia(new Date(Date.now() + days * DAY_MS));
const today = dayFromNow(0);

let harness: OrderHarness;
let company: CompanyFixture;
let accountId: string;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company();
  const api = await admin();
  await api.beneficiaries.add({
    holderName: "Sample Private Limited",
    bankName: "HDFC Bank",
    branch: "Fort",
    accountNumber: ACCOUNT,
    ifscCode: "HDFC0000001",
  });
  accountId = (await api.beneficiaries.list({ page: 1, limit: 10 })).records[0]?.id ?? "";
});

const admin = () => company.as(company.admin);
const asFile = (...rows: string[]) => ({
  fileName: "bank.csv",
  bytes: Buffer.from(rows.join("\n")),
});
const hold = async (...rows: string[]) =>
  (await admin()).statements.hold({ accountId, file: asFile(...rows) });

const stored = () =>
  harness.database.db
    .select()
    .from(statementLines)
    .where(eq(statementLines.companyId, company.id))
    .orderBy(statementLines.reference);

/** A submitted payment of ₹1,025.00 with this reference. */
async function pays(person: Person, referenceNumber: string) {
  const api = await company.as(person);
  const { orderNumber: purchaseId } = await api.orders.create({ amount: "1000" });
  return api.orders.submit({
    purchaseId,
    paymentMethod: "BANK",
    amount: "1000",
    referenceNumber,
    consent: true,
    receiptId: await company.proof(person),
  });
}

test(
  "failed and pending rows are named as left out, and an unknown state is never certain",
  { tags: ["full"] },
  async () => {
    const api = await admin();
    const member = await company.member({ name: "Ravindra Kulkarni" });
    const numbers = ["633312340141", "633399950252", "633377760363", "633388880474"];
    for (const number of numbers) await pays(member, number);
    const states = ["SUCCESS", "FAILED", "PENDING", "DEEMED"];
    const { fileId } = await hold(
      "Transaction Date,UTR,Description,Debit,Credit,Status",
      ...states.map((state, at) => `${today} 10:00:01,${numbers[at]},UPI in,,1025.00,${state}`),
    );
    const leftOut = [
      { row: 2, fault: "NOT_COMPLETED", text: expect.stringContaining("FAILED") as string },
      { row: 3, fault: "NOT_COMPLETED", text: expect.stringContaining("PENDING") as string },
    ];
    expect(await api.statements.file({ fileId })).toMatchObject({
      preview: { newCount: 2, unreadCount: 2, unread: leftOut },
    });
    expect(await api.statements.importFile({ fileId })).toMatchObject({ unread: leftOut });
    expect(await api.statements.file({ fileId })).toMatchObject({ statement: { unread: leftOut } });
    expect(await stored()).toMatchObject([
      { reference: numbers[0], isUnsure: false },
      { reference: numbers[3], isUnsure: true },
    ]);
    const { lines } = await api.statements.lines({});
    expect(lines).toMatchObject([
      { reference: numbers[0], outcome: "CERTAIN" },
      {
        reference: numbers[3],
        outcome: "CANDIDATES",
        candidates: [
          { evidence: expect.arrayContaining(["REFERENCE"]) as string[], doubts: ["UNSURE_ENTRY"] },
        ],
      },
    ]);
    const [, unsure] = lines;
    const [order] = unsure?.candidates ?? [];
    const line = { lineId: unsure?.id ?? "", orderId: order?.orderId ?? "", version: 1 };
    expect(await api.statements.decideMany({ lines: [line] })).toMatchObject([
      { refusal: { code: "DECIDE_SINGLY" } },
    ]);
    const [rehearsed] = await api.orders.dryRun({ orderIds: [line.orderId], decision: "approve" });
    expect(rehearsed).toMatchObject({ evidence: "NOT_FOUND" });
  },
);

test(
  "a failed row that an admin mends is imported, and is never certain",
  { tags: ["full"] },
  async () => {
    const api = await admin();
    await pays(await company.member({ name: "Farah Sheikh" }), "633312340142");
    const { fileId } = await hold(
      "Transaction Date,UTR,Description,Debit,Credit,State",
      `${today},633312340142,UPI from FARAH SHEIKH,,1025.00,REVERSED`,
    );
    const mend = { fileId, row: 1, bookedOn: today, amount: "1025", narration: "FARAH SHEIKH" };
    await api.statements.mend({ ...mend, side: "CREDIT" });
    await api.statements.importFile({ fileId });
    expect(await stored()).toMatchObject([{ reference: "633312340142", isUnsure: true }]);
    expect((await api.statements.lines({})).lines).toMatchObject([{ outcome: "CANDIDATES" }]);
  },
);

describe("doubtful days", () => {
  const file = [
    "Statement From : 01/11/2025 To : 15/11/2025",
    "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance",
    "2025-11-11,UPI A,633012340111,2025-11-11,,100.00,100100.00",
    "2025-12-11,UPI R,633012340112,2025-12-11,,5100.00,105200.00",
    "13/11/2025,UPI B,633012340113,13/11/2025,,100.00,105300.00",
  ];
  const daysOf = async () => (await stored()).map(({ bookedOn }) => bookedOn);

  test(
    "a file is asked about once, its doubtful entry is not imported, and the answer swaps its day",
    { tags: ["full"] },
    async () => {
      const api = await admin();
      const first = await hold(...file);
      expect(await api.statements.file(first)).toMatchObject({
        preview: {
          newCount: 2,
          unread: [{ row: 2, fault: "DAY_DOUBTFUL", bookedOn: "2025-11-12" }],
          doubtful: {
            count: 1,
            answer: null,
            first: [{ row: 2, written: "2025-12-11", swapped: "2025-11-12" }],
          },
          balances: [{ differencePaise: 0 }],
        },
      });
      await api.statements.importFile(first);
      expect(await daysOf()).toEqual(["2025-11-11", "2025-11-13"]);
      const second = await hold(...file);
      await api.statements.answerDays({ ...second, days: "SWAPPED" });
      expect(await api.statements.file(second)).toMatchObject({
        preview: { newCount: 1, unreadCount: 0, doubtful: { count: 1, answer: "SWAPPED" } },
      });
      await api.statements.importFile(second);
      expect(await daysOf()).toEqual(["2025-11-11", "2025-11-12", "2025-11-13"]);
    },
  );

  test("days that an admin calls right are imported as written, except future ones", async () => {
    const api = await admin();
    const tomorrow = dayFromNow(1);
    const held = await hold(...file, `${tomorrow},UPI C,633012340114,${tomorrow},,1.00,105301.00`);
    await api.statements.answerDays({ ...held, days: "WRITTEN" });
    await api.statements.importFile(held);
    expect(await daysOf()).toEqual(["2025-11-11", "2025-12-11", "2025-11-13"]);
  });

  test("an answer about a file that is gone or another admin's is refused", async () => {
    const held = await hold(...file);
    const other = await company.as(await company.member({ role: "ADMIN", name: "Other" }));
    const answer = { ...held, days: "SWAPPED" } as const;
    expect(await resultCode(other.statements.answerDays(answer))).not.toBe("ok");
    expect(await (await admin()).statements.file(held)).toMatchObject({
      preview: { doubtful: { answer: null } },
    });
    await (await admin()).statements.drop(held);
    expect(await resultCode((await admin()).statements.answerDays(answer))).toBe(
      "STATEMENT_FILE_GONE",
    );
  });

  test("an entry of tomorrow is refused, added or mended", async () => {
    const api = await admin();
    const entry = { narration: "UPI", amount: "5", accountId };
    const tomorrow = dayFromNow(1);
    expect(await resultCode(api.statements.addEntry({ ...entry, bookedOn: tomorrow }))).toBe(
      "DAY_IN_FUTURE",
    );
    const { fileId } = await hold("Date,Narration,Debit,Credit", `${today},a,,x`, `${today},b,,1`);
    const mend = { fileId, row: 1, amount: "5", narration: "a", side: "CREDIT" } as const;
    expect(await resultCode(api.statements.mend({ ...mend, bookedOn: tomorrow }))).toBe(
      "DAY_IN_FUTURE",
    );
    expect(await stored()).toEqual([]);
    expect(await api.statements.addEntry({ ...entry, bookedOn: today })).toEqual({ isAdded: true });
  });
});

describe("columns and accounts of a file", () => {
  test("the form lists columns by place with a sample, and keeps what was recognised", async () => {
    const api = await admin();
    const { fileId } = await hold(
      "Date,Narration,UTR,Amount,Amount",
      `${today},UPI ASHA,633312340161,,5.00`,
    );
    expect(await api.statements.file({ fileId })).toMatchObject({
      state: "UNKNOWN",
      columns: [
        { name: "Date", heading: "Date", sample: today },
        { name: "Narration", sample: "UPI ASHA" },
        { name: "UTR" },
        { name: "#4", heading: "Amount", sample: "" },
        { name: "#5", heading: "Amount", sample: "5.00" },
      ],
      chosen: { bookedOn: "Date", narration: "Narration", reference: "UTR" },
    });
    const named = { bookedOn: "Date", narration: "Narration", debit: "#4", credit: "#5" };
    await api.statements.map({ fileId, ...named });
    expect(await api.statements.file({ fileId })).toMatchObject({
      state: "READ",
      preview: { chosen: { ...named, reference: "UTR" }, rows: [{ amountPaise: 500 }] },
    });
  });

  test("headings over two rows can be named", async () => {
    const api = await admin();
    const { fileId } = await hold(
      "Transaction,,Withdrawal,Deposit",
      "Date,Narration,Amount,Amount",
      `${today},x,,5.00`,
    );
    const state = await api.statements.file({ fileId });
    expect(state).toMatchObject({ state: "READ", preview: { rows: [{ amountPaise: 500 }] } });
    const chosen = { bookedOn: "Transaction Date", narration: "Narration" };
    const sums = { debit: "Withdrawal Amount", credit: "Deposit Amount" };
    expect(state).toMatchObject({ preview: { chosen: { ...chosen, ...sums } } });
    expect(await resultCode(api.statements.map({ fileId, ...chosen, ...sums }))).toBe("ok");
  });

  test(
    "a letterhead's other numbers do not stop the chosen account's file, and another account's is refused",
    { tags: ["full"] },
    async () => {
      const rows = ["Date,Narration,Debit,Credit", `${today},x,,5.00`];
      const result = (letterhead: string) => resultCode(hold(letterhead, ...rows));
      expect(await result(`Account Opening Date : 12-03-2015\nAccount Number,${ACCOUNT}`)).toBe(
        "ok",
      );
      expect(await result(`Account Number,${ACCOUNT},411001`)).toBe("ok");
      expect(await result(`Account No ${ACCOUNT} - 01 to 29 Nov 2026`)).not.toBe(
        "STATEMENT_OTHER_ACCOUNT",
      );
      expect(await result("Account No 50495480000 - 01 to 29 Nov 2026")).toBe(
        "STATEMENT_OTHER_ACCOUNT",
      );
      expect(
        await result(`Account No ${ACCOUNT}\n${rows.join("\n")}\nAccount No 50495480000`),
      ).toBe("ok");
      const kept = await harness.database.db
        .select()
        .from(statements)
        .where(eq(statements.companyId, company.id));
      expect(kept).toEqual([]);
    },
  );
});
