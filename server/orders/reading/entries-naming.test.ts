import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";

let harness: OrderHarness;
let company: CompanyFixture;
let karthik: Person;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company();
  karthik = await company.member({ name: "Karthik Patel" });
});

const TEXT = "UPI/KARTHIK PATEL/401108444203";

/** The bank's entries that the order's page and its row show. */
async function shown(orderNumber: string, of = company) {
  const api = await of.as(of.admin);
  const { id, status } = await of.order(orderNumber);
  const { lines } = await api.orders.review({ orderId: id });
  const { records } = await api.orders.sorted({ status: status });
  return { lines, row: records.find((record) => record.id === id)?.line };
}

const waiting = async (of = company, by = karthik, reference = "735897546111") =>
  (await submittedPayment(of, by, { reference })).order.orderNumber;

test("a payment without an entry shows the entry of its member that no order explains, and so does its row", async () => {
  const orderNumber = await waiting();
  expect(await shown(orderNumber)).toEqual({ lines: [], row: null });
  const id = await company.entry({ narration: TEXT, amountPaise: 222_788 });
  const { lines, row } = await shown(orderNumber);
  expect(lines).toMatchObject([
    { id, isPerhaps: true, evidence: ["PAYER"], payer: "KARTHIK PATEL", amountPaise: 222_788 },
  ]);
  expect(lines[0]?.canApprove).toBe(false);
  expect(row).toMatchObject({ isPerhaps: true, isMatched: false, amountPaise: 222_788 });
});

test("an entry of another member, or of another company, is shown to no order", async () => {
  const other = await harness.company();
  await other.entry({ narration: TEXT, amountPaise: 222_788 });
  await company.entry({ narration: "UPI/MEENA IYER/401108444204", amountPaise: 222_788 });
  expect(await shown(await waiting())).toEqual({ lines: [], row: null });
});

test("two entries of the member are both shown", async () => {
  const orderNumber = await waiting();
  await company.entry({ narration: TEXT, amountPaise: 222_788 });
  await company.entry({ narration: "UPI/KARTHIK PATEL/401108444299", amountPaise: 50_000 });
  const { lines } = await shown(orderNumber);
  expect(lines.map(({ isPerhaps }) => isPerhaps)).toEqual([true, true]);
});

test(
  "an entry that is used, or that is another order's, is not shown",
  { tags: ["full"] },
  async () => {
    const orderNumber = await waiting();
    const api = await company.as(company.admin);
    const id = await company.entry({ narration: TEXT, amountPaise: 222_788 });
    await api.statements.setAside({ lineId: id, reason: "interest" });
    await waiting(company, await company.member({ name: "Karthik Patel" }), "401108444777");
    await company.entry({
      narration: "UPI/KARTHIK PATEL/401108444777",
      reference: "401108444777",
      amountPaise: 222_788,
    });
    expect((await shown(orderNumber)).lines).toEqual([]);
  },
);

test("a payment with an entry of its own shows no other", async () => {
  const orderNumber = await waiting();
  const { totalPaise } = await company.order(orderNumber);
  await company.entry({ narration: TEXT, amountPaise: 222_788 });
  await company.entry({
    narration: "UPI/735897546111",
    reference: "735897546111",
    amountPaise: totalPaise,
  });
  const { lines } = await shown(orderNumber);
  expect(lines.map(({ isPerhaps }) => isPerhaps)).toEqual([false]);
});

test("a rejected order is still named by its entry, and shows it", async () => {
  const orderNumber = await waiting();
  const id = await company.entry({ narration: TEXT, amountPaise: 222_788 });
  const api = await company.as(company.admin);
  const { id: orderId, submissionVersion: version } = await company.order(orderNumber);
  await api.orders.reject({ orderId, version, reason: "Not in the bank." });
  const { lines } = await api.statements.lines({ outcome: "NONE" });
  expect(lines).toMatchObject([{ id, suggestion: { orderId, orderNumber, status: "REJECTED" } }]);
  expect((await shown(orderNumber)).lines).toMatchObject([{ id, isPerhaps: true }]);
});
