import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runText, transact } from "@db/client";
import { costHarness, type CostHarness } from "./round-trips";

let harness: CostHarness;
beforeAll(async () => {
  harness = await costHarness();
});
afterAll(() => harness.close());

const one = (value: number) => sql`SELECT ${value}::int AS one`;

test("statements that wait for each other are one round trip each", async () => {
  const { db } = harness.database;
  const cost = await harness.costOf(async () => {
    await db.execute(one(1));
    await db.execute(one(2));
    await db.execute(one(3));
  });
  expect(cost).toEqual({
    roundTrips: 3,
    statements: Array.from({ length: 3 }, () => "SELECT $1::int AS one"),
    poolLockedFor: 0,
  });
});

test("statements of a transaction follow each other, one round trip each", async () => {
  const cost = await harness.costOf(() =>
    transact(harness.database.db, async (tx) => {
      await Promise.all([tx.execute(one(1)), tx.execute(one(2))]);
      await runText(tx, "SELECT 1 AS a; SELECT 2 AS b", []);
    }),
  );
  // Two statements of one text are sent together, as BEGIN with its settings is.
  expect(cost.roundTrips).toBe(5);
  expect(cost.statements.at(-1)).toBe("commit");
});

test("a transaction keeps the pool locked from its lock to its end", async () => {
  const { id } = await harness.company();
  const lock = sql`UPDATE supplies SET held = held WHERE company_id = ${id} AND pool = 'REFERRAL'`;
  const atTheEnd = () =>
    transact(harness.database.db, async (tx) => {
      await tx.execute(one(1));
      await tx.execute(lock);
    });
  const tooEarly = () =>
    transact(harness.database.db, async (tx) => {
      await tx.execute(lock);
      await tx.execute(one(1));
    });
  expect((await harness.costOf(atTheEnd)).poolLockedFor).toBe(2);
  expect((await harness.costOf(tooEarly)).poolLockedFor).toBe(3);
});
