import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";

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

describe("buying", () => {
  test("the payment page knows by which method its member, and nobody else, paid last", async () => {
    const last = async (person: Person) => {
      const api = await company.as(person);
      const { orderNumber: purchaseId } = await api.orders.create({ amount: 1000 });
      return { api, purchaseId, method: (await api.orders.find({ purchaseId })).lastMethod };
    };
    const { api, purchaseId, method } = await last(member);
    expect(method).toBeNull();
    await api.orders.submit({ purchaseId, paymentMethod: "MANUAL", amount: 1000, consent: true });
    expect((await last(member)).method).toBe("MANUAL");
    await submitted();
    expect((await last(member)).method).toBe("BANK");
    expect((await last(referrer)).method).toBeNull();
  });

  test(
    "BUY NOW prices and numbers the order, and holds its tokens with the referrer's reward",
    { tags: ["full"] },
    async () => {
      const api = await company.as(member);
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
      expect(await company.order(order.orderNumber)).toMatchObject({
        heldQuantity: 100,
        heldReward: 5,
      });
      expect(await company.balances()).toMatchObject({
        poolHeld: 105,
        held: 105,
        poolAllocated: 0,
      });
      expect(await api.prices.current()).toEqual({
        priceMicroRupees: 10_000_000,
        feeBps: 250,
        remainingPrivateSupply: 2895,
      });
      expect(await api.orders.open()).toMatchObject({ orderNumber: order.orderNumber });
    },
  );

  test("a purchase of another amount replaces the open order, one of the same amount keeps it", async () => {
    const api = await company.as(member);
    const first = await api.orders.create({ amount: "1000" });
    expect((await api.orders.create({ amount: "1000.00" })).id).toBe(first.id);
    const second = await api.orders.create({ amount: "2000" });
    expect(second.id).not.toBe(first.id);
    expect((await company.order(first.orderNumber)).status).toBe("CANCELLED");
    expect(await company.balances()).toMatchObject({ poolHeld: 210, held: 210 });
  });

  test(
    "a replaced order names its replacement, unless that one is cancelled",
    { tags: ["full"] },
    async () => {
      const api = await company.as(member);
      const replacedBy = async (purchaseId: string) =>
        (await api.orders.find({ purchaseId })).replacedBy;
      const first = await api.orders.create({ amount: "1000" });
      expect(await replacedBy(first.orderNumber)).toBeNull();
      const second = await api.orders.create({ amount: "2000" });
      const third = await api.orders.create({ amount: "3000" });
      const open = { orderNumber: third.orderNumber, status: "OPEN", amountPaise: 300_000 };
      expect(await replacedBy(first.orderNumber)).toEqual(open);
      expect(await replacedBy(second.orderNumber)).toEqual(open);
      expect(await replacedBy(third.orderNumber)).toBeNull();
      // Another member's orders do not count as replacements.
      const other = await company.as(await company.member());
      await other.orders.create({ amount: "4000" });
      expect(await replacedBy(first.orderNumber)).toEqual(open);

      await api.orders.submit({
        purchaseId: third.orderNumber,
        paymentMethod: "MANUAL",
        amount: "3000",
        consent: true,
      });
      expect(await replacedBy(first.orderNumber)).toMatchObject({ ...open, status: "PENDING" });
      const fourth = await api.orders.create({ amount: "5000" });
      await api.orders.cancel({ purchaseId: fourth.orderNumber });
      expect(await replacedBy(fourth.orderNumber)).toBeNull();
      expect(await replacedBy(first.orderNumber)).toMatchObject({ orderNumber: third.orderNumber });
      // What the member cancelled themselves was not replaced by what they buy later.
      await api.orders.create({ amount: "6000" });
      expect(await replacedBy(fourth.orderNumber)).toBeNull();
    },
  );

  test("a purchase refuses amounts below one token, a missing price and unverified members", async () => {
    const api = await company.as(member);
    expect(await resultCode(api.orders.create({ amount: "9.99" }))).toBe("BELOW_ONE_TOKEN");
    expect(await resultCode(api.orders.create({ amount: "0" }))).toBe("AMOUNT_INVALID");
    expect(await resultCode(api.orders.create({ amount: "1e3" }))).toBe("AMOUNT_INVALID");
    expect(await resultCode(api.orders.create({ amount: "10.001" }))).toBe("AMOUNT_INVALID");
    expect(await resultCode(api.orders.create({ amount: "99999999999" }))).toBe("AMOUNT_TOO_LARGE");
    await company.setCompany({ unverifiedMayBuy: false });
    const unverified = await company.member({ isApproved: false });
    const theirs = await company.as(unverified);
    expect(await resultCode(theirs.orders.create({ amount: "100" }))).toBe(
      "UNVERIFIED_MAY_NOT_BUY",
    );
    await company.setCompany({ priceMicroRupees: null });
    const priceless = await company.as(member);
    expect(await resultCode(priceless.orders.create({ amount: "100" }))).toBe("NO_TOKEN_SELECTED");
    expect(await company.balances()).toMatchObject({ poolHeld: 0, held: 0 });
  });

  test(
    "purchase and submission refuse a sixth pending order and too many pending tokens",
    { tags: ["full"] },
    async () => {
      for (let n = 0; n < 5; n += 1) await submitted();
      const api = await company.as(member);
      expect(await resultCode(api.orders.create({ amount: "100" }))).toBe(
        "TOO_MANY_PENDING_ORDERS",
      );
      await company.setCompany({ maxPendingOrders: 6, maxHeldTokens: 550 });
      const later = await company.as(member);
      expect(await resultCode(later.orders.create({ amount: "510" }))).toBe("TOKEN_CAP_REACHED");
      const open = await later.orders.create({ amount: "500" });
      await company.setCompany({ maxPendingOrders: 5 });
      const strict = await company.as(member);
      expect(
        await resultCode(
          strict.orders.submit({
            purchaseId: open.orderNumber,
            paymentMethod: "MANUAL",
            amount: "500",
            consent: true,
          }),
        ),
      ).toBe("TOO_MANY_PENDING_ORDERS");
    },
  );

  test("a purchase short of supply ends overdue holds first, then reports the remainder", async () => {
    const small = await harness.company({ privateTokens: 100 });
    const [early, late] = [await small.member(), await small.member()];
    const first = await (await small.as(early)).orders.create({ amount: "900" });
    const api = await small.as(late);
    expect(await resultCode(api.orders.create({ amount: "200" }))).toBe("SUPPLY_TOO_LOW");
    await small.expireHold(first.orderNumber);
    expect((await api.orders.create({ amount: "1000" })).quantity).toBe(100);
    expect((await small.order(first.orderNumber)).status).toBe("EXPIRED");
    expect(await small.balances()).toMatchObject({ poolHeld: 100, held: 100 });
    const third = await small.as(await small.member());
    expect(await resultCode(third.orders.create({ amount: "10" }))).toBe("SUPPLY_GONE");
  });

  test("a reward never blocks a purchase: it is limited to the pool, and zero for a blocked referrer", async () => {
    const small = await harness.company({ privateTokens: 102 });
    const host = await small.member();
    const guest = await small.member({ referrerId: host.id });
    const order = await (await small.as(guest)).orders.create({ amount: "1000" });
    expect((await small.order(order.orderNumber)).heldReward).toBe(2);
    const other = await harness.company();
    const blocked = await other.member({ status: "BLOCKED" });
    const invited = await other.member({ referrerId: blocked.id });
    const second = await (await other.as(invited)).orders.create({ amount: "1000" });
    expect((await other.order(second.orderNumber)).heldReward).toBe(0);
  });
});

