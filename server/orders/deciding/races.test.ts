import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorCode } from "@db/client";
import { newId } from "@db/ids";
import { lockOrder, moveOrder, ordersWithProof } from "@server/orders/queries/orders";
import { orders, supplies } from "@db/schema";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";
import { moreInFull, rounds } from "@server/testing/rounds";

let harness: OrderHarness;

beforeAll(async () => {
  harness = await orderHarness({ connections: 24 });
  // Opens all connections before the first race begins.
  await Promise.all(Array.from({ length: 24 }, () => harness.database.sql`SELECT pg_sleep(0.2)`));
});
afterAll(() => harness.close());

const times = <T>(n: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, index) => make(index)));

function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of outcomes) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}

/** A payment that waits for a decision. */
async function waiting(company: CompanyFixture, member: Person) {
  const api = await company.as(member, { transport: "rest" });
  return api.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
}

async function expectBalanced(company: CompanyFixture): Promise<void> {
  expect(await company.faults()).toEqual([]);
}

describe("twice as many buyers as the last tokens", () => {
  const left = rounds(30, 100);

  // Takes seconds: each buyer is a person of their own.
  test(
    "of twice as many concurrent buyers exactly as many as the last tokens get one each",
    moreInFull,
    async () => {
      const company = await harness.company({ privateTokens: left });
      const buyers = await times(2 * left, () => company.member());
      const callers = await Promise.all(buyers.map((buyer) => company.as(buyer)));
      const outcomes = await Promise.all(
        callers.map((api) => resultCode(api.orders.create({ amount: "10" }))),
      );
      expect(harness.database.load().open).toBeGreaterThanOrEqual(20);
      expect(tally(outcomes)).toEqual({ ok: left, SUPPLY_GONE: left });
      expect(await company.balances()).toMatchObject({ poolHeld: left, held: left });
      const numbers = await harness.database.db
        .selectDistinct({ orderNumber: orders.orderNumber })
        .from(orders)
        .where(eq(orders.companyId, company.id));
      expect(numbers).toHaveLength(left);
    },
  );

  test("control: reading the supply before writing it oversells", { tags: ["full"] }, async () => {
    const company = await harness.company({ privateTokens: 100 });
    const { db } = harness.database;
    // A copy of holdTokens without its condition, and without the CHECK constraint.
    await db.execute(sql`ALTER TABLE supplies DROP CONSTRAINT supplies_within_total`);
    const pool = and(eq(supplies.companyId, company.id), eq(supplies.pool, "REFERRAL"));
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
    const held = (await company.balances()).poolHeld;
    await db.update(supplies).set({ held: 0 }).where(pool);
    await db.execute(
      sql`ALTER TABLE supplies ADD CONSTRAINT supplies_within_total CHECK (held >= 0 AND allocated >= 0 AND held + allocated <= total)`,
    );
    expect(sold).toBeGreaterThan(100);
    expect(held).toBe(sold);
  });

  test("twenty clicks by one member leave one order and one hold", { tags: ["full"] }, async () => {
    const company = await harness.company();
    const member = await company.member();
    const api = await company.as(member);
    await times(20, (n) => api.orders.create({ amount: n % 2 ? "100" : "200" }));
    const open = await harness.database.db
      .select()
      .from(orders)
      .where(and(eq(orders.companyId, company.id), eq(orders.status, "OPEN")));
    expect(open).toHaveLength(1);
    expect((await company.balances()).poolHeld).toBe(open[0]?.quantity);
    await expectBalanced(company);
  });

  test(
    "concurrent submissions cannot exceed the limit of pending orders",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const member = await company.member();
      const api = await company.as(member, { transport: "rest" });
      const outcomes = await times(12, () =>
        resultCode(api.orders.submit({ paymentMethod: "MANUAL", amount: "100" })),
      );
      expect(tally(outcomes)).toEqual({ ok: 5, TOO_MANY_PENDING_ORDERS: 7 });
      await expectBalanced(company);
    },
  );
});

