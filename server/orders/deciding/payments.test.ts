import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { and, eq, isNull } from "drizzle-orm";
import { type Executor, transact } from "@db/client";
import { paymentApplications, payments } from "@db/schema";
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
  harness = await orderHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company();
  member = await company.member();
});
afterEach(async () => expect(await company.faults()).toEqual([]));

const applied = () =>
  harness.database.db
    .select()
    .from(paymentApplications)
    .where(and(eq(paymentApplications.companyId, company.id), isNull(paymentApplications.endedAt)));

describe("payments", () => {
  test(
    "a reference with characters that no database stores is refused, or read without them",
    { tags: ["full"] },
    async () => {
      const codes: string[] = [];
      for (const reference of ["UTR\0 12345", "UTR\u202e12346", "UTR\ud80012347"]) {
        codes.push(await resultCode(submittedPayment(company, member, { reference })));
      }
      expect(codes).toEqual(["ok", "ok", "REFERENCE_INVALID"]);
      expect(await company.payments()).toMatchObject([
        { reference: "UTR12345" },
        { reference: "UTR12346" },
      ]);
    },
  );

  test(
    "a submission is a payment that waits; only the approval makes it received money",
    { tags: ["full"] },
    async () => {
      const { order } = await submittedPayment(company, member, { reference: "UTR-1" });
      expect(await company.payments()).toMatchObject([
        { status: "WAITING", reference: "UTR1", orderId: order.id, amountPaise: 103_013 },
      ]);
      expect(await company.received()).toEqual([]);
      const admin = await company.as(company.admin);
      await admin.orders.approve({ orderId: order.id });
      expect(await company.received()).toMatchObject([
        {
          status: "CONFIRMED",
          receivedPaise: 103_013,
          appliedPaise: 103_013,
          confirmedBy: company.admin.id,
        },
      ]);
      expect(await company.payments()).toHaveLength(1);
      expect(await applied()).toHaveLength(1);
    },
  );

  test("a rejection refuses the payment; a new submission is another one, and both stay", async () => {
    const { order } = await submittedPayment(company, member, { reference: "UTR-1" });
    const admin = await company.as(company.admin);
    await admin.orders.reject({ orderId: order.id, reason: "Not in our account" });
    expect(await applied()).toEqual([]);
    const api = await company.as(member);
    await api.orders.submit({
      purchaseId: order.orderNumber,
      paymentMethod: "BANK",
      amount: "1005",
      referenceNumber: "UTR-2",
      receiptId: await company.proof(member),
      consent: true,
    });
    expect((await company.payments()).map(({ status, reference }) => [status, reference])).toEqual([
      ["REFUSED", "UTR1"],
      ["WAITING", "UTR2"],
    ]);
    expect(await company.received()).toEqual([]);
  });

  test("a reversal leaves the received money unallocated", async () => {
    const { order } = await submittedPayment(company, member);
    const admin = await company.as(company.admin);
    await admin.orders.approve({ orderId: order.id });
    await admin.orders.reverse({ orderId: order.id, reason: "Wrong member" });
    expect(await company.received()).toMatchObject([
      { receivedPaise: 103_013, appliedPaise: 0, refundedPaise: 0 },
    ]);
    expect(await applied()).toEqual([]);
  });

  test("verification finds a changed sum that a reversed order took", async () => {
    const { order } = await submittedPayment(company, member);
    const admin = await company.as(company.admin);
    await admin.orders.approve({ orderId: order.id });
    await admin.orders.reverse({ orderId: order.id, reason: "Wrong member" });
    const change = (amountPaise: number) =>
      harness.database.db
        .update(paymentApplications)
        .set({ amountPaise })
        .where(eq(paymentApplications.companyId, company.id));
    await change(103_012);
    expect(await company.faults()).toMatchObject([{ kind: "payment", fault: "ended" }]);
    await change(103_013);
  });

  test("the database counts no rupee of a payment twice", async () => {
    const { order } = await submittedPayment(company, member);
    await (await company.as(company.admin)).orders.approve({ orderId: order.id });
    const twice = harness.database.db
      .update(payments)
      .set({ refundedPaise: 1 })
      .where(eq(payments.companyId, company.id));
    await expect(twice).rejects.toThrow();
  });
});

