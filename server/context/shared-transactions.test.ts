import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createDatabase, type Executor } from "@db/client";
import { newId } from "@db/ids";
import { loseCommits } from "@db/testing/lost-commits";
import { auditEntries, orders } from "@db/schema";
import {
  type CompanyFixture,
  outcome,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";
import { costHarness, type CostHarness } from "@server/testing/round-trips";
import { rounds } from "@server/testing/rounds";
import { refuse } from "@server/domain/refusals/refuse";
import { createSharedTransactions } from "./shared-transactions";

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

const admin = (key = newId()) => company.as(company.admin, { key });

const approveAll = (orderIds: readonly string[]) =>
  Promise.all(
    orderIds.map(async (orderId) => outcome((await admin()).orders.approve({ orderId }))),
  );

const statusOf = async (orderId: string) =>
  (await harness.database.db.select().from(orders).where(eq(orders.id, orderId)))[0]?.status;

describe("approvals that arrive together", () => {
  test("share statements and COMMIT, and lock the pool for one round trip", async () => {
    const orderIds = await waiting(40);
    const api = await admin();
    const cost = await harness.costOf(() => api.orders.approveMany({ orderIds }));
    expect(cost.statements.filter((text) => text === "commit").length).toBeLessThanOrEqual(4);
    expect(cost.statements.length).toBeLessThanOrEqual(40);
    expect(cost.poolLockedFor).toBe(1);
    expect(await company.balances()).toMatchObject({ held: 0, allocated: 4200, count: 80 });
    expect(await company.faults()).toEqual([]);
  });

  test("without sharing take statements and a COMMIT each", async () => {
    // The control: the same measure tells transactions of their own.
    const orderIds = await waiting(10);
    const { sharedTransactions } = harness.deps;
    delete harness.deps.sharedTransactions;
    try {
      const cost = await harness.costOf(() => approveAll(orderIds));
      expect(cost.statements.filter((text) => text === "commit")).toHaveLength(10);
      expect(cost.statements.length).toBeGreaterThan(70);
    } finally {
      Object.assign(harness.deps, { sharedTransactions });
    }
  });

  test("are each audited, mailed and answered as by themselves", async () => {
    const orderIds = await waiting(6);
    const keys = orderIds.map(() => newId());
    const approve = (n: number) =>
      admin(keys[n]).then((api) => api.orders.approve({ orderId: orderIds[n] ?? "" }));
    const records = await Promise.all(orderIds.map((_, n) => approve(n)));
    expect(records.map(({ id, status }) => [id, status])).toEqual(
      orderIds.map((id) => [id, "APPROVED"]),
    );
    const { db } = harness.database;
    for (const [n, orderId] of orderIds.entries()) {
      const entries = await db
        .select({ action: auditEntries.action })
        .from(auditEntries)
        .where(eq(auditEntries.subjectId, orderId));
      expect(entries.filter(({ action }) => action === "order.approved")).toHaveLength(1);
      // The repeated call is answered by its own key.
      expect(await approve(n)).toMatchObject({ id: orderId, status: "APPROVED" });
    }
    const credits = await company.credits();
    expect(credits.map(({ amountPaise }) => amountPaise)).toEqual(orderIds.map(() => 103_013));
    expect(new Set(credits.map(({ claimId }) => claimId)).size).toBe(6);
    expect(await company.faults()).toEqual([]);
  });

  test("leave a refused one to itself", async () => {
    const [decided = "", ...rest] = await waiting(9);
    await (await admin()).orders.reject({ orderId: decided, reason: "Nothing came" });
    const asked = [rest[0], rest[1], rest[2], decided, newId(), ...rest.slice(3)] as string[];
    expect(await approveAll(asked)).toEqual([
      ...["ok", "ok", "ok", "ORDER_ALREADY_DECIDED", "ORDER_NOT_FOUND"],
      ...rest.slice(3).map(() => "ok"),
    ]);
    expect(await statusOf(decided)).toBe("REJECTED");
    expect(await company.balances()).toMatchObject({ held: 0, allocated: 840, count: 16 });
    expect(await company.faults()).toEqual([]);
  });

  test("of one order decide it once, and with one key answer once", async () => {
    const [orderId = "", other = "", ...more] = await waiting(6);
    const outcomes = await approveAll([...more, orderId, orderId, orderId]);
    expect(outcomes.filter((code) => code === "ok")).toHaveLength(more.length + 1);
    expect(outcomes.filter((code) => code === "ORDER_ALREADY_DECIDED")).toHaveLength(2);
    const key = newId();
    const twice = await Promise.all(
      [other, other].map(async (id) => (await admin(key)).orders.approve({ orderId: id })),
    );
    expect(twice[0]).toEqual(twice[1]);
    expect(await company.balances()).toMatchObject({ allocated: 630, count: 12 });
    expect(await company.faults()).toEqual([]);
  });

  test("with one key for two orders approve one of them", async () => {
    const [first = "", second = "", ...more] = await waiting(5);
    const key = newId();
    const outcomes = await Promise.all([
      ...[first, second].map(async (orderId) =>
        outcome((await admin(key)).orders.approve({ orderId })),
      ),
      approveAll(more),
    ]);
    expect(outcomes.slice(0, 2).toSorted()).toEqual(["IDEMPOTENCY_KEY_MISMATCH", "ok"]);
    expect(await company.balances()).toMatchObject({ allocated: 420 });
    expect(await company.faults()).toEqual([]);
  });

  test("wait for a locked order only as long as it takes to leave it behind", async () => {
    const [locked = "", ...rest] = await waiting(10);
    const held = await harness.another(1).db.transaction(async (tx) => {
      await tx.execute(sql`SELECT 1 FROM orders WHERE id = ${locked} FOR NO KEY UPDATE`);
      // All are asked for in one turn, and so share a transaction with the locked one.
      const asked = approveAll([...rest.slice(0, 2), locked, ...rest.slice(2)]);
      await expect
        .poll(() => company.balances(), { timeout: 4000 })
        .toMatchObject({ count: rest.length * 2 });
      expect(await statusOf(locked)).toBe("PENDING");
      return { asked };
    });
    expect(new Set(await held.asked)).toEqual(new Set(["ok"]));
    expect(await company.faults()).toEqual([]);
  });

  test("whose COMMIT is lost are answered alike, and repeated calls find what was done", async () => {
    const orderIds = await waiting(8);
    const keys = orderIds.map(() => newId());
    const commits = await loseCommits(harness.database.url);
    const database = createDatabase({ url: commits.url, max: 4 });
    try {
      const approve = (n: number) =>
        company
          .as(company.admin, { key: keys[n] ?? "", database })
          .then((api) => outcome(api.orders.approve({ orderId: orderIds[n] ?? "" })));
      for (const how of ["preventNext", "loseNext"] as const) {
        commits[how]();
        const codes = await Promise.all(orderIds.map((_, n) => approve(n)));
        expect(codes).toContain("DATABASE_AWAY");
        expect(new Set([...codes, "ok"])).toEqual(new Set(["DATABASE_AWAY", "ok"]));
      }
      for (const n of orderIds.keys()) expect(await approve(n)).toBe("ok");
    } finally {
      await database.close();
      await commits.close();
    }
    expect(await company.balances()).toMatchObject({ held: 0, allocated: 840, count: 16 });
    expect(await company.faults()).toEqual([]);
  });

  test("and any mix of decisions decide each order once, with an unbroken chain", async () => {
    const call = fc.record({
      order: fc.nat({ max: 9 }),
      act: fc.constantFrom("approve", "approve", "approve", "reject", "part", "wrongVersion"),
      key: fc.nat({ max: 30 }),
      pause: fc.nat({ max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 8, maxLength: 40 }), async (calls) => {
        company = await harness.company({ maxPendingOrders: 200, privateTokens: 30_000 });
        const referrer = await company.member();
        member = await company.member({ referrerId: referrer.id });
        const orderIds = await waiting(10);
        const keys = Array.from({ length: 31 }, () => newId());
        const decided = new Map<string, number>();
        await Promise.all(
          calls.map(async ({ order, act, key, pause }) => {
            const orderId = orderIds[order] ?? "";
            const api = await admin(`${keys[key]}-${order}-${act}`);
            for (let n = 0; n < pause; n += 1) await new Promise(setImmediate);
            const code = await outcome(
              act === "reject"
                ? api.orders.reject({ orderId, reason: "No" })
                : act === "part"
                  ? api.payments.approveReceived({ orderId, version: 1, received: "512.50" })
                  : api.orders.approve({ orderId, version: act === "approve" ? 1 : 7 }),
            );
            if (act === "wrongVersion") expect(code).not.toBe("ok");
            if (code === "ok") decided.set(`${orderId} ${act} ${key}`, order);
          }),
        );
        const { db } = harness.database;
        for (const orderId of orderIds) {
          const entries = await db
            .select({ action: auditEntries.action })
            .from(auditEntries)
            .where(eq(auditEntries.subjectId, orderId));
          const decisions = entries.filter(({ action }) => /approved|rejected/.test(action));
          const isDecided = (await statusOf(orderId)) !== "PENDING";
          expect(decisions).toHaveLength(isDecided ? 1 : 0);
          const wasAnswered = [...decided.keys()].some((name) => name.startsWith(orderId));
          expect(wasAnswered).toBe(isDecided);
        }
        expect(await company.faults()).toEqual([]);
      }),
      { numRuns: rounds(6, 40) },
    );
  }, 120_000);
});

describe("a call", () => {
  const together = (runs: ((tx: Executor) => Promise<string>)[]) => {
    const shared = createSharedTransactions(harness.database.db);
    return Promise.allSettled(
      runs.map((run, n) =>
        shared.run({
          companyId: company.id,
          subjectId: String(n),
          run,
          alone: () => harness.database.db.transaction(run),
        }),
      ),
    );
  };

  test("that throws what is no refusal leaves the others to themselves, once each", async () => {
    const runs = [0, 0, 0];
    const settled = await together(
      runs.map((_, n) => async (tx) => {
        runs[n] = (runs[n] ?? 0) + 1;
        await tx.execute(sql`SELECT ${n}::int`);
        if (n === 1) throw new Error("A fault.");
        return `call ${n}`;
      }),
    );
    expect(settled.map((one) => (one.status === "fulfilled" ? one.value : "failed"))).toEqual([
      "call 0",
      "failed",
      "call 2",
    ]);
    expect(runs).toEqual([2, 2, 2]);
  });

  test("shares again after a refusal that was long in coming", async () => {
    const settled = await together([
      async (tx) => {
        await tx.execute(sql`SELECT pg_sleep(${0.3}::float8)`);
        throw refuse("ORDER_NOT_FOUND");
      },
      () => Promise.resolve("first"),
      () => Promise.resolve("second"),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  });

  test("meets refusals of others in at most two shared transactions, and then runs alone", async () => {
    let runs = 0;
    const refused = (tx: Executor) =>
      tx.execute(sql`SELECT ${1}::int`).then((): string => {
        throw refuse("ORDER_NOT_FOUND");
      });
    const settled = await together([
      ...Array.from({ length: 6 }, () => refused),
      () => Promise.resolve(`run ${(runs += 1)}`),
    ]);
    expect(settled.filter(({ status }) => status === "rejected")).toHaveLength(6);
    expect(settled.at(-1)).toEqual({ status: "fulfilled", value: "run 3" });
  });
});
