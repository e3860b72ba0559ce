import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orders, users } from "@db/schema";
import { appendAllocations, findPurchase, lockPool, releaseRewardsOf } from "@server/ledger";
import { termsOfText } from "@server/ledger/rules/allocation-text";
import { rewardAllocation } from "@server/orders/deciding/purchase-allocations";
import { amendOrder } from "@server/orders/queries/orders";
import { releaseDueRewards } from "@server/orders/rewards/settle-reward";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
  resultCode,
  submittedPayment,
} from "@server/testing/order-harness";

let harness: OrderHarness;
let company: CompanyFixture;
let referrer: Person;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness({ connections: 8 });
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company({ maxPendingOrders: 50, settings: { rewardHoldDays: 7 } });
  referrer = await company.member({ isApproved: false });
  member = await company.member({ referrerId: referrer.id });
});

const admin = () => company.as(company.admin);
const sweep = () => releaseDueRewards(harness.database.db, harness.deps);

async function approved(by: Person = member) {
  const { order, transaction } = await submittedPayment(company, by);
  await (await admin()).orders.approve({ orderId: transaction.id });
  return { orderId: transaction.id, orderNumber: order.orderNumber };
}

/** Ends the days of a reward on hold. */
const endDays = (orderNumber: string) =>
  harness.database.db
    .update(orders)
    .set({ rewardReleaseAt: sql`now() - interval '1 second'` })
    .where(eq(orders.orderNumber, orderNumber));

const rewards = async (person = referrer) => (await company.as(person)).orders.rewards.mine({});
const stateOf = async () => (await rewards()).records[0]?.state;
const decision = (orderId: string, reason = "Looked at it") => ({ orderIds: [orderId], reason });
const outcome = async (call: Promise<{ refusal: { code: string } | null }[]>) =>
  (await call).map(({ refusal }) => refusal?.code ?? "ok");

test("a referrer's list has the reward of an order from its payment on, without its buyer", async () => {
  const api = await company.as(member);
  const { orderNumber } = await api.orders.create({ amount: "1005" });
  expect((await company.order(orderNumber)).heldReward).toBe(5);
  const nothing = { records: [], total: 0, totals: { HELD: { rewards: 0, tokens: 0 } } };
  expect(await rewards()).toMatchObject(nothing);
  await submittedPayment(company, member);
  const { records, total } = await rewards();
  expect([records, total]).toMatchObject([[{ state: "PROMISED", tokens: 5 }], 1]);
  expect(JSON.stringify(records)).not.toMatch(new RegExp(`${member.referralCode}|${orderNumber}`));
});

