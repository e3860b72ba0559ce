import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { newId } from "@db/ids";
import { type Allocation, listChain } from "@server/ledger/queries/allocations";
import { lockPool, movePool } from "@server/ledger/queries/supplies";
import { orders } from "@db/schema";
import { ALLOCATION_KINDS } from "@db/vocabulary";
import { chainAllocation, verifyChain } from "@server/ledger/rules/hash-chain.server";
import { type CompanyFixture, orderHarness, type Person } from "@server/testing/order-harness";
import { rounds } from "@server/testing/rounds";
import { appendAllocations, type NewAllocation } from "./append-allocations";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);
let people: Person[];
let company: CompanyFixture;
beforeAll(async () => {
  // Random allocations take back what nobody got, which the sums of holdings refuse.
  await harness.database.sql`ALTER TABLE holdings DROP CONSTRAINT holdings_signs`;
});

/** A company without allocations, and its members. */
async function anew(): Promise<void> {
  company = await harness.company();
  people = [await company.member(), await company.member()];
}

/** The id of a PENDING order that holds nothing in the pool, so that any number of them can be decided. */
async function pendingOrder(): Promise<string> {
  const id = newId();
  await harness.database.db.insert(orders).values({
    companyId: company.id,
    id,
    memberId: people[0]!.id,
    orderNumber: `PUR-${id}`,
    amountPaise: 100_000,
    priceMicroRupees: 10_000_000,
    feeBps: 0,
    quantity: 100,
    feePaise: 0,
    totalPaise: 100_000,
    heldQuantity: 100,
    status: "PENDING",
    paymentMethod: "MANUAL",
    submittedAt: new Date(),
    holdEndsAt: new Date(),
  });
  return id;
}

const append = (rows: readonly NewAllocation[]) =>
  harness.database.db.transaction(async (tx) => {
    const pool = await lockPool(tx, company.id);
    await appendAllocations(tx, pool, rows, { held: 0 });
  });
const chain = () => listChain(harness.database.db, company.id, { after: 0, limit: 1000 });

const amount = fc.maxSafeNat();
const added = fc.record({
  kind: fc.constantFrom(...ALLOCATION_KINDS),
  tokens: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  terms: fc.record({
    orderNumber: fc.stringMatching(/^[0-9A-Za-z-]{1,30}$/),
    buyerId: fc.uuid(),
    amountPaise: amount,
    priceMicroRupees: amount,
    feeBps: fc.nat(10_000),
    feePaise: amount,
    totalPaise: amount,
    quantity: amount,
    referrerId: fc.option(fc.uuid()),
    rewardBps: fc.option(fc.nat(10_000)),
    rewardTokens: amount,
    bonusBps: fc.option(fc.nat(10_000)),
    bonusTokens: amount,
  }),
  reverses: fc.option(
    fc.record({
      sequence: fc.integer({ min: 1 }),
      hash: fc.stringMatching(/^[0-9a-f]{64}$/),
    }),
  ),
});

test(
  "random allocations are chained as the rule does",
  { tags: ["full"], timeout: 60_000 },
  async () => {
    await anew();
    const expected: Allocation[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(added, { minLength: 1, maxLength: 2 }), async (list) => {
        const orderId = await pendingOrder();
        const rows = list.map(({ tokens, ...row }, at): NewAllocation => ({
          ...row,
          orderId,
          decision: 1,
          memberId: people[at]!.id,
          quantity: row.kind.endsWith("REVERSAL") ? -tokens : tokens,
        }));
        await append(rows);
        const stored = (await chain()).slice(expected.length);
        expect(stored).toHaveLength(rows.length);
        for (const [at, row] of rows.entries()) {
          const { id, createdAt } = stored[at]!;
          const fields = { ...row, companyId: company.id, id, createdAt };
          const {
            terms: _terms,
            reverses: _reverses,
            ...made
          } = {
            ...row,
            ...chainAllocation(fields, expected.at(-1) ?? null),
          };
          expect(stored[at]).toEqual(made);
          expected.push(stored[at]!);
        }
      }),
      { numRuns: rounds(20, 60) },
    );
    expect(verifyChain(company.id, await chain())).toMatchObject({ ok: true });
  },
);

test(
  "concurrent appends extend one chain, in the order of their times",
  { tags: ["full"], timeout: 60_000 },
  async () => {
    await anew();
    const made = await Promise.all(Array.from({ length: 40 }, pendingOrder));
    const { terms } = fc.sample(added, 1)[0]!;
    await Promise.all(
      made.map((orderId) => {
        const ofOrder = { orderId, decision: 1, terms, reverses: null, quantity: 1 };
        return append([
          { ...ofOrder, memberId: people[0]!.id, kind: "PURCHASE" },
          { ...ofOrder, memberId: people[1]!.id, kind: "REFERRAL" },
        ]);
      }),
    );
    const rows = await chain();
    expect(verifyChain(company.id, rows)).toMatchObject({ ok: true, head: { sequence: 80 } });
    const times = rows.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  },
);

test("a pool that has too few tokens, or has changed since it was read, is not moved, even in part", async () => {
  await anew();
  const { db } = harness.database;
  const orderId = await pendingOrder();
  const { terms } = fc.sample(added, 1)[0]!;
  const memberId = people[0]!.id;
  const rows: NewAllocation[] = [
    { memberId, orderId, decision: 1, kind: "PURCHASE", quantity: 1, terms, reverses: null },
  ];
  const before = await company.balances();
  const attempt = (change: { held: number; allocated?: number }, { isStale = false } = {}) =>
    db.transaction(async (tx) => {
      const pool = await lockPool(tx, company.id);
      if (isStale) await movePool(tx, pool, { held: 1 });
      await appendAllocations(tx, pool, rows, change);
    });
  // These hold or allocate less than nothing, or more than the pool has.
  await expect(attempt({ held: -1 })).rejects.toThrow("too few tokens");
  await expect(attempt({ held: 0, allocated: -1 })).rejects.toThrow("too few tokens");
  await expect(attempt({ held: company.pool, allocated: 1 })).rejects.toThrow("too few tokens");
  await expect(attempt({ held: 1 }, { isStale: true })).rejects.toThrow("changed under its lock");
  expect(await company.balances()).toEqual(before);
  // The control: with what is there, it is moved.
  await attempt({ held: 0, allocated: 1 });
  expect(await company.balances()).toMatchObject({ allocated: 1, poolAllocated: 1, count: 1 });
});

test("a head that is not the chain's end cannot be appended to", async () => {
  // The control of the lock: two appends that read the same head make one row each, and one is refused.
  await anew();
  const orderIds = [await pendingOrder(), await pendingOrder()];
  const { terms } = fc.sample(added, 1)[0]!;
  const { db } = harness.database;
  const stale = await db.transaction((tx) => lockPool(tx, company.id));
  const appendTo = (orderId: string) =>
    db.transaction((tx) =>
      appendAllocations(
        tx,
        stale,
        [
          {
            memberId: people[0]!.id,
            orderId,
            decision: 1,
            kind: "PURCHASE",
            quantity: 1,
            terms,
            reverses: null,
          },
        ],
        { held: 0 },
      ),
    );
  const outcomes = await Promise.allSettled(orderIds.map(appendTo));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});
