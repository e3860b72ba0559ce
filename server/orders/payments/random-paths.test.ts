import fc from "fast-check";
import { performance } from "node:perf_hooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrderHarness, orderHarness } from "@server/testing/order-harness";
import {
  ADMIN_COUNT,
  MEMBER_COUNT,
  paymentPaths,
  SPELLING_COUNT,
  type Step,
  TRANSFER_COUNT,
} from "@server/testing/payment-paths";
import { moreInFull, rounds } from "@server/testing/rounds";

const CONNECTIONS = 16;
/** Further paths are left out after this time; `PATHS_MS=900000` is a night's. */
const MOST_MS = Number(process.env["PATHS_MS"] ?? rounds(12_000, 45_000));

let harness: OrderHarness;
/** A database of its own: it loses its constraint. */
let unprotected: OrderHarness;

beforeAll(async () => {
  harness = await orderHarness({ connections: CONNECTIONS });
  unprotected = await orderHarness({ connections: CONNECTIONS });
  await unprotected.database.sql`DROP INDEX payment_keys_once`;
  // Opens all connections before the first race begins.
  const opened = [harness, unprotected].flatMap(({ database }) =>
    Array.from({ length: CONNECTIONS }, () => database.sql`SELECT pg_sleep(0.2)`),
  );
  await Promise.all(opened);
});
afterAll(() => Promise.all([harness.close(), unprotected.close()]));

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.nat(1000),
  pick: fc.nat(1000),
  transfer: fc.nat(TRANSFER_COUNT - 1),
  spelling: fc.nat(SPELLING_COUNT - 1),
});
const people = ADMIN_COUNT + MEMBER_COUNT;
const turns = fc.array(fc.array(step, { minLength: people, maxLength: people }), {
  minLength: rounds(3, 6),
  maxLength: rounds(4, 12),
});

// Takes seconds: eight people act at once, several times.
test(
  "random spellings of one number over random paths, by two admins and six members at once, never count a rupee twice nor lose an entry",
  { ...moreInFull, timeout: MOST_MS + 60_000 },
  async () => {
    const startedAt = performance.now();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(turns, async (path) => {
        if (count > 0 && performance.now() - startedAt > MOST_MS) return;
        count += 1;
        const paths = await paymentPaths(harness);
        for (const steps of path) await paths.together(steps);
        const wrong = await paths.wrong();
        expect(wrong, [...wrong, ...paths.log].join("\n")).toEqual([]);
      }),
      // Concurrent steps are not reproducible, so a shrunk path proves nothing.
      { numRuns: rounds(1, 400), endOnFailure: true, includeErrorInReport: true },
    );
  },
);

const SAME_NUMBER_ROUNDS = rounds(3, 40);

test(
  "one number that six members submit at once in six spellings pays one order",
  { tags: ["full"] },
  async () => {
    for (let round = 0; round < SAME_NUMBER_ROUNDS; round += 1) {
      const paths = await paymentPaths(harness);
      await paths.sameNumber(round % 2);
      await paths.approveAll();
      expect(await paths.wrong(), paths.log.join("\n")).toEqual([]);
      expect((await paths.company.balances()).allocated).toBe(100);
    }
  },
);

/*
 * Shows that these races are real and that the checks above notice: submissions at the same time do not
 * see each other, so that only the constraint keeps one number from buying the tokens of two orders.
 */
test(
  "control: without the constraint of keys, one number pays several orders",
  { tags: ["full"] },
  async () => {
    for (let round = 0; round < 20; round += 1) {
      const paths = await paymentPaths(unprotected);
      await paths.sameNumber(round % 2);
      await paths.approveEach();
      const wrong = await paths.wrong();
      if (wrong.some((fault) => fault.startsWith("counted twice"))) return;
    }
    expect.unreachable("No rupee was counted twice.");
  },
);