describe("a reference", () => {
  test("the reference of a reversed payment raises a flag when another member sends it", async () => {
    const { order } = await submittedPayment(company, member, { reference: "UTR-7" });
    const admin = await company.as(company.admin);
    await admin.orders.approve({ orderId: order.id });
    await admin.orders.reverse({ orderId: order.id, reason: "Wrong member" });
    const other = await company.member();
    const again = await submittedPayment(company, other, { reference: "utr 7" });
    expect((await company.order(again.order.orderNumber)).flags).toContain("REUSED_REFERENCE");
  });

  test("the reference of a rejected payment raises a flag on another order, not on the same one", async () => {
    const { order } = await submittedPayment(company, member, { reference: "UTR-8" });
    const admin = await company.as(company.admin);
    await admin.orders.reject({ orderId: order.id, reason: "Not in our account" });
    const api = await company.as(member);
    const proof = async () => ({
      paymentMethod: "BANK",
      amount: "1005",
      referenceNumber: "UTR-8",
      receiptId: await company.proof(member),
      consent: true,
    });
    await api.orders.submit({ purchaseId: order.orderNumber, ...(await proof()) });
    expect((await company.order(order.orderNumber)).flags).not.toContain("REUSED_REFERENCE");
    await admin.orders.reject({ orderId: order.id, reason: "Not in our account" });
    const next = await api.orders.create({ amount: "1005" });
    await api.orders.submit({ purchaseId: next.orderNumber, ...(await proof()) });
    expect((await company.order(next.orderNumber)).flags).toContain("REUSED_REFERENCE");
  });

  test.each(["633312340106 paid", "IMPS/P2A/633312340106/FARAH", "633312340106.PAID"])(
    "the typed text `%s` is the number in it: it is refused while a live order has that",
    async (reference) => {
      await submittedPayment(company, member, { reference: "633312340106" });
      const other = await company.member();
      expect(await resultCode(submittedPayment(company, other, { reference }))).toBe(
        "REFERENCE_USED",
      );
    },
  );

  const NUMBER = "633312340106";
  const INSIDE = [`HDFC${NUMBER}`, `${NUMBER} 28/11`, `${NUMBER}281126`, `${NUMBER}/633312340107`];
  test.each([
    ...INSIDE.map((text) => [NUMBER, text]),
    ...INSIDE.map((text) => [text, NUMBER]),
    ["HDFC633312340106", "AXIS633312340106"],
    ["633312340106281126", "UTIB 633312340106"],
    ["SBINN26307123456", "26307123456"],
    ["26307123456", "SBINN26307123456"],
  ])(
    "of the typed numbers `%s` and `%s`, which may be one payment's, the later names the order of the earlier, and is decided alone",
    { tags: ["full"] },
    async (earlier, later) => {
      const first = await submittedPayment(company, member, { reference: earlier });
      const other = await company.member();
      const second = await submittedPayment(company, other, { reference: later });
      const orderId = second.order.id;
      const admin = await company.as(company.admin);
      const shown = await admin.orders.findForAdmin({ orderId });
      expect(shown.flags).toContain("REUSED_REFERENCE");
      expect(shown.sameNumberOrders).toEqual([first.order.orderNumber]);
      expect((await company.order(first.order.orderNumber)).flags).not.toContain(
        "REUSED_REFERENCE",
      );
      const [many] = await admin.orders.approveMany({ orderIds: [orderId], versions: {} });
      expect(many?.refusal?.code).toBe("DECIDE_SINGLY");
      expect((await company.order(second.order.orderNumber)).status).toBe("PENDING");
    },
  );

  test.each([
    ["633312340106", "633312340107"],
    ["HDFCR52026112800123456", "HDFCR52026112800123457"],
    ["N332263456789012", "N332263456789013"],
    ["cash 28/11 Fort", "cash 28/11 Fort branch"],
  ])("the typed numbers `%s` and `%s` are two payments", async (earlier, later) => {
    await submittedPayment(company, member, { reference: earlier });
    const other = await company.member();
    const { order } = await submittedPayment(company, other, { reference: later });
    expect((await company.order(order.orderNumber)).flags).not.toContain("REUSED_REFERENCE");
  });

  /** Submits two members' payments at once: neither transaction sees the other. Returns the orders' ids. */
  async function submittedAtOnce(references: readonly string[]) {
    const submissions = [];
    for (const referenceNumber of references) {
      const person = await company.member();
      const { orderNumber: purchaseId } = await (
        await company.as(person)
      ).orders.create({ amount: "1005" });
      submissions.push(async (db: Executor) => {
        const api = await company.as(person, { database: { ...harness.database, db } });
        const { id } = await api.orders.submit({
          purchaseId,
          paymentMethod: "BANK",
          amount: "1005",
          referenceNumber,
          consent: true,
          receiptId: await company.proof(person),
        });
        return { orderId: id, orderNumber: purchaseId };
      });
    }
    const [first, second] = submissions;
    return transact(harness.database.db, async (tx) => [
      await first!(tx),
      await second!(harness.database.db),
    ]);
  }

  test.each([
    [NUMBER, `HDFC${NUMBER}`],
    [`${NUMBER}281126`, NUMBER],
    ["SBINN26307123456", "26307123456"],
  ])(
    "of the typed numbers `%s` and `%s`, submitted in the same moment, each is decided alone beside the other",
    { tags: ["full"] },
    async (...references) => {
      const orders = await submittedAtOnce(references);
      const [one, other] = orders;
      const orderIds = orders.map(({ orderId }) => orderId);
      const admin = await company.as(company.admin);
      const bulk = async () =>
        (await admin.orders.approveMany({ orderIds })).map(({ refusal }) => refusal?.code);
      expect(await bulk()).toEqual(["DECIDE_SINGLY", "DECIDE_SINGLY"]);
      for (const { orderNumber } of orders) {
        expect((await company.order(orderNumber)).status).toBe("PENDING");
      }
      const shown = await admin.orders.findForAdmin({ orderId: one!.orderId });
      expect(shown.sameNumberOrders).toEqual([other!.orderNumber]);
      await admin.orders.approve({ orderId: one!.orderId });
      expect(await bulk()).toEqual(["ORDER_ALREADY_DECIDED", "DECIDE_SINGLY"]);
    },
  );

  test(
    "two payments of other numbers, submitted in the same moment, are approved together",
    { tags: ["full"] },
    async () => {
      const orders = await submittedAtOnce([NUMBER, "HDFC633312340107"]);
      const admin = await company.as(company.admin);
      const outcomes = await admin.orders.approveMany({
        orderIds: orders.map(({ orderId }) => orderId),
      });
      expect(outcomes).toMatchObject([{ refusal: null }, { refusal: null }]);
    },
  );

  test.each(["before", "after"])(
    "a bank's entry, imported %s the order whose typed text contains its number, is not certain for a later order with the number",
    { tags: ["full"] },
    async (when) => {
      const entry = () =>
        company.entry({ amountPaise: 103_013, narration: `UPI/CR/${NUMBER}/FARAH` });
      if (when === "before") await entry();
      const first = await submittedPayment(company, member, { reference: `HDFC${NUMBER}` });
      if (when === "after") await entry();
      const other = await company.member();
      const { order } = await submittedPayment(company, other, { reference: NUMBER });
      const admin = await company.as(company.admin);
      const { flags, sameNumberOrders } = await admin.orders.findForAdmin({ orderId: order.id });
      expect(flags).toContain("REUSED_REFERENCE");
      expect(sameNumberOrders).toEqual([first.order.orderNumber]);
      const [line] = (await admin.statements.lines({})).lines;
      expect(line?.candidates).toMatchObject([{ orderId: order.id, needsOwnDecision: true }]);
      const [certain] = await admin.statements.decideMany({
        lines: [{ lineId: line?.id ?? "", orderId: order.id, version: 1 }],
      });
      expect(certain?.refusal?.code).toBe("DECIDE_SINGLY");
    },
  );

  test("a text that contains another company's number is not flagged", async () => {
    const stranger = await harness.company();
    await submittedPayment(stranger, await stranger.member(), { reference: `HDFC${NUMBER}` });
    const { order } = await submittedPayment(company, member, { reference: NUMBER });
    expect((await company.order(order.orderNumber)).flags).not.toContain("REUSED_REFERENCE");
  });

  test("a reference is refused while a live order has it", async () => {
    await submittedPayment(company, member, { reference: "UTR-9" });
    const other = await company.member();
    expect(await resultCode(submittedPayment(company, other, { reference: "UTR-9" }))).toBe(
      "REFERENCE_USED",
    );
  });
});