describe("a reward on hold", () => {
  test(
    "it waits for the days in force at the approval, then is allocated once",
    { tags: ["full"] },
    async () => {
      const { orderNumber } = await approved();
      await company.setCompany({ settings: {} });
      const held = await company.order(orderNumber);
      expect(held).toMatchObject({ rewardState: "ON_HOLD", heldReward: 5, rewardTokens: 5 });
      expect(held.rewardReleaseAt?.getTime()).toBe(
        (held.decidedAt?.getTime() ?? 0) + 7 * 86_400_000,
      );
      expect(await company.balances()).toMatchObject({ held: 5, poolHeld: 5, allocated: 100 });
      expect(await sweep()).toBe(0);
      await endDays(orderNumber);
      expect(await sweep()).toBe(1);
      expect(await sweep()).toBe(0);
      expect(await company.balances()).toMatchObject({ held: 0, poolHeld: 0, allocated: 105 });
      const { records, totals } = await rewards();
      expect(records).toMatchObject([{ state: "ALLOCATED", tokens: 5, reason: null }]);
      expect(records[0]?.allocatedAt).not.toBeNull();
      expect(totals.ALLOCATED).toEqual({ rewards: 1, tokens: 5 });
      expect((await harness.messages("rewardEarned")).at(-1)?.userId).toBe(referrer.id);
      expect(await company.faults()).toEqual([]);
    },
  );

  test("two instances release it once", { tags: ["full"] }, async () => {
    const { orderNumber } = await approved();
    await endDays(orderNumber);
    const instances = [harness.another(2), harness.another(2)];
    const released = await Promise.all(
      instances.map(({ db }) => releaseDueRewards(db, harness.deps)),
    );
    expect(released.toSorted()).toEqual([0, 1]);
    expect(await company.balances()).toMatchObject({ held: 0, allocated: 105 });
    expect(await company.faults()).toEqual([]);
  });

  test(
    "an unverified referrer's reward above the limit waits for the verification",
    { tags: ["full"] },
    async () => {
      await company.setCompany({ settings: { rewardVerifiedAbove: 4 } });
      const { orderNumber } = await approved();
      expect(await company.order(orderNumber)).toMatchObject({ rewardHeldBecause: ["UNVERIFIED"] });
      await harness.database.db
        .update(orders)
        .set({ undoUntil: null })
        .where(eq(orders.orderNumber, orderNumber));
      expect(await sweep()).toBe(0);
      await (await admin()).members.approve({ id: referrer.id });
      expect(await sweep()).toBe(1);
      await company.setCompany({ settings: { rewardVerifiedAbove: 5 } });
      await harness.database.db
        .update(users)
        .set({ isApproved: false })
        .where(eq(users.id, referrer.id));
      await approved();
      expect(await stateOf()).toBe("ALLOCATED");
      expect(await company.faults()).toEqual([]);
    },
  );

  test(
    "a reversal withdraws it without an entry; an allocated one is taken back by one",
    { tags: ["full"] },
    async () => {
      const held = await approved();
      await (await admin()).orders.reverse({ orderId: held.orderId, reason: "No money" });
      expect((await rewards()).records).toMatchObject([
        { state: "WITHDRAWN", reason: null, tokens: 5 },
      ]);
      expect(await company.balances()).toMatchObject({ held: 0, allocated: 0, count: 2 });
      const given = await approved();
      await endDays(given.orderNumber);
      await sweep();
      await (await admin()).orders.reverse({ orderId: given.orderId, reason: "No money" });
      expect(await company.balances()).toMatchObject({ held: 0, allocated: 0, count: 6 });
      expect((await rewards()).totals).toMatchObject({
        WITHDRAWN: { rewards: 2, tokens: 10 },
        ALLOCATED: { rewards: 0, tokens: 0 },
      });
      expect(await harness.messages("rewardWithdrawn")).toHaveLength(1);
      expect(await company.faults()).toEqual([]);
    },
  );

  test(
    "an undone approval promises it again, also one of a part that was too small for a reward",
    { tags: ["full"] },
    async () => {
      for (const [part, state] of [
        [{}, "ON_HOLD"],
        [{ receivedAmount: "102.50" }, undefined],
      ] as const) {
        company = await harness.company({ settings: { rewardHoldDays: 7 }, privateTokens: 104 });
        referrer = await company.member();
        member = await company.member({ referrerId: referrer.id });
        const { transaction } = await submittedPayment(company, member);
        const api = await company.as(company.admin, { canUndo: true });
        await api.orders.approve({ orderId: transaction.id, ...part });
        expect(await stateOf()).toBe(state);
        const { decidedAt, orderNumber } = await company.order(transaction.transactionId);
        await api.orders.undo({
          orderId: transaction.id,
          decidedAt: decidedAt?.toISOString() ?? "",
        });
        expect(await stateOf()).toBe("PROMISED");
        expect(await company.order(orderNumber)).toMatchObject({
          heldReward: 4,
          rewardState: null,
        });
        expect(await company.balances()).toMatchObject({ held: 104, poolHeld: 104, allocated: 0 });
        expect(await company.faults()).toEqual([]);
      }
    },
  );

  test(
    "a referrer who is blocked loses what waits, for good, and keeps what is allocated",
    { tags: ["full"] },
    async () => {
      const first = await approved();
      await endDays(first.orderNumber);
      await sweep();
      await approved();
      const { transaction } = await submittedPayment(company, member);
      const { db } = harness.database;
      expect(await db.transaction((tx) => releaseRewardsOf(tx, company.id, referrer.id))).toBe(10);
      await (await admin()).orders.approve({ orderId: transaction.id });
      expect((await rewards()).totals).toMatchObject({
        ALLOCATED: { rewards: 1, tokens: 5 },
        WITHDRAWN: { rewards: 2, tokens: 10 },
        ON_HOLD: { rewards: 0, tokens: 0 },
      });
      expect(await company.balances()).toMatchObject({ held: 0, allocated: 305 });
      expect(await company.faults()).toEqual([]);
    },
  );

  test(
    "a rejected order's reward is withdrawn, and promised again with its next payment",
    { tags: ["full"] },
    async () => {
      const { transaction } = await submittedPayment(company, member);
      const api = await admin();
      await api.orders.reject({ orderId: transaction.id, reason: "No such credit" });
      const withdrawn = { state: "WITHDRAWN", tokens: 5 };
      expect((await rewards()).records).toMatchObject([{ ...withdrawn, reason: null }]);
      expect((await api.orders.rewards.list({})).records).toMatchObject([
        { ...withdrawn, reason: "ORDER_REJECTED" },
      ]);
      await company.setCompany({ referralRewardBps: 1000 });
      await (
        await company.as(member)
      ).orders.submit({
        purchaseId: transaction.transactionId,
        paymentMethod: "MANUAL",
        amount: "1005",
        consent: true,
      });
      expect((await rewards()).records).toMatchObject([{ state: "PROMISED", tokens: 5 }]);
      expect(await company.faults()).toEqual([]);
    },
  );
});