describe("paying", () => {
  test("another sum than the total is read back until a part of it is received", async () => {
    const { order, transaction } = await submitted({ paidAmount: "500" });
    expect(transaction.toldPaise).toBe(50_000);
    const own = await company.as(member);
    expect((await own.members.frame()).waiting).toMatchObject([{ toldPaise: 50_000 }]);
    const part = { orderId: transaction.id, version: 1, received: "500" };
    await (await company.as(company.admin)).payments.waitForRest(part);
    expect((await own.members.frame()).waiting).toMatchObject([
      { toldPaise: null, missingPaise: 53_013 },
    ]);
    const { order: shown } = await own.orders.find({ purchaseId: order.orderNumber });
    expect(shown).toMatchObject({ isPayable: false, missingPaise: 53_013 });
  });

  test("a submitted payment keeps its hold and notifies member and admins who chose so", async () => {
    await (await company.as(company.admin)).dashboard.chooseMails({ mails: "EACH" });
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
    const row = await company.order(order.orderNumber);
    expect(row).toMatchObject({ heldQuantity: 100, heldReward: 5, paidAmountPaise: 103_013 });
    expect(row.consentedAt).not.toBeNull();
    expect(transaction.toldPaise).toBeNull();
    const notified = [
      ...(await harness.messages("orderSubmitted")),
      ...(await harness.messages("orderWaiting")),
    ];
    expect(notified.map(({ userId }) => userId)).toEqual(
      expect.arrayContaining([member.id, company.admin.id]),
    );
  });

  test("a submission accepts unusual payments and flags them", { tags: ["full"] }, async () => {
    const sha256 = "f".repeat(64);
    await submitted({ sha256 });
    const { transaction } = await submitted({ sha256, paidAmount: "1", reference: "hello" });
    const seen = await (
      await company.as(company.admin)
    ).orders.findForAdmin({ orderId: transaction.id });
    expect(seen.flags).toEqual(["REPEATED_PROOF", "AMOUNT_DIFFERS", "UNUSUAL_REFERENCE"]);
    expect(seen.sameProofOrders).toHaveLength(1);
    expect(seen.activity.map(({ action }) => action)).toEqual(["order.created", "order.submitted"]);
    expect(seen.referrer).toMatchObject({ referralCode: referrer.referralCode, rewardTokens: 5 });
  });

  test(
    "a bank reference credits one order, in any spelling, until that order is rejected",
    { tags: ["full"] },
    async () => {
      const { transaction } = await submitted({ reference: "sbin 0000-1111 2222" });
      const again = await submitted({ reference: "SBIN000011112222" }).catch(
        (error: unknown) => error,
      );
      expect(again).toMatchObject({ message: "REFERENCE_USED" });
      const open = await (await company.as(member)).orders.open();
      expect(open?.status).toBe("OPEN");
      await (
        await company.as(company.admin)
      ).orders.reject({ orderId: transaction.id, reason: "No money" });
      const retried = await submitted({ reference: "SBIN-0000-1111-2222" });
      expect(retried.transaction.status).toBe("PENDING");
    },
  );

  test("pages require consent to the policy, before or with the payment; other transports do not", async () => {
    const api = await company.as(member);
    const order = await api.orders.create({ amount: "100" });
    const payment = {
      purchaseId: order.orderNumber,
      paymentMethod: "MANUAL" as const,
      amount: "100",
    };
    expect(await resultCode(api.orders.submit(payment))).toBe("CONSENT_REQUIRED");
    expect(
      await resultCode(api.orders.consent({ purchaseId: order.orderNumber, paymentMethod: "UPI" })),
    ).toBe("CONSENT_REQUIRED_UPI");
    const policyVersion = (await api.policies.current()).version;
    const agreed = await api.orders.consent({
      purchaseId: order.orderNumber,
      consent: "on",
      policyVersion,
    });
    expect(agreed.consentedAt).not.toBeNull();
    expect((await api.orders.submit(payment)).status).toBe("PENDING");
    expect((await company.order(order.orderNumber)).consentVersion).toBe(policyVersion);
    const rest = await company.as(member, { transport: "rest" });
    const paid = await rest.orders.submit({ paymentMethod: "MANUAL", amount: 250 });
    expect(paid).toMatchObject({ status: "PENDING", totalQuantity: 25, receipt: null });
  });

  test("a submission refuses another amount, another member's file and a missing file", async () => {
    const api = await company.as(member);
    const order = await api.orders.create({ amount: "1000" });
    const payment = {
      purchaseId: order.orderNumber,
      paymentMethod: "UPI" as const,
      amount: "1000",
      referenceNumber: "412345678901",
      consent: true,
    };
    const stranger = await company.member();
    const receiptId = await company.proof(stranger);
    expect(await resultCode(api.orders.submit(payment))).toBe("RECEIPT_REQUIRED");
    expect(await resultCode(api.orders.submit({ ...payment, receiptId }))).toBe(
      "RECEIPT_NOT_FOUND",
    );
    const own = await company.proof(member);
    expect(await resultCode(api.orders.submit({ ...payment, receiptId: own, amount: "999" }))).toBe(
      "AMOUNT_DIFFERS_FROM_ORDER",
    );
    expect((await company.order(order.orderNumber)).status).toBe("OPEN");
    expect(await resultCode(api.orders.submit({ ...payment, receiptId: own }))).toBe("ok");
    expect(await resultCode(api.orders.submit({ ...payment, receiptId: own }))).toBe(
      "ORDER_ALREADY_SUBMITTED",
    );
  });

  test(
    "a late payment holds tokens again, flagged after a day, and is refused only if none are left",
    { tags: ["full"] },
    async () => {
      const small = await harness.company({ privateTokens: 100 });
      const [slow, quick] = [await small.member(), await small.member()];
      const api = await small.as(slow);
      const order = await api.orders.create({ amount: "600" });
      await small.expireHold(order.orderNumber, 25 * 3600);
      expect(await releaseOverdueHolds(harness.database.db, { companyId: small.id })).toBe(1);
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
      expect(await resultCode(api.orders.submit(payment))).toBe("SUPPLY_GONE_AFTER_PAYMENT");
      expect((await small.order(order.orderNumber)).status).toBe("EXPIRED");
      await (await small.as(quick)).orders.cancel({ purchaseId: other.orderNumber });
      expect(await resultCode(api.orders.submit(payment))).toBe("ok");
      expect(await small.order(order.orderNumber)).toMatchObject({
        status: "PENDING",
        heldQuantity: 60,
        flags: ["LATE_PAYMENT"],
      });
      expect(await small.balances()).toMatchObject({ poolHeld: 60, held: 60 });
    },
  );

  test("a cancelled order releases its tokens and can still be paid", async () => {
    const api = await company.as(member);
    const order = await api.orders.create({ amount: "1000" });
    await api.orders.cancel({ purchaseId: order.orderNumber });
    expect(await company.balances()).toMatchObject({ poolHeld: 0, held: 0 });
    expect(await resultCode(api.orders.cancel({ purchaseId: order.orderNumber }))).toBe(
      "ORDER_ALREADY_CANCELLED",
    );
    const paid = await api.orders.submit({
      purchaseId: order.orderNumber,
      paymentMethod: "MANUAL",
      amount: "1000",
      consent: true,
    });
    expect(paid.status).toBe("PENDING");
    expect(await company.balances()).toMatchObject({ poolHeld: 105, held: 105 });
  });
});

