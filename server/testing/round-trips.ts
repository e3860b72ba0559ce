import { createDatabase } from "@db/client";
import { countRoundTrips } from "@db/testing/round-trips";
import { testDatabase } from "@db/testing/test-database";
import { tablesLockedBy } from "./lock-recorder";
import { type OrderHarness, orderHarness } from "./order-harness";

export interface CallCost {
  /** Number of round trips of all its statements, BEGIN and COMMIT included. */
  roundTrips: number;
  /** Statements in the order in which they were sent. BEGIN with its settings is one. */
  statements: string[];
  /**
   * Number of round trips for which a pool's row is locked, the locking one and COMMIT included; 0 if
   * the call locks none.
   */
  poolLockedFor: number;
}

export interface CostHarness extends OrderHarness {
  /** Measures the cost of `call`; nothing else may use the database meanwhile. */
  costOf(call: () => Promise<unknown>): Promise<CallCost>;
}

/**
 * Creates fixtures for budgets of round trips. A connection is opened, and a statement prepared, in the
 * round trip that needs it, so the first call costs no more than the next.
 */
export async function costHarness(): Promise<CostHarness> {
  const own = await testDatabase();
  const counter = await countRoundTrips(own.url);
  const database = createDatabase({ url: counter.url, lockTimeoutMs: 30_000 });
  const harness = await orderHarness({
    database: {
      ...database,
      url: own.url,
      async drop() {
        await database.close();
        await counter.close();
        await own.drop();
      },
    },
  });
  return {
    ...harness,
    async costOf(call) {
      const trips = await counter.record(call);
      return {
        roundTrips: trips.length,
        statements: trips.flatMap(({ statements }) => statements),
        poolLockedFor: poolLockedFor(trips.map(({ statements }) => statements)),
      };
    },
  };
}

/** Returns the longest run of round trips from a lock of the pool's row to the end of its transaction. */
function poolLockedFor(trips: readonly string[][]): number {
  let [longest, since] = [0, 0];
  for (const statements of trips) {
    const texts = statements.map((statement) => statement.trim().toLowerCase());
    if (since > 0 || texts.some((text) => tablesLockedBy(text).includes("supplies"))) since += 1;
    longest = Math.max(longest, since);
    if (texts.some((text) => text === "commit" || text === "rollback")) since = 0;
  }
  return longest;
}
