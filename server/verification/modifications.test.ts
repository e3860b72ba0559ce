import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import { newSeed, prepareModifications, tryModifications } from "@server/testing/modifications";
import { undecidedTables } from "@server/testing/modification-areas";
import { rounds } from "@server/testing/rounds";

/**
 * `MODIFICATIONS=10000 npx vitest run server/verification/modifications.test.ts` is the long form;
 * `MODIFICATIONS_SEED` repeats a run.
 */
const count = Number(process.env["MODIFICATIONS"] ?? rounds(20, 60));
const seed = Number(process.env["MODIFICATIONS_SEED"] ?? newSeed());

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await prepareModifications(database);
}, 120_000);
afterAll(() => database.drop());

test(
  `each of ${count} random modifications is found, and an unmodified database raises no alarm`,
  { tags: ["full"], timeout: 60_000 + count * 5000 },
  async () => {
    const { missed, falseAlarms, tried, seconds } = await tryModifications(database, {
      count,
      seed,
    });
    const found = tried - missed.length;
    process.stdout.write(
      `${tried} modifications: ${found} found, ${missed.length} not found, ${falseAlarms.length} false alarms, ${seconds.toFixed(0)} s, seed ${seed}\n`,
    );
    expect(falseAlarms, `seed ${seed}`).toEqual([]);
    expect(missed, `seed ${seed}`).toEqual([]);
    expect(tried).toBe(count);
  },
);

test("each table is covered by verification, or left out for a reason", async () => {
  expect(await undecidedTables(database)).toEqual([]);
});
