import { expect } from "vitest";
import type { OrderHarness } from "./order-harness";

/** Resolves once a transaction waits for a lock. */
export async function oneWaits(harness: OrderHarness): Promise<void> {
  const watch = harness.another(1);
  await expect
    .poll(
      async () => {
        const [row] = await watch.sql`
          SELECT count(*)::int AS n FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return row?.["n"];
      },
      { timeout: 30_000 },
    )
    .toBe(1);
}
