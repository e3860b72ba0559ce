/** @module-tag full */
import fc from "fast-check";
import { expect, test } from "vitest";
import { batchParts, batchRows, wallets } from "@db/schema";
import { and, eq } from "drizzle-orm";
import { type LaunchFixture, launchHarness } from "@server/testing/launch-harness";
import { type Person, resultCode } from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(() => launchHarness({ connections: 12 }));

const PEOPLE = 3;
const MONTHS = 4;
/** A fifth of the tokens at the launch, then a fifth each month; orders are of 100 tokens. */
const PLAN = { atLaunchBps: 2_000, pauseMonths: 0, months: MONTHS };
const PART = 20;

type Step =
  | { do: "buy" | "prove" | "lose" | "block" | "unblock"; who: number }
  | { do: "reverse"; which: number }
  | { do: "freeze"; month: number };
const who = fc.nat({ max: PEOPLE - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("buy" as const), who }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("prove" as const, "lose" as const, "block" as const, "unblock" as const),
      who,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reverse" as const), which: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("freeze" as const), month: fc.nat({ max: MONTHS }) }),
  },
);

/** What the batches of a company should be, computed the plainest way. */
function createModel({ forgets = false } = {}) {
  const orders: { who: number; delivered: number; isReversed: boolean }[] = [];
  const hasWallet = Array.from({ length: PEOPLE }, () => false);
  const isBlocked = Array.from({ length: PEOPLE }, () => false);
  const batches: number[][] = [];
  return {
    orders,
    hasWallet,
    isBlocked,
    batches,
    /** Freezes what is free in a month and was in no batch before; `forgets` leaves the latter out. */
    freeze(month: number): boolean {
      const given = Array.from({ length: PEOPLE }, () => 0);
      for (const order of orders) {
        if (order.isReversed || !hasWallet[order.who] || isBlocked[order.who]) continue;
        const due = PART * (month + 1) - (forgets ? 0 : order.delivered);
        if (due <= 0) continue;
        given[order.who] = (given[order.who] ?? 0) + due;
        order.delivered += due;
      }
      if (given.every((tokens) => tokens === 0)) return false;
      batches.push(given);
      return true;
    },
  };
}

const monthsOn = (months: number): string => {
  const at = new Date(Date.now() + 330 * 60_000 - 86_400_000);
  const day = at.toISOString().slice(0, 10);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0));
  last.setUTCDate(Math.min(Number(day.slice(8)), last.getUTCDate()));
  return last.toISOString().slice(0, 10);
};

/** Lives a company's steps, and returns what its batches hold for each person. */
async function live(steps: readonly Step[], model: ReturnType<typeof createModel>) {
  const company: LaunchFixture = await harness.launched({
    privateTokens: 100_000,
    unlockPlans: { bought: PLAN, earned: PLAN },
  });
  const people: Person[] = [];
  for (let at = 0; at < PEOPLE; at += 1) people.push(await company.member());
  const orderIds: string[] = [];
  for (const one of steps) {
    const person = "who" in one ? (people[one.who] as Person) : null;
    if (one.do === "buy" && person) {
      if (model.isBlocked[one.who]) continue;
      orderIds.push(await company.buy(person));
      model.orders.push({ who: one.who, delivered: 0, isReversed: false });
    } else if (one.do === "prove" && person) {
      await company.prove(person);
      model.hasWallet[one.who] = true;
    } else if (one.do === "lose" && person) {
      await harness.database.db
        .update(wallets)
        .set({ stoppedAt: new Date() })
        .where(and(eq(wallets.companyId, company.id), eq(wallets.memberId, person.id)));
      model.hasWallet[one.who] = false;
    } else if ((one.do === "block" || one.do === "unblock") && person) {
      await company.setStatus(person, one.do === "block" ? "BLOCKED" : "ACTIVE");
      model.isBlocked[one.who] = one.do === "block";
    } else if (one.do === "reverse" && orderIds.length > 0) {
      const at = one.which % orderIds.length;
      const order = model.orders[at];
      const orderId = orderIds[at] ?? "";
      const code = await resultCode(company.first.orders.reverse({ orderId, reason: "A mistake" }));
      if (!order || order.isReversed) continue;
      expect(code).toBe(order.delivered > 0 ? "ORDER_DELIVERED" : "ok");
      order.isReversed = order.delivered === 0;
    } else if (one.do === "freeze") {
      const isFrozen = typeof (await company.freeze(monthsOn(one.month))) === "number";
      expect(isFrozen).toBe(model.freeze(one.month));
    }
  }
  const { records, ledger, delivered, waiting } = await company.first.batches.list();
  expect(delivered + waiting).toBe(ledger);
  expect(await company.faults()).toEqual([]);
  const rows = await harness.database.db
    .select()
    .from(batchRows)
    .where(eq(batchRows.companyId, company.id));
  const parts = await harness.database.db
    .select()
    .from(batchParts)
    .where(eq(batchParts.companyId, company.id));
  expect(parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(delivered);
  expect(delivered).toBe(rows.reduce((sum, { tokens }) => sum + tokens, 0));
  const frozen = records.filter(({ state }) => state !== "PREPARED").reverse();
  const sums = new Map<string, number[]>();
  for (const { batchId, memberId, tokens } of rows) {
    const given = sums.get(batchId) ?? people.map(() => 0);
    given[people.findIndex(({ id }) => id === memberId)] = tokens;
    sums.set(batchId, given);
  }
  const held = [...sums.values()].map((given) => JSON.stringify(given)).sort();
  expect(frozen).toHaveLength(model.batches.length);
  expect(held).toEqual(model.batches.map((given) => JSON.stringify(given)).sort());
}

test("random lives of orders, reversals, wallets and batches differ in nothing from a simple model", async () => {
  const lives = fc.array(step, { minLength: 8, maxLength: 22 });
  const property = fc.asyncProperty(lives, (steps) => live(steps, createModel()));
  await fc.assert(property, { numRuns: 12, endOnFailure: true });
}, 300_000);

test("the control: a model that forgets what was in a batch before differs", async () => {
  const steps: Step[] = [
    { do: "prove", who: 0 },
    { do: "buy", who: 0 },
    { do: "freeze", month: 0 },
    { do: "buy", who: 0 },
    { do: "freeze", month: 1 },
  ];
  await live(steps, createModel());
  await expect(live(steps, createModel({ forgets: true }))).rejects.toThrow();
});
