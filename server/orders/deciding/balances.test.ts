import fc from "fast-check";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orders, supplies } from "@db/schema";
import { listChain } from "@server/ledger/queries/allocations";
import { type OrderTerms, termsOfText } from "@server/ledger/rules/allocation-text";
import { chainAllocation, saltedTerms } from "@server/ledger/rules/hash-chain.server";
import { verifyLedger } from "@server/verification/verify-ledger";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";
import { rounds } from "@server/testing/rounds";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";
import { releaseUndecidedHolds } from "@server/orders/holds/release-undecided-holds";
import { releaseRewardsOf } from "@server/ledger/queries/supplies";

let harness: OrderHarness;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());

/** Actions of members, admins and the clock, on any of three members and their orders. */
type Step =
  | { do: "create"; member: number; tokens: number }
  | { do: "payAtOnce"; member: number; tokens: number }
  | {
      do: "submit" | "cancel" | "approve" | "reject" | "reverse" | "lapse" | "forget";
      order: number;
    }
  | { do: "overpay"; order: number; more: number }
  | { do: "reuse"; payment: number }
  | { do: "refund"; payment: number }
  | { do: "sweep" }
  | { do: "dropRewards"; member: number };

const member = fc.nat(2);
const tokens = fc.integer({ min: 1, max: 70 });
const order = fc.nat(30);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("create" as const), member, tokens }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("payAtOnce" as const), member, tokens }) },
  ...(["submit", "approve", "reject", "reverse", "cancel", "lapse", "forget"] as const).map(
    (verb) => ({
      weight: verb === "submit" || verb === "approve" ? 4 : 2,
      arbitrary: fc.record({ do: fc.constant(verb), order }),
    }),
  ),
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("overpay" as const), order, more: fc.nat(60_000) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("reuse" as const), payment: fc.nat(5) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("refund" as const), payment: fc.nat(5) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "sweep" as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("dropRewards" as const), member }) },
);

/** Performs one step as the person entitled to it. Refusals are accepted; unexpected errors fail. */
async function take(seller: CompanyFixture, people: readonly Person[], next: Step): Promise<void> {
  const { db } = harness.database;
  if (next.do === "sweep") {
    await releaseOverdueHolds(db, { companyId: seller.id });
    await releaseUndecidedHolds(db);
    return;
  }
  if (next.do === "dropRewards") {
    await db.transaction((tx) => releaseRewardsOf(tx, seller.id, idOf(people, next.member)));
    return;
  }
  if (next.do === "reuse" || next.do === "refund") {
    await settle(await seller.as(seller.admin), next);
    return;
  }
  if (next.do === "create" || next.do === "payAtOnce") {
    const api = await seller.as(people[next.member] ?? null, { transport: "rest" });
    const amount = String(next.tokens * 10);
    await resultCode(
      next.do === "create"
        ? api.orders.create({ amount })
        : api.orders.submit({ paymentMethod: "MANUAL", amount }),
    );
    return;
  }
  const rows = await db.select().from(orders).where(eq(orders.companyId, seller.id));
  const row = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))[next.order % (rows.length || 1)];
  if (!row) return;
  if (next.do === "lapse") return seller.expireHold(row.orderNumber);
  if (next.do === "forget") return seller.backdateSubmission(row.orderNumber, 8 * 24 * 3600);
  const owner = people.find(({ id }) => id === row.memberId) ?? null;
  const api = await seller.as(owner, { transport: "rest" });
  const adminApi = await seller.as(seller.admin);
  const purchaseId = row.orderNumber;
  const orderId = row.id;
  const amount = String(row.amountPaise / 100);
  const calls = {
    submit: () => api.orders.submit({ purchaseId, paymentMethod: "MANUAL", amount }),
    cancel: () => api.orders.cancel({ purchaseId }),
    approve: () => adminApi.orders.approve({ orderId }),
    overpay: () => {
      const received = ((row.totalPaise + ("more" in next ? next.more : 0)) / 100).toFixed(2);
      return adminApi.payments.approveReceived({
        orderId,
        version: row.submissionVersion,
        received,
      });
    },
    reject: () => adminApi.orders.reject({ orderId }),
    reverse: () => adminApi.orders.reverse({ orderId, reason: "Charged back" }),
  };
  await resultCode(calls[next.do]());
}

