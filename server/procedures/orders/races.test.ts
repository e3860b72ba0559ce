import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorCode } from "@db/client";
import { newId } from "@db/ids";
import { lockOrder, moveOrder, ordersWithProof } from "@db/queries/orders";
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

let world: MoneyWorld;

beforeAll(async () => {
  world = await moneyWorld({ connections: 24 });
  // All connections are there before the first race begins.
  await Promise.all(Array.from({ length: 24 }, () => world.database.sql`SELECT pg_sleep(0.2)`));
});
afterAll(() => world.close());

const times = <T>(n: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, index) => make(index)));

function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of outcomes) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}

/** A payment that waits for a decision. */
async function waiting(house: House, member: Person) {
  const api = await house.as(member, { door: "rest" });
  return api.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
}

async function soundBooks(house: House): Promise<void> {
  const report = await verifyLedger(world.database.db, {
    id: house.id,
    name: "",
    tokenSymbol: "RSGN",
  });
  expect(report.faults).toEqual([]);
}

describe("two hundred buyers and the last hundred tokens", () => {
  test("exactly one hundred get one", async () => {
    const house = await world.house({ privateTokens: 100 });
    const buyers = await times(200, () => house.member());
    const callers = await Promise.all(buyers.map((buyer) => house.as(buyer)));
    const outcomes = await Promise.all(
      callers.map((api) => outcome(api.orders.create({ amount: "10" }))),
    );
    expect(world.database.load().open).toBeGreaterThanOrEqual(20);
    expect(tally(outcomes)).toEqual({ ok: 100, SUPPLY_GONE: 100 });
    expect(await house.books()).toMatchObject({ poolHeld: 100, held: 100 });
    const numbers = await world.database.db
      .selectDistinct({ orderNumber: orders.orderNumber })
      .from(orders)
      .where(eq(orders.companyId, house.id));
    expect(numbers).toHaveLength(100);
  });

  test("the same crowd oversells where the supply is read first and written after", async () => {
    const house = await world.house({ privateTokens: 100 });
    const { db } = world.database;
    // The twin of holdTokens without its condition, and without the CHECK behind it.
    await db.execute(sql`ALTER TABLE supplies DROP CONSTRAINT supplies_within_total`);
    const pool = and(eq(supplies.companyId, house.id), eq(supplies.pool, "REFERRAL"));
    const naiveBuy = () =>
      db.transaction(async (tx) => {
        const [before] = await tx.select().from(supplies).where(pool);
        if (!before || before.held + 1 > before.total) return false;
        await tx
          .update(supplies)
          .set({ held: sql`${supplies.held} + 1` })
          .where(pool);
        return true;
      });
    const sold = (await times(200, naiveBuy)).filter(Boolean).length;
    const held = (await house.books()).poolHeld;
    await db.update(supplies).set({ held: 0 }).where(pool);
    await db.execute(
      sql`ALTER TABLE supplies ADD CONSTRAINT supplies_within_total CHECK (held >= 0 AND allocated >= 0 AND held + allocated <= total)`,
    );
    expect(sold).toBeGreaterThan(100);
    expect(held).toBe(sold);
  });

  test("one member who clicks twenty times has one order and one hold", async () => {
    const house = await world.house();
    const member = await house.member();
    const api = await house.as(member);
    await times(20, (n) => api.orders.create({ amount: n % 2 ? "100" : "200" }));
    const open = await world.database.db
      .select()
      .from(orders)
      .where(and(eq(orders.companyId, house.id), eq(orders.status, "OPEN")));
    expect(open).toHaveLength(1);
    expect((await house.books()).poolHeld).toBe(open[0]?.quantity);
    await soundBooks(house);
  });

  test("a member cannot pass the limit of pending orders by hurrying", async () => {
    const house = await world.house();
    const member = await house.member();
    const api = await house.as(member, { door: "rest" });
    const outcomes = await times(12, () =>
      outcome(api.orders.submit({ paymentMethod: "MANUAL", amount: "100" })),
    );
    expect(tally(outcomes)).toEqual({ ok: 5, TOO_MANY_PENDING_ORDERS: 7 });
    await soundBooks(house);
  });
});

