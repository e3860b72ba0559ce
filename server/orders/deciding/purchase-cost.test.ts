import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { type CostHarness, costHarness, type CallCost } from "@server/testing/round-trips";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";
import { sql } from "drizzle-orm";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { type CompanyFixture, type Person, submittedPayment } from "@server/testing/order-harness";
import { rounds } from "@server/testing/rounds";

describe("purchase cost", () => {
  let harness: CostHarness;
  let company: CompanyFixture;
  let buyer: Person;
  beforeAll(async () => {
    harness = await costHarness();
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    company = await harness.company();
    // Two admins are told of each submission.
    await company.member({ role: "ADMIN" });
    buyer = await company.member({ referrerId: (await company.member()).id });
  });

  const api = (key = newId()) => company.as(buyer, { key, transport: "rest" });

  async function payment(purchaseId?: string) {
    return {
      ...(purchaseId !== undefined && { purchaseId }),
      paymentMethod: "BANK" as const,
      amount: "1000",
      referenceNumber: newId().replaceAll("-", "").slice(-16),
      receiptId: await company.proof(buyer),
      consent: true,
    };
  }

  async function submitCost(purchaseId?: string) {
    const [sent, member] = [await payment(purchaseId), await api()];
    return harness.costOf(() => member.orders.submit(sent));
  }

  const bought = async () => (await (await api()).orders.create({ amount: "1000" })).orderNumber;

  /** The pool's counts, COMMIT. */
  const NEW = 2;
  /** The pool's counts, the reward on the order, COMMIT. */
  const WITH_REWARD = 3;
  /** The pool, COMMIT. */
  const ALONE = 2;

  describe("a purchase takes at most eleven round trips", () => {
    test(
      "the first purchase, with a referrer, takes at most eleven round trips",
      { tags: ["full"] },
      async () => {
        const member = await api();
        const cost = await harness.costOf(() => member.orders.create({ amount: "1000" }));
        expect(cost.roundTrips).toBeLessThanOrEqual(10);
        expect(cost.statements.length).toBeLessThanOrEqual(10);
        expect(cost.poolLockedFor).toBe(NEW);
        expect(await company.balances()).toMatchObject({ poolHeld: 105, held: 105 });
      },
    );

    test("a purchase that replaces an order takes at most eleven round trips", async () => {
      await bought();
      const member = await api();
      const cost = await harness.costOf(() => member.orders.create({ amount: "2000" }));
      expect(cost.roundTrips).toBeLessThanOrEqual(11);
      expect(cost.poolLockedFor).toBe(NEW);
      expect(await company.balances()).toMatchObject({ poolHeld: 210, held: 210 });
    });

    test("a repeated click takes at most eleven round trips", async () => {
      await bought();
      const member = await api();
      const cost = await harness.costOf(() => member.orders.create({ amount: "1000" }));
      expect(cost.roundTrips).toBeLessThanOrEqual(7);
      expect(cost.poolLockedFor).toBe(0);
    });

    test("a purchase repeated under its key takes at most eleven round trips", async () => {
      const key = newId();
      await (await api(key)).orders.create({ amount: "1000" });
      const member = await api(key);
      const cost = await harness.costOf(() => member.orders.create({ amount: "1000" }));
      expect(cost.roundTrips).toBeLessThanOrEqual(5);
      expect(cost.poolLockedFor).toBe(0);
    });
  });

  describe("a submission takes at most twenty-eight round trips", () => {
    test("a submission in time, with a proof and a referrer, takes at most twenty-eight round trips", async () => {
      const cost = await submitCost(await bought());
      expect(cost.roundTrips).toBeLessThanOrEqual(16);
      expect(cost.poolLockedFor).toBe(0);
    });

    test("a late submission that takes the hold again takes at most twenty-eight round trips", async () => {
      const orderNumber = await bought();
      await company.expireHold(orderNumber);
      await releaseOverdueHolds(harness.database.db, { companyId: company.id });
      const cost = await submitCost(orderNumber);
      expect(cost.roundTrips).toBeLessThanOrEqual(18);
      expect(cost.poolLockedFor).toBe(WITH_REWARD);
      expect(await company.balances()).toMatchObject({ poolHeld: 105, held: 105 });
    });

    test(
      "a submission after a rejection takes at most twenty-eight round trips",
      { tags: ["full"] },
      async () => {
        const sent = await (await api()).orders.submit(await payment());
        const desk = await company.as(company.admin);
        await desk.orders.reject({ orderId: sent.id, reason: "No money" });
        const cost = await submitCost(sent.orderNumber);
        expect(cost.roundTrips).toBeLessThanOrEqual(19);
        expect(cost.poolLockedFor).toBe(WITH_REWARD);
      },
    );

    test("a purchase and submission in one call take at most twenty-eight round trips", async () => {
      await (await api()).orders.create({ amount: "2000" });
      const cost = await submitCost();
      expect(cost.roundTrips).toBeLessThanOrEqual(19);
      expect(cost.poolLockedFor).toBe(NEW);
      expect(await company.balances()).toMatchObject({ poolHeld: 105, held: 105 });
    });

    test(
      "a submission for an order that found no tokens before takes at most twenty-eight round trips",
      { tags: ["full"] },
      async () => {
        const other = await company.as(await company.member(), { transport: "rest" });
        const blocking = await other.orders.create({ amount: "30000" });
        const [sent, member] = [await payment(), await api()];
        await expect(member.orders.submit(sent)).rejects.toThrow("SUPPLY_GONE");
        await other.orders.cancel({ purchaseId: blocking.orderNumber });
        const cost = await harness.costOf(() => member.orders.submit(sent));
        expect(cost.roundTrips).toBeLessThanOrEqual(25);
        expect(cost.poolLockedFor).toBe(WITH_REWARD);
      },
    );
  });

  test("a cancellation takes at most nine round trips", async () => {
    const [purchaseId, member] = [await bought(), await api()];
    const cost = await harness.costOf(() => member.orders.cancel({ purchaseId }));
    expect(cost.roundTrips).toBeLessThanOrEqual(9);
    expect(cost.poolLockedFor).toBe(ALONE);
    expect(await company.balances()).toMatchObject({ poolHeld: 0, held: 0 });
  });
});

