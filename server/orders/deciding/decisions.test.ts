import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";
import { verifyLedger } from "@server/verification/verify-ledger";
import { releaseRewardsOf } from "@server/ledger/queries/supplies";

let harness: OrderHarness;
let company: CompanyFixture;
let referrer: Person;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());

beforeEach(async () => {
  company = await harness.company();
  referrer = await company.member({ walletAddress: `0x${"ab".repeat(20)}` });
  member = await company.member({ referrerId: referrer.id });
});
afterEach(async () => expect(await company.faults()).toEqual([]));

const submitted = (change?: Parameters<typeof submittedPayment>[2]) =>
  submittedPayment(company, member, change);

describe("deciding", () => {
  test(
    "an approval allocates to buyer and referrer once, extends the chain and notifies both",
    { tags: ["full"] },
    async () => {
      const { order, transaction } = await submitted();
      const adminApi = await company.as(company.admin);
      const approved = await adminApi.orders.approve({ orderId: transaction.id });
      expect(approved).toMatchObject({ status: "APPROVED" });
      expect(approved.decidedAt).not.toBeNull();
      expect(await company.balances()).toEqual({
        poolHeld: 0,
        held: 0,
        poolAllocated: 105,
        allocated: 105,
        count: 2,
      });
      expect(await resultCode(adminApi.orders.approve({ orderId: transaction.id }))).toBe(
        "ORDER_ALREADY_DECIDED",
      );
      expect(await resultCode(adminApi.orders.reject({ orderId: transaction.id }))).toBe(
        "ORDER_ALREADY_DECIDED",
      );
      const report = await verifyLedger(harness.database.db, {
        id: company.id,
        name: "",
        tokenSymbol: "RSGN",
      });
      expect(report).toMatchObject({ allocations: 2, faults: [] });
      const api = await company.as(member);
      const receipt = await api.orders.receipt({ purchaseId: order.orderNumber });
      const mine = await api.stock.mine({});
      expect(mine).toMatchObject({ total: 1, totalQuantity: 100 });
      expect(mine.records[0]).toMatchObject({
        memberId: member.referralCode,
        quantity: 100,
        reward: null,
        transactionHash: receipt.transactionHash,
      });
      const reward = await (await company.as(referrer)).stock.mine({});
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
      expect((await harness.messages("rewardEarned")).at(-1)?.userId).toBe(referrer.id);
      const board = await adminApi.dashboard.admin();
      expect(board).toMatchObject({
        totalMember: 2,
        privateSupply: 3000,
        remainingPrivateSupply: 2895,
        privateSupplyData: { stockBalance: 105 },
        collection: { bankPaise: 103_013, upiPaise: 0 },
        shares: { bank: 100, crypto: 0 },
      });
    },
  );

  test(
    "a rejection releases hold and reference, is shown to the member, and clears the next submission",
    { tags: ["full"] },
    async () => {
      const { order, transaction } = await submitted({ paidAmount: "1" });
      const adminApi = await company.as(company.admin);
      await adminApi.orders.reject({
        orderId: transaction.id,
        reason: "No such payment",
        refundNote: "Back within a week",
      });
      expect(await company.balances()).toMatchObject({ poolHeld: 0, held: 0, count: 0 });
      const api = await company.as(member);
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
      expect(await company.order(order.orderNumber)).toMatchObject({
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
      const seen = await adminApi.orders.findForAdmin({ orderId: transaction.id });
      expect(seen.activity.map(({ action }) => action)).toEqual([
        "order.created",
        "order.submitted",
        "order.rejected",
        "order.submitted",
      ]);
      expect(seen.activity[2]?.details).toMatchObject({ reason: "No such payment" });
    },
  );

  test(
    "a reversal takes both allocations back, returns the tokens to the pool, and ends the order",
    { tags: ["full"] },
    async () => {
      const { transaction } = await submitted();
      const adminApi = await company.as(company.admin);
      expect(
        await resultCode(adminApi.orders.reverse({ orderId: transaction.id, reason: "x" })),
      ).toBe("ORDER_NOT_APPROVED");
      await adminApi.orders.approve({ orderId: transaction.id });
      expect(
        await resultCode(adminApi.orders.reverse({ orderId: transaction.id, reason: " " })),
      ).toBe("REASON_REQUIRED");
      const reversed = await adminApi.orders.reverse({
        orderId: transaction.id,
        reason: "Charged back",
      });
      expect(reversed).toMatchObject({ status: "REVERSED", rejectionReason: "Charged back" });
      expect(await company.balances()).toEqual({
        poolHeld: 0,
        held: 0,
        poolAllocated: 0,
        allocated: 0,
        count: 4,
      });
      expect(
        await resultCode(adminApi.orders.reverse({ orderId: transaction.id, reason: "x" })),
      ).toBe("ORDER_ALREADY_REVERSED");
      const stock = await (await company.as(referrer)).stock.mine({});
      expect(stock.records.map(({ kind, reward }) => [kind, reward])).toEqual([
        ["REVERSAL", -5],
        ["REFERRAL", 5],
      ]);
      expect((await (await company.as(member)).stock.global({})).total).toBe(0);
      expect((await adminApi.dashboard.admin()).collection.bankPaise).toBe(0);
    },
  );

  test(
    "a blocked referrer's reward returns to the pool, on blocking and on approval",
    { tags: ["full"] },
    async () => {
      const first = await submitted();
      const { db } = harness.database;
      expect(await releaseRewardsOf(db, company.id, referrer.id)).toBe(5);
      expect(await company.balances()).toMatchObject({ poolHeld: 100, held: 100 });
      const second = await submitted();
      expect((await company.order(second.order.orderNumber)).heldReward).toBe(5);
      await company.setStatus(referrer, "BLOCKED");
      const adminApi = await company.as(company.admin);
      for (const { transaction } of [first, second]) {
        await adminApi.orders.approve({ orderId: transaction.id });
      }
      expect(await company.balances()).toEqual({
        poolHeld: 0,
        held: 0,
        poolAllocated: 200,
        allocated: 200,
        count: 2,
      });
    },
  );

  test(
    "a reason with half a surrogate pair, which JSON in the database cannot hold, is accepted",
    { tags: ["full"] },
    async () => {
      const { transaction } = await submitted();
      const adminApi = await company.as(company.admin);
      const rejected = await adminApi.orders.reject({
        orderId: transaction.id,
        reason: "No \ud800",
      });
      expect(rejected.rejectionReason).toBe("No \ufffd");
    },
  );
});

describe("lists", () => {
  test("a member's search matches number, reference, method and amount only", async () => {
    const { order } = await submitted({ reference: "SBIN 0000 4444 5555" });
    const rest = await company.as(member, { transport: "rest" });
    await rest.orders.submit({ paymentMethod: "MANUAL", amount: "77" });
    const api = await company.as(member);
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

  test(
    "an admin's search also matches members, and shares are percentages of the approved INR",
    { tags: ["full"] },
    async () => {
      const { transaction } = await submitted();
      const adminApi = await company.as(company.admin);
      for (const search of [member.referralCode, transaction.user.mobile, transaction.user.name]) {
        expect((await adminApi.orders.list({ search, status: "PENDING" })).total).toBe(1);
      }
      expect((await adminApi.orders.list({ search: "unheard of" })).total).toBe(0);
      await adminApi.orders.approve({ orderId: transaction.id });
      expect((await adminApi.orders.list({ status: "APPROVED" })).shares).toEqual({
        BANK: 100,
        UPI: 0,
        MANUAL: 0,
        CRYPTO: 0,
      });
      const everywhere = await (
        await harness.superAdmin()
      ).orders.listAll({ companyId: company.id });
      expect(everywhere.records[0]).toMatchObject({
        id: transaction.id,
        company: { id: company.id },
      });
      expect(await resultCode(adminApi.orders.list({ limit: 101 }))).toBe("BAD_LIMIT");
      expect(await resultCode(adminApi.orders.list({ status: "OPEN" }))).toBe("BAD_STATUS");
    },
  );
});

test(
  "deletion removes a member's data from stored responses; decisions are still answered",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    const member = await company.member({ name: "Forgetme Rao", mobile: "+919812398123" });
    const own = await company.as(member, { key: "own", transport: "rest" });
    const { id: orderId } = await own.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
    const neighbour = await company.as(await company.member({ name: "Neighbour Rao" }), {
      key: "theirs",
      transport: "rest",
    });
    const theirs = await neighbour.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
    const adminApi = await company.as(company.admin, { key: "desk" });
    const rejected = await adminApi.orders.reject({ orderId, reason: "x" });

    await adminApi.members.remove({ id: member.id });
    const kept = JSON.stringify(
      await harness.database.sql`SELECT response::text AS said FROM idempotency_keys`,
    );
    expect(kept).not.toContain("Forgetme");
    expect(kept).not.toContain("9812398123");
    expect(kept).toContain(theirs.orderNumber);
    expect(await adminApi.orders.reject({ orderId, reason: "x" })).toEqual({
      ...rejected,
      user: { ...rejected.user, name: "Deleted member", mobile: "" },
    });
  },
);