describe("decisions", () => {
  test("twenty approvals of one order allocate once", { tags: ["full"] }, async () => {
    const company = await harness.company();
    const referrer = await company.member();
    const { id } = await waiting(company, await company.member({ referrerId: referrer.id }));
    const adminApi = await company.as(company.admin);
    const outcomes = await times(20, () => resultCode(adminApi.orders.approve({ orderId: id })));
    expect(tally(outcomes)).toEqual({ ok: 1, ORDER_ALREADY_DECIDED: 19 });
    // Five per cent of ten tokens is less than one token.
    expect(await company.balances()).toMatchObject({ allocated: 10, count: 1, poolHeld: 0 });
    await expectBalanced(company);
  });

  test(
    "of concurrent approvals and rejections exactly one succeeds, and the balances agree",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const member = await company.member();
      for (let round = 0; round < 5; round += 1) {
        const { id, orderNumber } = await waiting(company, member);
        const adminApi = await company.as(company.admin);
        const outcomes = await times(8, (n) =>
          resultCode(
            n % 2
              ? adminApi.orders.approve({ orderId: id })
              : adminApi.orders.reject({ orderId: id, reason: "No money" }),
          ),
        );
        expect(tally(outcomes)).toEqual({ ok: 1, ORDER_ALREADY_DECIDED: 7 });
        const { status } = await company.order(orderNumber);
        const decided = await adminApi.orders.findForAdmin({ orderId: id });
        const decisions = decided.activity.filter(({ action }) => /approved|rejected/.test(action));
        expect(decisions.map(({ action }) => action)).toEqual([`order.${status.toLowerCase()}`]);
      }
      await expectBalanced(company);
    },
  );

  test("twenty reversals return the tokens once", { tags: ["full"] }, async () => {
    const company = await harness.company();
    const { id } = await waiting(company, await company.member());
    const adminApi = await company.as(company.admin);
    await adminApi.orders.approve({ orderId: id });
    const outcomes = await times(20, () =>
      resultCode(adminApi.orders.reverse({ orderId: id, reason: "Charged back" })),
    );
    expect(tally(outcomes)).toEqual({ ok: 1, ORDER_ALREADY_REVERSED: 19 });
    expect(await company.balances()).toMatchObject({ poolAllocated: 0, allocated: 0, count: 2 });
  });

  // Takes a second: twenty members with a referrer each.
  test("concurrent approvals build one chain without a gap", async () => {
    const company = await harness.company();
    // Each has a referrer of their own: many who join at once by one link are held for review.
    const members = await times(20, async () =>
      company.member({ referrerId: (await company.member()).id }),
    );
    const payments = await Promise.all(
      members.map(async (member) =>
        (await company.as(member, { transport: "rest" })).orders.submit({
          paymentMethod: "MANUAL",
          amount: "200",
        }),
      ),
    );
    const adminApi = await company.as(company.admin);
    await Promise.all(payments.map(({ id }) => adminApi.orders.approve({ orderId: id })));
    expect(await company.balances()).toMatchObject({ allocated: 420, count: 40 });
    await expectBalanced(company);
  });

  // Takes a second: a race is lost only in some of its rounds.
  test("concurrent payment, cancellation and expiry leave one status and a consistent pool", async () => {
    const company = await harness.company();
    for (let round = 0; round < 8; round += 1) {
      const member = await company.member();
      const api = await company.as(member, { transport: "rest" });
      const order = await api.orders.create({ amount: "100" });
      await company.expireHold(order.orderNumber);
      const purchaseId = order.orderNumber;
      await Promise.all([
        resultCode(api.orders.submit({ purchaseId, paymentMethod: "MANUAL", amount: "100" })),
        resultCode(api.orders.cancel({ purchaseId })),
        releaseOverdueHolds(harness.database.db, { companyId: company.id }),
        releaseOverdueHolds(harness.another(1).db),
        resultCode(api.orders.create({ amount: "300" })),
      ]);
      const row = await company.order(purchaseId);
      expect(["PENDING", "CANCELLED", "EXPIRED"]).toContain(row.status);
      // Whatever came first, the payment can still be submitted.
      if (row.status !== "PENDING") {
        await api.orders.submit({ purchaseId, paymentMethod: "MANUAL", amount: "100" });
      }
      expect((await company.order(purchaseId)).status).toBe("PENDING");
      await expectBalanced(company);
    }
  });

  test(
    "of several updates based on the same status one succeeds, even without a lock",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const { orderNumber } = await waiting(company, await company.member());
      const seen = await company.order(orderNumber);
      const moved = await times(20, () =>
        moveOrder(harness.database.db, seen, {
          status: "REJECTED",
          heldQuantity: 0,
          heldReward: 0,
          decidedAt: new Date(),
        }),
      );
      expect(moved.filter(Boolean)).toHaveLength(1);
    },
  );

  test(
    "an order under decision makes another admin wait and is skipped by a sweep",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const { db } = harness.database;
      const [held, free] = await times(2, async () => {
        const member = await company.member();
        const { id, orderNumber } = await (
          await company.as(member)
        ).orders.create({ amount: "100" });
        await company.expireHold(orderNumber);
        return { id, orderNumber };
      });
      if (!held || !free) throw new Error("Two orders were made.");
      await db.transaction(async (tx) => {
        await lockOrder(tx, company.id, held.id);
        await expect(
          harness.another(1).db.transaction(async (second) => {
            await second.execute(sql`SET LOCAL lock_timeout = '100ms'`);
            await lockOrder(second, company.id, held.id);
          }),
        ).rejects.toSatisfy((error) => errorCode(error) === "55P03");
        expect(await releaseOverdueHolds(db, { companyId: company.id })).toBe(1);
      });
      expect((await company.order(free.orderNumber)).status).toBe("EXPIRED");
      expect((await company.order(held.orderNumber)).status).toBe("OPEN");
      expect(await releaseOverdueHolds(db, { companyId: company.id })).toBe(1);
      expect(await company.balances()).toMatchObject({ poolHeld: 0, held: 0 });
    },
  );

  test(
    "concurrent sweeps of several instances end each order once",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const members = await times(30, () => company.member());
      for (const member of members) {
        const order = await (await company.as(member)).orders.create({ amount: "100" });
        await company.expireHold(order.orderNumber);
      }
      const counts = await times(4, () => releaseOverdueHolds(harness.database.db, { limit: 10 }));
      expect(counts.every((count) => count <= 10)).toBe(true);
      while ((await releaseOverdueHolds(harness.database.db)) > 0);
      expect(await company.balances()).toMatchObject({ poolHeld: 0, held: 0 });
    },
  );
});

