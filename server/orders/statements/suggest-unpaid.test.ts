import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
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

/** An entry of today, as the list of entries without an order shows it. */
async function shown(narration: string, amount: string) {
  const api = await admin();
  await api.statements.addEntry({ bookedOn: dateInIndia(new Date()), amount, narration });
  const { lines } = await api.statements.lines({ outcome: "NONE" });
  return lines.find((line) => line.narration === narration)?.suggestion;
}

test("an entry without a match suggests the unsubmitted order of its sum and member, with the reasons", async () => {
  const [asha] = [await orders("Asha Rao"), await orders("Ravi Kumar")];
  expect(await shown("UPI/ASHA RAO/413370000001", "1025")).toEqual({
    orderNumber: asha,
    memberName: "Asha Rao",
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