describe("decisions", () => {
  test("twenty approvals of one order allocate once", async () => {
    const house = await world.house();
    const referrer = await house.member();
    const { id } = await waiting(house, await house.member({ referrerId: referrer.id }));
    const desk = await house.as(house.admin);
    const outcomes = await times(20, () => outcome(desk.orders.approve({ orderId: id })));
    expect(tally(outcomes)).toEqual({ ok: 1, ORDER_ALREADY_DECIDED: 19 });
    // Ten tokens; five per cent of them is no whole token.
    expect(await house.books()).toMatchObject({ allocated: 10, count: 1, poolHeld: 0 });
    await soundBooks(house);
  });

  test("approving and rejecting at once, one of them wins and the books agree", async () => {
    const house = await world.house();
    const member = await house.member();
    for (let round = 0; round < 5; round += 1) {
      const { id, orderNumber } = await waiting(house, member);
      const desk = await house.as(house.admin);
      const outcomes = await times(8, (n) =>
        outcome(
          n % 2
            ? desk.orders.approve({ orderId: id })
            : desk.orders.reject({ orderId: id, reason: "No money" }),
        ),
      );
      expect(tally(outcomes)).toEqual({ ok: 1, ORDER_ALREADY_DECIDED: 7 });
      const { status } = await house.order(orderNumber);
      const desks = await desk.orders.findForAdmin({ orderId: id });
      const decisions = desks.activity.filter(({ action }) => /approved|rejected/.test(action));
      expect(decisions.map(({ action }) => action)).toEqual([`order.${status.toLowerCase()}`]);
    }
    await soundBooks(house);
  });

  test("twenty reversals give the tokens back once", async () => {
    const house = await world.house();
    const { id } = await waiting(house, await house.member());
    const desk = await house.as(house.admin);
    await desk.orders.approve({ orderId: id });
    const outcomes = await times(20, () =>
      outcome(desk.orders.reverse({ orderId: id, reason: "Charged back" })),
    );
    expect(tally(outcomes)).toEqual({ ok: 1, ORDER_ALREADY_REVERSED: 19 });
    expect(await house.books()).toMatchObject({ poolAllocated: 0, allocated: 0, count: 2 });
  });

  test("many orders approved at once make one chain without a gap", async () => {
    const house = await world.house();
    const referrer = await house.member();
    const members = await times(20, () => house.member({ referrerId: referrer.id }));
    const payments = await Promise.all(
      members.map(async (member) =>
        (await house.as(member, { door: "rest" })).orders.submit({
          paymentMethod: "MANUAL",
          amount: "200",
        }),
      ),
    );
    const desk = await house.as(house.admin);
    await Promise.all(payments.map(({ id }) => desk.orders.approve({ orderId: id })));
    expect(await house.books()).toMatchObject({ allocated: 420, count: 40 });
    await soundBooks(house);
  });

  test("paying, cancelling and running out at once leave one outcome and a sound pool", async () => {
    const house = await world.house();
    for (let round = 0; round < 8; round += 1) {
      const member = await house.member();
      const api = await house.as(member, { door: "rest" });
      const order = await api.orders.create({ amount: "100" });
      await house.lapse(order.orderNumber);
      const purchaseId = order.orderNumber;
      await Promise.all([
        outcome(api.orders.submit({ purchaseId, paymentMethod: "MANUAL", amount: "100" })),
        outcome(api.orders.cancel({ purchaseId })),
        releaseOverdueHolds(world.database.db, { companyId: house.id }),
        releaseOverdueHolds(world.another(1).db),
        outcome(api.orders.create({ amount: "300" })),
      ]);
      const row = await house.order(purchaseId);
      expect(["PENDING", "CANCELLED", "EXPIRED"]).toContain(row.status);
      // Money is never lost on the way: whatever came first, the payment can be submitted.
      if (row.status !== "PENDING") {
        await api.orders.submit({ purchaseId, paymentMethod: "MANUAL", amount: "100" });
      }
      expect((await house.order(purchaseId)).status).toBe("PENDING");
      await soundBooks(house);
    }
  });

  test("a step is taken by one of those who saw the same status, lock or no lock", async () => {
    const house = await world.house();
    const { orderNumber } = await waiting(house, await house.member());
    const seen = await house.order(orderNumber);
    const moved = await times(20, () =>
      moveOrder(world.database.db, seen, {
        status: "REJECTED",
        heldQuantity: 0,
        heldReward: 0,
        decidedAt: new Date(),
      }),
    );
    expect(moved.filter(Boolean)).toHaveLength(1);
  });

  test("an order that is being decided makes the next admin wait, and a sweep pass it by", async () => {
    const house = await world.house();
    const { db } = world.database;
    const [held, free] = await times(2, async () => {
      const member = await house.member();
      const { id, orderNumber } = await (await house.as(member)).orders.create({ amount: "100" });
      await house.lapse(orderNumber);
      return { id, orderNumber };
    });
    if (!held || !free) throw new Error("Two orders were made.");
    await db.transaction(async (tx) => {
      await lockOrder(tx, house.id, held.id);
      await expect(
        world.another(1).db.transaction(async (second) => {
          await second.execute(sql`SET LOCAL lock_timeout = '100ms'`);
          await lockOrder(second, house.id, held.id);
        }),
      ).rejects.toSatisfy((error) => errorCode(error) === "55P03");
      expect(await releaseOverdueHolds(db, { companyId: house.id })).toBe(1);
    });
    expect((await house.order(free.orderNumber)).status).toBe("EXPIRED");
    expect((await house.order(held.orderNumber)).status).toBe("OPEN");
    expect(await releaseOverdueHolds(db, { companyId: house.id })).toBe(1);
    expect(await house.books()).toMatchObject({ poolHeld: 0, held: 0 });
  });

  test("sweeps of several instances end each order once", async () => {
    const house = await world.house();
    const members = await times(30, () => house.member());
    for (const member of members) {
      const order = await (await house.as(member)).orders.create({ amount: "100" });
      await house.lapse(order.orderNumber);
    }
    const counts = await times(4, () => releaseOverdueHolds(world.database.db, { limit: 10 }));
    expect(counts.every((count) => count <= 10)).toBe(true);
    while ((await releaseOverdueHolds(world.database.db)) > 0);
    expect(await house.books()).toMatchObject({ poolHeld: 0, held: 0 });
  });
});

