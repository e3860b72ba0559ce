import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type House,
  type MoneyWorld,
  moneyWorld,
  outcome,
  type Person,
} from "@server/testing/money-world";
import { verifyLedger } from "@server/ledger/verify";
import { releaseOverdueHolds } from "./release-overdue-holds";
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

/** A submitted bank payment of ₹1,005: 100 tokens at ₹10, and ₹5 that buy nothing. */
async function submitted(
  change: { reference?: string; sha256?: string; paidAmount?: string } = {},
) {
  const api = await house.as(member);
  const order = await api.orders.create({ amount: "1005" });
  const transaction = await api.orders.submit({
    purchaseId: order.orderNumber,
    paymentMethod: "BANK",
    amount: "1005.00",
    referenceNumber: change.reference ?? `n-${order.orderNumber}-1234567`,
    receiptId: await house.proof(member, change.sha256),
    paidAmount: change.paidAmount,
    consent: true,
  });
  return { order, transaction };
}

describe("buying", () => {
  test("BUY NOW prices the order, numbers it and takes the hold with the referrer's reward", async () => {
    const api = await house.as(member);
    const order = await api.orders.create({ amount: 1005 });
    expect(order).toMatchObject({
      status: "OPEN",
      amountPaise: 100_500,
      quantity: 100,
      feePaise: 2_513,
      totalPaise: 103_013,
      remainderPaise: 500,
      isPayable: true,
    });
    expect(order.orderNumber).toMatch(/^PUR-\d{6}$/);
    expect(order.secondsLeft).toBeGreaterThan(895);
    expect(await house.order(order.orderNumber)).toMatchObject({
      heldQuantity: 100,
      heldReward: 5,
    });
    expect(await house.books()).toMatchObject({ poolHeld: 105, held: 105, poolAllocated: 0 });
    expect(await api.prices.current()).toEqual({
      priceMicroRupees: 10_000_000,
      feeBps: 250,
      remainingPrivateSupply: 2895,
    });
    expect(await api.orders.open()).toMatchObject({ orderNumber: order.orderNumber });
  });

  test("another amount replaces the open order, the same amount keeps it", async () => {
    const api = await house.as(member);
    const first = await api.orders.create({ amount: "1000" });
    expect((await api.orders.create({ amount: "1000.00" })).id).toBe(first.id);
    const second = await api.orders.create({ amount: "2000" });
    expect(second.id).not.toBe(first.id);
    expect((await house.order(first.orderNumber)).status).toBe("CANCELLED");
    expect(await house.books()).toMatchObject({ poolHeld: 210, held: 210 });
  });

  test("amounts that buy nothing, a missing price and waiting members are refused", async () => {
    const api = await house.as(member);
    expect(await outcome(api.orders.create({ amount: "9.99" }))).toBe("BELOW_ONE_TOKEN");
    expect(await outcome(api.orders.create({ amount: "0" }))).toBe("AMOUNT_INVALID");
    expect(await outcome(api.orders.create({ amount: "1e3" }))).toBe("AMOUNT_INVALID");
    expect(await outcome(api.orders.create({ amount: "10.001" }))).toBe("AMOUNT_INVALID");
    expect(await outcome(api.orders.create({ amount: "99999999999" }))).toBe("AMOUNT_TOO_LARGE");
    await house.setCompany({ unverifiedMayBuy: false });
    const unverified = await house.member({ isApproved: false });
    const theirs = await house.as(unverified);
    expect(await outcome(theirs.orders.create({ amount: "100" }))).toBe("UNVERIFIED_MAY_NOT_BUY");
    await house.setCompany({ priceMicroRupees: null });
    const priceless = await house.as(member);
    expect(await outcome(priceless.orders.create({ amount: "100" }))).toBe("NO_TOKEN_SELECTED");
    expect(await house.books()).toMatchObject({ poolHeld: 0, held: 0 });
  });

  test("a sixth pending order and too many tokens waiting are refused, to buy and to submit", async () => {
    for (let n = 0; n < 5; n += 1) await submitted();
    const api = await house.as(member);
    expect(await outcome(api.orders.create({ amount: "100" }))).toBe("TOO_MANY_PENDING_ORDERS");
    await house.setCompany({ maxPendingOrders: 6, maxHeldTokens: 550 });
    const later = await house.as(member);
    expect(await outcome(later.orders.create({ amount: "510" }))).toBe("TOKEN_CAP_REACHED");
    const open = await later.orders.create({ amount: "500" });
    await house.setCompany({ maxPendingOrders: 5 });
    const strict = await house.as(member);
    expect(
      await outcome(
        strict.orders.submit({
          purchaseId: open.orderNumber,
          paymentMethod: "MANUAL",
          amount: "500",
          consent: true,
        }),
      ),
    ).toBe("TOO_MANY_PENDING_ORDERS");
  });

  test("a buy that finds too little ends overdue holds first, else says what is left", async () => {
    const small = await world.house({ privateTokens: 100 });
    const [early, late] = [await small.member(), await small.member()];
    const first = await (await small.as(early)).orders.create({ amount: "900" });
    const api = await small.as(late);
    expect(await outcome(api.orders.create({ amount: "200" }))).toBe("SUPPLY_TOO_LOW");
    await small.lapse(first.orderNumber);
    expect((await api.orders.create({ amount: "1000" })).quantity).toBe(100);
    expect((await small.order(first.orderNumber)).status).toBe("EXPIRED");
    expect(await small.books()).toMatchObject({ poolHeld: 100, held: 100 });
    const third = await small.as(await small.member());
    expect(await outcome(third.orders.create({ amount: "10" }))).toBe("SUPPLY_GONE");
  });

  test("a reward never refuses a buyer: it is what the pool has left, and none for the blocked", async () => {
    const small = await world.house({ privateTokens: 102 });
    const host = await small.member();
    const guest = await small.member({ referrerId: host.id });
    const order = await (await small.as(guest)).orders.create({ amount: "1000" });
    expect((await small.order(order.orderNumber)).heldReward).toBe(2);
    const other = await world.house();
    const blocked = await other.member({ status: "BLOCKED" });
    const invited = await other.member({ referrerId: blocked.id });
    const second = await (await other.as(invited)).orders.create({ amount: "1000" });
    expect((await other.order(second.orderNumber)).heldReward).toBe(0);
  });
});

