import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findCounting, insertPayment } from "@server/payments/queries/payments";
import { auditEntries, paymentEvidence, paymentKeys, payments } from "@db/schema";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";

const UTR = "630554043104";

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness({ connections: 12 });
  // Opens all connections before the first race begins.
  await Promise.all(Array.from({ length: 12 }, () => harness.database.sql`SELECT pg_sleep(0.1)`));
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company({ privateTokens: 100_000, maxPendingOrders: 100 });
  member = await company.member({ name: "Rahul Sharma" });
});

const admin = () => company.as(company.admin);
const TOTAL = 103_013;

/** A payment of ₹1,030.13 with this number, which waits. */
async function waiting(reference = UTR, person = member) {
  const { order, transaction } = await submittedPayment(company, person, { reference });
  return { orderNumber: order.orderNumber, ref: { orderId: transaction.id, version: 1 } };
}

const entry = (amountPaise = TOTAL, number = UTR) =>
  company.entry({ amountPaise, narration: `UPI/CR/${number}/RAHUL SH/UTIB/rahul@okax/--` });

const open = async () => (await (await admin()).statements.lines({})).lines;

/** Payments that count with a key, and how many entries tell of each. */
const counting = async (key = UTR) => {
  const { db } = harness.database;
  const found = await db
    .select({ id: payments.id, status: payments.status })
    .from(payments)
    .innerJoin(paymentKeys, eq(paymentKeys.paymentId, payments.id))
    .where(
      and(eq(payments.companyId, company.id), eq(paymentKeys.key, key), eq(payments.counts, true)),
    );
  return Promise.all(
    found.map(async ({ id, status }) => ({
      status,
      entries: await db.$count(
        paymentEvidence,
        and(eq(paymentEvidence.paymentId, id), eq(paymentEvidence.source, "BANK")),
      ),
    })),
  );
};

describe("an entry with the number of a payment", () => {
  test.each([
    ["before its order is submitted", "WAITING", ["entry", "submit"]],
    ["while its order waits", "WAITING", ["submit", "entry"]],
    ["after its order was approved", "CONFIRMED", ["submit", "approve", "entry"]],
    ["after its order was rejected", "UNALLOCATED", ["submit", "entry", "reject"]],
  ])("an entry with the number of a payment joins it, %s", async (_, status, acts) => {
    let ref = { orderId: "", version: 1 };
    for (const act of acts) {
      if (act === "entry") await entry();
      if (act === "submit") ({ ref } = await waiting(`UTR: 0000${UTR}`));
      if (act === "approve") await (await admin()).orders.approve(ref);
      if (act === "reject") await (await admin()).orders.reject({ ...ref, reason: "x" });
    }
    expect(await counting()).toEqual([{ status, entries: 1 }]);
    expect(await company.faults()).toEqual([]);
  });

  test(
    "an entry with the number of a payment cannot approve another order once its payment was used",
    { tags: ["full"] },
    async () => {
      const first = await waiting();
      await (await admin()).orders.approve(first.ref);
      const lineId = await entry();
      const second = await waiting("630599887766");
      const api = await admin();
      expect(await resultCode(api.statements.approve({ ...second.ref, lineId }))).toBe(
        "REFERENCE_USED",
      );
      expect(await company.order(second.orderNumber)).toMatchObject({ status: "PENDING" });
      expect(await open()).toEqual([]);
    },
  );

  test(
    "entries of a bank that writes one phrase into the column of all rows each pay their order",
    { tags: ["full"] },
    async () => {
      const orders = [await waiting(), await waiting("630599887766")];
      const reference = "TRANSFER FROM 4897691162095";
      for (const number of [UTR, "630599887766"]) {
        await company.entry({
          amountPaise: TOTAL,
          reference,
          narration: `BY TRANSFER-UPI/CR/${number}/RAHUL SH/UTIB/rahul@okax/--`,
        });
      }
      const lines = await open();
      const api = await admin();
      for (const { ref } of orders) {
        const line = lines.find(({ candidates }) => candidates[0]?.orderId === ref.orderId);
        expect(line?.outcome).toBe("CERTAIN");
        await api.statements.approve({ ...ref, lineId: line?.id ?? "" });
      }
      expect(await company.received()).toHaveLength(2);
    },
  );
});

