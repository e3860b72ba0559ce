import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@db/ids";
import { type Allocation, listChain } from "@db/queries/allocations";
import { settleOrder } from "@db/queries/decisions";
import type { Order } from "@db/queries/orders";
import { orders } from "@db/schema";
import { ALLOCATION_KINDS } from "@db/vocabulary";
import { chainAllocation, verifyChain } from "@server/domain/stock/hash-chain.server";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
} from "@server/testing/order-harness";
import { rounds } from "@server/testing/rounds";
import { type NewAllocation, toAppend } from "./append-allocations";

let harness: OrderHarness;
let people: Person[];
let company: CompanyFixture;
beforeAll(async () => {
  harness = await orderHarness();
  // Random allocations take back what nobody got, which the sums of holdings refuse.
  await harness.database.sql`ALTER TABLE holdings DROP CONSTRAINT holdings_signs`;
});
afterAll(() => harness.close());

/** A company without allocations, and its members. */
async function anew(): Promise<void> {
  company = await harness.company();
  people = [await company.member(), await company.member()];
}

/** A PENDING order that holds nothing in the pool, so that any number of them can be settled. */
async function pendingOrder(): Promise<Order> {
  const id = newId();
  const [row] = await harness.database.db
    .insert(orders)
    .values({
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
    })
    .returning();
  return row!;
}

const settle = (order: Order, appended: ReturnType<typeof toAppend>) =>
  harness.database.db.transaction((tx) =>
    settleOrder(tx, {
      order,
      change: { status: "APPROVED", heldQuantity: 0, decidedAt: new Date() },
      pool: { fromHeld: 0, toAllocated: 0 },
      appended,
    }),
  );
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
  }),
  reverses: fc.option(
    fc.record({
      sequence: fc.integer({ min: 1 }),
      hash: fc.stringMatching(/^[0-9a-f]{64}$/),
    }),
  ),
});

test("random allocations are chained as the rule does", async () => {
  await anew();
  const expected: Allocation[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(added, { minLength: 1, maxLength: 2 }), async (list) => {
      const order = await pendingOrder();
      const rows = list.map(({ tokens, ...row }, at): NewAllocation => ({
        ...row,
        orderId: order.id,
        memberId: people[at]!.id,
        quantity: row.kind === "REVERSAL" ? -tokens : tokens,
      }));
      const appended = toAppend(company.id, rows);
      await settle(order, appended);
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
}, 60_000);

test("decisions at the same time extend one chain, in the order of their times", async () => {
  await anew();
  const made = await Promise.all(Array.from({ length: 40 }, pendingOrder));
  const { id, terms } = { id: company.id, terms: fc.sample(added, 1)[0]!.terms };
  await Promise.all(
    made.map((order) => {
      const ofOrder = { orderId: order.id, terms, reverses: null, quantity: 1 };
      return settle(
        order,
        toAppend(id, [
          { ...ofOrder, memberId: people[0]!.id, kind: "PURCHASE" },
          { ...ofOrder, memberId: people[1]!.id, kind: "REFERRAL" },
        ]),
      );
    }),
  );
  const rows = await chain();
  expect(verifyChain(id, rows)).toMatchObject({ ok: true, head: { sequence: 80 } });
  const times = rows.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
}, 60_000);

test("an order or a pool that is not as it was read is not settled, even in part", async () => {
  await anew();
  const { db } = harness.database;
  const order = await pendingOrder();
  const change = { status: "APPROVED" as const, heldQuantity: 0, decidedAt: new Date() };
  const { terms } = fc.sample(added, 1)[0]!;
  const memberId = people[0]!.id;
  const appended = toAppend(company.id, [
    { memberId, orderId: order.id, kind: "PURCHASE", quantity: 1, terms, reverses: null },
  ]);
  const attempts: Parameters<typeof settleOrder>[1][] = [
    // More than the pool holds, or has allocated.
    { order, change, pool: { fromHeld: 1, toAllocated: 0 }, appended },
    { order, change, pool: { fromHeld: 1, toAllocated: 0 } },
    { order, change, pool: { fromHeld: 0, toAllocated: -1 }, appended },
    // More than the pool has: a CHECK refuses it.
    { order, change, pool: { fromHeld: 0, toAllocated: company.pool + 1 }, appended },
    // Decided in the meantime.
    {
      order: { ...order, status: "OPEN" },
      change,
      pool: { fromHeld: 0, toAllocated: 0 },
      appended,
    },
    { order: { ...order, status: "OPEN" }, change, pool: { fromHeld: 0, toAllocated: 0 } },
  ];
  const before = await company.balances();
  for (const attempt of attempts) {
    await expect(db.transaction((tx) => settleOrder(tx, attempt))).rejects.toThrow();
    expect((await company.order(order.orderNumber)).status).toBe("PENDING");
    expect(await company.balances()).toEqual(before);
  }
});
