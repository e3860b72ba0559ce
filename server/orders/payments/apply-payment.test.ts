import { and, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { auditEntries, orders, paymentApplications, payments } from "@db/schema";
import { recomputeFigures } from "@server/verification/recompute";
import {
  unallocatedPayment,
  overPaidOrder,
  SENT_BACK,
  applyForm,
  waitingOrder,
} from "@server/testing/unallocated-payments";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness({ connections: 12 });
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company();
  member = await company.member();
});
afterEach(async () => expect(await company.faults()).toEqual([]));

const admin = () => company.as(company.admin);
/** Makes a received payment of which ₹504.87 is unallocated. */
const overPaid = (received?: string) => overPaidOrder(company, member, { received });
/** An order of ₹410.00, which buys forty tokens. */
const waiting = (change?: { amount?: string; reference?: string }) =>
  waitingOrder(company, member, change);
const applications = () =>
  harness.database.db
    .select()
    .from(paymentApplications)
    .where(eq(paymentApplications.companyId, company.id));
const paymentOf = async (id: string) =>
  (await company.payments()).find(({ orderId }) => orderId === id);
const open = async () => (await (await admin()).payments.listUnallocated()).payments;

/** The order waits as it did, stands on its own payment, and no other money serves it. */
async function waitsAsBefore({ id, orderNumber }: { id: string; orderNumber: string }) {
  expect(await company.order(orderNumber)).toMatchObject({
    status: "PENDING",
    sourceOrderId: null,
  });
  expect((await paymentOf(id))?.status).toBe("WAITING");
  expect((await applications()).filter(({ orderId }) => orderId === id)).toEqual([]);
}