const sameReference = {
  paymentMethod: "UPI" as const,
  amount: "100",
  referenceNumber: "4123 4567 8901",
};

describe("references", () => {
  test("of twenty concurrent payments with one reference, one is credited", async () => {
    const company = await harness.company();
    const members = await times(20, () => company.member());
    const outcomes = await Promise.all(
      members.map(async (member) => {
        const api = await company.as(member, { transport: "rest" });
        return resultCode(
          api.orders.submit({
            ...sameReference,
            receiptId: await company.proof(member),
          }),
        );
      }),
    );
    expect(tally(outcomes)).toEqual({ ok: 1, REFERENCE_USED: 19 });
    await expectBalanced(company);
  });

  // Payments in one call are serialised by the pool's lock; with tokens already held, only the reference's
  // constraint decides.
  test(
    "of twenty concurrent payments with held tokens, one is credited and the others keep their order",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const waiters = await times(20, async () => {
        const member = await company.member();
        const api = await company.as(member, { transport: "rest" });
        const { orderNumber } = await api.orders.create({ amount: "100" });
        return { api, orderNumber, receiptId: await company.proof(member) };
      });
      const outcomes = await Promise.all(
        waiters.map(({ api, orderNumber, receiptId }) =>
          resultCode(api.orders.submit({ ...sameReference, purchaseId: orderNumber, receiptId })),
        ),
      );
      expect(tally(outcomes)).toEqual({ ok: 1, REFERENCE_USED: 19 });
      const rows = await Promise.all(waiters.map(({ orderNumber }) => company.order(orderNumber)));
      expect(tally(rows.map(({ status }) => status))).toEqual({ PENDING: 1, OPEN: 19 });
      expect(rows.filter(({ reference }) => reference !== null)).toHaveLength(1);
      expect(await company.balances()).toMatchObject({ poolHeld: 200, held: 200 });
    },
  );

  test(
    "late payments and payments in one call do not deadlock, and one is credited",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const payers = await times(8, async (n) => {
        const member = await company.member();
        const api = await company.as(member, { transport: "rest" });
        const receiptId = await company.proof(member);
        if (n % 2 === 0) return { api, receiptId };
        const { orderNumber } = await api.orders.create({ amount: "100" });
        await company.expireHold(orderNumber);
        return { api, receiptId, purchaseId: orderNumber };
      });
      await releaseOverdueHolds(harness.database.db, { companyId: company.id });
      const outcomes = await Promise.all(
        payers.map(({ api, receiptId, purchaseId }) =>
          resultCode(api.orders.submit({ ...sameReference, purchaseId, receiptId })),
        ),
      );
      expect(tally(outcomes)).toEqual({ ok: 1, REFERENCE_USED: 7 });
      expect(await company.balances()).toMatchObject({ poolHeld: 10, held: 10 });
    },
  );
});

