import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company({ privateTokens: 100_000 });
  member = await company.member();
});

const FIVE_TIMES = 50_000_000;

const order = async (amount: string): Promise<string> =>
  (await (await company.as(member)).orders.create({ amount })).orderNumber;

/** An order whose hold has ended. */
async function expired(amount: string): Promise<string> {
  const orderNumber = await order(amount);
  await company.expireHold(orderNumber);
  await releaseOverdueHolds(harness.database.db, { companyId: company.id });
  return orderNumber;
}

async function pay(purchaseId: string) {
  const { amountPaise } = await company.order(purchaseId);
  return (await company.as(member)).orders.submit({
    purchaseId,
    paymentMethod: "BANK",
    amount: String(amountPaise / 100),
    referenceNumber: `REF${purchaseId}`,
    receiptId: await company.proof(member),
    consent: true,
  });
}

const flagsOf = async (purchaseId: string) => (await company.order(purchaseId)).flags;

describe("thirty replaced orders, paid at a fifth of the price", () => {
  test(
    "payments of thirty replaced orders are taken, each flagged with both prices, and left out of a bulk approval",
    { tags: ["full"] },
    async () => {
      const replaced: string[] = [];
      for (let n = 0; n < 30; n += 1) replaced.push(await order(String(1000 + n * 10)));
      await company.setCompany({ priceMicroRupees: FIVE_TIMES });
      const paid = replaced.slice(0, 5);
      for (const purchaseId of paid) expect(await resultCode(pay(purchaseId))).toBe("ok");

      const admin = await company.as(company.admin);
      const { records } = await admin.orders.list({ status: "PENDING", isFlagged: true });
      expect(records.map(({ orderNumber }) => orderNumber).toSorted()).toEqual(paid.toSorted());
      for (const record of records) {
        expect(record).toMatchObject({
          flags: expect.arrayContaining(["QUOTE_ENDED"]) as unknown,
          priceMicroRupees: 10_000_000,
          presentTerms: { priceMicroRupees: FIVE_TIMES, feeBps: 250 },
        });
        const { activity, presentTerms } = await admin.orders.findForAdmin({ orderId: record.id });
        // The amount buys a fifth of the tokens at the higher price.
        const quantity = Math.floor(record.totalQuantity / 5);
        expect(presentTerms).toEqual({ priceMicroRupees: FIVE_TIMES, feeBps: 250, quantity });
        const submitted = activity.find(({ action }) => action === "order.submitted");
        expect(submitted?.details).toMatchObject({
          quotedPriceMicroRupees: 10_000_000,
          presentPriceMicroRupees: FIVE_TIMES,
          quotedFeeBps: 250,
          presentFeeBps: 250,
        });
      }

      const orderIds = records.map(({ id }) => id);
      const outcomes = await admin.orders.approveMany({ orderIds });
      expect(outcomes.map(({ refusal }) => refusal?.code)).toEqual(
        orderIds.map(() => "DECIDE_SINGLY"),
      );
      for (const purchaseId of paid) {
        expect(await company.order(purchaseId)).toMatchObject({ status: "PENDING" });
      }
      // An admin who has seen both prices may approve it singly, at the shown price.
      const [first = ""] = orderIds;
      await admin.orders.approve({ orderId: first });
      expect((await admin.orders.findForAdmin({ orderId: first })).status).toBe("APPROVED");
    },
  );

  test(
    "payments beyond the limit of pending ones are on record, flagged too",
    { tags: ["full"] },
    async () => {
      await company.setCompany({ maxPendingOrders: 1 });
      const replaced = [await order("1000"), await order("2000")];
      await order("3000");
      await company.setCompany({ priceMicroRupees: FIVE_TIMES });
      const [first = "", second = ""] = replaced;
      expect(await resultCode(pay(first))).toBe("ok");
      expect(await resultCode(pay(second))).toBe("TOO_MANY_PENDING_ORDERS");
      const admin = await company.as(company.admin);
      const { payments } = await admin.payments.listUnallocated();
      expect(payments).toMatchObject([
        {
          orderNumber: second,
          prices: {
            quoted: { priceMicroRupees: 10_000_000, feeBps: 250 },
            present: { priceMicroRupees: FIVE_TIMES, feeBps: 250 },
          },
        },
      ]);
      await admin.payments.allocate({ paymentId: payments[0]?.id ?? "" });
      expect(await company.order(second)).toMatchObject({
        status: "APPROVED",
        flags: ["QUOTE_ENDED"],
        presentPriceMicroRupees: FIVE_TIMES,
      });
    },
  );
});