describe("what is left of a payment", () => {
  test(
    "the rest of a payment pays a waiting order, which takes its total; what remains stays unallocated",
    { tags: ["full"] },
    async () => {
      const { payment, orderNumber, orderId } = await overPaid();
      const order = await waiting();
      const before = await company.order(order.orderNumber);
      // The token costs more by now; the order keeps its terms.
      await company.setCompany({ priceMicroRupees: 20_000_000, feeBps: 500 });
      const api = await admin();
      const named = { kind: "CREDIT" as const, paymentId: payment.id };
      expect(await api.payments.waitingOrders(named)).toMatchObject({
        order: { id: orderId, orderNumber },
        openPaise: 50_487,
        updatedAt: payment.updatedAt,
        orders: [{ orderId: order.id, quantity: 40, totalPaise: 41_000 }],
      });
      expect(await api.payments.payOrder(applyForm(payment, order))).toEqual({
        orderId: order.id,
        orderNumber: order.orderNumber,
        quantity: 40,
        totalPaise: 41_000,
      });
      expect(await company.order(order.orderNumber)).toMatchObject({
        status: "APPROVED",
        priceMicroRupees: before.priceMicroRupees,
        quantity: 40,
        sourceOrderId: orderId,
        decidedBy: company.admin.id,
        heldQuantity: 0,
        // The number and the proof stay with the payment that does not serve it.
        paymentMethod: "BANK",
        reference: null,
        proofMediaId: null,
        consentedAt: before.consentedAt,
      });
      expect(await company.received()).toMatchObject([
        { receivedPaise: 153_500, appliedPaise: 144_013 },
      ]);
      expect(await company.balances()).toMatchObject({ allocated: 140, poolHeld: 0 });
      expect((await api.payments.days({})).total).toMatchObject({
        receivedPaise: 153_500,
        allocatedPaise: 144_013,
        refundedPaise: 0,
        openPaise: 9_487,
      });
      expect(await open()).toContainEqual(
        expect.objectContaining({ id: payment.id, openPaise: 9_487, orderNumber }),
      );
    },
  );

  test(
    "paying an order otherwise leaves the payment that was submitted for it to be settled",
    { tags: ["full"] },
    async () => {
      const { payment } = await overPaid();
      const order = await waiting({ reference: "OWN12345" });
      const api = await admin();
      await api.payments.payOrder(applyForm(payment, order));
      const own = await paymentOf(order.id);
      expect(own).toMatchObject({ status: "UNALLOCATED", reference: "OWN12345" });
      const listed = (await open()).find(({ id }) => id === own?.id);
      expect(listed).toMatchObject({
        kind: "CLAIM",
        orderNumber: order.orderNumber,
        because: "ORDER_ALREADY_DECIDED",
        openPaise: 41_000,
        canDismiss: true,
        countedWith: null,
      });
      if (!listed) throw new Error("It is not listed.");
      expect(await resultCode(api.payments.allocate({ paymentId: listed.id }))).toBe(
        "PAYMENT_SETTLED",
      );
      const entries = await harness.database.db
        .select({ action: auditEntries.action, after: auditEntries.after })
        .from(auditEntries)
        .where(and(eq(auditEntries.companyId, company.id), eq(auditEntries.subjectId, order.id)));
      expect(entries).toContainEqual({
        action: "payment.unapplied",
        after: expect.objectContaining({
          reference: "OWN12345",
          because: "ORDER_ALREADY_DECIDED",
        }) as unknown,
      });
      // It had arrived as well: it is money like any other, and pays a further order or is sent back.
      const next = await waiting({ amount: "300" });
      await api.payments.payOrder(applyForm(listed, next, "410"));
      const [rest] = (await open()).filter(
        ({ kind, id }) => kind === "CREDIT" && id !== payment.id,
      );
      expect(rest).toMatchObject({ orderNumber: order.orderNumber, openPaise: 10_250 });
      await api.payments.refund({
        kind: "CREDIT",
        paymentId: rest?.id ?? "",
        amount: "102.50",
        ...SENT_BACK,
      });
      const { receivedPaise, openPaise } = (await api.payments.days({})).total;
      expect([receivedPaise, openPaise]).toEqual([153_500 + 41_000, 9_487]);
    },
  );

  test(
    "an order that another order's rest pays is told to the member, and is in the activity of both orders",
    { tags: ["full"] },
    async () => {
      const referrer = await company.member();
      member = await company.member({ referrerId: referrer.id });
      const { payment, orderNumber } = await overPaid();
      const order = await waiting();
      const api = await admin();
      await api.payments.payOrder(applyForm(payment, order));
      expect(await harness.messages("paymentReused")).toContainEqual(
        expect.objectContaining({ userId: member.id }),
      );
      const own = await company.as(member);
      const notices = await own.notices.mine();
      expect(notices).toContainEqual(
        expect.objectContaining({
          kind: "REUSED",
          orderNumber,
          newOrder: order.orderNumber,
          amountPaise: 41_000,
        }),
      );
      expect(notices).toContainEqual(
        expect.objectContaining({ kind: "KEPT", orderNumber: order.orderNumber }),
      );
      const timeline = await own.orders.timeline({ purchaseId: order.orderNumber });
      expect(timeline.steps.map(({ step }) => step)).toEqual(["KEPT", "SENT", "ALLOCATED"]);
      const { receipt } = (await company.as(member, { transport: "rest" })).orders;
      expect(await receipt({ purchaseId: order.orderNumber })).toMatchObject({
        transaction: { orderNumber: order.orderNumber, finalAmountPaise: 41_000 },
        proof: null,
      });
      const entries = await harness.database.db
        .select({ action: auditEntries.action, after: auditEntries.after })
        .from(auditEntries)
        .where(eq(auditEntries.companyId, company.id));
      expect(entries).toContainEqual({
        action: "payment.reused",
        after: {
          orderNumber,
          newOrder: order.orderNumber,
          amountPaise: 41_000,
          allocatedTokens: 40,
          restPaise: 9_487,
        },
      });
      expect(entries).toContainEqual({
        action: "order.approved",
        after: expect.objectContaining({
          orderNumber: order.orderNumber,
          sourceOrder: orderNumber,
          rewardTokens: 2,
        }) as unknown,
      });
      expect(await api.orders.findForAdmin({ orderId: order.id })).toMatchObject({
        source: { orderNumber },
        proof: null,
      });
    },
  );

  test(
    "an applied rest is unallocated again once the order is reversed, and is used anew or sent back",
    { tags: ["full"] },
    async () => {
      const { payment, orderId } = await overPaid();
      const order = await waiting();
      const api = await admin();
      await api.payments.payOrder(applyForm(payment, order));
      await api.orders.reverse({ orderId: order.id, version: 1, reason: "By mistake" });
      const [back] = (await open()).filter(({ id }) => id === payment.id);
      expect(back).toMatchObject({ openPaise: payment.openPaise });
      // Its own payment is still there to be settled.
      expect((await paymentOf(order.id))?.status).toBe("UNALLOCATED");
      if (!back) throw new Error("Nothing is open.");
      await api.payments.payOrder(applyForm(back, await waiting()));
      expect(await company.balances()).toMatchObject({ allocated: 140, poolAllocated: 140 });
      await api.payments.refund({
        kind: "CREDIT",
        paymentId: payment.id,
        amount: "94.87",
        ...SENT_BACK,
      });
      // Neither order's reversal touches the other's part of the credit.
      await api.orders.reverse({ orderId, version: 1, reason: "Charged back" });
      expect(await company.received()).toMatchObject([
        { appliedPaise: 41_000, refundedPaise: 9_487 },
      ]);
    },
  );

  test(
    "the rest of a payment pays an order whose hold was released, if there are enough tokens",
    { tags: ["full"] },
    async () => {
      const { payment } = await overPaid();
      const order = await waiting();
      await harness.database.db.execute(sql`
      UPDATE orders SET held_quantity = 0, held_reward = 0, hold_released_at = now()
       WHERE company_id = ${company.id} AND id = ${order.id}`);
      await harness.database.db.execute(sql`
      UPDATE supplies SET held = held - 40 WHERE company_id = ${company.id} AND pool = 'REFERRAL'`);
      await (await admin()).payments.payOrder(applyForm(payment, order));
      expect(await company.balances()).toMatchObject({ allocated: 140, poolHeld: 0 });
    },
  );

  test(
    "the rest of a payment pays an order whose member named its number for it",
    { tags: ["full"] },
    async () => {
      const { payment, orderId } = await overPaid();
      const api = await admin();
      await api.orders.reverse({ orderId, version: 1, reason: "Meant for another order" });
      const [back] = await open();
      const order = await waiting({ reference: payment.reference ?? "" });
      expect(await resultCode(api.orders.approve({ orderId: order.id, version: 1 }))).toBe(
        "REFERENCE_RECORDED",
      );
      if (!back) throw new Error("Nothing is open.");
      await api.payments.payOrder(applyForm(back, order));
      // The second record of the payment is left, and is not received again.
      const own = (await open()).find(({ kind }) => kind === "CLAIM");
      const again = { kind: "CLAIM" as const, paymentId: own?.id ?? "", ...SENT_BACK };
      expect(await resultCode(api.payments.refund({ ...again, amount: "410" }))).toBe(
        "REFERENCE_USED",
      );
      expect((await api.payments.days({})).total.receivedPaise).toBe(153_500);
    },
  );
});

