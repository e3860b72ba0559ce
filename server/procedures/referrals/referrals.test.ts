import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type House,
  type MoneyWorld,
  moneyWorld,
  outcome,
  type Person,
} from "@server/testing/money-world";

let world: MoneyWorld;
let house: House;
let desk: Awaited<ReturnType<House["as"]>>;

beforeAll(async () => {
  world = await moneyWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  house = await world.house();
  desk = await house.as(house.admin);
});

/** Tokens at ₹10 each, paid and not yet decided. Returns the order's id. */
async function paid(buyer: Person, tokens: number, at = house): Promise<string> {
  const api = await at.as(buyer, { door: "rest" });
  const { id } = await api.orders.submit({ paymentMethod: "MANUAL", amount: String(tokens * 10) });
  return id;
}
const summaryOf = async (person: Person, at = house) => (await at.as(person)).referrals.summary();

test("whoever has invited nobody has a code and zeros", async () => {
  const member = await house.member();
  expect(await summaryOf(member)).toEqual({
    code: member.referralCode,
    rewardBps: 500,
    invited: 0,
    verified: 0,
    buying: 0,
    rewardEarned: 0,
    rewardWaiting: 0,
  });
});

test("counts who came, who is verified and who bought; a reward waits, is earned, and is taken back", async () => {
  const referrer = await house.member();
  const buyer = await house.member({ referrerId: referrer.id });
  await house.member({ referrerId: referrer.id, isApproved: false });
  await house.member({ referrerId: referrer.id, deletedAt: new Date() });
  await house.member();
  const orderId = await paid(buyer, 100);
  const counts = { invited: 2, verified: 1, buying: 0 };
  expect(await summaryOf(referrer)).toMatchObject({
    ...counts,
    rewardEarned: 0,
    rewardWaiting: 5,
  });
  await desk.orders.approve({ orderId });
  // A second purchase is no second member; an order that is only open promises nothing yet.
  await desk.orders.approve({ orderId: await paid(buyer, 40) });
  await (await house.as(buyer)).orders.create({ amount: "1000" });
  // What the referrer buys is no reward.
  await desk.orders.approve({ orderId: await paid(referrer, 60) });
  expect(await summaryOf(referrer)).toMatchObject({
    ...counts,
    buying: 1,
    rewardEarned: 7,
    rewardWaiting: 0,
  });
  await desk.orders.reverse({ orderId, reason: "Charged back" });
  expect(await summaryOf(referrer)).toMatchObject({ buying: 1, rewardEarned: 2 });
  expect(await summaryOf(buyer)).toMatchObject({ invited: 0, rewardEarned: 0 });
});

test("a summary says nothing of who they are, and nothing of another company", async () => {
  const referrer = await house.member();
  const buyer = await house.member({ referrerId: referrer.id });
  await desk.orders.approve({ orderId: await paid(buyer, 100) });
  const told = JSON.stringify(await summaryOf(referrer));
  expect(told).not.toContain(buyer.id);
  expect(told).not.toContain(buyer.referralCode);
  const other = await world.house();
  expect(await summaryOf(await other.member(), other)).toMatchObject({
    invited: 0,
    rewardEarned: 0,
  });
  expect(await outcome(desk.referrals.summary())).toBe("WRONG_ROLE");
  expect(await outcome((await house.as(null)).referrals.summary())).toBe("NOT_SIGNED_IN");
});
