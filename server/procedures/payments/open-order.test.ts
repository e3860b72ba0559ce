import { and, asc, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { auditEntries, orders, paymentApplications, paymentClaims } from "@db/schema";
import type { OpenPayment } from "@server/contracts/payments";
import { recomputeFigures } from "@server/operations/recompute";
import { overPaidOrder, SENT_BACK, shownOffer } from "@server/testing/open-money";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  outcome,
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
const applications = () =>
  harness.database.db
    .select()
    .from(paymentApplications)
    .where(eq(paymentApplications.companyId, company.id));
const second = () =>
  harness.database.db
    .select()
    .from(orders)
    .where(eq(orders.companyId, company.id))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .then((rows) => rows.filter(({ sourceOrderId }) => sourceOrderId !== null));

const overPaid = (received?: string) => overPaidOrder(company, member, { received });
const shown = (payment: OpenPayment, received?: string) => shownOffer(company, payment, received);

/** The refusal of an offer, and that of a call that was shown one before. */
const refusals = async (asked: Awaited<ReturnType<typeof shown>>) => {
  const api = await admin();
  const { kind, paymentId } = asked;
  const offer = await api.payments.offer({ kind, paymentId });
  return [offer.refusal?.code, await outcome(api.payments.openOrder(asked))];
};

/** What stays as it was after a refusal. */
async function nothingIsOpened() {
  expect(await second()).toEqual([]);
  expect(await applications()).toHaveLength(2);
}

describe("an order for the rest", () => {
  test("buys the most whole tokens at today's price and fee; the page shows it before", async () => {
    const { payment, orderNumber } = await overPaid();
    // Dearer since: the second order is of today.
    await company.setCompany({ priceMicroRupees: 20_000_000, feeBps: 500 });
    const api = await admin();
    const { offer, ...page } = await api.payments.offer({
      kind: "CREDIT",
      paymentId: payment.id,
    });
    expect(page).toMatchObject({ orderNumber, openPaise: 50_487, priceMicroRupees: 20_000_000 });
    expect(offer).toEqual({
      ...{ quantity: 24, amountPaise: 48_000, feePaise: 2_400, totalPaise: 50_400 },
      ...{ restPaise: 87, needsSecondAdmin: false },
    });
    const opened = await api.payments.openOrder(await shown(payment));
    expect(opened).toMatchObject({ sourceNumber: orderNumber, quantity: 24, restPaise: 87 });
    expect(await company.order(opened.orderNumber)).toMatchObject({
      ...{ id: opened.orderId, status: "APPROVED", memberId: member.id },
      ...{ priceMicroRupees: 20_000_000, feeBps: 500, totalPaise: 50_400, quantity: 24 },
      ...{ paymentMethod: "BANK", reference: null, decidedBy: company.admin.id, heldQuantity: 0 },
    });
    // What the member agreed to for the first order still is in force.
    const first = await company.order(orderNumber);
    expect(await company.order(opened.orderNumber)).toMatchObject({
      consentedAt: first.consentedAt,
      sourceOrderId: first.id,
    });
    // One credit, which serves two orders; nothing but the rest is open.
    expect(await company.credits()).toMatchObject([
      { amountPaise: 153_500, appliedPaise: 153_413 },
    ]);
    expect((await api.payments.listOpen()).payments).toMatchObject([
      { id: payment.id, openPaise: 87, orderNumber },
    ]);
    expect(await company.balances()).toMatchObject({ allocated: 124, poolHeld: 0 });
    const { total } = await api.payments.days({});
    expect(total).toMatchObject({
      ...{ receivedPaise: 153_500, allocatedPaise: 153_413, refundedPaise: 0, openPaise: 87 },
    });
  });

  test("is told to the member, in the activity of both orders, and on REST", async () => {
    const referrer = await company.member();
    member = await company.member({ referrerId: referrer.id });
    const { payment, orderNumber } = await overPaid();
    const api = await admin();
    const opened = await api.payments.openOrder(await shown(payment));
    expect(await harness.messages("paymentReused")).toContainEqual(
      expect.objectContaining({ userId: member.id }),
    );
    const own = await company.as(member);
    expect(await own.notices.mine()).toContainEqual(
      expect.objectContaining({
        ...{ kind: "REUSED", orderNumber, newOrder: opened.orderNumber },
        amountPaise: opened.totalPaise,
      }),
    );
    const timeline = await own.orders.timeline({ purchaseId: opened.orderNumber });
    expect(timeline).toMatchObject({ waitsFor: null, sourceNumber: orderNumber });
    expect(timeline.steps.map(({ step }) => step)).toEqual(["REUSED", "ALLOCATED"]);
    const { receipt } = (await company.as(member, { transport: "rest" })).orders;
    expect(await receipt({ purchaseId: opened.orderNumber })).toMatchObject({
      transaction: { orderNumber: opened.orderNumber, finalAmountPaise: opened.totalPaise },
      proof: null,
    });
    const { records } = await own.orders.listMine({});
    const total = records.reduce((sum, { finalAmountPaise }) => sum + finalAmountPaise, 0);
    expect(total).toBe(103_013 + opened.totalPaise);
    const entries = await harness.database.db
      .select({ action: auditEntries.action, after: auditEntries.after })
      .from(auditEntries)
      .where(eq(auditEntries.companyId, company.id));
    expect(entries).toContainEqual({
      action: "payment.reused",
      after: {
        ...{ orderNumber, newOrder: opened.orderNumber, amountPaise: opened.totalPaise },
        ...{ allocatedTokens: opened.quantity, restPaise: opened.restPaise },
      },
    });
    expect(entries).toContainEqual({
      action: "order.approved",
      after: expect.objectContaining({
        orderNumber: opened.orderNumber,
        sourceOrder: orderNumber,
        rewardTokens: 2,
      }) as unknown,
    });
    expect(await api.orders.findForAdmin({ orderId: opened.orderId })).toMatchObject({
      source: { orderNumber },
      proof: null,
    });
  });

  test("reversed, opens the money again, which can be sent back or used anew", async () => {
    const { payment } = await overPaid();
    const api = await admin();
    const first = await api.payments.openOrder(await shown(payment));
    await api.orders.reverse({ orderId: first.orderId, version: 1, reason: "By mistake" });
    expect((await company.order(first.orderNumber)).status).toBe("REVERSED");
    const [open] = (await api.payments.listOpen()).payments;
    expect(open).toMatchObject({ id: payment.id, openPaise: payment.openPaise });
    const again = await api.payments.openOrder(await shown(payment));
    expect(again.orderNumber).not.toBe(first.orderNumber);
    expect(await company.balances()).toMatchObject({ allocated: 149, poolAllocated: 149 });
    await api.payments.refund({
      ...{ kind: "CREDIT", paymentId: payment.id, amount: String(again.restPaise / 100) },
      ...SENT_BACK,
    });
    expect((await api.payments.listOpen()).payments).toEqual([]);
    // Neither order's reversal touches the other's part of the credit.
    const [source] = await harness.database.db
      .select()
      .from(orders)
      .where(and(eq(orders.companyId, company.id), eq(orders.status, "APPROVED")))
      .orderBy(asc(orders.createdAt));
    await api.orders.reverse({ orderId: source?.id ?? "", version: 1, reason: "Charged back" });
    expect(await company.credits()).toMatchObject([
      { appliedPaise: again.totalPaise, refundedPaise: again.restPaise },
    ]);
  });

  test("is opened by a second payment, and by a payment that was kept", async () => {
    const { order } = await submittedPayment(company, member);
    const api = await admin();
    await api.payments.record({
      ...{ purchaseId: order.orderNumber, version: 1, paymentMethod: "UPI", received: "205" },
      reference: "SECOND1",
    });
    const [recorded] = (await api.payments.listOpen()).payments;
    if (!recorded) throw new Error("Nothing is open.");
    expect(await api.payments.openOrder(await shown(recorded))).toMatchObject({ quantity: 20 });
    // The order that waits for its own payment is as it was.
    expect(await company.order(order.orderNumber)).toMatchObject({ status: "PENDING" });

    company = await harness.company({ privateTokens: 150 });
    member = await company.member();
    const late = await (await company.as(member)).orders.create({ amount: "1000" });
    await company.lapse(late.orderNumber);
    await submittedPayment(company, await company.member());
    await outcome(
      (await company.as(member)).orders.submit({
        ...{ purchaseId: late.orderNumber, paymentMethod: "BANK", amount: "1000", consent: true },
        ...{ referenceNumber: "LATE1", receiptId: await company.proof(member) },
      }),
    );
    const [kept] = (await (await admin()).payments.listOpen()).payments;
    if (!kept) throw new Error("No payment is kept.");
    const asked = { kind: "CLAIM" as const, paymentId: kept.id };
    const page = await (await admin()).payments.offer(asked);
    expect(page).toMatchObject({ reportedPaise: 102_500, openPaise: null, offer: null });
    const named = { ...asked, seenAt: page.updatedAt, quantity: 50, totalPaise: 51_250 };
    expect(await outcome((await admin()).payments.openOrder(named))).toBe("AMOUNT_INVALID");
    // All of the money is recorded, and as many tokens bought as the pool has.
    const bought = await (await admin()).payments.openOrder(await shown(kept, "1025"));
    expect(bought).toMatchObject({ quantity: 50, restPaise: 51_250 });
    expect(await company.credits()).toMatchObject([{ amountPaise: 102_500, appliedPaise: 51_250 }]);
    expect((await company.order(late.orderNumber)).status).toBe("EXPIRED");
    const [claim] = await harness.database.db
      .select()
      .from(paymentClaims)
      .where(and(eq(paymentClaims.companyId, company.id), eq(paymentClaims.id, kept.id)));
    expect(claim?.status).toBe("CONFIRMED");
  });

  test("keeps its payment from another order, also from the one that it was paid for", async () => {
    company = await harness.company({ privateTokens: 150 });
    member = await company.member();
    const late = await (await company.as(member)).orders.create({ amount: "1000" });
    await company.lapse(late.orderNumber);
    const { transaction: first } = await submittedPayment(company, await company.member());
    const paid = { paymentMethod: "BANK" as const, consent: true, referenceNumber: "LATE1" };
    const own = await company.as(member);
    const submitted = async (purchaseId: string, amount: string) =>
      outcome(
        own.orders.submit({ ...paid, purchaseId, amount, receiptId: await company.proof(member) }),
      );
    expect(await submitted(late.orderNumber, "1000")).toMatch(/^SUPPLY/);
    const api = await admin();
    const [kept] = (await api.payments.listOpen()).payments;
    if (!kept) throw new Error("No payment is kept.");
    await api.payments.openOrder(await shown(kept, "500"));
    await api.orders.reject({ orderId: first.id, version: 1, reason: "No money came" });
    // Enough tokens again: the same number would pay a second time.
    const next = await own.orders.create({ amount: "100" });
    expect(await submitted(next.orderNumber, "100")).toBe("REFERENCE_USED");
    expect(await submitted(late.orderNumber, "1000")).toBe("REFERENCE_USED");
    expect((await company.order(late.orderNumber)).status).toBe("EXPIRED");
  });

  test("is not opened by a payment that another order has, nor by one that is kept twice", async () => {
    company = await harness.company({ privateTokens: 150 });
    member = await company.member();
    const own = await company.as(member);
    const lapsed = async () => {
      const { orderNumber } = await own.orders.create({ amount: "1000" });
      await company.lapse(orderNumber);
      return orderNumber;
    };
    const late = [await lapsed(), await lapsed()];
    const { transaction: first } = await submittedPayment(company, await company.member());
    const keeps = async (purchaseId: string) =>
      outcome(
        own.orders.submit({
          ...{ purchaseId, paymentMethod: "BANK", amount: "1000", consent: true },
          ...{ referenceNumber: "LATE1", receiptId: await company.proof(member) },
        }),
      );
    for (const purchaseId of late) expect(await keeps(purchaseId)).toMatch(/^SUPPLY/);
    const api = await admin();
    const [one, other] = (await api.payments.listOpen()).payments;
    if (!one || !other) throw new Error("Not both are kept.");
    const askedOther = await shown(other, "500");
    await api.payments.openOrder(await shown(one, "500"));
    expect(await outcome(api.payments.openOrder(askedOther))).toBe("REFERENCE_USED");
    const offer = { kind: "CLAIM" as const, paymentId: other.id, received: "500" };
    expect((await api.payments.offer(offer)).refusal?.code).toBe("REFERENCE_USED");
    await api.orders.reject({ orderId: first.id, version: 1, reason: "No money came" });
    expect(await outcome(api.payments.allocate({ paymentId: other.id }))).toBe("REFERENCE_USED");
    expect(await second()).toHaveLength(1);
    expect(await company.credits()).toHaveLength(1);
  });

  test("repeated with its key is the same order; another key finds the money used", async () => {
    const { payment } = await overPaid();
    const asked = await shown(payment);
    const keyed = await company.as(company.admin, { key: "second-order-1" });
    const first = await keyed.payments.openOrder(asked);
    expect(await keyed.payments.openOrder(asked)).toEqual(first);
    expect(await outcome((await admin()).payments.openOrder(asked))).toBe("PAYMENT_SETTLED");
    expect(await second()).toHaveLength(1);
  });

  test("above the company's sum waits for a second admin, who confirms exactly it", async () => {
    const { payment, orderNumber } = await overPaid("3000");
    await company.setCompany({ settings: { secondAdminAbovePaise: 100_000 } });
    const other = await company.anotherAdmin();
    const api = await admin();
    const asked = await shown(payment);
    expect(await outcome(api.payments.openOrder(asked))).toBe("NEEDS_SECOND_ADMIN");
    await nothingIsOpened();
    const offer = await api.payments.offer({ kind: "CREDIT", paymentId: payment.id });
    expect(offer.waitsSince).not.toBeNull();
    const [waiting] = await (await company.as(other)).changes.list();
    expect(waiting).toMatchObject({
      kind: "PAYMENT_ORDER",
      order: { orderNumber, totalPaise: asked.totalPaise },
    });
    // The first admin cannot confirm it.
    expect(await outcome(api.changes.confirm({ id: waiting?.id ?? "" }))).toBe("OWN_CHANGE");
    await (await company.as(other)).changes.confirm({ id: waiting?.id ?? "" });
    expect(await second()).toMatchObject([
      { status: "APPROVED", totalPaise: asked.totalPaise, decidedBy: other.id },
    ]);
  });

  test("that was confirmed answers its key with itself, also after the payment opened another", async () => {
    const { payment, orderNumber: sourceNumber } = await overPaid("6000");
    await company.setCompany({ settings: { secondAdminAbovePaise: 100_000 } });
    const other = await company.anotherAdmin();
    const confirmer = await company.as(other);
    const calls: (() => Promise<unknown>)[] = [];
    // As a program sends it: fewer tokens than the money buys, so that it buys again.
    for (const [key, quantity, totalPaise] of [
      ["second-order-1", 100, 102_500],
      ["second-order-2", 150, 153_750],
    ] as const) {
      const asked = { ...(await shown(payment)), quantity, totalPaise };
      const keyed = await company.as(company.admin, { key });
      calls.push(() => keyed.payments.openOrder(asked));
      expect(await outcome(keyed.payments.openOrder(asked))).toBe("NEEDS_SECOND_ADMIN");
      const [change] = await confirmer.changes.list();
      await confirmer.changes.confirm({ id: change?.id ?? "" });
    }
    const answers = (await second()).map(({ id: orderId, orderNumber, quantity, totalPaise }) => ({
      ...{ orderId, orderNumber, sourceNumber, quantity, totalPaise },
      restPaise: 600_000 - 103_013 - 102_500 - (quantity === 100 ? 0 : 153_750),
    }));
    expect(answers.map(({ quantity }) => quantity)).toEqual([100, 150]);
    const repeated = async () => Promise.all(calls.map((call) => call()));
    expect(await repeated()).toEqual(answers);
    // A reversal changes neither answer: it is told on the order.
    const [first] = answers;
    const reversal = { orderId: first?.orderId ?? "", version: 1, reason: "By mistake" };
    await (await admin()).orders.reverse(reversal);
    expect(await repeated()).toEqual(answers);
    expect(await second()).toHaveLength(2);
  });

  test("needs a second admin for its money, however few tokens are named", async () => {
    const { payment } = await overPaid("3000");
    await company.setCompany({ settings: { secondAdminAbovePaise: 100_000 } });
    await company.anotherAdmin();
    const asked = await shown(payment);
    // As a program sends it: the page always shows the most that the money buys.
    const fewer = { ...asked, quantity: 90, totalPaise: 92_250 };
    expect(await outcome((await admin()).payments.openOrder(fewer))).toBe("NEEDS_SECOND_ADMIN");
    await nothingIsOpened();
  });

  test("needs a second admin for its money, however few tokens limits and pool leave", async () => {
    const { payment } = await overPaid("3000");
    await company.anotherAdmin();
    const { paymentId, kind } = await shown(payment);
    const settings = { secondAdminAbovePaise: 100_000 };
    // Approved at once, an order never counts against the limits: the next one would use the rest.
    await company.setCompany({ settings, maxHeldTokens: 90 });
    const isAsked = async () => {
      const { offer } = await (await admin()).payments.offer({ kind, paymentId });
      expect(offer).toMatchObject({ quantity: 90, totalPaise: 92_250, needsSecondAdmin: true });
      const asked = await shown(payment);
      expect(await outcome((await admin()).payments.openOrder(asked))).toBe("NEEDS_SECOND_ADMIN");
    };
    await isAsked();
    // Others have all but ninety of the three thousand tokens.
    await company.setCompany({ settings, maxHeldTokens: null });
    const other = await company.as(await company.member());
    await other.orders.create({ amount: "28100" });
    await isAsked();
    await nothingIsOpened();
  });

  test("that waits comes to nothing once the price or the money is another", async () => {
    const { payment } = await overPaid("3000");
    await company.setCompany({ settings: { secondAdminAbovePaise: 100_000 } });
    const other = await company.anotherAdmin();
    await outcome((await admin()).payments.openOrder(await shown(payment)));
    const [waiting] = await (await company.as(other)).changes.list();
    await company.setCompany({ priceMicroRupees: 20_000_000 });
    const confirmer = await company.as(other);
    expect(await outcome(confirmer.changes.confirm({ id: waiting?.id ?? "" }))).toBe(
      "CHANGE_OVERTAKEN",
    );
    await nothingIsOpened();
    // The next one, of today's price, is a request of its own.
    expect(await outcome((await admin()).payments.openOrder(await shown(payment)))).toBe(
      "NEEDS_SECOND_ADMIN",
    );
    const [next] = await confirmer.changes.list();
    await (
      await admin()
    ).payments.refund({
      ...{ kind: "CREDIT", paymentId: payment.id, amount: "1" },
      ...SENT_BACK,
    });
    expect(await outcome(confirmer.changes.confirm({ id: next?.id ?? "" }))).toBe(
      "CHANGE_OVERTAKEN",
    );
    await nothingIsOpened();
  });
});

describe("verification", () => {
  test("finds an invented copy of an application that has ended", async () => {
    const { orderNumber } = await overPaid();
    const { id: orderId } = await company.order(orderNumber);
    await (await admin()).orders.reverse({ orderId, version: 1, reason: "Sent twice" });
    const { db } = harness.database;
    const [ended] = (await applications()).filter(
      ({ endedAt, creditId }) => endedAt !== null && creditId !== null,
    );
    if (!ended) throw new Error("Nothing has ended.");
    const id = newId();
    // The very moment, which a Date would cut to milliseconds.
    await db.execute(sql`
      INSERT INTO payment_applications (company_id, id, order_id, credit_id, amount_paise, ended_at)
      SELECT company_id, ${id}, order_id, credit_id, amount_paise, ended_at
        FROM payment_applications WHERE company_id = ${company.id} AND id = ${ended.id}`);
    expect(await recomputeFigures(db, company.id)).toContainEqual(
      expect.objectContaining({ kind: "payment", fault: "again" }),
    );
    await db.delete(paymentApplications).where(eq(paymentApplications.id, id));
  });

  test("finds a second order without its source, with another's, and money that was moved", async () => {
    const { payment, orderNumber } = await overPaid();
    const opened = await (await admin()).payments.openOrder(await shown(payment));
    const source = await company.order(orderNumber);
    const { order: third } = await submittedPayment(company, member, { reference: "THIRD-1" });
    const other = await company.order(third.orderNumber);
    const { db } = harness.database;
    const faults = async () =>
      (await recomputeFigures(db, company.id)).map((odd) =>
        odd.kind === "payment" ? odd.fault : odd.kind,
      );
    const ofSecond = and(eq(orders.companyId, company.id), eq(orders.id, opened.orderId));
    const application = and(
      eq(paymentApplications.companyId, company.id),
      eq(paymentApplications.orderId, opened.orderId),
    );
    for (const sourceOrderId of [null, other.id]) {
      await db.update(orders).set({ sourceOrderId }).where(ofSecond);
      expect(await faults()).toContain("order");
      await db.update(orders).set({ sourceOrderId: source.id }).where(ofSecond);
    }
    expect(await faults()).toEqual([]);
    const paise = (amountPaise: number) =>
      db.update(paymentApplications).set({ amountPaise }).where(application);
    await paise(opened.totalPaise - 1);
    expect(await faults()).toContain("taken");
    await paise(opened.totalPaise);
    const [row] = await db.select().from(paymentApplications).where(application);
    const moved = (orderId: string) =>
      db
        .update(paymentApplications)
        .set({ orderId })
        .where(
          and(
            eq(paymentApplications.companyId, company.id),
            eq(paymentApplications.id, row?.id ?? ""),
          ),
        );
    for (const id of [source.id, other.id]) {
      // The first order may have each credit once.
      const isMoved = await moved(id).then(
        () => true,
        () => false,
      );
      if (isMoved) expect((await faults()).length).toBeGreaterThan(0);
      if (isMoved) await moved(opened.orderId);
    }
    expect(await faults()).toEqual([]);
  });
});

describe("is refused, and nothing is opened", () => {
  test("below one token with its fee", async () => {
    const { payment } = await overPaid("1040.37");
    const api = await admin();
    const { refusal } = await api.payments.offer({ kind: "CREDIT", paymentId: payment.id });
    expect(refusal?.code).toBe("SECOND_ORDER_BELOW_TOKEN");
    const seenAt = payment.updatedAt;
    const asked = { kind: "CREDIT" as const, paymentId: payment.id, seenAt };
    expect(await outcome(api.payments.openOrder({ ...asked, quantity: 1, totalPaise: 1024 }))).toBe(
      "SECOND_ORDER_BELOW_TOKEN",
    );
    await nothingIsOpened();
  });

  test("once all tokens are sold, none of which a hold that is over keeps", async () => {
    company = await harness.company({ privateTokens: 150 });
    member = await company.member();
    const { payment } = await overPaid();
    const asked = await shown(payment);
    const other = await company.as(await company.member());
    const taking = await other.orders.create({ amount: "500" });
    expect(await refusals(asked)).toEqual(["SUPPLY_GONE", "SUPPLY_GONE"]);
    await nothingIsOpened();
    await company.lapse(taking.orderNumber);
    expect(await outcome((await admin()).payments.openOrder(asked))).toBe("ok");
  });

  test("at the member's limits", async () => {
    const { payment } = await overPaid();
    const asked = await shown(payment);
    await submittedPayment(company, member, { reference: "ANOTHER1" });
    for (const change of [{ maxPendingOrders: 1 }, { maxPendingOrders: 5, maxHeldTokens: 100 }]) {
      await company.setCompany(change);
      expect(await refusals(asked)).toEqual(["MEMBER_LIMIT_REACHED", "MEMBER_LIMIT_REACHED"]);
    }
    expect(await second()).toEqual([]);
  });

  test("for a member who may not buy: blocked, unverified, or beyond an unverified one's limit", async () => {
    member = await company.member({ isApproved: false });
    const { payment } = await overPaid();
    const asked = await shown(payment);
    await company.setCompany({ unverifiedMayBuy: false });
    expect(await refusals(asked)).toEqual(["MEMBER_NOT_VERIFIED", "MEMBER_NOT_VERIFIED"]);
    // A share of the pool that buys fewer tokens than were shown.
    await company.setCompany({ unverifiedMayBuy: true, unverifiedHoldBps: 1 });
    expect(await outcome((await admin()).payments.openOrder(asked))).toBe("SECOND_ORDER_CHANGED");
    const held = { purchaseId: "", paymentMethod: "MANUAL" as const, consent: true };
    const own = await company.as(member);
    const { orderNumber } = await own.orders.create({ amount: "10" });
    await own.orders.submit({ ...held, purchaseId: orderNumber, amount: "10" });
    expect(await refusals(asked)).toEqual(["MEMBER_LIMIT_REACHED", "MEMBER_LIMIT_REACHED"]);
    await company.setCompany({ unverifiedHoldBps: 1000 });
    await company.setStatus(member, "BLOCKED");
    expect(await outcome((await admin()).payments.openOrder(asked))).toBe("MEMBER_MAY_NOT_BUY");
    expect((await refusals(asked))[0]).toBe("MEMBER_MAY_NOT_BUY");
    expect(await second()).toEqual([]);
  });

  test("without a price, and once the terms are others than the member agreed to", async () => {
    const { payment } = await overPaid();
    const asked = await shown(payment);
    await company.setCompany({ priceMicroRupees: null });
    expect(await refusals(asked)).toEqual(["SECOND_ORDER_NO_PRICE", "SECOND_ORDER_NO_PRICE"]);
    await company.setCompany({ priceMicroRupees: 10_000_000 });
    await harness.database.db
      .update(orders)
      .set({ consentTermsVersion: "of other terms" })
      .where(eq(orders.companyId, company.id));
    expect(await refusals(asked)).toEqual(["MEMBER_TERMS_CHANGED", "MEMBER_TERMS_CHANGED"]);
    await nothingIsOpened();
  });

  test("by a payment that was recorded, and then submitted for its own order", async () => {
    const { order, transaction } = await submittedPayment(company, member, {
      reference: "MISTYPED",
    });
    const api = await admin();
    const paid = { paymentMethod: "BANK" as const, purchaseId: order.orderNumber };
    await api.payments.record({ ...paid, version: 1, received: "1030.13", reference: "RIGHT123" });
    const [payment] = (await api.payments.listOpen()).payments;
    if (!payment) throw new Error("Nothing is open.");
    const asked = await shown(payment);
    await api.orders.reject({ orderId: transaction.id, version: 1, reason: "Not this number" });
    const own = await company.as(member);
    await own.orders.submit({
      ...{ ...paid, amount: "1005", consent: true, referenceNumber: "RIGHT123" },
      receiptId: await company.proof(member),
    });
    expect(await refusals(asked)).toEqual(["REFERENCE_USED", "REFERENCE_USED"]);
    const approval = { orderId: transaction.id, version: 2 };
    expect(await outcome(api.orders.approve(approval))).toBe("REFERENCE_RECORDED");
    expect(await second()).toEqual([]);
    // It came once: the record is taken back.
    const { kind, id: paymentId } = payment;
    await api.payments.dismiss({ kind, paymentId, reason: "Counted with the order" });
    await api.orders.approve(approval);
    expect((await api.payments.days({})).total.receivedPaise).toBe(103_013);
  });

  test("when the price has changed since it was shown", async () => {
    const { payment } = await overPaid();
    const asked = await shown(payment);
    for (const priceMicroRupees of [9_000_000, 11_000_000]) {
      await company.setCompany({ priceMicroRupees });
      expect(await outcome((await admin()).payments.openOrder(asked))).toBe("SECOND_ORDER_CHANGED");
    }
    await nothingIsOpened();
  });

  test("once the money was sent back, in part or whole", async () => {
    const { payment } = await overPaid();
    const asked = await shown(payment);
    const back = { kind: "CREDIT" as const, paymentId: payment.id, refundedOn: "2026-01-02" };
    const api = await admin();
    await api.payments.refund({ ...back, amount: "1", reference: "BACK1" });
    expect(await outcome(api.payments.openOrder(asked))).toBe("PAYMENT_SETTLED");
    await api.payments.refund({ ...back, amount: "503.87", reference: "BACK2" });
    expect(await outcome(api.payments.openOrder(asked))).toBe("PAYMENT_SETTLED");
    expect(await outcome(api.payments.offer({ kind: "CREDIT", paymentId: payment.id }))).toBe(
      "PAYMENT_SETTLED",
    );
    await nothingIsOpened();
  });

  test("to another company's admin, a viewer, a member, and for an admin's own money", async () => {
    const { payment } = await overPaid();
    const asked = await shown(payment);
    const elsewhere = await harness.company();
    const stranger = await elsewhere.as(elsewhere.admin);
    const named = { kind: "CREDIT" as const, paymentId: payment.id };
    expect(await outcome(stranger.payments.openOrder(asked))).toBe("PAYMENT_NOT_FOUND");
    expect(await outcome(stranger.payments.offer(named))).toBe("PAYMENT_NOT_FOUND");
    const viewer = await company.as(await company.member({ role: "ADMIN", adminRole: "VIEWER" }));
    expect(await outcome(viewer.payments.openOrder(asked))).toBe("ADMIN_ROLE_TOO_LOW");
    expect(await outcome((await company.as(member)).payments.openOrder(asked))).toBe("WRONG_ROLE");
    const own = await company.as({
      ...company.admin,
      actor: { ...company.admin.actor, id: member.id } as Person["actor"],
    });
    expect(await outcome(own.payments.openOrder(asked))).toBe("OWN_ORDER");
    expect(await outcome(own.payments.offer(named))).toBe("OWN_ORDER");
    await nothingIsOpened();
  });
});