describe("a payment that no order took", () => {
  test(
    "a payment that no order took pays another order with the received sum, which is recorded",
    { tags: ["full"] },
    async () => {
      const late = await unallocatedPayment(company, member);
      const order = await waiting();
      const api = await admin();
      const named = { kind: "CLAIM" as const, paymentId: late.id };
      expect(await api.payments.waitingOrders(named)).toMatchObject({
        reportedPaise: 102_500,
        openPaise: null,
        orders: [{ orderId: order.id }],
      });
      expect(await resultCode(api.payments.payOrder(applyForm(late, order)))).toBe(
        "AMOUNT_INVALID",
      );
      expect(await resultCode(api.payments.payOrder(applyForm(late, order, "409.99")))).toBe(
        "PAYMENT_DOES_NOT_FIT",
      );
      await waitsAsBefore(order);
      await api.payments.payOrder(applyForm(late, order, "1025"));
      expect(await company.received()).toMatchObject([
        { receivedPaise: 102_500, appliedPaise: 41_000 },
      ]);
      expect((await paymentOf(late.orderId))?.status).toBe("CONFIRMED");
    },
  );

  test(
    "a payment that no order took is not used if another order has its number, or money with it was received",
    { tags: ["full"] },
    async () => {
      const late = await unallocatedPayment(company, member, { reference: "LATE1" });
      const twice = await unallocatedPayment(company, await company.member(), {
        reference: "LATE1",
      });
      const api = await admin();
      await api.payments.payOrder(applyForm(late, await waiting(), "1025"));
      expect(await resultCode(api.payments.allocate({ paymentId: twice.id }))).toBe(
        "REFERENCE_USED",
      );
      const own = await company.as(member);
      const next = await own.orders.create({ amount: "100" });
      const submitted = own.orders.submit({
        purchaseId: next.orderNumber,
        paymentMethod: "BANK",
        amount: "100",
        consent: true,
        referenceNumber: "LATE1",
        receiptId: await company.proof(member),
      });
      expect(await resultCode(submitted)).toBe("REFERENCE_USED");
      expect(await company.received()).toHaveLength(1);
    },
  );
});

