import { sql } from "drizzle-orm";
import type { Executor } from "./client";
import { orders } from "./schema";

/** The database's clock, shared by all instances. */
export const clock = sql`clock_timestamp()`.mapWith(orders.createdAt);

/** The current time by the database's clock. */
export async function databaseNow(db: Executor): Promise<Date> {
  const [row] = await db.select({ now: clock }).from(sql`(SELECT 1) AS one`);
  if (!row) throw new Error("The database did not tell the time.");
  return row.now;
}