const sameReference = {
  paymentMethod: "UPI" as const,
  amount: "100",
  referenceNumber: "4123 4567 8901",
};

describe("references", () => {
  test("twenty members with one reference at once: one is credited", async () => {
    const house = await world.house();
    const members = await times(20, () => house.member());
    const outcomes = await Promise.all(
      members.map(async (member) => {
        const api = await house.as(member, { door: "rest" });
        return outcome(
          api.orders.submit({
            ...sameReference,
            receiptId: await house.proof(member),
          }),
        );
      }),
    );
    expect(tally(outcomes)).toEqual({ ok: 1, REFERENCE_USED: 19 });
    await soundBooks(house);
  });

  // Paid in one call they queue at the pool; with their tokens held already, nothing but the
  // reference itself is between them.
  test("twenty who hold their tokens already: one is credited, the others keep their order", async () => {
    const house = await world.house();
    const waiters = await times(20, async () => {
      const member = await house.member();
      const api = await house.as(member, { door: "rest" });
      const { orderNumber } = await api.orders.create({ amount: "100" });
      return { api, orderNumber, receiptId: await house.proof(member) };
    });
    const outcomes = await Promise.all(
      waiters.map(({ api, orderNumber, receiptId }) =>
        outcome(api.orders.submit({ ...sameReference, purchaseId: orderNumber, receiptId })),
      ),
    );
    expect(tally(outcomes)).toEqual({ ok: 1, REFERENCE_USED: 19 });
    const rows = await Promise.all(waiters.map(({ orderNumber }) => house.order(orderNumber)));
    expect(tally(rows.map(({ status }) => status))).toEqual({ PENDING: 1, OPEN: 19 });
    expect(rows.filter(({ reference }) => reference !== null)).toHaveLength(1);
    expect(await house.books()).toMatchObject({ poolHeld: 200, held: 200 });
  });

  test("late ones and one-call ones, who wait for each other crosswise: still one", async () => {
    const house = await world.house();
    const payers = await times(8, async (n) => {
      const member = await house.member();
      const api = await house.as(member, { door: "rest" });
      const receiptId = await house.proof(member);
      if (n % 2 === 0) return { api, receiptId };
      const { orderNumber } = await api.orders.create({ amount: "100" });
      await house.lapse(orderNumber);
      return { api, receiptId, purchaseId: orderNumber };
    });
    await releaseOverdueHolds(world.database.db, { companyId: house.id });
    const outcomes = await Promise.all(
      payers.map(({ api, receiptId, purchaseId }) =>
        outcome(api.orders.submit({ ...sameReference, purchaseId, receiptId })),
      ),
    );
    expect(tally(outcomes)).toEqual({ ok: 1, REFERENCE_USED: 7 });
    expect(await house.books()).toMatchObject({ poolHeld: 10, held: 10 });
  });
});

