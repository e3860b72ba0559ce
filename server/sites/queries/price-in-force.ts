import { sql } from "drizzle-orm";

/**
 * A company's current price by the database's clock, in micro-rupees: the last price that has
 * started and was not cancelled, else the initial one. For a query over `companies`; qualified by
 * hand, since Drizzle omits the table name in a query of one table. Uses the statement's clock, not
 * the transaction's: a committed price that started during this transaction is in force.
 */
export const priceInForce = sql<number | null>`COALESCE((
  SELECT p.price_micro_rupees FROM prices p
   WHERE p.company_id = "companies"."id" AND p.cancelled_at IS NULL
     AND p.starts_at <= statement_timestamp()
   ORDER BY p.starts_at DESC, p.id DESC LIMIT 1
), "companies"."price_micro_rupees")`
  .mapWith((value: unknown) => (value === null ? null : Number(value)))
  .as("price_in_force");
