import fc from "fast-check";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orders, supplies } from "@db/schema";
import { verifyLedger } from "@server/ledger/verify";
import {
  type House,
  type MoneyWorld,
  moneyWorld,
  outcome,
  type Person,
} from "@server/testing/money-world";
import { releaseOverdueHolds } from "./release-overdue-holds";
import { releaseRewardsOf } from "./release-rewards";

let world: MoneyWorld;

beforeAll(async () => {
  world = await moneyWorld();
});
afterAll(() => world.close());

/** What people, admins and the clock may do, on any of three members and any of their orders. */
type Step =
  | { do: "create"; member: number; tokens: number }
  | { do: "payAtOnce"; member: number; tokens: number }
  | {
      do: "submit" | "cancel" | "approve" | "reject" | "reverse" | "lapse";
      order: number;
    }
  | { do: "sweep" }
  | { do: "dropRewards"; member: number };

const member = fc.nat(2);
const tokens = fc.integer({ min: 1, max: 70 });
const order = fc.nat(30);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("create" as const), member, tokens }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("payAtOnce" as const), member, tokens }) },
  ...(["submit", "approve", "reject", "reverse", "cancel", "lapse"] as const).map((verb) => ({
    weight: verb === "submit" || verb === "approve" ? 4 : 2,
    arbitrary: fc.record({ do: fc.constant(verb), order }),
  })),
  { weight: 1, arbitrary: fc.constant({ do: "sweep" as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("dropRewards" as const), member }) },
);

/** One step by whom it belongs to. A refusal is an outcome like any other; a fault of ours fails. */
async function take(house: House, people: readonly Person[], next: Step): Promise<void> {
  const { db } = world.database;
  if (next.do === "sweep") {
    await releaseOverdueHolds(db, { companyId: house.id });
    return;
  }
  if (next.do === "dropRewards") {
    await db.transaction((tx) => releaseRewardsOf(tx, house.id, idOf(people, next.member)));
    return;
  }
  if (next.do === "create" || next.do === "payAtOnce") {
    const api = await house.as(people[next.member] ?? null, { door: "rest" });
    const amount = String(next.tokens * 10);
    await outcome(
      next.do === "create"
        ? api.orders.create({ amount })
        : api.orders.submit({ paymentMethod: "MANUAL", amount }),
    );
    return;
  }
  const rows = await db.select().from(orders).where(eq(orders.companyId, house.id));
  const row = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))[next.order % (rows.length || 1)];
  if (!row) return;
  if (next.do === "lapse") return house.lapse(row.orderNumber);
  const owner = people.find(({ id }) => id === row.memberId) ?? null;
  const api = await house.as(owner, { door: "rest" });
  const desk = await house.as(house.admin);
  const purchaseId = row.orderNumber;
  const orderId = row.id;
  const amount = String(row.amountPaise / 100);
  const calls = {
    submit: () => api.orders.submit({ purchaseId, paymentMethod: "MANUAL", amount }),
    cancel: () => api.orders.cancel({ purchaseId }),
    approve: () => desk.orders.approve({ orderId }),
    reject: () => desk.orders.reject({ orderId }),
    reverse: () => desk.orders.reverse({ orderId, reason: "Charged back" }),
  };
  await outcome(calls[next.do]());
}

function idOf(people: readonly Person[], index: number): string {
  return people[index]?.id ?? "";
}

test(
  "whatever happens in whatever order, tokens are neither made nor lost",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const house = await world.house({ privateTokens: 150, referralRewardBps: 2000 });
        const first = await house.member();
        const second = await house.member({ referrerId: first.id });
        const third = await house.member({ referrerId: second.id });
        const people = [first, second, third];
        for (const next of steps) {
          await take(house, people, next);
          const books = await house.books();
          expect(books.poolHeld).toBe(books.held);
          expect(books.poolAllocated).toBe(books.allocated);
          expect(books.poolHeld + books.poolAllocated).toBeLessThanOrEqual(house.pool);
        }
        const report = await verifyLedger(world.database.db, {
          id: house.id,
          name: "",
          tokenSymbol: "RSGN",
        });
        expect(report.faults).toEqual([]);
        const shown = await Promise.all(
          people.map(async (person) => (await house.as(person)).stock.mine({})),
        );
        const owned = shown.reduce((sum, { totalQuantity }) => sum + totalQuantity, 0);
        expect(owned).toBe((await house.books()).poolAllocated);
        expect(shown.every(({ totalQuantity }) => totalQuantity >= 0)).toBe(true);
      }),
      { numRuns: 25 },
    );
  },
);