describe("one proof sent by many at the same instant", () => {
  const sha256 = (n: number) => String(n).padStart(64, "a");

  test("only the first is not flagged", async () => {
    for (let round = 0; round < 3; round += 1) {
      const house = await world.house();
      const members = await times(10, () => house.member());
      const payments = await Promise.all(
        members.map(async (member) => {
          const api = await house.as(member, { door: "rest" });
          return { api, receiptId: await house.proof(member, sha256(round)) };
        }),
      );
      const sent = await Promise.all(
        payments.map(({ api, receiptId }, n) =>
          api.orders.submit({
            paymentMethod: "UPI",
            amount: "100",
            referenceNumber: `4123456789${10 + n}`,
            receiptId,
          }),
        ),
      );
      const rows = await Promise.all(sent.map(({ orderNumber }) => house.order(orderNumber)));
      const flagged = rows.filter(({ flags }) => flags.includes("REPEATED_PROOF"));
      expect(flagged).toHaveLength(9);
    }
  });

  test("without the lock, two who look before either has written both find nothing", async () => {
    const house = await world.house();
    const pays = async () => {
      const member = await house.member();
      const { id } = await waiting(house, member);
      return { id, proofMediaId: await house.proof(member, sha256(9)) };
    };
    const [one, two] = [await pays(), await pays()];
    let bothLooked = () => {};
    const looked = new Promise<void>((resolve) => (bothLooked = resolve));
    let lookers = 0;
    const found = await Promise.all(
      [one, two].map(({ id, proofMediaId }) =>
        world.database.db.transaction(async (tx) => {
          const others = await ordersWithProof(tx, house.id, sha256(9), id);
          if ((lookers += 1) === 2) bothLooked();
          await looked;
          await tx.update(orders).set({ proofMediaId }).where(eq(orders.id, id));
          return others.length;
        }),
      ),
    );
    expect(found).toEqual([0, 0]);
  });
});

describe("idempotency", () => {
  test("the same key at once moves money once and is answered alike", async () => {
    const house = await world.house();
    const member = await house.member();
    const api = await house.as(member, { door: "rest", key: newId() });
    const answers = await times(10, () =>
      api.orders.submit({ paymentMethod: "MANUAL", amount: "100" }),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect((await api.orders.listMine({})).total).toBe(1);
    expect(await house.books()).toMatchObject({ poolHeld: 10, held: 10 });
  });

  test("the same key with another body is refused", async () => {
    const house = await world.house();
    const api = await house.as(await house.member(), { door: "rest", key: newId() });
    await api.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
    expect(await outcome(api.orders.submit({ paymentMethod: "MANUAL", amount: "200" }))).toBe(
      "IDEMPOTENCY_KEY_MISMATCH",
    );
    expect((await api.orders.listMine({})).total).toBe(1);
  });

  test("a refusal does not use the key up", async () => {
    const house = await world.house({ privateTokens: 10 });
    const first = await house.as(await house.member());
    const blocking = await first.orders.create({ amount: "100" });
    const api = await house.as(await house.member(), { key: newId() });
    expect(await outcome(api.orders.create({ amount: "50" }))).toBe("SUPPLY_GONE");
    await first.orders.cancel({ purchaseId: blocking.orderNumber });
    expect(await outcome(api.orders.create({ amount: "50" }))).toBe("ok");
  });

  test("an approval repeated under its key is answered with the first answer", async () => {
    const house = await world.house();
    const { id } = await waiting(house, await house.member());
    const desk = await house.as(house.admin, { key: newId() });
    const [one, two] = await Promise.all([
      desk.orders.approve({ orderId: id }),
      desk.orders.approve({ orderId: id }),
    ]);
    expect(two).toEqual(one);
    expect(await house.books()).toMatchObject({ count: 1 });
  });
});