test(
  "a super admin lists a company's payments by method, flags and days, and opens each",
  { tags: ["full"] },
  async () => {
    const { transaction } = await submitted();
    const { transaction: flagged } = await submitted({ paidAmount: "1" });
    const create = (id: string, at: string) => harness.database.sql`
    UPDATE orders SET created_at = ${at} WHERE company_id = ${company.id} AND id = ${id}`;
    // The last instant of a day in India, and the first of the next one.
    await create(transaction.id, "2026-11-20T18:29:59.999Z");
    await create(flagged.id, "2026-11-20T18:30:00Z");
    await harness.database.sql`
    UPDATE orders SET flags = '[]' WHERE company_id = ${company.id} AND id = ${transaction.id}`;
    const root = await harness.superAdmin();
    const found = async (asked: Parameters<typeof root.orders.listPlatform>[0]) =>
      (await root.orders.listPlatform({ companyId: company.id, ...asked })).records.map(
        ({ id }) => id,
      );
    expect(await found({})).toEqual([flagged.id, transaction.id]);
    expect(await found({ to: "2026-11-20" })).toEqual([transaction.id]);
    expect(await found({ from: "2026-11-21", to: "2026-11-21" })).toEqual([flagged.id]);
    expect(await found({ from: "2026-11-22" })).toEqual([]);
    expect(await found({ method: "BANK" })).toHaveLength(2);
    expect(await found({ method: "UPI" })).toEqual([]);
    const withFlags = await found({ isFlagged: true });
    expect(withFlags).toContain(flagged.id);
    expect(withFlags).not.toContain(transaction.id);
    const exported = await root.exports.allOrders({ companyId: company.id, to: "2026-11-20" });
    expect(exported.records.map(({ id }) => id)).toEqual([transaction.id]);

    const whole = { companyId: company.id, orderId: flagged.id };
    const shown = await root.orders.findForPlatform(whole);
    expect(shown).toMatchObject({
      id: flagged.id,
      company: { id: company.id },
      user: { referralCode: member.referralCode },
    });
    expect(shown.flags).toContain("AMOUNT_DIFFERS");
    expect(shown.activity.map(({ action }) => action)).toContain("order.submitted");
    const other = await harness.company();
    expect(await resultCode(root.orders.findForPlatform({ ...whole, companyId: other.id }))).toBe(
      "ORDER_NOT_FOUND",
    );
  },
);
