import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrderHarness, orderHarness, resultCode } from "@server/testing/order-harness";

let harness: OrderHarness;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());

test("a member sees the company's own current price, fee and remaining supply", async () => {
  const company = await harness.company({ privateTokens: 100, feeBps: 175 });
  const other = await harness.company({ privateTokens: 7, feeBps: 0 });
  const member = await company.member();
  const api = await company.as(member);
  expect(await api.prices.settings()).toEqual({ feeBps: 175 });
  const { orderNumber } = await api.orders.create({ amount: "300" });
  expect(await api.prices.current()).toEqual({
    priceMicroRupees: 10_000_000,
    feeBps: 175,
    remainingPrivateSupply: 70,
  });
  expect(await (await other.as(await other.member())).prices.current()).toMatchObject({
    feeBps: 0,
    remainingPrivateSupply: 7,
  });
  await api.orders.cancel({ purchaseId: orderNumber });
  await company.setCompany({ priceMicroRupees: 12_500_000, feeBps: 200 });
  const later = await company.as(member);
  expect(await later.prices.settings()).toEqual({ feeBps: 200 });
  expect(await later.prices.current()).toEqual({
    priceMicroRupees: 12_500_000,
    feeBps: 200,
    remainingPrivateSupply: 100,
  });
});

test("an order keeps its price and fee; a company without a price cannot sell", async () => {
  const company = await harness.company();
  const member = await company.member();
  const { orderNumber } = await (await company.as(member)).orders.create({ amount: "100" });
  await company.setCompany({ priceMicroRupees: 50_000_000, feeBps: 900 });
  const paid = await (
    await company.as(member, { transport: "rest" })
  ).orders.submit({ purchaseId: orderNumber, paymentMethod: "MANUAL", amount: "100" });
  expect(paid).toMatchObject({
    priceMicroRupees: 10_000_000,
    totalQuantity: 10,
    feeBps: 250,
    finalAmountPaise: 10_250,
  });
  await company.setCompany({ priceMicroRupees: null });
  const unpriced = await company.as(member);
  expect((await unpriced.prices.current()).priceMicroRupees).toBeNull();
  expect(await resultCode(unpriced.orders.create({ amount: "100" }))).toBe("NO_TOKEN_SELECTED");
});