describe("a late payment", () => {
  test(
    "a late payment of a replaced order is not flagged while price and fee are the same",
    { tags: ["full"] },
    async () => {
      const replaced = await order("1000");
      await order("2000");
      await pay(replaced);
      expect(await flagsOf(replaced)).not.toContain("QUOTE_ENDED");
    },
  );

  test(
    "a late payment of a replaced order is flagged for another fee as well",
    { tags: ["full"] },
    async () => {
      const replaced = await order("1000");
      await order("2000");
      await company.setCompany({ feeBps: 300 });
      await pay(replaced);
      expect(await company.order(replaced)).toMatchObject({
        flags: expect.arrayContaining(["QUOTE_ENDED"]) as unknown,
        presentPriceMicroRupees: 10_000_000,
        presentFeeBps: 300,
      });
    },
  );

  test(
    "a late payment keeps its quote for the two newest orders, for a day after their hold",
    { tags: ["full"] },
    async () => {
      const first = await expired("1000");
      const second = await expired("2000");
      const third = await expired("3000");
      await company.setCompany({ priceMicroRupees: FIVE_TIMES });
      for (const purchaseId of [third, second, first]) await pay(purchaseId);
      expect(await flagsOf(third)).not.toContain("QUOTE_ENDED");
      expect(await flagsOf(second)).not.toContain("QUOTE_ENDED");
      expect(await flagsOf(first)).toContain("QUOTE_ENDED");
    },
  );

  test("a payment a day after the hold is flagged as late, and with both prices", async () => {
    const first = await expired("1000");
    await company.expireHold(first, 24 * 3600 + 1);
    await company.setCompany({ priceMicroRupees: FIVE_TIMES });
    await pay(first);
    expect(await flagsOf(first)).toEqual(
      expect.arrayContaining(["LATE_PAYMENT", "QUOTE_ENDED"]) as unknown,
    );
  });

  test(
    "a late payment after a rejection is flagged, and a further one at the old price again is not",
    { tags: ["full"] },
    async () => {
      const purchaseId = await order("1000");
      const admin = await company.as(company.admin);
      const { id } = await pay(purchaseId);
      expect(await flagsOf(purchaseId)).not.toContain("QUOTE_ENDED");
      await admin.orders.reject({ orderId: id, reason: "Not found" });
      await company.setCompany({ priceMicroRupees: FIVE_TIMES });
      await pay(purchaseId);
      expect(await flagsOf(purchaseId)).toContain("QUOTE_ENDED");
      await admin.orders.reject({ orderId: id, reason: "Not found" });
      await company.setCompany({ priceMicroRupees: 10_000_000 });
      await pay(purchaseId);
      expect(await company.order(purchaseId)).toMatchObject({
        presentPriceMicroRupees: null,
        presentFeeBps: null,
      });
      expect(await flagsOf(purchaseId)).not.toContain("QUOTE_ENDED");
    },
  );

  test("a payment of an open order keeps its quote, also at another price", async () => {
    const purchaseId = await order("1000");
    await company.setCompany({ priceMicroRupees: FIVE_TIMES });
    await pay(purchaseId);
    expect(await flagsOf(purchaseId)).not.toContain("QUOTE_ENDED");
  });
});

describe("the payment page", () => {
  test(
    "the payment page tells the member before paying that the price is no longer guaranteed",
    { tags: ["full"] },
    async () => {
      const replaced = await order("1000");
      const current = await order("2000");
      const find = async (purchaseId: string) =>
        (await (await company.as(member)).orders.find({ purchaseId })).presentTerms;
      expect(await find(replaced)).toBeNull();
      await company.setCompany({ priceMicroRupees: FIVE_TIMES });
      expect(await find(replaced)).toEqual({ priceMicroRupees: FIVE_TIMES, feeBps: 250 });
      expect(await find(current)).toBeNull();
      await pay(replaced);
      expect(await find(replaced)).toBeNull();
    },
  );
});
