import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { idAt } from "@db/ids";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  submittedPayment,
} from "@server/testing/order-harness";

let harness: OrderHarness;
let company: CompanyFixture;

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
    accountNumber: "50100123456789",
    ifscCode: "HDFC0000001",
  });
});

const admin = () => company.as(company.admin);

/** An order of ₹1,025.00 that its member has not submitted; returns its number. */
async function orders(name: string, of = company) {
  const member = await of.member({ name });
  return (await (await of.as(member)).orders.create({ amount: "1000" })).orderNumber;
}

const ago = (days: number) => new Date(Date.now() - days * 86_400_000);

/** An entry of today, or of some days ago, as the list of entries without an order shows it. */
async function shown(narration: string, amount: string, days = 0) {
  const api = await admin();
  await api.statements.addEntry({ bookedOn: dateInIndia(ago(days)), amount, narration });
  const { lines } = await api.statements.lines({ outcome: "NONE" });
  return lines.find((line) => line.narration === narration)?.suggestion;
}

test("an entry without a match suggests the unsubmitted order of its sum and member, with the reasons", async () => {
  const [asha] = [await orders("Asha Rao"), await orders("Ravi Kumar")];
  expect(await shown("UPI/ASHA RAO/413370000001", "1025")).toEqual({
    orderId: (await company.order(asha)).id,
    orderNumber: asha,
    memberName: "Asha Rao",
    status: "OPEN",
    totalPaise: 102_500,
    evidence: ["AMOUNT", "PAYER"],
    others: 0,
  });
  expect(await shown("NEFT TRANSFER", "1025")).toMatchObject({ evidence: ["AMOUNT"], others: 1 });
  expect(await shown("INTEREST", "3")).toBeNull();
});

test("another company's order is never suggested", async () => {
  await orders("Asha Rao", await harness.company());
  expect(await shown("UPI/ASHA RAO/413370000001", "1025")).toBeNull();
});

test("an order that an open entry matches is suggested for no other entry, whatever the search", async () => {
  const asha = await company.member({ name: "Asha Rao" });
  const submitted = await submittedPayment(company, asha, { reference: "413370000009" });
  const order = await company.order(submitted.order.orderNumber);
  const sum = String(order.totalPaise / 100);
  expect(await shown("NEFT BEFORE", sum)).toMatchObject({ orderNumber: order.orderNumber });
  await company.entry({ amountPaise: order.totalPaise, reference: "413370000009" });
  expect(await shown("NEFT AFTER", sum)).toBeNull();
  const found = await (await admin()).statements.lines({ outcome: "NONE", search: "before" });
  expect(found.lines).toMatchObject([{ suggestion: null }]);
});

test("an order that waits for its rest is suggested for the rest, not for its total", async () => {
  const asha = await company.member({ name: "Asha Rao" });
  const { order, transaction } = await submittedPayment(company, asha);
  const { orderNumber, totalPaise } = await company.order(order.orderNumber);
  const api = await admin();
  const { version } = await api.payments.toRecord({ purchaseId: orderNumber });
  const received = String((totalPaise - 50_000) / 100);
  await api.payments.waitForRest({ orderId: transaction.id, version, received });
  expect(await shown("NEFT WHOLE", String(totalPaise / 100))).toBeNull();
  expect(await shown("NEFT REST", "500")).toMatchObject({ orderNumber, evidence: ["AMOUNT"] });
});

test(
  "many newer orders of its sum do not hide the order of an older entry",
  { tags: ["full"] },
  async () => {
    const orderNumber = await orders("Asha Rao");
    const copy = (number: string, at: Date, random: number) => ({
      id: idAt(at, Buffer.alloc(16, `${random} `)),
      order_number: number,
      created_at: at,
      status: "EXPIRED",
      held_quantity: 0,
      held_reward: 0,
    });
    const copies = [
      copy("PUR-900001", ago(21), 0),
      ...Array.from({ length: 600 }, (_, at) => copy(`PUR-91${at}`, ago(2), at + 1_000)),
    ];
    await harness.database.sql`
      INSERT INTO orders SELECT made.* FROM orders o
        CROSS JOIN jsonb_array_elements(${JSON.stringify(copies)}::jsonb) AS one
        CROSS JOIN LATERAL jsonb_populate_record(o, one) AS made
       WHERE o.company_id = ${company.id} AND o.order_number = ${orderNumber}`;
    expect(await shown("NEFT OF TODAY", "1025")).toMatchObject({ evidence: ["AMOUNT"] });
    expect(await shown("NEFT OF THEN", "1025", 20)).toMatchObject({ orderNumber: "PUR-900001" });
  },
);

test("a list of all kinds has no suggestions, since its screens show none", async () => {
  await orders("Asha Rao");
  expect(await shown("NEFT TRANSFER", "1025")).not.toBeNull();
  const { lines } = await (await admin()).statements.lines({});
  expect(lines).toMatchObject([{ outcome: "NONE", suggestion: null }]);
});
