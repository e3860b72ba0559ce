import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEntries, paymentEvidence, payments, statementLines } from "@db/schema";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
} from "@server/testing/order-harness";

const today = dateInIndia(new Date()).split("-").toReversed().join("/");
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
    ...{ holderName: "Sample Private Limited", bankName: "HDFC Bank", branch: "Fort" },
    ...{ accountNumber: "50100123456789", ifscCode: "HDFC0000001" },
  });
  accountId = (await api.beneficiaries.list({ page: 1, limit: 10 })).records[0]?.id ?? "";
});

const admin = () => company.as(company.admin);

async function imports(...rows: [narration: string, rupees: string][]) {
  const text = [
    "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance",
    ...rows.map(([narration, rupees]) => `${today},${narration},,,,${rupees},`),
  ].join("\n");
  const file = { fileName: "a.csv", bytes: Buffer.from(text) };
  return (await admin()).statements.import({ accountId, file });
}

/** A member's payment of ₹1,025.00 with this number, submitted. */
async function pays(referenceNumber: string) {
  const member = await company.member({ name: "Rahul Sharma" });
  const api = await company.as(member);
  const { orderNumber: purchaseId } = await api.orders.create({ amount: "1000" });
  return api.orders.submit({
    ...{ purchaseId, paymentMethod: "BANK", amount: "1000", referenceNumber, consent: true },
    receiptId: await company.proof(member),
  });
}

const paid = (utr: string) => `IMPS/P2A/${utr}/RAHUL SHARMA/`;

const statuses = async () => {
  const rows = await harness.database.db
    .select({ narration: statementLines.narration, status: payments.status })
    .from(statementLines)
    .innerJoin(paymentEvidence, eq(paymentEvidence.lineId, statementLines.id))
    .innerJoin(payments, eq(payments.id, paymentEvidence.paymentId))
    .where(eq(statementLines.companyId, company.id));
  return Object.fromEntries(rows.map(({ narration, status }) => [narration, status]));
};

const none = async (search?: string) =>
  (await admin()).statements.lines({ outcome: "NONE", ...(search && { search }) });

describe("entries that pay nothing here", () => {
  test("entries that pay nothing here are put away together by a search, with one reason; others stay open", async () => {
    await imports(["RENT of OCT", "10.00"], ["RENT of NOV", "20.00"], ["SALE", "30.00"]);
    const { seen, total } = await none("rent");
    expect(total).toBe(2);
    const api = await admin();
    expect(
      await api.statements.putAwayMany({ search: "rent", seen: seen ?? "", reason: "Rent" }),
    ).toEqual({ count: 2, amountPaise: 3000, leftOut: 0 });
    expect(await statuses()).toEqual({
      ...{ "RENT of OCT": "PUT_AWAY", "RENT of NOV": "PUT_AWAY", SALE: "UNALLOCATED" },
    });
    expect((await api.statements.lines({ status: "SET_ASIDE" })).lines).toMatchObject([
      { note: "Rent" },
      { note: "Rent" },
    ]);
    const audited = await harness.database.db
      .select()
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.companyId, company.id),
          eq(auditEntries.action, "statement.lines-put-away"),
        ),
      );
    expect(audited).toMatchObject([{ after: { count: 2, reason: "Rent", search: "rent" } }]);
  });

  test("entries are not put away when the list has others than the admin has seen", async () => {
    await imports(["RENT of OCT", "10.00"]);
    const { seen } = await none();
    await imports(["SALE", "30.00"]);
    const api = await admin();
    expect(await resultCode(api.statements.putAwayMany({ seen: seen ?? "", reason: "Rent" }))).toBe(
      "LIST_CHANGED",
    );
    expect(await statuses()).toEqual({ "RENT of OCT": "UNALLOCATED", SALE: "UNALLOCATED" });
  });

  test("entries put away do not include one that an order waits with, and no other company's", async () => {
    await pays("630512345678");
    await imports([paid("630512345678"), "1025.00"], ["RENT", "10.00"]);
    const { seen, lines } = await none();
    expect(lines).toMatchObject([{ narration: "RENT" }]);
    const other = await harness.company();
    const stranger = await other.as(other.admin);
    expect(
      await resultCode(stranger.statements.putAwayMany({ seen: seen ?? "", reason: "Rent" })),
    ).toBe("LIST_CHANGED");
    expect(await statuses()).toMatchObject({ RENT: "UNALLOCATED" });
    await (await admin()).statements.putAwayMany({ seen: seen ?? "", reason: "Rent" });
    expect(await statuses()).toEqual({ [paid("630512345678")]: "WAITING", RENT: "PUT_AWAY" });
  });
});

test("all open entries are matched, however many strangers' credits come before them", async () => {
  const certain = Array.from({ length: 12 }, (_, n) => `6305123456${String(n).padStart(2, "0")}`);
  await imports(
    ...Array.from({ length: 1500 }, (_, n): [string, string] => [
      `UPI/CR/${611_000_000_000 + n}/STRANGER ${n}`,
      String(n + 1),
    ]),
  );
  for (const utr of certain) await pays(utr);
  await imports(...certain.map((utr): [string, string] => [paid(utr), "1025.00"]));
  const { outcomes, counts, total } = await (
    await admin()
  ).statements.lines({
    outcome: "CERTAIN",
  });
  expect(counts.OPEN).toBe(1512);
  expect(outcomes?.CERTAIN).toBe(12);
  expect(total).toBe(12);
});
