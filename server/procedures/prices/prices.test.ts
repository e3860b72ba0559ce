import { afterAll, beforeAll, expect, test } from "vitest";
import { type MoneyWorld, moneyWorld, outcome } from "@server/testing/money-world";

let world: MoneyWorld;

beforeAll(async () => {
  world = await moneyWorld();
});
afterAll(() => world.close());

test("price, fee and what is left are the company's own, as they are now", async () => {
  const house = await world.house({ privateTokens: 100, feeBps: 175 });
  const other = await world.house({ privateTokens: 7, feeBps: 0 });
  const member = await house.member();
  const api = await house.as(member);
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
  await house.setCompany({ priceMicroRupees: 12_500_000, feeBps: 200 });
  const later = await house.as(member);
  expect(await later.prices.settings()).toEqual({ feeBps: 200 });
  expect(await later.prices.current()).toEqual({
    priceMicroRupees: 12_500_000,
    feeBps: 200,
    remainingPrivateSupply: 100,
  });
});

test("an order keeps the price and fee that it was made at; a company without a price sells nothing", async () => {
  const house = await world.house();
  const member = await house.member();
  const { orderNumber } = await (await house.as(member)).orders.create({ amount: "100" });
  await house.setCompany({ priceMicroRupees: 50_000_000, feeBps: 900 });
  const paid = await (
    await house.as(member, { door: "rest" })
  ).orders.submit({ purchaseId: orderNumber, paymentMethod: "MANUAL", amount: "100" });
  expect(paid).toMatchObject({
    priceMicroRupees: 10_000_000,
    totalQuantity: 10,
    feeBps: 250,
    finalAmountPaise: 10_250,
  });
  await house.setCompany({ priceMicroRupees: null });
  const unpriced = await house.as(member);
  expect((await unpriced.prices.current()).priceMicroRupees).toBeNull();
  expect(await outcome(unpriced.orders.create({ amount: "100" }))).toBe("NO_TOKEN_SELECTED");
});
