import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type House,
  type MoneyWorld,
  moneyWorld,
  outcome,
  type Person,
  submittedPayment,
} from "@server/testing/money-world";
import { verifyLedger } from "@server/ledger/verify";
import { releaseRewardsOf } from "./release-rewards";

let world: MoneyWorld;
let house: House;
let referrer: Person;
let member: Person;

beforeAll(async () => {
  world = await moneyWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  house = await world.house();
  referrer = await house.member({ walletAddress: `0x${"ab".repeat(20)}` });
  member = await house.member({ referrerId: referrer.id });
});

const submitted = (change?: Parameters<typeof submittedPayment>[2]) =>
  submittedPayment(house, member, change);

describe("deciding", () => {
  test("an approval allocates to buyer and referrer, once, in the chain, and tells both", async () => {
    const { order, transaction } = await submitted();
    const desk = await house.as(house.admin);
    const approved = await desk.orders.approve({ orderId: transaction.id });
    expect(approved).toMatchObject({ status: "APPROVED" });
    expect(approved.decidedAt).not.toBeNull();
    expect(await house.books()).toEqual({
      poolHeld: 0,
      held: 0,
      poolAllocated: 105,
      allocated: 105,
      count: 2,
    });
    expect(await outcome(desk.orders.approve({ orderId: transaction.id }))).toBe(
      "ORDER_ALREADY_DECIDED",
    );
    expect(await outcome(desk.orders.reject({ orderId: transaction.id }))).toBe(
      "ORDER_ALREADY_DECIDED",
    );
    const report = await verifyLedger(world.database.db, {
      id: house.id,
      name: "",
      tokenSymbol: "RSGN",
    });
    expect(report).toMatchObject({ allocations: 2, faults: [] });
    const api = await house.as(member);
    const receipt = await api.orders.receipt({ purchaseId: order.orderNumber });
    const mine = await api.stock.mine({});
    expect(mine).toMatchObject({ total: 1, totalQuantity: 100 });
    expect(mine.records[0]).toMatchObject({
      memberId: member.referralCode,
      quantity: 100,
      reward: null,
      transactionHash: receipt.transactionHash,
    });
    const reward = await (await house.as(referrer)).stock.mine({});
    expect(reward.records[0]).toMatchObject({
      kind: "REFERRAL",
      memberId: member.referralCode,
      quantity: null,
      reward: 5,
    });
    const global = await api.stock.global({});
    expect(
      global.records.map(({ rank, quantity, walletAddress }) => [rank, quantity, walletAddress]),
    ).toEqual([
      [1, 100, null],
      [2, 5, expect.stringMatching(/^0xabab…/)],
    ]);
    expect((await world.messages("rewardEarned")).at(-1)?.userId).toBe(referrer.id);
    const board = await desk.dashboard.admin();
    expect(board).toMatchObject({
      totalMember: 2,
      privateSupply: 3000,
      remainingPrivateSupply: 2895,
      privateSupplyData: { stockBalance: 105 },
      collection: { bankPaise: 103_013, upiPaise: 0 },
      shares: { bank: 100, crypto: 0 },
    });
  });

  test("a rejection frees hold and reference, is shown to the member, and starts clean again", async () => {
    const { order, transaction } = await submitted({ paidAmount: "1" });
    const desk = await house.as(house.admin);
    await desk.orders.reject({
      orderId: transaction.id,
      reason: "No such payment",
      refundNote: "Back within a week",
    });
    expect(await house.books()).toMatchObject({ poolHeld: 0, held: 0, count: 0 });
    const api = await house.as(member);
    const [shown] = (await api.orders.listMine({ status: "REJECTED" })).records;
    expect(shown).toMatchObject({
      rejectionReason: "No such payment",
      refundNote: "Back within a week",
    });
    await api.orders.submit({
      purchaseId: order.orderNumber,
      paymentMethod: "MANUAL",
      amount: "1005",
    });
    expect(await house.order(order.orderNumber)).toMatchObject({
      status: "PENDING",
      reference: null,
      proofMediaId: null,
      paidAmountPaise: null,
      decisionReason: null,
      refundNote: null,
      decidedAt: null,
      flags: [],
      heldQuantity: 100,
    });
    const seen = await desk.orders.findForAdmin({ orderId: transaction.id });
    expect(seen.activity.map(({ action }) => action)).toEqual([
      "order.created",
      "order.submitted",
      "order.rejected",
      "order.submitted",
    ]);
    expect(seen.activity[2]?.details).toMatchObject({ reason: "No such payment" });
  });

  test("a reversal takes both allocations back, gives the pool its tokens, and ends the order", async () => {
    const { transaction } = await submitted();
    const desk = await house.as(house.admin);
    expect(await outcome(desk.orders.reverse({ orderId: transaction.id, reason: "x" }))).toBe(
      "ORDER_NOT_APPROVED",
    );
    await desk.orders.approve({ orderId: transaction.id });
    expect(await outcome(desk.orders.reverse({ orderId: transaction.id, reason: " " }))).toBe(
      "REASON_REQUIRED",
    );
    const reversed = await desk.orders.reverse({ orderId: transaction.id, reason: "Charged back" });
    expect(reversed).toMatchObject({ status: "REVERSED", rejectionReason: "Charged back" });
    expect(await house.books()).toEqual({
      poolHeld: 0,
      held: 0,
      poolAllocated: 0,
      allocated: 0,
      count: 4,
    });
    expect(await outcome(desk.orders.reverse({ orderId: transaction.id, reason: "x" }))).toBe(
      "ORDER_ALREADY_REVERSED",
    );
    const stock = await (await house.as(referrer)).stock.mine({});
    expect(stock.records.map(({ kind, reward }) => [kind, reward])).toEqual([
      ["REVERSAL", -5],
      ["REFERRAL", 5],
    ]);
    expect((await (await house.as(member)).stock.global({})).total).toBe(0);
    expect((await desk.dashboard.admin()).collection.bankPaise).toBe(0);
  });

  test("a blocked referrer's reward goes back to the pool, at once and at the approval", async () => {
    const first = await submitted();
    const { db } = world.database;
    expect(await releaseRewardsOf(db, house.id, referrer.id)).toBe(5);
    expect(await house.books()).toMatchObject({ poolHeld: 100, held: 100 });
    const second = await submitted();
    expect((await house.order(second.order.orderNumber)).heldReward).toBe(5);
    await house.setStatus(referrer, "BLOCKED");
    const desk = await house.as(house.admin);
    for (const { transaction } of [first, second]) {
      await desk.orders.approve({ orderId: transaction.id });
    }
    expect(await house.books()).toEqual({
      poolHeld: 0,
      held: 0,
      poolAllocated: 200,
      allocated: 200,
      count: 2,
    });
  });
});