describe("one proof sent by many concurrently", () => {
  const sha256 = (n: number) => String(n).padStart(64, "a");

  test(
    "of concurrent payments with one proof, every one but the first is flagged",
    { tags: ["full"] },
    async () => {
      for (let round = 0; round < 3; round += 1) {
        const company = await harness.company();
        const members = await times(10, () => company.member());
        const payments = await Promise.all(
          members.map(async (member) => {
            const api = await company.as(member, { transport: "rest" });
            return { api, receiptId: await company.proof(member, sha256(round)) };
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
        const rows = await Promise.all(sent.map(({ orderNumber }) => company.order(orderNumber)));
        const flagged = rows.filter(({ flags }) => flags.includes("REPEATED_PROOF"));
        expect(flagged).toHaveLength(9);
      }
    },
  );

  test(
    "control: without the lock, two concurrent checks of one proof both miss the other",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const pays = async () => {
        const member = await company.member();
        const { id } = await waiting(company, member);
        return { id, proofMediaId: await company.proof(member, sha256(9)) };
      };
      const [one, two] = [await pays(), await pays()];
      let bothLooked = () => {};
      const looked = new Promise<void>((resolve) => (bothLooked = resolve));
      let lookers = 0;
      const found = await Promise.all(
        [one, two].map(({ id, proofMediaId }) =>
          harness.database.db.transaction(async (tx) => {
            const others = await ordersWithProof(
              tx,
              { companyId: company.id, id, paymentId: null },
              sha256(9),
            );
            if ((lookers += 1) === 2) bothLooked();
            await looked;
            await tx.update(orders).set({ proofMediaId }).where(eq(orders.id, id));
            return others.length;
          }),
        ),
      );
      expect(found).toEqual([0, 0]);
    },
  );
});

describe("idempotency", () => {
  test(
    "concurrent calls with the same key move money once and return the same answer",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const member = await company.member();
      const api = await company.as(member, { transport: "rest", key: newId() });
      const answers = await times(10, () =>
        api.orders.submit({ paymentMethod: "MANUAL", amount: "100" }),
      );
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect((await api.orders.listMine({})).total).toBe(1);
      expect(await company.balances()).toMatchObject({ poolHeld: 10, held: 10 });
    },
  );

  test("an idempotency key repeated with another body is refused", async () => {
    const company = await harness.company();
    const api = await company.as(await company.member(), { transport: "rest", key: newId() });
    await api.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
    expect(await resultCode(api.orders.submit({ paymentMethod: "MANUAL", amount: "200" }))).toBe(
      "IDEMPOTENCY_KEY_MISMATCH",
    );
    expect((await api.orders.listMine({})).total).toBe(1);
  });

  test(
    "a proof sent again counts by its bytes over REST, and as the same payment on a page",
    { tags: ["full"] },
    async () => {
      for (const transport of ["rest", "page"] as const) {
        const company = await harness.company();
        const member = await company.member();
        const api = await company.as(member, { transport, key: newId() });
        const { orderNumber } = await (await company.as(member)).orders.create({ amount: "100" });
        const first = await company.proof(member, "b".repeat(64));
        const pay = async (receiptId: string, referenceNumber = "412345678901") => {
          const payment = { paymentMethod: "UPI", amount: "100", consent: true } as const;
          const sent = { ...payment, purchaseId: orderNumber, referenceNumber, receiptId };
          return resultCode(api.orders.submit(sent));
        };
        expect(await pay(first)).toBe("ok");
        expect(await pay(await company.proof(member, "b".repeat(64)))).toBe("ok");
        const again = await pay(await company.proof(member, "c".repeat(64)));
        expect(again).toBe(transport === "page" ? "ok" : "IDEMPOTENCY_KEY_MISMATCH");
        // The first proof stays, and another payment is another one.
        expect((await company.order(orderNumber)).proofMediaId).toBe(first);
        expect(await pay(first, "412345678902")).toBe("IDEMPOTENCY_KEY_MISMATCH");
        const foreign = await company.proof(await company.member(), "b".repeat(64));
        expect(await pay(foreign)).toBe("IDEMPOTENCY_KEY_MISMATCH");
      }
    },
  );

  test("a refusal leaves the idempotency key unused", async () => {
    const company = await harness.company({ privateTokens: 10 });
    const first = await company.as(await company.member());
    const blocking = await first.orders.create({ amount: "100" });
    const api = await company.as(await company.member(), { key: newId() });
    expect(await resultCode(api.orders.create({ amount: "50" }))).toBe("SUPPLY_GONE");
    await first.orders.cancel({ purchaseId: blocking.orderNumber });
    expect(await resultCode(api.orders.create({ amount: "50" }))).toBe("ok");
  });

  test(
    "an approval repeated under its key returns the first answer",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const { id } = await waiting(company, await company.member());
      const adminApi = await company.as(company.admin, { key: newId() });
      const [one, two] = await Promise.all([
        adminApi.orders.approve({ orderId: id }),
        adminApi.orders.approve({ orderId: id }),
      ]);
      expect(two).toEqual(one);
      expect(await company.balances()).toMatchObject({ count: 1 });
    },
  );
});