describe("once", () => {
  test("an application repeated with its key has the same answer; another key finds the money used", async () => {
    const { payment } = await overPaid();
    const asked = applyForm(payment, await waiting());
    const keyed = await company.as(company.admin, { key: "apply-1" });
    const first = await keyed.payments.payOrder(asked);
    expect(await keyed.payments.payOrder(asked)).toEqual(first);
    expect(await resultCode((await admin()).payments.payOrder(asked))).toBe("PAYMENT_SETTLED");
    expect(await company.received()).toMatchObject([{ appliedPaise: 144_013 }]);
  });

  test(
    "an application above the company's sum waits for a second admin, who confirms exactly it",
    { tags: ["full"] },
    async () => {
      const { payment, orderNumber } = await overPaid("3000");
      const order = await waiting({ amount: "1500" });
      await company.setCompany({ settings: { secondAdminAbovePaise: 100_000 } });
      const other = await company.as(await company.anotherAdmin());
      const keyed = await company.as(company.admin, { key: "apply-1" });
      const asked = applyForm(payment, order);
      expect(await resultCode(keyed.payments.payOrder(asked))).toBe("NEEDS_SECOND_ADMIN");
      await waitsAsBefore(order);
      const [change] = await other.changes.list();
      expect(change).toMatchObject({
        kind: "PAYMENT_ORDER",
        order: { orderNumber: order.orderNumber, totalPaise: 153_750 },
        fields: [{ name: "sourceOrder", before: null, after: orderNumber }],
      });
      const { changes } = await admin();
      expect(await resultCode(changes.confirm({ id: change?.id ?? "" }))).toBe("OWN_CHANGE");
      await other.changes.confirm({ id: change?.id ?? "" });
      expect((await company.order(order.orderNumber)).status).toBe("APPROVED");
      // The first admin's call gets its answer, and does nothing again.
      expect(await keyed.payments.payOrder(asked)).toMatchObject({ orderId: order.id });
      expect(await company.received()).toMatchObject([{ appliedPaise: 103_013 + 153_750 }]);
    },
  );

  test(
    "another payment for the same order replaces the one that waits for a second admin",
    { tags: ["full"] },
    async () => {
      const { payment } = await overPaid("3000");
      const { payment: second } = await overPaid("3000");
      const order = await waiting({ amount: "1500" });
      await company.setCompany({ settings: { secondAdminAbovePaise: 100_000 } });
      const other = await company.as(await company.anotherAdmin());
      const first = applyForm(payment, order);
      expect(await resultCode((await admin()).payments.payOrder(first))).toBe("NEEDS_SECOND_ADMIN");
      expect(await resultCode(other.payments.payOrder(applyForm(second, order)))).toBe(
        "NEEDS_SECOND_ADMIN",
      );
      await waitsAsBefore(order);
      // The later one of the two waits.
      expect(await other.changes.list()).toMatchObject([{ isOwn: true }]);
    },
  );

  test(
    "a waiting application comes to nothing once the money or the order is another",
    { tags: ["full"] },
    async () => {
      const { payment } = await overPaid("3000");
      const order = await waiting({ amount: "1500" });
      await company.setCompany({ settings: { secondAdminAbovePaise: 100_000 } });
      const other = await company.as(await company.anotherAdmin());
      const api = await admin();
      const confirmed = async () => {
        const [change] = await other.changes.list();
        return resultCode(other.changes.confirm({ id: change?.id ?? "" }));
      };
      const ask = async (seenAt: string) =>
        resultCode((await admin()).payments.payOrder({ ...applyForm(payment, order), seenAt }));
      expect(await ask(payment.updatedAt)).toBe("NEEDS_SECOND_ADMIN");
      await api.payments.refund({
        kind: "CREDIT",
        paymentId: payment.id,
        amount: "1",
        ...SENT_BACK,
      });
      expect(await confirmed()).toBe("CHANGE_OVERTAKEN");
      await waitsAsBefore(order);
      const [left] = (await open()).filter(({ id }) => id === payment.id);
      expect(await ask(left?.updatedAt ?? "")).toBe("NEEDS_SECOND_ADMIN");
      await api.payments.waitForRest({ orderId: order.id, version: 1, received: "500" });
      expect(await confirmed()).toBe("CHANGE_OVERTAKEN");
      expect((await company.order(order.orderNumber)).status).toBe("PENDING");
    },
  );
});