describe("a bank's entry of another sum", () => {
  test(
    "a bank's entry of another sum is shown with both sums, left out of bulk approvals, and decided singly",
    { tags: ["full"] },
    async () => {
      const { ref, orderNumber } = await waiting();
      const lineId = await entry(50_000);
      expect(await company.order(orderNumber)).toMatchObject({ flags: ["BANK_SUM_DIFFERS"] });
      expect(await open()).toMatchObject([
        {
          id: lineId,
          outcome: "OTHER_SUM",
          otherSum: { bankPaise: 50_000, recordedPaise: TOTAL, isConfirmed: false },
          candidates: [{ orderId: ref.orderId, doubts: ["AMOUNT_DIFFERS"] }],
        },
      ]);
      const api = await admin();
      expect(await api.dashboard.work()).toMatchObject({ entries: { OTHER_SUM: { count: 1 } } });
      const [bulk] = await api.orders.approveMany({ orderIds: [ref.orderId] });
      expect(bulk?.refusal?.code).toBe("DECIDE_SINGLY");
      expect(await resultCode(api.orders.approve(ref))).toBe("BANK_SHOWS_ANOTHER_SUM");
      await api.payments.approveReceived({ ...ref, received: "500", lineId });
      expect(await company.received()).toMatchObject([{ receivedPaise: 50_000 }]);
      expect(await open()).toEqual([]);
    },
  );

  test(
    "a bank's entry of another sum after the approval is a task with its order, until an admin decides",
    { tags: ["full"] },
    async () => {
      const { ref, orderNumber } = await waiting();
      const api = await admin();
      await api.orders.approve(ref);
      const lineId = await entry(50_000);
      expect(await open()).toMatchObject([
        {
          id: lineId,
          outcome: "OTHER_SUM",
          otherSum: { bankPaise: 50_000, recordedPaise: TOTAL, isConfirmed: true },
          candidates: [{ orderNumber, status: "APPROVED" }],
        },
      ]);
      expect(await api.dashboard.work()).toMatchObject({ entries: { OTHER_SUM: { count: 1 } } });
      await api.statements.acceptSum({ lineId, reason: "The rest came by cheque" });
      expect(await open()).toEqual([]);
      expect(await api.dashboard.work()).toMatchObject({ entries: { OTHER_SUM: { count: 0 } } });
      expect(await resultCode(api.statements.acceptSum({ lineId, reason: "x" }))).toBe(
        "STATEMENT_LINE_SETTLED",
      );
      const audited = await harness.database.db
        .select({ after: auditEntries.after })
        .from(auditEntries)
        .where(
          and(
            eq(auditEntries.companyId, company.id),
            eq(auditEntries.action, "statement.sum-accepted"),
          ),
        );
      expect(audited).toMatchObject([
        { after: { orderNumber, reason: "The rest came by cheque" } },
      ]);
    },
  );

  test("a bank's entry of another sum of another company is not decided", async () => {
    const { ref } = await waiting();
    await (await admin()).orders.approve(ref);
    const lineId = await entry(50_000);
    const other = await harness.company();
    const stranger = await other.as(other.admin);
    expect(await resultCode(stranger.statements.acceptSum({ lineId, reason: "x" }))).not.toBe("ok");
    expect(await open()).toMatchObject([{ id: lineId, outcome: "OTHER_SUM" }]);
  });
});

describe("an entry that a member has named", () => {
  test("an entry that a member has named is not set aside while an order waits with it", async () => {
    const { ref } = await waiting();
    const lineId = await entry();
    const api = await admin();
    expect(await resultCode(api.statements.setAside({ lineId, reason: "x" }))).toBe(
      "STATEMENT_LINE_NAMED",
    );
    expect(await counting()).toEqual([{ status: "WAITING", entries: 1 }]);
    expect(await resultCode(api.orders.approve(ref))).toBe("ok");
  });

  test(
    "an entry cannot be withdrawn from a payment with its own number until the payment's order is reversed",
    { tags: ["full"] },
    async () => {
      const { ref } = await waiting();
      const lineId = await entry();
      const api = await admin();
      await api.orders.approve(ref);
      const withdraw = () =>
        resultCode(api.statements.unlink({ lineId, reason: "Another member's" }));
      expect(await withdraw()).toBe("STATEMENT_SAME_NUMBER");
      await api.orders.reverse({ ...ref, reason: "Another member's money" });
      expect(await withdraw()).toBe("ok");
      expect(await counting()).toEqual([{ status: "UNALLOCATED", entries: 1 }]);
      expect(await company.received()).toEqual([]);
      expect(await company.faults()).toEqual([]);
    },
  );
});

describe("at once", () => {
  test(
    "a concurrent entry and submission of one number become one payment",
    { tags: ["full"] },
    async () => {
      for (let round = 0; round < 8; round += 1) {
        const number = `63055404${String(3200 + round)}`;
        const person = await company.member();
        await Promise.all([entry(TOTAL, number), waiting(number, person)]);
        expect(await counting(number)).toEqual([{ status: "WAITING", entries: 1 }]);
      }
      expect(await company.faults()).toEqual([]);
    },
  );

  test(
    "concurrent entries of overlapping files with numbers in any order become one payment each",
    { tags: ["full"] },
    async () => {
      const numbers = Array.from({ length: 6 }, (_, n) => `63055404${String(4200 + n)}`);
      await Promise.all(
        [numbers, numbers.toReversed()].map((all) =>
          Promise.all(all.map((number) => entry(TOTAL, number))),
        ),
      );
      for (const number of numbers) {
        expect(await counting(number)).toEqual([{ status: "UNALLOCATED", entries: 2 }]);
      }
    },
  );

  test(
    "control: without the unique index of keys there would be two payments",
    { tags: ["full"] },
    async () => {
      const { db } = harness.database;
      // The control shows that the index keeps the rule: whoever only asks first finds nothing, twice.
      await db.execute("DROP INDEX payment_keys_once");
      let readers = 0;
      let allRead = () => {};
      const everyone = new Promise<void>((resolve) => (allRead = resolve));
      const naive = () =>
        db.transaction(async (tx) => {
          const found = await findCounting(tx, company.id, [UTR]);
          if ((readers += 1) === 2) allRead();
          await everyone;
          if (found.length > 0) return;
          const values = { companyId: company.id, amountPaise: TOTAL, method: "UPI" } as const;
          await insertPayment(tx, { ...values, status: "UNALLOCATED" }, [
            { key: UTR, source: "BANK" },
          ]);
        });
      await Promise.all([naive(), naive()]);
      expect(await counting()).toHaveLength(2);
      await db.delete(paymentKeys).where(eq(paymentKeys.companyId, company.id));
      await db.execute(
        "CREATE UNIQUE INDEX payment_keys_once ON payment_keys (company_id, key) WHERE counts",
      );
    },
  );
});