/** Pays a waiting order with an unallocated payment, or sends it back. */
async function settle(
  api: Awaited<ReturnType<CompanyFixture["as"]>>,
  next: { do: "reuse" | "refund"; payment: number },
): Promise<void> {
  const { payments } = await api.payments.listUnallocated();
  const payment = payments[next.payment % (payments.length || 1)];
  if (payment?.kind !== "CREDIT") return;
  const named = { kind: payment.kind, paymentId: payment.id };
  if (next.do === "refund") {
    const amount = (payment.openPaise / 100).toFixed(2);
    await resultCode(
      api.payments.refund({ ...named, amount, reference: "BACK", refundedOn: "2026-01-02" }),
    );
    return;
  }
  const { orders, updatedAt: seenAt } = await api.payments.waitingOrders(named);
  const [order] = orders;
  if (!order) return;
  await resultCode(api.payments.payOrder({ ...named, seenAt, orderId: order.orderId }));
}

function idOf(people: readonly Person[], index: number): string {
  return people[index]?.id ?? "";
}

test(
  "any sequence of steps preserves the number of tokens",
  { tags: ["full"], timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const seller = await harness.company({ privateTokens: 150, referralRewardBps: 2000 });
        const first = await seller.member();
        const second = await seller.member({ referrerId: first.id });
        const third = await seller.member({ referrerId: second.id });
        const people = [first, second, third];
        for (const next of steps) {
          await take(seller, people, next);
          const balances = await seller.balances();
          expect(balances.poolHeld).toBe(balances.held);
          expect(balances.poolAllocated).toBe(balances.allocated);
          expect(balances.poolHeld + balances.poolAllocated).toBeLessThanOrEqual(seller.pool);
        }
        expect(await seller.faults()).toEqual([]);
        const { total } = await (await seller.as(seller.admin)).payments.days({});
        expect(
          total.allocatedPaise + total.waitingPaise + total.refundedPaise + total.openPaise,
        ).toBe(total.receivedPaise);
        const shown = await Promise.all(
          people.map(async (person) => (await seller.as(person)).stock.mine({})),
        );
        const owned = shown.reduce((sum, { totalQuantity }) => sum + totalQuantity, 0);
        expect(owned).toBe((await seller.balances()).poolAllocated);
        expect(shown.every(({ totalQuantity }) => totalQuantity >= 0)).toBe(true);
      }),
      { numRuns: rounds(8, 25) },
    );
  },
);

test("verification finds a pool that was tampered with", { tags: ["full"] }, async () => {
  const seller = await harness.company();
  const api = await seller.as(await seller.member(), { transport: "rest" });
  const { id } = await api.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
  await (await seller.as(seller.admin)).orders.approve({ orderId: id });
  await harness.database.db
    .update(supplies)
    .set({ allocated: 11, held: 1 })
    .where(eq(supplies.companyId, seller.id));
  const company = { id: seller.id, name: "", tokenSymbol: "RSGN" };
  const { faults } = await verifyLedger(harness.database.db, company);
  expect(faults).toEqual([
    { kind: "allocated", pool: 11, sum: 10 },
    { kind: "held", pool: 1, sum: 0 },
  ]);
});

test(
  "verification reports an allocation that was changed with the trigger disabled",
  { tags: ["full"] },
  async () => {
    const seller = await harness.company();
    const api = await seller.as(await seller.member(), { transport: "rest" });
    const adminApi = await seller.as(seller.admin);
    for (let n = 0; n < 3; n += 1) {
      const { id } = await api.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
      await adminApi.orders.approve({ orderId: id });
    }
    const { database } = harness;
    await expect(
      database.sql`UPDATE allocations SET quantity = 99 WHERE company_id = ${seller.id}`,
    ).rejects.toThrow("append-only");
    await database.sql`ALTER TABLE allocations DISABLE TRIGGER allocations_append_only`;
    await database.sql`UPDATE allocations SET quantity = 99 WHERE company_id = ${seller.id} AND sequence = 2`;
    await database.sql`ALTER TABLE allocations ENABLE ALWAYS TRIGGER allocations_append_only`;
    const company = { id: seller.id, name: "", tokenSymbol: "RSGN" };
    const { faults } = await verifyLedger(harness.database.db, company);
    expect(faults[0]).toEqual({ kind: "chain", sequence: 2, fault: "fields" });
  },
);