describe("verification", () => {
  test(
    "verification finds an invented copy of an application that has ended",
    { tags: ["full"] },
    async () => {
      const { orderNumber } = await overPaid();
      const { id: orderId } = await company.order(orderNumber);
      await (await admin()).orders.reverse({ orderId, version: 1, reason: "Sent twice" });
      const { db } = harness.database;
      const [ended] = (await applications()).filter(({ endedAt }) => endedAt !== null);
      if (!ended) throw new Error("Nothing has ended.");
      const id = newId();
      // The very moment, which a Date would cut to milliseconds.
      await db.execute(sql`
      INSERT INTO payment_applications (company_id, id, order_id, payment_id, amount_paise, ended_at)
      SELECT company_id, ${id}, order_id, payment_id, amount_paise, ended_at
        FROM payment_applications WHERE company_id = ${company.id} AND id = ${ended.id}`);
      expect(await recomputeFigures(db, company.id)).toContainEqual(
        expect.objectContaining({ kind: "payment", fault: "again" }),
      );
      await db.delete(paymentApplications).where(eq(paymentApplications.id, id));
    },
  );

  test(
    "verification finds a paid order without its source, with another's, and money that was moved",
    { tags: ["full"] },
    async () => {
      const { payment, orderId } = await overPaid();
      const order = await waiting();
      await (await admin()).payments.payOrder(applyForm(payment, order));
      const other = await waiting({ amount: "300" });
      const { db } = harness.database;
      const faults = async () =>
        (await recomputeFigures(db, company.id)).map((odd) =>
          odd.kind === "payment" ? odd.fault : odd.kind,
        );
      const theOrder = and(eq(orders.companyId, company.id), eq(orders.id, order.id));
      const application = and(
        eq(paymentApplications.companyId, company.id),
        eq(paymentApplications.orderId, order.id),
      );
      for (const sourceOrderId of [null, other.id]) {
        await db.update(orders).set({ sourceOrderId }).where(theOrder);
        expect(await faults()).toEqual(expect.arrayContaining(["payment", "order"]));
        await db.update(orders).set({ sourceOrderId: orderId }).where(theOrder);
      }
      expect(await faults()).toEqual([]);
      for (const amountPaise of [40_999, 41_000]) {
        await db.update(paymentApplications).set({ amountPaise }).where(application);
        if (amountPaise < 41_000) expect(await faults()).toContain("taken");
      }
      // Its own payment does not wait beside the other one.
      const own = and(eq(payments.companyId, company.id), eq(payments.orderId, order.id));
      await db.update(payments).set({ status: "WAITING" }).where(own);
      expect(await faults()).toContain("status");
      await db.update(payments).set({ status: "UNALLOCATED" }).where(own);
      const [row] = await db.select().from(paymentApplications).where(application);
      const theRow = and(
        eq(paymentApplications.companyId, company.id),
        eq(paymentApplications.id, row?.id ?? ""),
      );
      await db.update(paymentApplications).set({ orderId: other.id }).where(theRow);
      expect((await faults()).length).toBeGreaterThan(0);
      await db.update(paymentApplications).set({ orderId: order.id }).where(theRow);
      expect(await faults()).toEqual([]);
    },
  );
});