test(
  "control: without the order's lock and the index of allocations, two instances release a reward twice",
  { tags: ["full"] },
  async () => {
    const open = await orderHarness({ connections: 4 });
    await open.database.sql`DROP INDEX allocations_once`;
    company = await open.company({ maxPendingOrders: 50, settings: { rewardHoldDays: 7 } });
    referrer = await company.member();
    member = await company.member({ referrerId: referrer.id });
    const { orderId } = await approved();
    // The pool's own check does not notice it: another order holds tokens, too.
    await submittedPayment(company, member);
    let readers = 0;
    let allRead = () => {};
    const everyone = new Promise<void>((resolve) => (allRead = resolve));
    const release = () =>
      open.database.db.transaction(async (tx) => {
        const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
        if ((readers += 1) === 2) allRead();
        await everyone;
        const purchase = order && (await findPurchase(tx, order));
        const terms = purchase && termsOfText(purchase.hashedBytes)?.terms;
        if (order?.rewardState !== "ON_HOLD" || !terms || typeof terms === "string") return "none";
        await amendOrder(tx, order, {
          heldReward: 0,
          rewardState: "ALLOCATED",
          rewardDecidedAt: new Date(),
        });
        const pool = await lockPool(tx, company.id);
        const change = { held: -order.heldReward, allocated: order.heldReward };
        await appendAllocations(tx, pool, [rewardAllocation(order, terms)], change);
        return "released";
      });
    expect(await Promise.all([release(), release()])).toEqual(["released", "released"]);
    expect(await company.balances()).toMatchObject({ allocated: 110, count: 3 });
    expect(await company.faults()).not.toEqual([]);
    await open.close();
  },
);

describe("decisions about rewards", () => {
  test(
    "an admin releases and withdraws several with a reason, and each once by its key",
    { tags: ["full"] },
    async () => {
      const [one, two] = [await approved(), await approved()];
      const keyed = await company.as(company.admin, { key: "a key of this test" });
      const input = { orderIds: [one.orderId, two.orderId], reason: "Looked at both" };
      const first = await keyed.orders.rewards.release(input);
      expect(first.map(({ reward }) => reward?.state)).toEqual(["ALLOCATED", "ALLOCATED"]);
      expect(await keyed.orders.rewards.release(input)).toEqual(first);
      expect(await outcome((await admin()).orders.rewards.release(input))).toEqual([
        "REWARD_DECIDED",
        "REWARD_DECIDED",
      ]);
      const three = await approved();
      const api = await admin();
      expect(await outcome(api.orders.rewards.withdraw(decision(three.orderId)))).toEqual(["ok"]);
      expect((await rewards()).records[0]).toMatchObject({
        state: "WITHDRAWN",
        reason: "BY_ADMIN",
        note: "Looked at it",
      });
      expect(await company.balances()).toMatchObject({ held: 0, allocated: 310 });
      const { order, transaction } = await submittedPayment(company, member);
      const promised = await api.orders.rewards.release(decision(transaction.id));
      const { orderNumber } = order;
      expect(promised[0]?.refusal).toEqual({ code: "REWARD_PROMISED", params: { orderNumber } });
      expect(await company.faults()).toEqual([]);
    },
  );

  test(
    "strangers, members and viewers decide nothing, and nobody about an own reward",
    { tags: ["full"] },
    async () => {
      const { orderId, orderNumber } = await approved();
      const other = await harness.company();
      const stranger = await other.as(other.admin);
      expect(await outcome(stranger.orders.rewards.release(decision(orderId)))).toEqual([
        "REWARD_NOT_FOUND",
      ]);
      expect((await stranger.orders.rewards.list({})).records).toEqual([]);
      const call = (person: Person) =>
        company.as(person).then((api) => api.orders.rewards.withdraw(decision(orderId)));
      expect(await resultCode(call(referrer))).toBe("WRONG_ROLE");
      const viewer = await company.member({ role: "ADMIN", adminRole: "VIEWER" });
      expect(await resultCode(call(viewer))).toBe("ADMIN_ROLE_TOO_LOW");
      await harness.database.db
        .update(orders)
        .set({ referrerId: company.admin.id })
        .where(eq(orders.orderNumber, orderNumber));
      expect(await outcome(call(company.admin))).toEqual(["OWN_ORDER"]);
      await harness.database.db
        .update(orders)
        .set({ referrerId: referrer.id })
        .where(eq(orders.orderNumber, orderNumber));
      expect(
        await resultCode((await admin()).orders.rewards.release(decision(orderId, "no"))),
      ).toBe("REASON_TOO_SHORT");
      expect(await company.order(orderNumber)).toMatchObject({ rewardState: "ON_HOLD" });
      expect(await company.faults()).toEqual([]);
    },
  );

  test(
    "an admin finds a reward by person, order and state, and reads all in any order",
    { tags: ["full"] },
    async () => {
      const { orderNumber } = await approved();
      const api = await admin();
      for (const input of [{ search: orderNumber }, { search: referrer.referralCode }, {}]) {
        const { records, total } = await api.orders.rewards.list(input);
        expect([total, records[0]?.orderNumber]).toEqual([1, orderNumber]);
      }
      expect((await api.orders.rewards.list({ state: "PROMISED" })).total).toBe(0);
      for (const sort of ["date", "tokens", "state", "release", "order", "referrer"] as const) {
        expect((await api.orders.rewards.list({ sort, state: "ON_HOLD" })).total).toBe(1);
      }
      expect((await api.orders.rewards.totals()).ON_HOLD).toEqual({ rewards: 1, tokens: 5 });
    },
  );
});
