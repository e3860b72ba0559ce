import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import type { CompanyFixture, Person } from "@server/testing/order-harness";
import { type CostHarness, costHarness } from "@server/testing/round-trips";
import { releaseOverdueHolds } from "@server/orders/buying/release-overdue-holds";

let harness: CostHarness;
let company: CompanyFixture;
let buyer: Person;
beforeAll(async () => {
  harness = await costHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company();
  // Two admins are told of each submission.
  await company.member({ role: "ADMIN" });
  buyer = await company.member({ referrerId: (await company.member()).id });
});

const api = (key = newId()) => company.as(buyer, { key, transport: "rest" });

async function payment(purchaseId?: string) {
  return {
    ...(purchaseId !== undefined && { purchaseId }),
    paymentMethod: "BANK" as const,
    amount: "1000",
    referenceNumber: newId().replaceAll("-", "").slice(-16),
    receiptId: await company.proof(buyer),
    consent: true,
  };
}

async function submitCost(purchaseId?: string) {
  const [sent, member] = [await payment(purchaseId), await api()];
  return harness.costOf(() => member.orders.submit(sent));
}

const bought = async () => (await (await api()).orders.create({ amount: "1000" })).orderNumber;

/** The pool's counts, COMMIT. */
const NEW = 2;
/** The pool's counts, the reward on the order, COMMIT. */
const WITH_REWARD = 3;
/** The pool, COMMIT. */
const ALONE = 2;

describe("a purchase takes at most eleven round trips", () => {
  test("the first purchase, with a referrer, takes at most eleven round trips", async () => {
    const member = await api();
    const cost = await harness.costOf(() => member.orders.create({ amount: "1000" }));
    expect(cost.roundTrips).toBeLessThanOrEqual(10);
    expect(cost.statements.length).toBeLessThanOrEqual(10);
    expect(cost.poolLockedFor).toBe(NEW);
    expect(await company.balances()).toMatchObject({ poolHeld: 105, held: 105 });
  });

  test("a purchase that replaces an order takes at most eleven round trips", async () => {
    await bought();
    const member = await api();
    const cost = await harness.costOf(() => member.orders.create({ amount: "2000" }));
    expect(cost.roundTrips).toBeLessThanOrEqual(11);
    expect(cost.poolLockedFor).toBe(NEW);
    expect(await company.balances()).toMatchObject({ poolHeld: 210, held: 210 });
  });

  test("a repeated click takes at most eleven round trips", async () => {
    await bought();
    const member = await api();
    const cost = await harness.costOf(() => member.orders.create({ amount: "1000" }));
    expect(cost.roundTrips).toBeLessThanOrEqual(7);
    expect(cost.poolLockedFor).toBe(0);
  });

  test("a purchase repeated under its key takes at most eleven round trips", async () => {
    const key = newId();
    await (await api(key)).orders.create({ amount: "1000" });
    const member = await api(key);
    const cost = await harness.costOf(() => member.orders.create({ amount: "1000" }));
    expect(cost.roundTrips).toBeLessThanOrEqual(5);
    expect(cost.poolLockedFor).toBe(0);
  });
});

describe("a submission takes at most twenty-six round trips", () => {
  test("a submission in time, with a proof and a referrer, takes at most twenty-six round trips", async () => {
    const cost = await submitCost(await bought());
    expect(cost.roundTrips).toBeLessThanOrEqual(20);
    expect(cost.poolLockedFor).toBe(0);
  });

  test("a late submission that takes the hold again takes at most twenty-six round trips", async () => {
    const orderNumber = await bought();
    await company.expireHold(orderNumber);
    await releaseOverdueHolds(harness.database.db, { companyId: company.id });
    const cost = await submitCost(orderNumber);
    expect(cost.roundTrips).toBeLessThanOrEqual(23);
    expect(cost.poolLockedFor).toBe(WITH_REWARD);
    expect(await company.balances()).toMatchObject({ poolHeld: 105, held: 105 });
  });

  test("a submission after a rejection takes at most twenty-six round trips", async () => {
    const sent = await (await api()).orders.submit(await payment());
    const desk = await company.as(company.admin);
    await desk.orders.reject({ orderId: sent.id, reason: "No money" });
    const cost = await submitCost(sent.orderNumber);
    expect(cost.roundTrips).toBeLessThanOrEqual(23);
    expect(cost.poolLockedFor).toBe(WITH_REWARD);
  });

  test("a purchase and submission in one call take at most twenty-six round trips", async () => {
    await (await api()).orders.create({ amount: "2000" });
    const cost = await submitCost();
    expect(cost.roundTrips).toBeLessThanOrEqual(24);
    expect(cost.poolLockedFor).toBe(NEW);
    expect(await company.balances()).toMatchObject({ poolHeld: 105, held: 105 });
  });

  test("a submission for an order that found no tokens before takes at most twenty-six round trips", async () => {
    const other = await company.as(await company.member(), { transport: "rest" });
    const blocking = await other.orders.create({ amount: "30000" });
    const [sent, member] = [await payment(), await api()];
    await expect(member.orders.submit(sent)).rejects.toThrow("SUPPLY_GONE");
    await other.orders.cancel({ purchaseId: blocking.orderNumber });
    const cost = await harness.costOf(() => member.orders.submit(sent));
    expect(cost.roundTrips).toBeLessThanOrEqual(26);
    expect(cost.poolLockedFor).toBe(WITH_REWARD);
  });
});

test("a cancellation takes at most nine round trips", async () => {
  const [purchaseId, member] = [await bought(), await api()];
  const cost = await harness.costOf(() => member.orders.cancel({ purchaseId }));
  expect(cost.roundTrips).toBeLessThanOrEqual(9);
  expect(cost.poolLockedFor).toBe(ALONE);
  expect(await company.balances()).toMatchObject({ poolHeld: 0, held: 0 });
});
