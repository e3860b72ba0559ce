import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orders } from "@db/schema";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";
import { deliverMessages } from "@server/testing/deliver-messages";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company({ maxPendingOrders: 50 });
  member = await company.member();
});

/** An order that another one replaced, one that was cancelled and one that has expired. */
async function endedOrders() {
  const api = await company.as(member);
  const replaced = await api.orders.create({ amount: "1000" });
  const cancelled = await api.orders.create({ amount: "2000" });
  await api.orders.cancel({ purchaseId: cancelled.orderNumber });
  const expired = await api.orders.create({ amount: "3000" });
  await company.expireHold(expired.orderNumber);
  return { api, replaced, cancelled, expired };
}

/** A pending payment in a company without approvals. */
async function elsewhere() {
  const there = await harness.company();
  const buyer = await there.member();
  const { order } = await submittedPayment(there, buyer);
  return { company: await there.as(buyer), purchaseId: order.orderNumber };
}

const stepsOf = async (purchaseId: string) => {
  const { steps } = await (await company.as(member)).orders.timeline({ purchaseId });
  return steps.map(({ step }) => step).join(" ");
};

describe("orders that were not paid", () => {
  test(
    "unpaid orders are in the history in their status; the list of payments has submitted ones only",
    { tags: ["full"] },
    async () => {
      const { api, replaced, cancelled, expired } = await endedOrders();
      await releaseOverdueHolds(harness.database.db);
      const open = await api.orders.create({ amount: "4000" });
      const { transaction } = await submittedPayment(company, await company.member());
      const { records, total } = await api.orders.history({});
      expect(records.map(({ orderNumber, status }) => [orderNumber, status])).toEqual([
        [open.orderNumber, "OPEN"],
        [expired.orderNumber, "EXPIRED"],
        [cancelled.orderNumber, "CANCELLED"],
        [replaced.orderNumber, "CANCELLED"],
      ]);
      expect(total).toBe(4);
      expect(records.map(({ orderNumber }) => orderNumber)).not.toContain(transaction.orderNumber);
      const expiredOnly = await api.orders.history({ status: "EXPIRED" });
      expect(expiredOnly.records.map(({ orderNumber }) => orderNumber)).toEqual([
        expired.orderNumber,
      ]);
      expect((await api.orders.history({ search: cancelled.orderNumber })).total).toBe(1);
      expect((await api.orders.listMine({})).total).toBe(0);
    },
  );

  test(
    "unpaid orders are on every screen for a day after the hold's end, unless a payment is on record",
    { tags: ["full"] },
    async () => {
      const { api, replaced, cancelled, expired } = await endedOrders();
      const unpaid = async () =>
        (await api.members.frame()).unpaid.map(({ orderNumber, status }) => [orderNumber, status]);
      expect(await unpaid()).toEqual([
        [expired.orderNumber, "EXPIRED"],
        [cancelled.orderNumber, "CANCELLED"],
        [replaced.orderNumber, "CANCELLED"],
      ]);
      const { waiting, latest } = await api.members.frame();
      expect([...waiting, ...latest]).toEqual([]);

      // The newest three; an order that is open is none of them.
      await api.orders.create({ amount: "4000" });
      await api.orders.create({ amount: "5000" });
      expect((await unpaid()).map(([number]) => number)).not.toContain(replaced.orderNumber);
      expect(await unpaid()).toHaveLength(3);

      await harness.database.db
        .update(orders)
        .set({ createdAt: sql`now() - interval '25 hours'` })
        .where(and(eq(orders.companyId, company.id), eq(orders.memberId, member.id)));
      expect(await unpaid()).toEqual([]);
      const stranger = await company.as(await company.member());
      expect((await stranger.members.frame()).unpaid).toEqual([]);
    },
  );

  test(
    "unpaid orders are shown as a payment on record once there is one",
    { tags: ["full"] },
    async () => {
      const small = await harness.company({ privateTokens: 100 });
      const [late, quick] = [await small.member(), await small.member()];
      const api = await small.as(late);
      const order = await api.orders.create({ amount: "1000" });
      await api.orders.cancel({ purchaseId: order.orderNumber });
      await (await small.as(quick)).orders.create({ amount: "900" });
      const sent = {
        purchaseId: order.orderNumber,
        paymentMethod: "MANUAL",
        amount: "1000",
      } as const;
      expect(await resultCode(api.orders.submit({ ...sent, consent: true }))).toBe(
        "SUPPLY_GONE_AFTER_PAYMENT",
      );
      expect((await api.members.frame()).unpaid).toEqual([]);
      expect(await api.payments.mine()).toMatchObject([{ orderNumber: order.orderNumber }]);
      const timeline = await api.orders.timeline({ purchaseId: order.orderNumber });
      expect(timeline).toMatchObject({ waitsFor: "COMPANY", method: "MANUAL" });
      expect(timeline.steps.map(({ step }) => step)).toEqual([
        "KEPT",
        "CANCELLED",
        "SENT",
        "ON_RECORD",
        "ALLOCATED",
      ]);
    },
  );
});