describe("paying", () => {
  test("a submitted payment waits with its hold; admins and member are told", async () => {
    const { order, transaction } = await submitted({ paidAmount: "1030.13" });
    expect(transaction).toMatchObject({
      transactionId: order.orderNumber,
      status: "PENDING",
      paymentMethod: "BANK",
      finalAmountPaise: 103_013,
      user: { referralCode: member.referralCode },
    });
    expect(transaction.receipt).toMatch(/^\/media\//);
    expect(transaction.referenceNumber).toBe(`N${order.orderNumber.replace("-", "")}1234567`);
    const row = await house.order(order.orderNumber);
    expect(row).toMatchObject({ heldQuantity: 100, heldReward: 5, paidAmountPaise: 103_013 });
    expect(row.consentedAt).not.toBeNull();
    const told = [
      ...(await world.messages("orderSubmitted")),
      ...(await world.messages("orderWaiting")),
    ];
    expect(told.map(({ userId }) => userId)).toEqual(
      expect.arrayContaining([member.id, house.admin.id]),
    );
  });

  test("odd payments are taken and flagged", async () => {
    const sha256 = "f".repeat(64);
    await submitted({ sha256 });
    const { transaction } = await submitted({ sha256, paidAmount: "1", reference: "hello" });
    const seen = await (
      await house.as(house.admin)
    ).orders.findForAdmin({ orderId: transaction.id });
    expect(seen.flags).toEqual(["REPEATED_PROOF", "AMOUNT_DIFFERS", "UNUSUAL_REFERENCE"]);
    expect(seen.sameProofOrders).toHaveLength(1);
    expect(seen.activity.map(({ action }) => action)).toEqual(["order.created", "order.submitted"]);
    expect(seen.referrer).toMatchObject({ referralCode: referrer.referralCode, rewardTokens: 5 });
  });

  test("one bank reference credits one order, in whatever spelling, until it is free again", async () => {
    const { transaction } = await submitted({ reference: "sbin 0000-1111 2222" });
    const again = await submitted({ reference: "SBIN000011112222" }).catch(
      (error: unknown) => error,
    );
    expect(again).toMatchObject({ message: "REFERENCE_USED" });
    const open = await (await house.as(member)).orders.open();
    expect(open?.status).toBe("OPEN");
    await (
      await house.as(house.admin)
    ).orders.reject({ orderId: transaction.id, reason: "No money" });
    const retried = await submitted({ reference: "SBIN-0000-1111-2222" });
    expect(retried.transaction.status).toBe("PENDING");
  });

  test("pages need the policy agreed to, before or with the payment; other doors do not", async () => {
    const api = await house.as(member);
    const order = await api.orders.create({ amount: "100" });
    const payment = {
      purchaseId: order.orderNumber,
      paymentMethod: "MANUAL" as const,
      amount: "100",
    };
    expect(await outcome(api.orders.submit(payment))).toBe("CONSENT_REQUIRED");
    expect(
      await outcome(api.orders.consent({ purchaseId: order.orderNumber, paymentMethod: "UPI" })),
    ).toBe("CONSENT_REQUIRED_UPI");
    const policyVersion = "a".repeat(64);
    const agreed = await api.orders.consent({
      purchaseId: order.orderNumber,
      consent: "on",
      policyVersion,
    });
    expect(agreed.consentedAt).not.toBeNull();
    expect((await api.orders.submit(payment)).status).toBe("PENDING");
    expect((await house.order(order.orderNumber)).consentVersion).toBe(policyVersion);
    const rest = await house.as(member, { door: "rest" });
    const paid = await rest.orders.submit({ paymentMethod: "MANUAL", amount: 250 });
    expect(paid).toMatchObject({ status: "PENDING", totalQuantity: 25, receipt: null });
  });

  test("another amount, another's file or no file is refused", async () => {
    const api = await house.as(member);
    const order = await api.orders.create({ amount: "1000" });
    const payment = {
      purchaseId: order.orderNumber,
      paymentMethod: "UPI" as const,
      amount: "1000",
      referenceNumber: "412345678901",
      consent: true,
    };
    const stranger = await house.member();
    const receiptId = await house.proof(stranger);
    expect(await outcome(api.orders.submit(payment))).toBe("RECEIPT_REQUIRED");
    expect(await outcome(api.orders.submit({ ...payment, receiptId }))).toBe("RECEIPT_NOT_FOUND");
    const own = await house.proof(member);
    expect(await outcome(api.orders.submit({ ...payment, receiptId: own, amount: "999" }))).toBe(
      "AMOUNT_DIFFERS_FROM_ORDER",
    );
    expect((await house.order(order.orderNumber)).status).toBe("OPEN");
    expect(await outcome(api.orders.submit({ ...payment, receiptId: own }))).toBe("ok");
    expect(await outcome(api.orders.submit({ ...payment, receiptId: own }))).toBe(
      "ORDER_ALREADY_SUBMITTED",
    );
  });

  test("a late payment takes the tokens again, flagged a day after, and is refused only when they are gone", async () => {
    const small = await world.house({ privateTokens: 100 });
    const [slow, quick] = [await small.member(), await small.member()];
    const api = await small.as(slow);
    const order = await api.orders.create({ amount: "600" });
    await small.lapse(order.orderNumber, 25 * 3600);
    expect(await releaseOverdueHolds(world.database.db, { companyId: small.id })).toBe(1);
    expect(await api.orders.open()).toBeNull();
    const found = await api.orders.find({ purchaseId: order.orderNumber.toLowerCase() });
    expect(found.order).toMatchObject({ status: "EXPIRED", secondsLeft: 0, isPayable: true });
    const payment = {
      purchaseId: order.orderNumber,
      paymentMethod: "MANUAL" as const,
      amount: "600",
      consent: true,
    };
    const other = await (await small.as(quick)).orders.create({ amount: "500" });
    expect(await outcome(api.orders.submit(payment))).toBe("SUPPLY_GONE_AFTER_PAYMENT");
    expect((await small.order(order.orderNumber)).status).toBe("EXPIRED");
    await (await small.as(quick)).orders.cancel({ purchaseId: other.orderNumber });
    expect(await outcome(api.orders.submit(payment))).toBe("ok");
    expect(await small.order(order.orderNumber)).toMatchObject({
      status: "PENDING",
      heldQuantity: 60,
      flags: ["LATE_PAYMENT"],
    });
    expect(await small.books()).toMatchObject({ poolHeld: 60, held: 60 });
  });

  test("a cancelled order gives its tokens back and can still be paid", async () => {
    const api = await house.as(member);
    const order = await api.orders.create({ amount: "1000" });
    await api.orders.cancel({ purchaseId: order.orderNumber });
    expect(await house.books()).toMatchObject({ poolHeld: 0, held: 0 });
    expect(await outcome(api.orders.cancel({ purchaseId: order.orderNumber }))).toBe(
      "ORDER_ALREADY_CANCELLED",
    );
    const paid = await api.orders.submit({
      purchaseId: order.orderNumber,
      paymentMethod: "MANUAL",
      amount: "1000",
      consent: true,
    });
    expect(paid.status).toBe("PENDING");
    expect(await house.books()).toMatchObject({ poolHeld: 105, held: 105 });
  });
});

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