describe("decision costs", () => {
  // The budgets of docs/architecture.md §6; every call has an idempotency key.

  let harness: CostHarness;
  let company: CompanyFixture;
  let member: Person;

  beforeAll(async () => {
    harness = await costHarness();
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    company = await harness.company({ maxPendingOrders: 200, privateTokens: 30_000 });
    const referrer = await company.member();
    member = await company.member({ referrerId: referrer.id });
  });

  async function waiting(count: number): Promise<string[]> {
    const ids = [];
    for (let n = 0; n < count; n += 1) {
      ids.push((await submittedPayment(company, member)).transaction.id);
    }
    return ids;
  }
  const adminOnce = () => company.as(company.admin, { key: newId() });

  /** The pool's row is locked after all but the chain, and for at most three round trips. */
  function expectPoolLast({ poolLockedFor, statements }: CallCost, most: number): void {
    expect(poolLockedFor).toBeLessThanOrEqual(most);
    expect(statements.at(-1)).toBe("commit");
    // The lock, and the change of its counts unless that is the lock.
    expect(statements.at(-most)).toMatch(/"supplies"/);
    expect(statements.at(-2)).toMatch(/update "supplies" set/);
    expect(statements.slice(0, -most).join()).not.toContain("supplies");
  }

  /** The pool with the chain's head, the allocations with the pool's counts, COMMIT. */
  const WITH_ALLOCATIONS = 3;
  /** The pool, COMMIT. */
  const ALONE = 2;

  describe("a decision", () => {
    test("an approval with a referrer locks the pool last", { tags: ["full"] }, async () => {
      const [orderId = ""] = await waiting(1);
      const api = await adminOnce();
      const cost = await harness.costOf(() => api.orders.approve({ orderId, version: 1 }));
      // One looks for an entry that names the order, one judges its reward.
      expect(cost.roundTrips).toBeLessThanOrEqual(13);
      expectPoolLast(cost, WITH_ALLOCATIONS);
      expect(await company.balances()).toMatchObject({ held: 0, allocated: 105, count: 2 });
    });

    test("a rejection locks the pool last", { tags: ["full"] }, async () => {
      const [orderId = ""] = await waiting(1);
      const api = await adminOnce();
      const cost = await harness.costOf(() => api.orders.reject({ orderId, reason: "No money" }));
      expect(cost.roundTrips).toBeLessThanOrEqual(9);
      expectPoolLast(cost, ALONE);
      expect(await company.balances()).toMatchObject({ held: 0, allocated: 0 });
    });

    test("a reversal locks the pool last", { tags: ["full"] }, async () => {
      const [orderId = ""] = await waiting(1);
      await (await adminOnce()).orders.approve({ orderId });
      const api = await adminOnce();
      const cost = await harness.costOf(() => api.orders.reverse({ orderId, reason: "Back" }));
      // Two look for money that the bank sent back; two lock the deliveries and look for a batch.
      expect(cost.roundTrips).toBeLessThanOrEqual(14);
      expectPoolLast(cost, WITH_ALLOCATIONS);
      expect(await company.balances()).toMatchObject({ held: 0, allocated: 0, count: 4 });
    });

    test("a repeated or refused decision never locks the pool", { tags: ["full"] }, async () => {
      const [orderId = ""] = await waiting(1);
      const key = newId();
      const api = await company.as(company.admin, { key });
      await api.orders.approve({ orderId });
      const repeated = await harness.costOf(() => api.orders.approve({ orderId }));
      const other = await adminOnce();
      const refused = await harness.costOf(() =>
        expect(other.orders.approve({ orderId })).rejects.toThrow(),
      );
      expect(repeated.roundTrips).toBeLessThanOrEqual(5);
      expect(refused.roundTrips).toBeLessThanOrEqual(5);
      expect([repeated.poolLockedFor, refused.poolLockedFor]).toEqual([0, 0]);
    });

    test(
      "control: a statement after the pool's lock is measured as a longer lock",
      { tags: ["full"] },
      async () => {
        // The control: the same measure tells a transaction that goes on after it locked the pool.
        const { db } = harness.database;
        const lock = sql`UPDATE supplies SET held = held WHERE company_id = ${company.id} AND pool = 'REFERRAL'`;
        const cost = await harness.costOf(() =>
          db.transaction(async (tx) => {
            await tx.execute(lock);
            await tx.execute(sql`SELECT ${1}::int`);
          }),
        );
        expect(() => expectPoolLast(cost, ALONE)).toThrow();
      },
    );
  });

  test(
    "a hundred orders are approved in one call, exactly, by a hundred times the statements of one",
    { tags: ["full"], timeout: 60_000 },
    async () => {
      const orderIds = await waiting(100);
      const api = await adminOnce();
      let outcomes: Awaited<ReturnType<typeof api.orders.approveMany>> = [];
      const cost = await harness.costOf(async () => {
        outcomes = await api.orders.approveMany({ orderIds });
      });
      expect(cost.statements.length).toBeLessThanOrEqual(1400);
      expect(outcomes.map(({ orderId }) => orderId)).toEqual(orderIds);
      expect(outcomes.every(({ refusal, order }) => !refusal && order?.status === "APPROVED")).toBe(
        true,
      );
      expect((await api.orders.list({ status: "APPROVED" })).total).toBe(100);
      expect(await company.balances()).toMatchObject({ held: 0, allocated: 10_500, count: 200 });
    },
  );

  const ROWS = rounds(2000, 10_000);

  test(
    "an import of thousands of rows takes few more statements than one of ten",
    { tags: ["full"] },
    async () => {
      const api = await company.as(company.admin);
      await api.beneficiaries.add({
        holderName: "Sample Private Limited",
        bankName: "HDFC Bank",
        branch: "Fort",
        accountNumber: "50100123456789",
        ifscCode: "HDFC0000001",
      });
      const { records } = await api.beneficiaries.list({ page: 1, limit: 10 });
      const accountId = records[0]?.id ?? "";
      const day = dateInIndia(new Date()).split("-").toReversed().join("/");
      const fileOf = (from: number, count: number) => [
        "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance",
        ...Array.from(
          { length: count },
          (_, n) => `${day},UPI/RAHUL SHARMA/${from + n}/pay,,,,${1 + (n % 900)}.00,`,
        ),
      ];
      const costOf = (from: number, count: number) =>
        harness.costOf(async () => {
          const bytes = Buffer.from(fileOf(from, count).join("\n"));
          const file = { fileName: "november.csv", bytes };
          expect((await api.statements.import({ accountId, file })).addedCount).toBe(count);
        });
      const few = await costOf(630_500_000_000, 10);
      const many = await costOf(630_600_000_000, ROWS);
      expect(many.roundTrips).toBeLessThanOrEqual(few.roundTrips + 25);
      expect(await api.statements.lines({})).toMatchObject({
        total: 10 + ROWS,
        lines: { length: 25 },
      });
    },
  );
});