describe("the timeline", () => {
  test(
    "the timeline distinguishes a replaced order from a cancelled one, with the audit log's time",
    { tags: ["full"] },
    async () => {
      const { replaced, cancelled, expired } = await endedOrders();
      expect(await stepsOf(replaced.orderNumber)).toBe("KEPT REPLACED");
      expect(await stepsOf(cancelled.orderNumber)).toBe("KEPT CANCELLED");
      expect(await stepsOf(expired.orderNumber)).toBe("KEPT ENDED SENT CHECKING ALLOCATED");
      const { steps } = await (
        await company.as(member)
      ).orders.timeline({ purchaseId: replaced.orderNumber });
      // The order that replaced it was made in the same transaction.
      const told = new Date(steps[1]?.at ?? "").getTime();
      const { createdAt } = await company.order(cancelled.orderNumber);
      expect(Math.abs(told - createdAt.getTime())).toBeLessThan(60_000);
    },
  );

  test("the timeline is found by the order's own member only", async () => {
    const { replaced } = await endedOrders();
    const stranger = await company.as(await company.member());
    const asked = stranger.orders.timeline({ purchaseId: replaced.orderNumber });
    expect(await resultCode(asked)).toBe("ORDER_NOT_FOUND");
  });

  test(
    "the page and the mail of a payment name the median of the company's last approvals, once there are ten",
    { tags: ["full"] },
    async () => {
      const admin = await company.as(company.admin);
      const approved = async (hours: number) => {
        const { transaction } = await submittedPayment(company, await company.member());
        await company.backdateSubmission(transaction.orderNumber, hours * 3600);
        await admin.orders.approve({ orderId: transaction.id });
      };
      const { transaction } = await submittedPayment(company, member);
      const usual = async () => {
        const api = await company.as(member);
        return (await api.orders.find({ purchaseId: transaction.orderNumber })).usualSeconds;
      };
      // Nine approvals, a slow one among them, are too few; an old one does not count.
      for (const hours of [1, 1, 1, 2, 2, 3, 3, 3, 90]) await approved(hours);
      await approved(24 * 40);
      expect(await usual()).toBeNull();
      await approved(2);
      expect(Math.round((await usual()) ?? 0) / 3600).toBeCloseTo(2, 1);
      const { database, deps } = harness;
      const parts = { database, secrets: deps.secrets, appOrigin: deps.config.appOrigin };
      const mails = await deliverMessages(parts, { userId: member.id });
      expect(mails.find(({ template }) => template === "orderSubmitted")?.text).toContain(
        "Usually approved within 4 hours.",
      );

      // Another company's approvals do not count.
      const { company: other, purchaseId } = await elsewhere();
      expect((await other.orders.find({ purchaseId })).usualSeconds).toBeNull();
    },
  );
});
