import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
  resultCode,
  submittedPayment,
} from "@server/testing/order-harness";

const UTR = "630554043104";
const TOTAL = 103_013;

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;
beforeAll(async () => {
  harness = await orderHarness({ connections: 4 });
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company({ privateTokens: 100_000 });
  member = await company.member({ name: "Rahul Sharma" });
});
afterEach(async () => expect(await company.faults()).toEqual([]));

const entry = (payer: string) =>
  company.entry({
    amountPaise: TOTAL,
    narration: `UPI/CR/${UTR}/${payer}/UTIB/payer@okax/--`,
  });
const flagsOf = async (orderNumber: string) => (await company.order(orderNumber)).flags;

test("an entry that names another payer flags its order, which is decided singly and never refused", async () => {
  const { order, transaction } = await submittedPayment(company, member, { reference: UTR });
  const lineId = await entry("MEHTA & SONS");
  expect(await flagsOf(order.orderNumber)).toEqual(["PAID_BY_ANOTHER"]);
  const api = await company.as(company.admin);
  expect(await api.orders.findForAdmin({ orderId: transaction.id })).toMatchObject({
    payers: ["MEHTA & SONS"],
    user: { name: "Rahul Sharma" },
  });
  const bulk = await api.orders.approveMany({ orderIds: [transaction.id] });
  expect(bulk[0]?.refusal?.code).toBe("DECIDE_SINGLY");
  const certain = { lineId, orderId: transaction.id, version: 1 };
  const byEntries = await api.statements.decideMany({ lines: [certain] });
  expect(byEntries[0]?.refusal?.code).toBe("DECIDE_SINGLY");
  expect((await company.order(order.orderNumber)).status).toBe("PENDING");
  await api.orders.approve({ orderId: transaction.id, version: 1 });
  expect(await company.order(order.orderNumber)).toMatchObject({
    status: "APPROVED",
    flags: ["PAID_BY_ANOTHER"],
  });
});

test("the list of entries has the facts behind the flags of the order that an entry pays", async () => {
  const proof = { reference: UTR, sha256: "f".repeat(64) };
  const first = await submittedPayment(company, member, { ...proof, reference: "630554043777" });
  await submittedPayment(company, member, { ...proof, paidAmount: "1" });
  await entry("MEHTA & SONS");
  const { lines } = await (await company.as(company.admin)).statements.lines({});
  expect(lines[0]?.candidates).toMatchObject([
    {
      flags: ["REPEATED_PROOF", "AMOUNT_DIFFERS", "PAID_BY_ANOTHER"],
      paidAmountPaise: 100,
      payers: ["MEHTA & SONS"],
      sameProofOrders: [first.order.orderNumber],
    },
  ]);
});

test("a submission whose entry was imported before has the flag too", async () => {
  await entry("ANITA SHARMA");
  const { order } = await submittedPayment(company, member, { reference: UTR });
  expect(await flagsOf(order.orderNumber)).toEqual(["PAID_BY_ANOTHER"]);
});

let next = 4200;
test("a name that is the member's, cut off or by initials, and a text without a name flag nothing", async () => {
  for (const payer of ["RAHUL SH", "R SHARMA", "SHARMA RAHUL", "राहुल शर्मा", "630554043105"]) {
    const buyer = await company.member({ name: "Rahul Sharma" });
    const reference = `63055404${(next += 1)}`;
    const { order } = await submittedPayment(company, buyer, { reference });
    const narration = `UPI/CR/${reference}/${payer}/UTIB/payer@okax/--`;
    await company.entry({ amountPaise: TOTAL, narration });
    expect(await flagsOf(order.orderNumber), payer).toEqual([]);
  }
});

test(
  "an entry that fits by the order's number alone shows its other payer before the approval",
  { tags: ["full"] },
  async () => {
    const { order, transaction } = await submittedPayment(company, member, { reference: UTR });
    const narration = `NEFT-SBINN26307123456-ANITA DESAI-${order.orderNumber.replace("-", " ")}`;
    const lineId = await company.entry({ amountPaise: TOTAL, narration });
    const api = await company.as(company.admin);
    const { lines } = await api.statements.lines({});
    expect(lines[0]?.candidates[0]).toMatchObject({
      orderNumber: order.orderNumber,
      flags: ["PAID_BY_ANOTHER"],
      needsOwnDecision: true,
    });
    const line = { lineId, orderId: transaction.id, version: 1 };
    expect(await resultCode(api.statements.approve(line))).toBe("REASON_REQUIRED");
    await api.statements.approve({ ...line, reason: "She is his wife" });
    expect(await flagsOf(order.orderNumber)).toEqual(["PAID_BY_ANOTHER"]);
  },
);
