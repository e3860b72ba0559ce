import { sql } from "drizzle-orm";
import type { OrderHarness } from "./order-harness";

/**
 * Runs `work` without the constraint that a number counts once, for the controls of races: a
 * transaction that looks for a number before another one commits it then finds nothing.
 */
export async function withoutUniqueKeys<T>(
  { database: { db } }: OrderHarness,
  work: () => Promise<T>,
): Promise<T> {
  await db.execute(sql`DROP INDEX payment_keys_once`);
  try {
    return await work();
  } finally {
    await db.execute(sql`
      DELETE FROM payment_keys a USING payment_keys b
       WHERE a.company_id = b.company_id AND a.key = b.key AND a.counts AND b.counts
         AND a.payment_id > b.payment_id`);
    await db.execute(
      sql`CREATE UNIQUE INDEX payment_keys_once ON payment_keys (company_id, key) WHERE counts`,
    );
  }
}