describe("direct writes to the tables are detected", () => {
  const behindItsBack = async (change: () => Promise<unknown>) => {
    await harness.database.sql`ALTER TABLE allocations DISABLE TRIGGER allocations_append_only`;
    await change();
    await harness.database
      .sql`ALTER TABLE allocations ENABLE ALWAYS TRIGGER allocations_append_only`;
  };

  /** A company with an approved order of ten tokens, one of twenty and a reversed one. */
  async function busy() {
    const seller = await harness.company();
    const api = await seller.as(await seller.member(), { transport: "rest" });
    const adminApi = await seller.as(seller.admin);
    const numbers: string[] = [];
    for (const amount of ["300", "100", "200"]) {
      const { id, orderNumber } = await api.orders.submit({ paymentMethod: "MANUAL", amount });
      await adminApi.orders.approve({ orderId: id });
      if (amount === "300") await adminApi.orders.reverse({ orderId: id, reason: "A test" });
      numbers.push(orderNumber);
    }
    const [reversed = "", first = "", last = ""] = numbers;
    const look = async () =>
      (await verifyLedger(harness.database.db, { id: seller.id, name: "", tokenSymbol: "RSGN" }))
        .faults;
    expect(await look()).toEqual([]);
    return { company: seller, look, reversed, first, last };
  }

  test(
    "verification finds a removed end of the chain with an adjusted pool",
    { tags: ["full"] },
    async () => {
      const { company: seller, look, last } = await busy();
      const { database } = harness;
      await behindItsBack(async () => {
        await database.sql`DELETE FROM allocations WHERE company_id = ${seller.id} AND sequence = 4`;
        await database.sql`UPDATE supplies SET allocated = allocated - 20, chain_sequence = 3, chain_hash = (SELECT hash FROM allocations WHERE company_id = ${seller.id} AND sequence = 3) WHERE company_id = ${seller.id} AND pool = 'REFERRAL'`;
      });
      expect(await look()).toEqual([
        { kind: "order", orderNumber: last, status: "APPROVED", owed: 20, given: 0 },
      ]);
    },
  );

  test(
    "verification finds an order that alone was approved, unapproved, enlarged or reassigned",
    { tags: ["full"] },
    async () => {
      const { company: seller, look, reversed, first, last } = await busy();
      const { database } = harness;
      const other = await seller.member();
      await database.sql`UPDATE orders SET status = 'REJECTED' WHERE company_id = ${seller.id} AND order_number = ${first}`;
      await database.sql`UPDATE orders SET member_id = ${other.id} WHERE company_id = ${seller.id} AND order_number = ${last}`;
      await database.sql`UPDATE orders SET status = 'APPROVED' WHERE company_id = ${seller.id} AND order_number = ${reversed}`;
      expect(await look()).toEqual([
        { kind: "allocation", sequence: 4, fault: "terms", fields: ["buyer"] },
        { kind: "order", orderNumber: reversed, status: "APPROVED", owed: 30, given: 30 },
        { kind: "order", orderNumber: first, status: "REJECTED", owed: 0, given: 10 },
        { kind: "order", orderNumber: last, status: "APPROVED", owed: 20, given: 0 },
      ]);
    },
  );

  test(
    "verification finds rewritten amounts of an approved order",
    { tags: ["full"] },
    async () => {
      const { company: seller, look, first } = await busy();
      await harness.database
        .sql`UPDATE orders SET amount_paise = 90000, total_paise = 90000 + fee_paise, fee_bps = 100 WHERE company_id = ${seller.id} AND order_number = ${first}`;
      expect(await look()).toEqual([
        {
          kind: "allocation",
          sequence: 3,
          fault: "terms",
          fields: ["amount-paise", "fee-bps", "total-paise"],
        },
      ]);
    },
  );

  /** Rewrites rows from a sequence on and computes their chain again, as its owner could. */
  async function rewriteChain(
    companyId: string,
    from: number,
    change: (row: Parameters<typeof chainAllocation>[0], sequence: number) => object,
  ): Promise<void> {
    const { database } = harness;
    const { db } = database;
    const rows = await listChain(db, companyId, { after: 0, limit: 100 });
    let head = rows.findLast(({ sequence }) => sequence < from) ?? null;
    for (const row of rows.filter(({ sequence }) => sequence >= from)) {
      const covered = termsOfText(row.hashedBytes);
      if (!covered) throw new Error("An allocation of the test has terms.");
      const made = chainAllocation(
        { ...row, ...covered, ...change({ ...row, ...covered }, row.sequence) },
        head,
      );
      head = { ...row, ...made };
      await database.sql`UPDATE allocations SET member_id = ${made.memberId}, quantity = ${made.quantity}, hashed_bytes = ${made.hashedBytes}, previous_hash = ${made.previousHash}, hash = ${made.hash} WHERE company_id = ${companyId} AND sequence = ${made.sequence}`;
    }
    await database.sql`UPDATE supplies SET chain_hash = ${head?.hash} WHERE company_id = ${companyId} AND pool = 'REFERRAL'`;
  }

  test(
    "verification finds a removed end of the chain by the pool's record of it",
    { tags: ["full"] },
    async () => {
      const { company: seller, look, last } = await busy();
      const { database } = harness;
      await behindItsBack(async () => {
        await database.sql`DELETE FROM allocations WHERE company_id = ${seller.id} AND sequence = 4`;
        await database.sql`UPDATE supplies SET allocated = allocated - 20 WHERE company_id = ${seller.id} AND pool = 'REFERRAL'`;
      });
      expect(await look()).toEqual([
        { kind: "head", pool: "REFERRAL", stated: 4, sequence: 3 },
        { kind: "order", orderNumber: last, status: "APPROVED", owed: 20, given: 0 },
      ]);
    },
  );

  test(
    "verification finds a reversal of another member's allocation, with the chain computed again",
    { tags: ["full"] },
    async () => {
      const { company: seller, look } = await busy();
      const stranger = await seller.member();
      await behindItsBack(() =>
        rewriteChain(seller.id, 2, (_, sequence) =>
          sequence === 2 ? { memberId: stranger.id } : {},
        ),
      );
      expect(await look()).toEqual([
        // Only the buyer's allocations state the terms.
        { kind: "allocation", sequence: 2, fault: "terms", fields: ["terms"] },
        { kind: "allocation", sequence: 2, fault: "reversal" },
      ]);
    },
  );

  test(
    "verification finds a reward of 5 rewritten to 500, with the chain, the terms and the pool",
    { tags: ["full"] },
    async () => {
      const seller = await harness.company();
      const referrer = await seller.member();
      const buyer = await seller.as(await seller.member({ referrerId: referrer.id }), {
        transport: "rest",
      });
      const { id, orderNumber } = await buyer.orders.submit({
        paymentMethod: "MANUAL",
        amount: "1000",
      });
      await (await seller.as(seller.admin)).orders.approve({ orderId: id });
      const look = async () =>
        (await verifyLedger(harness.database.db, { id: seller.id, name: "", tokenSymbol: "RSGN" }))
          .faults;
      expect(await look()).toEqual([]);
      await behindItsBack(async () => {
        const { termsSalt } = await seller.order(orderNumber);
        let rewritten: OrderTerms | null = null;
        await rewriteChain(seller.id, 1, ({ terms }) => {
          if (typeof terms === "object") {
            rewritten = { ...terms, rewardTokens: 500 };
            return { terms: rewritten };
          }
          return { quantity: 500, terms: rewritten && saltedTerms(termsSalt, rewritten) };
        });
        await harness.database
          .sql`UPDATE supplies SET allocated = allocated + 495 WHERE company_id = ${seller.id} AND pool = 'REFERRAL'`;
      });
      expect(await look()).toEqual(
        [1, 2].map((sequence) => ({
          kind: "allocation",
          sequence,
          fault: "reward",
          paid: 500,
          rule: 5,
        })),
      );
    },
  );

  test(
    "verification finds a pool beyond the supply, or a number beyond its limit",
    { tags: ["full"] },
    async () => {
      const { company: seller, look } = await busy();
      const { database } = harness;
      await database.sql`UPDATE supplies SET total = total + 5 WHERE company_id = ${seller.id} AND pool = 'REFERRAL'`;
      await behindItsBack(
        () =>
          database.sql`UPDATE allocations SET quantity = 9007199254740993 WHERE company_id = ${seller.id} AND sequence = 3`,
      );
      const faults = await look();
      expect(faults).toContainEqual({ kind: "supply", total: 10_000, pools: 10_005 });
      expect(faults[0]).toEqual({ kind: "chain", sequence: 3, fault: "fields" });
    },
  );
});
