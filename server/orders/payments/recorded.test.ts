import { and, asc, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEntries, payments } from "@db/schema";
import { unallocatedPayment, applyForm, waitingOrder } from "@server/testing/unallocated-payments";
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

/** An order of ₹1,025 for a hundred tokens whose member sent nothing and whose time is over. */
async function unpaid(buyer: Person = member): Promise<string> {
  const { orderNumber } = await (await company.as(buyer)).orders.create({ amount: "1000" });
  await company.expireHold(orderNumber, 3600);
  await (await company.as(buyer)).orders.cancel({ purchaseId: orderNumber });
  return orderNumber;
}

const bank = { version: 0, paymentMethod: "BANK", received: "1025" } as const;
/** The admin's word that it is not the payment on record. */
const otherMoney = { isOtherMoney: true, reason: "Compared" } as const;
const unallocatedPayments = () =>
  harness.database.db
    .select({ status: payments.status, reference: payments.reference })
    .from(payments)
    .where(eq(payments.companyId, company.id))
    .orderBy(asc(payments.createdAt));
const recordedOf = (action: string) =>
  harness.database.db
    .select({ after: auditEntries.after, actorId: auditEntries.actorId })
    .from(auditEntries)
    .where(and(eq(auditEntries.companyId, company.id), eq(auditEntries.action, action)));

describe("a payment that the member never submitted", () => {
  test(
    "a recorded payment lets its order wait for the decision, with its tokens; the member is told",
    { tags: ["full"] },
    async () => {
      const orderNumber = await unpaid();
      const api = await admin();
      expect(await api.payments.toRecord({ purchaseId: orderNumber })).toMatchObject({
        status: "CANCELLED",
        version: 0,
        recording: "WAITS",
        payments: [],
      });
      const recorded = await api.payments.record({
        ...bank,
        purchaseId: orderNumber,
        reference: "hdfc-n 2026 0001",
      });
      expect(recorded).toMatchObject({ orderNumber, recorded: "WAITS" });
      expect(await company.order(orderNumber)).toMatchObject({
        status: "PENDING",
        reference: "HDFCN20260001",
        paymentMethod: "BANK",
        heldQuantity: 100,
        paidAmountPaise: 102_500,
        proofMediaId: null,
        submissionVersion: 1,
      });
      expect(await recordedOf("payment.recorded")).toMatchObject([
        { actorId: company.admin.id, after: { orderNumber, receivedPaise: 102_500 } },
      ]);
      expect(await harness.messages("paymentRecorded")).toContainEqual(
        expect.objectContaining({ userId: member.id }),
      );
      const own = await company.as(member);
      expect((await own.notices.mine())[0]).toMatchObject({ kind: "RECORDED", orderNumber });
      await api.orders.approve({ orderId: recorded.orderId, version: 1 });
      expect(await company.balances()).toMatchObject({ allocated: 100, poolHeld: 0 });
      expect(await company.received()).toMatchObject([
        { receivedPaise: 102_500, reference: "HDFCN20260001" },
      ]);
    },
  );

  test(
    "a recorded payment of an open order keeps the tokens that it holds",
    { tags: ["full"] },
    async () => {
      const { orderNumber } = await (await company.as(member)).orders.create({ amount: "1000" });
      const api = await admin();
      await api.payments.record({ ...bank, purchaseId: orderNumber, reference: "R1" });
      expect(await company.order(orderNumber)).toMatchObject({ status: "PENDING" });
      expect(await company.balances()).toMatchObject({ held: 100, poolHeld: 100 });
    },
  );

  test("a recorded payment of another sum is flagged, and decided by that sum", async () => {
    const orderNumber = await unpaid();
    const api = await admin();
    const { orderId } = await api.payments.record({
      ...bank,
      purchaseId: orderNumber,
      reference: "R1",
      received: "500",
    });
    expect((await company.order(orderNumber)).flags).toContain("AMOUNT_DIFFERS");
    await api.payments.approveReceived({ orderId, version: 1, received: "500" });
    expect(await company.order(orderNumber)).toMatchObject({ approvedQuantity: 48 });
  });

  test(
    "a recorded payment stays unallocated if no tokens are left, and is allocated once there are some",
    { tags: ["full"] },
    async () => {
      company = await harness.company({ privateTokens: 150 });
      member = await company.member();
      const orderNumber = await unpaid();
      const other = await company.member();
      await submittedPayment(company, other);
      const payment = { ...bank, purchaseId: orderNumber, reference: "R1" };
      const api = await company.as(company.admin, { key: "once-and-for-all-1" });
      expect(await api.payments.record(payment)).toMatchObject({ recorded: "KEPT" });
      // A lost answer is asked for again with its key.
      expect(await api.payments.record(payment)).toMatchObject({ recorded: "KEPT" });
      expect((await company.order(orderNumber)).status).toBe("CANCELLED");
      const [open] = (await (await admin()).payments.listUnallocated()).payments;
      expect(open).toMatchObject({ kind: "CLAIM", orderNumber, allocatable: 50 });
      expect(await harness.messages("paymentKept")).toContainEqual(
        expect.objectContaining({ userId: member.id }),
      );
      // Another payment of the order does not replace it.
      const second = { ...payment, reference: "R2", isOtherMoney: true, reason: "Paid twice" };
      expect(await (await admin()).payments.record(second)).toMatchObject({ recorded: "OPEN" });
      await (await admin()).payments.allocate({ paymentId: open?.id ?? "" });
      expect(await company.order(orderNumber)).toMatchObject({ approvedQuantity: 50 });
    },
  );

  test("a recorded payment of a member who may not buy any more is unallocated", async () => {
    const orderNumber = await unpaid();
    await company.setStatus(member, "BLOCKED");
    expect(
      await (await admin()).payments.record({ ...bank, purchaseId: orderNumber, reference: "R1" }),
    ).toMatchObject({ recorded: "OPEN" });
    expect((await company.order(orderNumber)).status).toBe("CANCELLED");
  });
});

