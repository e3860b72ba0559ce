import { and, eq, isNotNull, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "@db/client";
import { orders, payments } from "@db/schema";
import type { UnallocatedPayment } from "@server/orders/contracts/payments";
import {
  unallocatedPayment,
  overPaidOrder,
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
import { rounds } from "@server/testing/rounds";
import { withoutUniqueKeys } from "@server/testing/without-unique-keys";

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
const overPaid = () => overPaidOrder(company, member);
/** Orders that another one's money paid. */
const paid = () =>
  harness.database.db
    .select()
    .from(orders)
    .where(and(eq(orders.companyId, company.id), isNotNull(orders.sourceOrderId)));

describe("at once", () => {
  const admins = async () => {
    const other = await company.anotherAdmin();
    return [await admin(), await company.as(other, { database: harness.another(2) })] as const;
  };

  test("several concurrent admins pay one order with one payment", async () => {
    const { payment } = await overPaid();
    const asked = applyForm(payment, await waitingOrder(company, member));
    const [one, other] = await admins();
    const all = await Promise.all(
      [one, other, one, other].map((api) => resultCode(api.payments.payOrder(asked))),
    );
    expect(all.toSorted()).toEqual(["PAYMENT_SETTLED", "PAYMENT_SETTLED", "PAYMENT_SETTLED", "ok"]);
    expect(await paid()).toHaveLength(1);
    expect(await company.balances()).toMatchObject({ allocated: 140, poolHeld: 0 });
  });

  test("concurrently, one payment pays one of two orders if it is enough for one", async () => {
    const { payment } = await overPaid();
    const first = await waitingOrder(company, member);
    const second = await waitingOrder(company, member);
    const [one, other] = await admins();
    const both = await Promise.all([
      resultCode(one.payments.payOrder(applyForm(payment, first))),
      resultCode(other.payments.payOrder(applyForm(payment, second))),
    ]);
    expect(both.toSorted()).toEqual(["PAYMENT_SETTLED", "ok"]);
    expect(await paid()).toHaveLength(1);
  });

  test("of two concurrent payments for one order, one pays it", { tags: ["full"] }, async () => {
    const { payment: first } = await overPaid();
    const { payment: second } = await overPaid();
    const waiting = await waitingOrder(company, member);
    const [one, other] = await admins();
    const both = await Promise.all([
      resultCode(one.payments.payOrder(applyForm(first, waiting))),
      resultCode(other.payments.payOrder(applyForm(second, waiting))),
    ]);
    expect(both.toSorted()).toEqual(["ORDER_ALREADY_DECIDED", "ok"]);
    expect(await paid()).toHaveLength(1);
  });

  test("an order is approved by its own payment or by another one's, never both", async () => {
    for (const amount of ["400", "410", "420"]) {
      const { payment } = await overPaid();
      const waiting = await waitingOrder(company, member, { amount });
      const [one, other] = await admins();
      const both = await Promise.all([
        resultCode(one.payments.payOrder(applyForm(payment, waiting))),
        resultCode(other.orders.approve({ orderId: waiting.id, version: 1 })),
      ]);
      expect(both.toSorted()).toEqual(["ORDER_ALREADY_DECIDED", "ok"]);
    }
  });

  test("an unallocated payment is sent back or pays an order, never both", async () => {
    for (const round of [1, 2, 3]) {
      const { payment } = await overPaid();
      const asked = applyForm(payment, await waitingOrder(company, member));
      const [one, other] = await admins();
      const back = {
        kind: "CREDIT" as const,
        paymentId: payment.id,
        seenAt: payment.updatedAt,
        amount: "504.87",
        reference: `BACK${round}`,
        refundedOn: "2026-01-02",
      };
      const both = await Promise.all([
        resultCode(one.payments.payOrder(asked)),
        resultCode(other.payments.refund(back)),
      ]);
      expect(both.toSorted()).toEqual(["PAYMENT_SETTLED", "ok"]);
    }
  });

  test(
    "control: without the payment's lock both transactions find the money unallocated",
    { tags: ["full"] },
    async () => {
      const { payment } = await overPaid();
      const { db } = harness.database;
      let readers = 0;
      let allRead = () => {};
      const everyone = new Promise<void>((resolve) => (allRead = resolve));
      // Each reads what is open on a connection of its own before any of them uses it.
      const naive = () =>
        db.transaction(async (tx) => {
          const [money] = await tx
            .select()
            .from(payments)
            .where(and(eq(payments.companyId, company.id), eq(payments.id, payment.id)));
          if ((readers += 1) === 2) allRead();
          await everyone;
          return (money?.receivedPaise ?? 0) - (money?.appliedPaise ?? 0);
        });
      expect(await Promise.all([naive(), naive()])).toEqual([payment.openPaise, payment.openPaise]);
    },
  );
});

/** Counts the transactions that wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await harness.database.sql`
    SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return Number(row?.["n"]);
}

describe("one reference", () => {
  interface Connections {
    one: Database;
    other: Database;
  }

  /** Two calls, each of which is allowed alone. */
  type Race = (
    reference: string,
    on: Connections,
  ) => Promise<[() => Promise<unknown>, () => Promise<unknown>]>;

  /** Unallocated payment of a reversed order: no order has its reference any more. */
  async function reversed(reference: string, owner: Person) {
    const { payment, orderId } = await overPaidOrder(company, owner, { reference });
    const reason = "Charged to the wrong order";
    await (await admin()).orders.reverse({ orderId, version: 1, reason });
    return payment;
  }

  /** A payment of another member that its order could not take. */
  const late = async (reference: string, owner?: Person) =>
    unallocatedPayment(company, owner ?? (await company.member()), { amount: "1005", reference });

  const applying = async (
    database: Database,
    owner: Person,
    payment: UnallocatedPayment,
    received?: string,
  ) => {
    const api = await company.as(company.admin, { database });
    const order = await waitingOrder(company, owner);
    const [present] = (await api.payments.listUnallocated({ paymentId: payment.id })).payments;
    const asked = applyForm(present ?? payment, order, received);
    return () => api.payments.payOrder(asked);
  };

  /** An order of another member, whose tokens a submission takes from the pool again. */
  const submitting = async (database: Database, reference: string) => {
    const buyer = await company.member();
    const own = await company.as(buyer, { database });
    const { orderNumber: purchaseId } = await own.orders.create({ amount: "1005" });
    await own.orders.cancel({ purchaseId });
    const receiptId = await company.proof(buyer);
    return () =>
      own.orders.submit({
        purchaseId,
        paymentMethod: "BANK",
        amount: "1005",
        consent: true,
        referenceNumber: reference,
        receiptId,
      });
  };

  /** An order of another member that an entry of a statement with this number pays. */
  const entryPaying = async (database: Database, reference: string) => {
    const { transaction } = await submittedPayment(company, await company.member());
    const { statements } = await company.as(company.admin, { database });
    const named = { orderId: transaction.id, version: 1 };
    const lineId = await company.entry({ reference, amountPaise: 103_013 });
    return () => statements.approve({ ...named, lineId, reason: "Compared" });
  };

  /** A payment that an admin records for an order of another member, whose tokens it takes again. */
  const recording = async (database: Database, reference: string) => {
    const own = await company.as(await company.member());
    const { orderNumber: purchaseId } = await own.orders.create({ amount: "1005" });
    await own.orders.cancel({ purchaseId });
    const { payments } = await company.as(company.admin, { database });
    const payment = { paymentMethod: "BANK" as const, received: "1030.13" };
    return () => payments.record({ ...payment, purchaseId, version: 0, reference });
  };

  /** Neither finds the other's payment, which is not committed: the constraint alone keeps them apart. */
  const UNSEEN: Record<string, Race> = {
    "two members submit it": async (reference, on) => [
      await submitting(on.one, reference),
      await submitting(on.other, reference),
    ],
    "it is recorded for an order, or another member submits it": async (reference, on) => [
      await recording(on.one, reference),
      await submitting(on.other, reference),
    ],
    "a further part of one order has it, or another member submits it": async (reference, on) => {
      const { transaction } = await submittedPayment(company, await company.member());
      const { payments } = await company.as(company.admin, { database: on.one });
      const named = { orderId: transaction.id };
      const { version } = await payments.waitForRest({ ...named, version: 1, received: "500" });
      const rest = { ...named, version, received: "530.13", reference };
      return [() => payments.approveReceived(rest), await submitting(on.other, reference)];
    },
  };

  const RACES: Record<string, Race> = {
    "an entry with it pays an order, or another member submits it": async (reference, on) => [
      await entryPaying(on.one, reference),
      await submitting(on.other, reference),
    ],
    "an entry with it pays an order, or it is recorded for another": async (reference, on) => [
      await entryPaying(on.one, reference),
      await recording(on.other, reference),
    ],
    "its unallocated payment pays an order, or another member submits it": async (
      reference,
      on,
    ) => {
      const payment = await reversed(reference, member);
      return [await applying(on.one, member, payment), await submitting(on.other, reference)];
    },
    "its unallocated payment pays an order, or the order of another member waits again": async (
      reference,
      on,
    ) => {
      const payment = await reversed(reference, member);
      const buyer = await company.member();
      const { transaction } = await submittedPayment(company, buyer, { reference });
      const api = await company.as(company.admin, { database: on.other, canUndo: true });
      const { id: orderId } = transaction;
      await api.orders.reject({ orderId, version: 1, reason: "By mistake" });
      const [undoable] = await api.orders.undoable();
      const decidedAt = undoable?.decidedAt ?? "";
      return [
        await applying(on.one, member, payment),
        () => api.orders.undo({ orderId, decidedAt }),
      ];
    },
    "two unallocated payments with it, one of which gets its order or another one": async (
      reference,
      on,
    ) => {
      const [one, other] = [await late(reference, member), await late(reference)];
      const api = await company.as(company.admin, { database: on.other });
      return [
        await applying(on.one, member, one, "1030.13"),
        () => api.payments.allocate({ paymentId: other.id }),
      ];
    },
  };

  const refunding = async (database: Database, { id: paymentId }: { id: string }) => {
    const api = await company.as(company.admin, { database });
    const refund = { kind: "CLAIM" as const, paymentId, amount: "1030.13" };
    return () =>
      api.payments.refund({ ...refund, reference: `BACK-${paymentId}`, refundedOn: "2026-01-02" });
  };

  /** Uses one payment that is on record twice. */
  const RECEIPTS: Record<string, Race> = {
    "two unallocated payments with it are sent back": async (reference, on) => {
      const [one, other] = [await late(reference), await late(reference)];
      return [await refunding(on.one, one), await refunding(on.other, other)];
    },
    "of two unallocated payments one gets its order, the other is sent back": async (
      reference,
      on,
    ) => {
      const [one, other] = [await late(reference), await late(reference)];
      const api = await company.as(company.admin, { database: on.one });
      return [() => api.payments.allocate({ paymentId: one.id }), await refunding(on.other, other)];
    },
  };

  /**
   * The outcomes of two calls that meet: while another transaction holds what each of them needs last,
   * the pool or the refunds, it checks the reference or waits for the other one.
   */
  async function meeting(calls: (() => Promise<unknown>)[]): Promise<string[]> {
    const { ends } = await harness.another(1).db.transaction(async (tx) => {
      await tx.execute(
        sql`SELECT 1 FROM supplies WHERE company_id = ${company.id} FOR NO KEY UPDATE`,
      );
      await tx.execute(sql`LOCK TABLE payment_refunds IN SHARE MODE`);
      const all = Promise.all(calls.map((call) => resultCode(call())));
      all.catch(() => undefined);
      await expect.poll(waiting, { timeout: 30_000 }).toBe(calls.length);
      return { ends: all };
    });
    return (await ends).toSorted();
  }

  const connections = () => ({ one: harness.another(2), other: harness.another(2) });

  /** Orders that a payment with the number serves, or that wait with one, be it doubted. */
  async function paidBy(reference: string): Promise<number> {
    const [row] = await harness.database.sql`
      SELECT count(DISTINCT o.id)::int AS n FROM orders o
        JOIN payments p ON p.company_id = o.company_id AND (p.id = o.payment_id OR p.order_id = o.id)
        LEFT JOIN payment_evidence e ON e.company_id = p.company_id AND e.payment_id = p.id
       WHERE o.company_id = ${company.id} AND ${reference} IN (p.reference, e.reference)
         AND (p.status IN ('WAITING', 'CONFIRMED') OR p.status = 'DOUBTED' AND p.id = o.payment_id)
         AND o.status IN ('PENDING', 'APPROVED')`;
    return Number(row?.["n"]);
  }

  /** Counts the payments with the number that are on record as received. */
  const receivedBy = async (reference: string) =>
    (await company.received()).filter((payment) => payment.reference === reference).length;

  const all = [
    ...Object.entries({ ...UNSEEN, ...RACES }).map(([title, race]) => ({
      title,
      race,
      timesOf: paidBy,
    })),
    ...Object.entries(RECEIPTS).map(([title, race]) => ({ title, race, timesOf: receivedBy })),
  ];
  for (const { title, race, timesOf } of all) {
    test(`one reference pays once: ${title}`, { tags: ["full"] }, async () => {
      const on = connections();
      // Each call is the first once.
      for (let round = 1; round <= rounds(2, 4); round += 1) {
        const reference = `63055404310${round}`;
        const calls = await race(reference, on);
        const [refused, ...others] = await meeting(round % 2 === 0 ? calls.toReversed() : calls);
        // A payment that gave its number up is another one than was shown.
        expect(["REFERENCE_USED", "PAYMENT_SETTLED"]).toContain(refused);
        expect(others).toEqual(["ok"]);
        expect(await timesOf(reference)).toBe(1);
      }
    });
  }

  for (const [title, race] of Object.entries(UNSEEN)) {
    test(
      `control: without the constraint of keys one reference pays twice: ${title}`,
      { tags: ["full"] },
      async () => {
        const ends = await withoutUniqueKeys(harness, async () =>
          meeting(await race("630554043100", connections())),
        );
        expect(ends).toEqual(["ok", "ok"]);
        expect(await paidBy("630554043100")).toBe(2);
        company = await harness.company();
      },
    );
  }
});
