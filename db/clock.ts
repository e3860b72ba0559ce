import { sql } from "drizzle-orm";
import type { Executor } from "./client";
import { orders } from "./schema";

/** The database's clock, which all instances share. */
export const clock = sql`clock_timestamp()`.mapWith(orders.createdAt);

/** Reads the current time of the database's clock. */
export async function databaseNow(db: Executor): Promise<Date> {
  const [row] = await db.select({ now: clock }).from(sql`(SELECT 1) AS one`);
  if (!row) throw new Error("The database did not tell the time.");
  return row.now;
}