describe("is refused, and nothing is applied", () => {
  test(
    "an application is refused if less is unallocated than the order's total, or a part of it is paid",
    { tags: ["full"] },
    async () => {
      const { payment } = await overPaid();
      const order = await waiting({ amount: "493" });
      const api = await admin();
      const { orders: offered } = await api.payments.waitingOrders({
        kind: "CREDIT",
        paymentId: payment.id,
      });
      expect(offered).toEqual([]);
      expect(await resultCode(api.payments.payOrder(applyForm(payment, order)))).toBe(
        "PAYMENT_DOES_NOT_FIT",
      );
      await waitsAsBefore(order);
      const part = await waiting({ amount: "300" });
      await api.payments.waitForRest({ orderId: part.id, version: 1, received: "100" });
      expect(await resultCode(api.payments.payOrder(applyForm(payment, part)))).toBe(
        "PAYMENT_DOES_NOT_FIT",
      );
      expect((await company.order(part.orderNumber)).status).toBe("PENDING");
    },
  );

  test(
    "an application is refused for an order that does not wait: unpaid, decided, or the payment's own",
    { tags: ["full"] },
    async () => {
      const { payment, orderId } = await overPaid();
      const api = await admin();
      const apply = (id: string) => resultCode(api.payments.payOrder(applyForm(payment, { id })));
      expect(await apply(orderId)).toBe("ORDER_ALREADY_DECIDED");
      const rejected = await waiting();
      await api.orders.reject({ orderId: rejected.id, version: 1, reason: "No money" });
      expect(await apply(rejected.id)).toBe("ORDER_ALREADY_DECIDED");
      const approved = await waiting();
      await api.orders.approve({ orderId: approved.id, version: 1 });
      expect(await apply(approved.id)).toBe("ORDER_ALREADY_DECIDED");
      const { orderNumber } = await (await company.as(member)).orders.create({ amount: "100" });
      expect(await apply((await company.order(orderNumber)).id)).toBe("ORDER_NOT_SUBMITTED");
      // A second payment for an order that waits itself.
      const { order, transaction } = await submittedPayment(company, member);
      const second = {
        version: 1,
        paymentMethod: "UPI" as const,
        received: "1100",
        reference: "SEC1",
      };
      await api.payments.record({ ...second, purchaseId: order.orderNumber });
      const [own] = (await open()).filter(({ orderId: of }) => of === transaction.id);
      if (!own) throw new Error("Nothing is open.");
      expect(await resultCode(api.payments.payOrder(applyForm(own, transaction)))).toBe(
        "PAYMENT_DOES_NOT_FIT",
      );
    },
  );

  test(
    "an application is refused for an order of another member or of another company",
    { tags: ["full"] },
    async () => {
      const { payment } = await overPaid();
      const others = await waitingOrder(company, await company.member());
      const api = await admin();
      expect(await resultCode(api.payments.payOrder(applyForm(payment, others)))).toBe(
        "ORDER_NOT_FOUND",
      );
      await waitsAsBefore(others);
      const elsewhere = await harness.company();
      const foreign = await waitingOrder(elsewhere, await elsewhere.member());
      expect(await resultCode(api.payments.payOrder(applyForm(payment, foreign)))).toBe(
        "ORDER_NOT_FOUND",
      );
      expect((await elsewhere.order(foreign.orderNumber)).status).toBe("PENDING");
    },
  );

  test(
    "an application is refused once the money was sent back, in part or whole",
    { tags: ["full"] },
    async () => {
      const { payment } = await overPaid();
      const order = await waiting();
      const asked = applyForm(payment, order);
      const back = { kind: "CREDIT" as const, paymentId: payment.id, refundedOn: "2026-01-02" };
      const api = await admin();
      await api.payments.refund({ ...back, amount: "1", reference: "BACK1" });
      expect(await resultCode(api.payments.payOrder(asked))).toBe("PAYMENT_SETTLED");
      await api.payments.refund({ ...back, amount: "503.87", reference: "BACK2" });
      expect(await resultCode(api.payments.payOrder(asked))).toBe("PAYMENT_SETTLED");
      const named = { kind: "CREDIT" as const, paymentId: payment.id };
      expect(await resultCode(api.payments.waitingOrders(named))).toBe("PAYMENT_SETTLED");
      await waitsAsBefore(order);
    },
  );

  test("an application is refused to another company's admin, a viewer, a member, and for an admin's own money", async () => {
    const { payment } = await overPaid();
    const order = await waiting();
    const asked = applyForm(payment, order);
    const elsewhere = await harness.company();
    const stranger = await elsewhere.as(elsewhere.admin);
    const named = { kind: "CREDIT" as const, paymentId: payment.id };
    expect(await resultCode(stranger.payments.payOrder(asked))).toBe("PAYMENT_NOT_FOUND");
    expect(await resultCode(stranger.payments.waitingOrders(named))).toBe("PAYMENT_NOT_FOUND");
    const viewer = await company.as(await company.member({ role: "ADMIN", adminRole: "VIEWER" }));
    expect(await resultCode(viewer.payments.payOrder(asked))).toBe("ADMIN_ROLE_TOO_LOW");
    expect(await resultCode((await company.as(member)).payments.payOrder(asked))).toBe(
      "WRONG_ROLE",
    );
    const own = await company.as({
      ...company.admin,
      actor: { ...company.admin.actor, id: member.id } as Person["actor"],
    });
    expect(await resultCode(own.payments.payOrder(asked))).toBe("OWN_ORDER");
    expect(await resultCode(own.payments.waitingOrders(named))).toBe("OWN_ORDER");
    await waitsAsBefore(order);
  });
});