describe("lists", () => {
  test("a member's search finds number, reference, method and amount, and nothing else", async () => {
    const { order } = await submitted({ reference: "SBIN 0000 4444 5555" });
    const rest = await house.as(member, { door: "rest" });
    await rest.orders.submit({ paymentMethod: "MANUAL", amount: "77" });
    const api = await house.as(member);
    const found = async (search: string) => (await api.orders.listMine({ search })).total;
    expect(await found(order.orderNumber.slice(0, 8))).toBeGreaterThan(0);
    expect(await found("0000-4444")).toBe(1);
    expect(await found("manual")).toBe(1);
    expect(await found("1,030.13")).toBe(1);
    expect(await found("77.00")).toBe(1);
    expect(await found("%")).toBe(0);
    expect(await found("nothing like it")).toBe(0);
    const paged = await api.orders.listMine({ limit: 1, page: 2 });
    expect(paged).toMatchObject({ total: 2, lastPage: 2 });
    expect(paged.records[0]?.orderNumber).toBe(order.orderNumber);
    expect((await api.orders.listMine({ status: "APPROVED" })).total).toBe(0);
  });

  test("an admin's search finds members too, and shares are percents of the approved INR", async () => {
    const { transaction } = await submitted();
    const desk = await house.as(house.admin);
    for (const search of [member.referralCode, transaction.user.mobile, transaction.user.name]) {
      expect((await desk.orders.list({ search, status: "PENDING" })).total).toBe(1);
    }
    expect((await desk.orders.list({ search: "unheard of" })).total).toBe(0);
    await desk.orders.approve({ orderId: transaction.id });
    expect((await desk.orders.list({ status: "APPROVED" })).shares).toEqual({
      BANK: 100,
      UPI: 0,
      MANUAL: 0,
      CRYPTO: 0,
    });
    const everywhere = await (await world.superAdmin()).orders.listAll({ companyId: house.id });
    expect(everywhere.records[0]).toMatchObject({ id: transaction.id, company: { id: house.id } });
    expect(await outcome(desk.orders.list({ limit: 101 }))).toBe("BAD_LIMIT");
    expect(await outcome(desk.orders.list({ status: "OPEN" }))).toBe("BAD_STATUS");
  });
});

test("a deleted member leaves what is remembered of calls; what was decided is still answered", async () => {
  const house = await world.house();
  const member = await house.member({ name: "Forgetme Rao", mobile: "+919812398123" });
  const own = await house.as(member, { key: "own", door: "rest" });
  const { id: orderId } = await own.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
  const neighbour = await house.as(await house.member({ name: "Neighbour Rao" }), {
    key: "theirs",
    door: "rest",
  });
  await neighbour.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
  const desk = await house.as(house.admin, { key: "desk" });
  const rejected = await desk.orders.reject({ orderId, reason: "x" });

  await desk.members.remove({ id: member.id });
  const kept = JSON.stringify(
    await world.database.sql`SELECT response::text AS said FROM idempotency_keys`,
  );
  expect(kept).not.toContain("Forgetme");
  expect(kept).not.toContain("9812398123");
  expect(kept).toContain("Neighbour Rao");
  expect(await desk.orders.reject({ orderId, reason: "x" })).toEqual({
    ...rejected,
    user: { ...rejected.user, name: "Deleted member", mobile: "" },
  });
});