test("a pool that was tampered with is found", async () => {
  const house = await world.house();
  const api = await house.as(await house.member(), { door: "rest" });
  const { id } = await api.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
  await (await house.as(house.admin)).orders.approve({ orderId: id });
  await world.database.db
    .update(supplies)
    .set({ allocated: 11, held: 1 })
    .where(eq(supplies.companyId, house.id));
  const company = { id: house.id, name: "", tokenSymbol: "RSGN" };
  const { faults } = await verifyLedger(world.database.db, company);
  expect(faults).toEqual([
    { kind: "allocated", pool: 11, sum: 10 },
    { kind: "held", pool: 1, sum: 0 },
  ]);
});

test("an allocation that was changed behind the trigger's back is named", async () => {
  const house = await world.house();
  const api = await house.as(await house.member(), { door: "rest" });
  const desk = await house.as(house.admin);
  for (let n = 0; n < 3; n += 1) {
    const { id } = await api.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
    await desk.orders.approve({ orderId: id });
  }
  const { database } = world;
  await expect(
    database.sql`UPDATE allocations SET quantity = 99 WHERE company_id = ${house.id}`,
  ).rejects.toThrow(/append-only/);
  await database.sql`ALTER TABLE allocations DISABLE TRIGGER allocations_append_only`;
  await database.sql`UPDATE allocations SET quantity = 99 WHERE company_id = ${house.id} AND sequence = 2`;
  await database.sql`ALTER TABLE allocations ENABLE ALWAYS TRIGGER allocations_append_only`;
  const company = { id: house.id, name: "", tokenSymbol: "RSGN" };
  const { faults } = await verifyLedger(world.database.db, company);
  expect(faults[0]).toEqual({ kind: "chain", sequence: 2, fault: "fields" });
});

describe("whoever writes into the tables themselves is found out", () => {
  const behindItsBack = async (change: () => Promise<unknown>) => {
    await world.database.sql`ALTER TABLE allocations DISABLE TRIGGER allocations_append_only`;
    await change();
    await world.database.sql`ALTER TABLE allocations ENABLE ALWAYS TRIGGER allocations_append_only`;
  };

  /** A company with an approved order of ten tokens, one of twenty and a reversed one. */
  async function busy() {
    const house = await world.house();
    const api = await house.as(await house.member(), { door: "rest" });
    const desk = await house.as(house.admin);
    const numbers: string[] = [];
    for (const amount of ["300", "100", "200"]) {
      const { id, orderNumber } = await api.orders.submit({ paymentMethod: "MANUAL", amount });
      await desk.orders.approve({ orderId: id });
      if (amount === "300") await desk.orders.reverse({ orderId: id, reason: "A test" });
      numbers.push(orderNumber);
    }
    const [reversed = "", first = "", last = ""] = numbers;
    const look = async () =>
      (await verifyLedger(world.database.db, { id: house.id, name: "", tokenSymbol: "RSGN" }))
        .faults;
    expect(await look()).toEqual([]);
    return { house, look, reversed, first, last };
  }

  test("by cutting off the end of the chain, and setting the pool right", async () => {
    const { house, look, last } = await busy();
    const { database } = world;
    await behindItsBack(async () => {
      await database.sql`DELETE FROM allocations WHERE company_id = ${house.id} AND sequence = 4`;
      await database.sql`UPDATE supplies SET allocated = allocated - 20 WHERE company_id = ${house.id} AND pool = 'REFERRAL'`;
    });
    expect(await look()).toEqual([
      { kind: "order", orderNumber: last, status: "APPROVED", owed: 20, given: 0 },
    ]);
  });

  test("by approving, unapproving or enlarging an order alone, or giving it to another", async () => {
    const { house, look, reversed, first, last } = await busy();
    const { database } = world;
    const other = await house.member();
    await database.sql`UPDATE orders SET status = 'REJECTED' WHERE company_id = ${house.id} AND order_number = ${first}`;
    await database.sql`UPDATE orders SET member_id = ${other.id} WHERE company_id = ${house.id} AND order_number = ${last}`;
    await database.sql`UPDATE orders SET status = 'APPROVED' WHERE company_id = ${house.id} AND order_number = ${reversed}`;
    expect(await look()).toEqual([
      { kind: "order", orderNumber: reversed, status: "APPROVED", owed: 30, given: 30 },
      { kind: "order", orderNumber: first, status: "REJECTED", owed: 0, given: 10 },
      { kind: "order", orderNumber: last, status: "APPROVED", owed: 20, given: 0 },
    ]);
  });

  test("by making the pool larger than the supply, or a number larger than any", async () => {
    const { house, look } = await busy();
    const { database } = world;
    await database.sql`UPDATE supplies SET total = total + 5 WHERE company_id = ${house.id} AND pool = 'REFERRAL'`;
    await behindItsBack(
      () =>
        database.sql`UPDATE allocations SET quantity = 9007199254740993 WHERE company_id = ${house.id} AND sequence = 3`,
    );
    const faults = await look();
    expect(faults).toContainEqual({ kind: "supply", total: 10_000, pools: 10_005 });
    expect(faults[0]).toEqual({ kind: "chain", sequence: 3, fault: "fields" });
  });
});