describe("a second payment for an order", () => {
  test(
    "a second payment for an order is unallocated, beside the payment that the order has",
    { tags: ["full"] },
    async () => {
      const { order, transaction } = await submittedPayment(company, member);
      const api = await admin();
      const named = { ...bank, purchaseId: order.orderNumber, version: 1, reference: "SECOND1" };
      expect(await api.payments.record(named)).toMatchObject({ recorded: "OPEN" });
      expect(await company.order(order.orderNumber)).toMatchObject({
        status: "PENDING",
        submissionVersion: 1,
        receivedPaise: null,
      });
      // It is never a part of the order's money, whatever its admin does with the other payment.
      const part = { orderId: transaction.id, version: 1, received: "30.13" };
      await api.payments.waitForRest(part);
      const rest = { orderId: transaction.id, version: 2, received: "1000", reference: "REST1" };
      await api.payments.approveReceived(rest);
      const open = (await api.payments.listUnallocated()).payments;
      expect(open).toMatchObject([{ kind: "CREDIT", openPaise: 102_500, reference: "SECOND1" }]);
      expect(await harness.messages("paymentUnneeded")).toContainEqual(
        expect.objectContaining({ userId: member.id }),
      );
      expect(
        (await api.payments.toRecord({ purchaseId: order.orderNumber })).payments,
      ).toMatchObject([
        { openPaise: 0 },
        { reference: "SECOND1", openPaise: 102_500 },
        { openPaise: 0 },
      ]);
      // A payment can be recorded after the approval too, and each is refunded by itself.
      await api.payments.record({ ...named, version: 2, reference: "THIRD1", received: "10" });
      await api.payments.refund({
        kind: "CREDIT",
        paymentId: open[0]?.id ?? "",
        amount: "1025",
        reference: "BACK1",
        refundedOn: "2026-01-02",
      });
      expect((await api.payments.listUnallocated()).payments).toMatchObject([
        { reference: "THIRD1" },
      ]);
      const { total } = await api.payments.days({});
      expect(total).toMatchObject({ receivedPaise: 103_013 + 102_500 + 1_000, openPaise: 1_000 });
      const own = await company.as(member);
      expect((await own.notices.mine()).map(({ kind }) => kind)).toContain("UNNEEDED");
    },
  );
});

