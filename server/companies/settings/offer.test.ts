import { afterAll, beforeAll, expect, test } from "vitest";
import { dateTimeFieldValue } from "@server/platform/rules/dates/dates";
import { type OrderHarness, orderHarness } from "@server/testing/order-harness";

let harness: OrderHarness;
beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());

test("a visitor sees the price, the next one, and this company's pool and ledger only", async () => {
  const [company, other] = [await harness.company(), await harness.company()];
  const visitor = await company.as(null);
  const before = await visitor.site.offer();
  expect(before).toMatchObject({ priceMicroRupees: 10_000_000, nextPrice: null, ledgerEntries: 0 });

  const startsAt = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 86_400_000);
  const admin = await company.as(company.admin);
  const member = await company.as(await company.member(), { transport: "rest" });
  const { id } = await member.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
  expect((await visitor.site.offer())?.pool).toMatchObject({ held: 10, allocated: 0 });
  await admin.orders.approve({ orderId: id });
  await admin.prices.set({ price: "20", startsAt: dateTimeFieldValue(startsAt) });
  const after = await visitor.site.offer();
  expect(after).toMatchObject({
    pool: { held: 0, allocated: 10 },
    nextPrice: { priceMicroRupees: 20_000_000, startsAt: startsAt.toISOString() },
    ledgerEntries: 1,
  });
  expect(await (await other.as(null)).site.offer()).toMatchObject({
    pool: { held: 0, allocated: 0 },
    nextPrice: null,
    ledgerEntries: 0,
  });
});
