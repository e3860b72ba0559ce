import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { orders } from "@db/schema";
import { dateInIndia, financialYearOf } from "@server/platform/rules/dates/dates";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
  resultCode,
} from "@server/testing/order-harness";

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());

beforeEach(async () => {
  company = await harness.company({ feeBps: 200 });
  member = await company.member();
});

const year = financialYearOf(dateInIndia(new Date()));

/** An approved purchase of so many tokens at ₹10 each; returns its id. */
async function bought(tokens: number): Promise<string> {
  const api = await company.as(member, { transport: "rest" });
  const { id } = await api.orders.submit({ paymentMethod: "MANUAL", amount: String(tokens * 10) });
  await (await company.as(company.admin)).orders.approve({ orderId: id });
  return id;
}

const statement = async (of: number, person = member) =>
  (await company.as(person)).orders.ownStatement({ year: of });

test("a member's statement has the approved purchases of the year, theirs alone, and the seller", async () => {
  await company.setCompany({
    settings: { legalName: "House Private Limited", legalAddress: "12 MG Road,\nPune 411001" },
  });
  await bought(100);
  const waiting = await company.as(member, { transport: "rest" });
  await waiting.orders.submit({ paymentMethod: "MANUAL", amount: "50" });
  const { purchases, company: seller, member: of } = await statement(year);
  expect(seller.seller).toBe("House Private Limited, 12 MG Road, Pune 411001");
  expect(of.memberId).toBe(member.referralCode);
  expect(purchases).toMatchObject([
    {
      day: dateInIndia(new Date()),
      isReversed: false,
      tokens: 100,
      bonusTokens: 0,
      amountPaise: 1_000_00,
      feePaise: 20_00,
      totalPaise: 1_020_00,
    },
  ]);
  expect((await statement(year - 1)).purchases).toEqual([]);
  expect((await statement(year, await company.member())).purchases).toEqual([]);
  const stranger = await company.as(null);
  expect(await resultCode(stranger.orders.ownStatement({ year }))).toBe("NOT_SIGNED_IN");
  expect(await resultCode(statement(1999))).toBe("FIELD_INVALID");
});

test("a reversed purchase stands in the year of its approval, and is taken off in that of its reversal", async () => {
  const id = await bought(100);
  // 1 April in India begins at 18:30 UTC of the day before.
  const decidedAt = new Date(`${year}-03-31T18:00:00Z`);
  await harness.database.db
    .update(orders)
    .set({ createdAt: decidedAt, submittedAt: decidedAt, decidedAt, undoUntil: null })
    .where(eq(orders.id, id));
  await (await company.as(company.admin)).orders.reverse({ orderId: id, reason: "Charged back" });
  expect((await statement(year - 1)).purchases).toMatchObject([
    { day: `${year}-03-31`, isReversed: false, tokens: 100, totalPaise: 1_020_00 },
  ]);
  expect((await statement(year)).purchases).toMatchObject([
    { day: dateInIndia(new Date()), isReversed: true, tokens: -100, totalPaise: -1_020_00 },
  ]);
});