describe("is refused, and nothing changes", () => {
  test("a record is refused with a reference that a payment on record has, of this order or another", async () => {
    const orderNumber = await unpaid();
    const other = await company.member();
    await submittedPayment(company, other, { reference: "TAKEN-1234" });
    const api = await admin();
    const decide = (reference: string) =>
      resultCode(api.payments.record({ ...bank, purchaseId: orderNumber, reference }));
    expect(await decide("taken 1234")).toBe("REFERENCE_USED");
    expect(await decide("--")).toBe("REFERENCE_INVALID");
    expect(await decide("R1")).toBe("ok");
    const second = { ...bank, purchaseId: orderNumber, version: 1, reference: "R1" };
    expect(await resultCode(api.payments.record(second))).toBe("REFERENCE_USED");
    expect(await unallocatedPayments()).toHaveLength(2);
  });

  test("a record is refused for another company's order, and for an admin's own", async () => {
    const orderNumber = await unpaid();
    const elsewhere = await harness.company();
    const stranger = await elsewhere.as(elsewhere.admin);
    const payment = { ...bank, purchaseId: orderNumber, reference: "R1" };
    expect(await resultCode(stranger.payments.record(payment))).toBe("ORDER_NOT_FOUND");
    expect(await resultCode(stranger.payments.toRecord({ purchaseId: orderNumber }))).toBe(
      "ORDER_NOT_FOUND",
    );
    const own = await company.as({
      ...company.admin,
      actor: { ...company.admin.actor, id: member.id } as Person["actor"],
    });
    expect(await resultCode(own.payments.record(payment))).toBe("OWN_ORDER");
    expect(await unallocatedPayments()).toEqual([]);
    expect((await company.order(orderNumber)).status).toBe("CANCELLED");
  });

  test("a record is refused once the member has submitted the payment, which its admin has not seen", async () => {
    const { orderNumber } = await (await company.as(member)).orders.create({ amount: "1000" });
    await (
      await company.as(member)
    ).orders.submit({
      purchaseId: orderNumber,
      paymentMethod: "MANUAL",
      amount: "1000",
      consent: true,
    });
    expect(
      await resultCode(
        (await admin()).payments.record({ ...bank, purchaseId: orderNumber, reference: "R1" }),
      ),
    ).toBe("SUBMISSION_CHANGED");
    expect(await unallocatedPayments()).toMatchObject([{ reference: null }]);
  });
});

describe("at once", () => {
  const admins = async () => [
    await admin(),
    await company.as(await company.member({ role: "ADMIN" }), {
      database: harness.another(2),
    }),
  ];

  test("two concurrent admins record one payment of an order once", async () => {
    const orderNumber = await unpaid();
    const payment = { ...bank, purchaseId: orderNumber, reference: "R1" };
    const outcomes = await Promise.all(
      (await admins()).map((api) => resultCode(api.payments.record(payment))),
    );
    expect(outcomes.toSorted()).toEqual(["SUBMISSION_CHANGED", "ok"]);
    expect(await unallocatedPayments()).toMatchObject([{ status: "WAITING" }]);
  });

  test(
    "one reference is recorded concurrently for one of two orders, decided or not",
    { tags: ["full"] },
    async () => {
      const [first, second] = [await unpaid(), await unpaid(await company.member())];
      const { order } = await submittedPayment(company, member);
      const targets = [
        { ...bank, purchaseId: first },
        { ...bank, purchaseId: second },
        { ...bank, purchaseId: order.orderNumber, version: 1 },
      ];
      const [one, other] = await admins();
      if (!one || !other) throw new Error("Two admins are needed.");
      const outcomes = await Promise.all(
        targets.map((target, at) =>
          resultCode((at % 2 ? one : other).payments.record({ ...target, reference: "SAME1" })),
        ),
      );
      expect(outcomes.toSorted()).toEqual(["REFERENCE_USED", "REFERENCE_USED", "ok"]);
      expect(
        (await unallocatedPayments()).filter(({ reference }) => reference === "SAME1"),
      ).toHaveLength(1);
    },
  );

  test(
    "control: without the reference's lock all concurrent records would find it unknown",
    { tags: ["full"] },
    async () => {
      const { db } = harness.database;
      let readers = 0;
      let allRead = () => {};
      const everyone = new Promise<void>((resolve) => (allRead = resolve));
      // Each looks for the reference on a connection of its own before any of them writes it.
      const naive = () =>
        db.transaction(async (tx) => {
          const found = await tx
            .select()
            .from(payments)
            .where(and(eq(payments.companyId, company.id), eq(payments.reference, "SAME1")));
          if ((readers += 1) === 2) allRead();
          await everyone;
          return found.length;
        });
      expect(await Promise.all([naive(), naive()])).toEqual([0, 0]);
    },
  );

  test("of a member's submission and a record of the same reference, the later sees the earlier", async () => {
    const { order } = await submittedPayment(company, await company.member());
    const buyer = await company.as(member);
    const { orderNumber } = await buyer.orders.create({ amount: "1000" });
    const receiptId = await company.proof(member);
    const [recorded, submitted] = await Promise.all([
      resultCode(
        (await admin()).payments.record({
          ...bank,
          purchaseId: order.orderNumber,
          version: 1,
          reference: "SAME1",
        }),
      ),
      resultCode(
        buyer.orders.submit({
          purchaseId: orderNumber,
          paymentMethod: "BANK",
          amount: "1000",
          receiptId,
          referenceNumber: "SAME1",
          consent: true,
        }),
      ),
    ]);
    expect(submitted).toBe("ok");
    const { flags } = await company.order(orderNumber);
    // Whoever came second is told of the other: the admin by a refusal, the order by a flag.
    expect(recorded === "ok").toBe(flags.includes("REUSED_REFERENCE"));
  });
});

