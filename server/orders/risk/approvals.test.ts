import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { and, eq, sql } from "drizzle-orm";
import { type Database, transact } from "@db/client";
import { newId } from "@db/ids";
import { rewardCases } from "@db/schema";
import {
  type CompanyFixture,
  orderHarness,
  type OrderHarness,
  type Person,
  resultCode,
} from "@server/testing/order-harness";
import {
  applyForm,
  unallocatedPayment,
  overPaidOrder,
  waitingOrder,
} from "@server/testing/unallocated-payments";

import { oneWaits } from "@server/testing/one-waits";

/** Nothing here runs the sweep that judges rewards each minute. */
describe("an approval judges the reward in its own transaction", () => {
  let harness: OrderHarness;
  let company: CompanyFixture;
  let referrer: Person;
  let buyer: Person;
  beforeAll(async () => {
    harness = await orderHarness();
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    company = await harness.company();
    referrer = await company.member();
    buyer = await company.member({ referrerId: referrer.id });
  });

  let last = 630_500_000_000;
  const utr = () => String((last += 1));
  const admin = () => company.as(company.admin, { key: newId() });
  const paidFrom = (number: string, payer: string) => `UPI/CR/${number}/${payer}/pay`;

  /** Submits a payment of ₹410, of whose total the bank shows an entry from the payer. */
  async function pays(person: Person, payer: string | null, { named = true } = {}) {
    const reference = utr();
    const order = await waitingOrder(company, person, { reference });
    const narration = paidFrom(named ? reference : utr(), payer ?? "");
    const lineId = payer && (await company.entry({ narration, amountPaise: 41_000 }));
    return { ...order, orderId: order.id, lineId: lineId ?? "" };
  }
  const reasonsOf = async (orderId: string) => {
    const [found] = await harness.database.db
      .select({ reasons: rewardCases.reasons })
      .from(rewardCases)
      .where(and(eq(rewardCases.companyId, company.id), eq(rewardCases.orderId, orderId)));
    return found?.reasons.map(({ rule }) => rule) ?? null;
  };
  const casesOf = async () => (await (await admin()).orders.cases({})).records;

  type Order = Awaited<ReturnType<typeof pays>>;
  const SHARED = "pool@okaxis";

  /** Each way in which an order is approved; each returns the order that it approves. */
  const WAYS: Record<string, (payer: string) => Promise<Pick<Order, "orderNumber">>> = {
    "one by one": async (payer) => {
      const order = await pays(buyer, payer);
      await (await admin()).orders.approve(order);
      return order;
    },
    "by REST": async (payer) => {
      const order = await pays(buyer, payer);
      const api = await company.as(company.admin, { key: newId(), transport: "rest" });
      await api.orders.approve({ orderId: order.id });
      return order;
    },
    "several at once": async (payer) => {
      const order = await pays(buyer, payer);
      const outcomes = await (await admin()).orders.approveMany({ orderIds: [order.id] });
      expect(outcomes).toMatchObject([{ refusal: null }]);
      return order;
    },
    "by what the bank shows for certain": async (payer) => {
      const order = await pays(buyer, payer);
      const lines = [{ lineId: order.lineId, orderId: order.id, version: 1 }];
      const outcomes = await (await admin()).statements.decideMany({ lines });
      expect(outcomes).toMatchObject([{ refusal: null }]);
      return order;
    },
    "by an entry that names another number": async (payer) => {
      const order = await pays(buyer, payer, { named: false });
      await (await admin()).statements.approve({ ...order, version: 1 });
      return order;
    },
    "by a received sum": async (payer) => {
      const order = await pays(buyer, payer);
      const named = { orderId: order.id, version: 1 };
      await (await admin()).payments.approveReceived({ ...named, received: "410" });
      return order;
    },
    "by a further part": async (payer) => {
      const order = await pays(buyer, null);
      const api = await admin();
      await api.payments.waitForRest({ orderId: order.id, version: 1, received: "200" });
      const reference = utr();
      await company.entry({ narration: paidFrom(reference, payer), amountPaise: 21_000 });
      const rest = { orderId: order.id, version: 2, received: "210", reference };
      await (await admin()).payments.approveReceived(rest);
      return order;
    },
    "by a second admin": async (payer) => {
      await company.setCompany({ settings: { secondAdminAbovePaise: 10_000 } });
      const order = await pays(buyer, payer);
      const asked = (await admin()).orders.approve({ orderId: order.id });
      expect(await resultCode(asked)).toBe("NEEDS_SECOND_ADMIN");
      const second = await company.as(await company.anotherAdmin());
      const [change] = await second.changes.list();
      await second.changes.confirm({ id: change?.id ?? "" });
      return order;
    },
    "by allocating an unallocated payment": async (payer) => {
      const reference = utr();
      const { id: paymentId, orderNumber } = await unallocatedPayment(company, buyer, {
        reference,
      });
      const narration = paidFrom(reference, payer);
      await company.entry({ narration, amountPaise: 102_500 });
      await (await admin()).payments.allocate({ paymentId, received: "1025" });
      return { orderNumber };
    },
    "by another order's money": async (payer) => {
      const reference = utr();
      const paid = await overPaidOrder(company, buyer, { reference });
      const narration = paidFrom(reference, payer);
      await company.entry({ narration, amountPaise: 153_500 });
      const order = await waitingOrder(company, buyer);
      const api = await admin();
      const { payments } = await api.payments.listUnallocated({ search: paid.orderNumber });
      const [payment] = payments;
      if (!payment) throw new Error("Nothing is open.");
      await api.payments.payOrder(applyForm(payment, order));
      return order;
    },
  };

  test.each(Object.entries(WAYS))(
    "an order approved %s has its reward held where one UPI id paid for both, and given where two did",
    { tags: ["full"] },
    async (_way, approveBy) => {
      await pays(referrer, SHARED);
      const shared = await company.order((await approveBy(SHARED)).orderNumber);
      expect(shared).toMatchObject({ status: "APPROVED", rewardState: "ON_HOLD" });
      expect(shared.rewardHeldBecause).toEqual(["RISK"]);
      expect(await reasonsOf(shared.id)).toEqual(["SHARED_PAYER"]);
      expect(await casesOf()).toMatchObject([
        {
          orderId: shared.id,
          referrer: {
            inCommon: expect.arrayContaining(["PAYER"]) as unknown,
            payments: [{ paidFrom: [SHARED] }],
          },
        },
      ]);
      // The control: another buyer of the same referrer, who pays from an own UPI id.
      buyer = await company.member({ referrerId: referrer.id });
      const honest = await company.order((await approveBy("own@okaxis")).orderNumber);
      expect(honest).toMatchObject({ status: "APPROVED", rewardState: "ALLOCATED" });
      expect(await reasonsOf(honest.id)).toBeNull();
      expect(await company.faults()).toEqual([]);
    },
  );

  /**
   * Approves the referrer's payment and the buyer's, of one UPI id, in transactions that neither sees
   * the other of; returns the state of the buyer's reward.
   */
  async function approvedAtOnce(second: Database) {
    const theirs = await pays(referrer, SHARED, { named: false });
    const own = await pays(buyer, SHARED, { named: false });
    const other = await company.as(await company.anotherAdmin(), { database: second });
    const ends: Promise<unknown>[] = [];
    await transact(harness.database.db, async (db) => {
      const database = { ...harness.database, db };
      const first = await company.as(company.admin, { database });
      await first.statements.approve({ ...theirs, version: 1 });
      ends.push(other.statements.approve({ ...own, version: 1 }));
      await oneWaits(harness);
    });
    await Promise.all(ends);
    return (await company.order(own.orderNumber)).rewardState;
  }

  test(
    "of two approvals at the same moment the second sees who paid the first",
    { tags: ["full"] },
    async () => {
      expect(await approvedAtOnce(harness.another(2))).toBe("ON_HOLD");
    },
  );

  test(
    "control: two approvals that do not wait for each other's signs give the reward",
    { tags: ["full"] },
    async () => {
      const name = sql.raw(new URL(harness.database.url).pathname.slice(1));
      const { db } = harness.database;
      await db.execute(sql`CREATE SCHEMA unlocked`);
      await db.execute(
        sql`CREATE FUNCTION unlocked.pg_advisory_xact_lock(bigint) RETURNS void LANGUAGE sql AS ''`,
      );
      await db.execute(sql`ALTER DATABASE ${name} SET search_path = unlocked, public, pg_catalog`);
      const unlocked = harness.another(2);
      await unlocked.sql`SELECT 1`;
      await db.execute(sql`ALTER DATABASE ${name} RESET search_path`);
      expect(await approvedAtOnce(unlocked)).toBe("ALLOCATED");
    },
  );

  test(
    "of several orders approved at once all rewards of one payer are held",
    { tags: ["full"] },
    async () => {
      const buyers = [buyer, await company.member({ referrerId: referrer.id })];
      const orders = [];
      for (const one of [...buyers, referrer]) orders.push(await pays(one, SHARED));
      const orderIds = orders.map(({ id }) => id);
      await (await admin()).orders.approveMany({ orderIds });
      for (const { orderNumber } of orders.slice(0, 2)) {
        expect(await company.order(orderNumber)).toMatchObject({ rewardState: "ON_HOLD" });
      }
    },
  );

  /** Submits ₹410 with a proof of these bytes. */
  async function submits(person: Person, proof: string, reference = utr()) {
    const api = await company.as(person, { key: newId(), transport: "rest" });
    return api.orders.submit({
      paymentMethod: "BANK",
      amount: "400",
      referenceNumber: reference,
      consent: true,
      receiptId: await company.proof(person, proof),
    });
  }

  test(
    "a shared proof is seen by the second submission at once, with what both have in common",
    { tags: ["full"] },
    async () => {
      const proof = "ab".repeat(32);
      await submits(referrer, proof);
      const { id } = await submits(buyer, proof);
      expect(await casesOf()).toMatchObject([
        { orderId: id, referrer: { inCommon: ["NETWORK", "PROOF"] } },
      ]);
    },
  );

  test(
    "a proof that the referrer sends afterwards, or in the same moment, is seen by the approval",
    { tags: ["full"] },
    async () => {
      for (const proof of ["cd".repeat(32), "ef".repeat(32)]) {
        const isAfter = proof.startsWith("cd");
        const first = submits(buyer, proof);
        if (isAfter) await first;
        const [{ id, orderNumber }] = await Promise.all([first, submits(referrer, proof)]);
        await (await admin()).orders.approve({ orderId: id });
        expect(await company.order(orderNumber)).toMatchObject({ rewardState: "ON_HOLD" });
        expect(await reasonsOf(id)).toEqual(["SHARED_PROOF"]);
      }
    },
  );

  test(
    "a number that the referrer's rejected payment had is seen at once",
    { tags: ["full"] },
    async () => {
      const reference = utr();
      const { id: rejected } = await submits(referrer, "12".repeat(32), reference);
      await (await admin()).orders.reject({ orderId: rejected, reason: "No money" });
      const { id } = await submits(buyer, "34".repeat(32), reference);
      expect(await casesOf()).toMatchObject([
        { orderId: id, referrer: { inCommon: ["NETWORK", "NUMBER"] } },
      ]);
    },
  );
});
