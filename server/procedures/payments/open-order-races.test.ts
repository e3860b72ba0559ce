import { and, eq, isNotNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lockReference } from "@db/queries/payment-claims";
import { orders, paymentCredits } from "@db/schema";
import { overPaidOrder, shownOffer } from "@server/testing/open-money";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  outcome,
  type Person,
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
const overPaid = () => overPaidOrder(company, member);
const shown = (payment: Parameters<typeof shownOffer>[1]) => shownOffer(company, payment);
const second = () =>
  harness.database.db
    .select()
    .from(orders)
    .where(and(eq(orders.companyId, company.id), isNotNull(orders.sourceOrderId)));

describe("at once", () => {
  const admins = async () => {
    const other = await company.member({ role: "ADMIN", passwordHash: "set" });
    return [await admin(), await company.as(other, { database: harness.another(2) })] as const;
  };

  test("several admins open one order for one payment", async () => {
    const { payment } = await overPaid();
    const asked = await shown(payment);
    const [one, other] = await admins();
    const all = await Promise.all(
      [one, other, one, other].map((api) => outcome(api.payments.openOrder(asked))),
    );
    expect(all.toSorted()).toEqual(["PAYMENT_SETTLED", "PAYMENT_SETTLED", "PAYMENT_SETTLED", "ok"]);
    expect(await second()).toHaveLength(1);
    expect(await company.balances()).toMatchObject({ allocated: 149, poolHeld: 0 });
  });

  test("the money is sent back or buys an order, never both", async () => {
    for (const round of [1, 2, 3]) {
      const { payment } = await overPaid();
      const asked = await shown(payment);
      const [one, other] = await admins();
      const back = {
        ...{ kind: "CREDIT" as const, paymentId: payment.id, seenAt: payment.updatedAt },
        ...{ amount: "504.87", reference: `BACK${round}`, refundedOn: "2026-01-02" },
      };
      const both = await Promise.all([
        outcome(one.payments.openOrder(asked)),
        outcome(other.payments.refund(back)),
      ]);
      expect(both.toSorted()).toEqual(["PAYMENT_SETTLED", "ok"]);
      for (const open of (await one.payments.listOpen()).payments) {
        await one.payments.refund({
          ...{ kind: "CREDIT", paymentId: open.id, amount: String(open.openPaise / 100) },
          ...{ reference: `REST${round}`, refundedOn: "2026-01-02" },
        });
      }
    }
  });

  test("the last tokens go to one of two members", async () => {
    company = await harness.company({ privateTokens: 250 });
    member = await company.member();
    const askedFirst = await shown((await overPaid()).payment);
    member = await company.member();
    const askedNext = await shown((await overPaid()).payment);
    const [one, other] = await admins();
    const both = await Promise.all([
      outcome(one.payments.openOrder(askedFirst)),
      outcome(other.payments.openOrder(askedNext)),
    ]);
    expect(both).toContain("ok");
    expect(both.every((code) => ["ok", "SECOND_ORDER_CHANGED", "SUPPLY_GONE"].includes(code))).toBe(
      true,
    );
    expect(both.filter((code) => code === "ok")).toHaveLength(1);
    const { poolAllocated } = await company.balances();
    expect(poolAllocated).toBe(249);
  });

  test("without the credit's lock both would find the money open", async () => {
    const { payment } = await overPaid();
    const { db } = harness.database;
    let readers = 0;
    let allRead = () => {};
    const everyone = new Promise<void>((resolve) => (allRead = resolve));
    // Each reads what is open on a connection of its own before any of them uses it.
    const naive = () =>
      db.transaction(async (tx) => {
        const [credit] = await tx
          .select()
          .from(paymentCredits)
          .where(and(eq(paymentCredits.companyId, company.id), eq(paymentCredits.id, payment.id)));
        if ((readers += 1) === 2) allRead();
        await everyone;
        return (credit?.amountPaise ?? 0) - (credit?.appliedPaise ?? 0);
      });
    expect(await Promise.all([naive(), naive()])).toEqual([payment.openPaise, payment.openPaise]);
  });
});

/** How many transactions wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await harness.database.sql`
    SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return Number(row?.["n"]);
}

describe("while a transaction holds a payment's reference", () => {
  /** Whether a call ends by itself, or waits for a lock. */
  async function endsOrWaits(call: Promise<unknown>): Promise<"ends" | "waits"> {
    let hasEnded = false;
    const end = () => (hasEnded = true);
    call.then(end, end);
    while (!hasEnded) {
      if ((await waiting()) > 0) return "waits";
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return "ends";
  }

  test("the page of another order shows its offer, and the opening waits", async () => {
    const { payment } = await overPaid();
    const asked = await shown(payment);
    const other = await company.as(company.admin, { database: harness.another(2) });
    const opening = await harness.another(1).db.transaction(async (tx) => {
      await lockReference(tx, company.id, payment.reference ?? "");
      const page = other.payments.offer({ kind: "CREDIT", paymentId: payment.id });
      expect(await endsOrWaits(page)).toBe("ends");
      expect((await page).offer).toMatchObject({ quantity: asked.quantity });
      const opened = outcome(other.payments.openOrder(asked));
      expect(await endsOrWaits(opened)).toBe("waits");
      return { opened };
    });
    expect(await opening.opened).toBe("ok");
  });
});