describe("a payment that is recorded for an order, and then submitted for it", () => {
  const send = async (purchaseId: string, referenceNumber: string) =>
    (await company.as(member)).orders.submit({
      purchaseId,
      paymentMethod: "BANK",
      referenceNumber,
      consent: true,
      amount: "1000",
      receiptId: await company.proof(member),
    });
  /** The order waits with the number of the unallocated payment. */
  async function submittedAfter() {
    const { orderNumber } = await (await company.as(member)).orders.create({ amount: "1000" });
    await send(orderNumber, "MISTYPED1");
    const { id: orderId } = await company.order(orderNumber);
    const api = await admin();
    await api.payments.record({
      ...bank,
      ...otherMoney,
      purchaseId: orderNumber,
      version: 1,
      reference: "RIGHT1",
    });
    await api.orders.reject({ orderId, version: 1, reason: "No such number" });
    await send(orderNumber, "right-1");
    return { api, orderNumber, orderId };
  }

  test("a payment that is recorded and then submitted is flagged, and approved in no way: the money counts once", async () => {
    const { api, orderNumber, orderId } = await submittedAfter();
    const { flags } = await company.order(orderNumber);
    expect(flags).toContain("RECORDED_REFERENCE");
    expect(flags).not.toContain("REUSED_REFERENCE");
    const named = { orderId, version: 2 };
    const attempts = [
      () => api.orders.approve(named),
      () => api.payments.approveReceived({ ...named, received: "1025" }),
      () => api.payments.approveReceived({ ...named, received: "500" }),
      () => api.payments.waitForRest({ ...named, received: "500" }),
    ];
    for (const attempt of attempts) expect(await resultCode(attempt())).toBe("REFERENCE_RECORDED");
    await company.setCompany({ settings: { secondAdminAbovePaise: 1 } });
    await company.member({ role: "ADMIN", passwordHash: "set" });
    // A refused approval asks no second admin.
    expect(await resultCode(api.orders.approve(named))).toBe("REFERENCE_RECORDED");
    expect((await company.order(orderNumber)).status).toBe("PENDING");
    expect(await company.received()).toMatchObject([{ receivedPaise: 102_500, appliedPaise: 0 }]);
    expect((await api.payments.days({})).total.receivedPaise).toBe(102_500);
  });

  test(
    "a submission of recorded money is rejected, and the money pays another order",
    { tags: ["full"] },
    async () => {
      const { api, orderId } = await submittedAfter();
      await api.orders.reject({ orderId, version: 2, reason: "Recorded already" });
      const [payment] = (await api.payments.listUnallocated()).payments;
      if (!payment) throw new Error("Nothing is open.");
      const other = await waitingOrder(company, member, { amount: "1000" });
      await api.payments.payOrder(applyForm(payment, other));
      expect(await company.received()).toMatchObject([
        { receivedPaise: 102_500, appliedPaise: 102_500 },
      ]);
    },
  );

  /** The calls wait for a row in this order, and then run in it. */
  async function inOrder(row: ReturnType<typeof sql>, calls: (() => Promise<unknown>)[]) {
    const { ends } = await harness.another(1).db.transaction(async (tx) => {
      await tx.execute(sql`${row} FOR NO KEY UPDATE`);
      const started: Promise<string>[] = [];
      for (const call of calls) {
        started.push(resultCode(call()));
        await expect.poll(waitingForLocks, { timeout: 30_000 }).toBe(started.length);
      }
      return { ends: Promise.all(started) };
    });
    return ends;
  }

  async function waitingForLocks(): Promise<number> {
    const [row] = await harness.database.sql`
      SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return Number(row?.["n"]);
  }

  /** Counts the payments of the money that are received. */
  const timesReceived = async () => (await company.received()).length;

  /** Runs an approval and "Not received" at once. Returns the outcome of the approval. */
  async function approvedBesideDismissal(isApprovedFirst: boolean) {
    const { orderId } = await submittedAfter();
    const [payment] = (await (await admin()).payments.listUnallocated()).payments;
    const one = await company.as(company.admin, { database: harness.another(2) });
    const { kind = "CREDIT", id: paymentId = "" } = payment ?? {};
    const dismissal = { kind, paymentId, reason: "It is this order's" };
    const calls = [
      () => one.orders.approve({ orderId, version: 2 }),
      () => one.payments.dismiss(dismissal),
    ];
    const row = sql`SELECT 1 FROM orders WHERE id = ${orderId}`;
    const ends = await inOrder(row, isApprovedFirst ? calls : calls.toReversed());
    const [approved, dismissed] = isApprovedFirst ? ends : ends.toReversed();
    expect(dismissed).toBe("ok");
    return { approved, orderId };
  }

  test(
    "a submission of recorded money is approved once the record is taken back, and both never count at once",
    { tags: ["full"] },
    async () => {
      const later = await approvedBesideDismissal(false);
      expect(later.approved).toBe("ok");
      expect(await timesReceived()).toBe(1);
      company = await harness.company();
      member = await company.member();
      const sooner = await approvedBesideDismissal(true);
      expect(sooner.approved).toBe("REFERENCE_RECORDED");
      const api = await admin();
      await api.orders.approve({ orderId: sooner.orderId, version: 2 });
      expect(await timesReceived()).toBe(1);
      expect((await api.payments.days({})).total.receivedPaise).toBe(102_500);
    },
  );

  test("recorded money that was sent back, and then submitted again, is not received again", async () => {
    const open = await unallocatedPayment(company, member);
    const api = await admin();
    await api.payments.refund({
      kind: "CLAIM",
      paymentId: open.id,
      received: "1025",
      amount: "1025",
      reference: "BACK1",
      refundedOn: "2026-01-02",
    });
    await send(open.orderNumber, "KEPT1");
    const { id: orderId, flags } = await company.order(open.orderNumber);
    expect(flags).toContain("RECORDED_REFERENCE");
    expect(await resultCode(api.orders.approve({ orderId }))).toBe("REFERENCE_RECORDED");
  });

  /** An admin records a payment while the member submits it, in this order. */
  async function recordedBesideSubmission(isRecordedFirst: boolean) {
    company = await harness.company();
    member = await company.member();
    const { orderNumber: purchaseId } = await unallocatedPayment(company, member);
    const receiptId = await company.proof(member);
    const database = harness.another(2);
    const api = await company.as(company.admin, { database });
    const own = await company.as(member, { database });
    const { version } = await api.payments.toRecord({ purchaseId });
    const calls = [
      // Another payment of the order is unallocated: what is recorded is open beside it.
      () =>
        api.payments.record({ ...bank, ...otherMoney, version, purchaseId, reference: "SAME1" }),
      () =>
        own.orders.submit({
          purchaseId,
          paymentMethod: "BANK",
          referenceNumber: "SAME1",
          consent: true,
          amount: "1000",
          receiptId,
        }),
    ];
    const row = sql`SELECT 1 FROM users WHERE id = ${member.id}`;
    const ends = await inOrder(row, isRecordedFirst ? calls : calls.toReversed());
    const [recorded, submitted] = isRecordedFirst ? ends : ends.toReversed();
    const { id: orderId, flags } = await company.order(purchaseId);
    const approved = await resultCode(api.orders.approve({ orderId }));
    const { total } = await api.payments.days({});
    const isFlagged = flags.includes("RECORDED_REFERENCE");
    return { recorded, submitted, isFlagged, approved, receivedPaise: total.receivedPaise };
  }

  test(
    "a concurrent submission is flagged if it came after the record, and the record refused if it came second",
    { tags: ["full"] },
    async () => {
      expect(await recordedBesideSubmission(true)).toEqual({
        recorded: "ok",
        submitted: "ok",
        isFlagged: true,
        approved: "REFERENCE_RECORDED",
        receivedPaise: 102_500,
      });
      expect(await recordedBesideSubmission(false)).toEqual({
        recorded: "SUBMISSION_CHANGED",
        submitted: "ok",
        isFlagged: false,
        approved: "ok",
        receivedPaise: 102_500,
      });
    },
  );
});
