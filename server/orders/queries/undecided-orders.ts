import { sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { endedHold, type EndedHold, type EndedRow } from "./overdue-orders";

/**
 * Matches orders whose payment came without a proof and that nobody has decided for the number of days
 * that company `c` has set, by the database's clock. A day has 24 hours. An order of which a part was
 * received keeps its tokens: its member was asked for the rest.
 */
const undecided = sql`orders.status = 'PENDING' AND orders.proof_media_id IS NULL AND orders.hold_released_at IS NULL
  AND orders.received_paise IS NULL
  AND orders.submitted_at <= statement_timestamp() - make_interval(hours => 24 * c.release_after_days)`;

/** Lists companies with undecided orders. */
export async function listCompaniesUndecided(db: Executor, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ company_id: string }>(sql`
    SELECT DISTINCT orders.company_id FROM orders JOIN companies c ON c.id = orders.company_id
    WHERE ${undecided} LIMIT ${limit}`);
  return rows.map((row) => row.company_id);
}

/**
 * Releases the holds of a company's undecided orders, oldest first, and flags the orders; they stay
 * PENDING. One statement. The caller returns their tokens to the pool. Skips orders that another
 * transaction locks, such as a decision. Rows are locked by id (architecture.md §6).
 */
export async function releaseUndecided(
  tx: Executor,
  companyId: string,
  limit: number,
): Promise<EndedHold[]> {
  const { rows } = await tx.execute<EndedRow>(sql`
    WITH due AS (
      SELECT orders.id FROM orders JOIN companies c ON c.id = orders.company_id
      WHERE orders.company_id = ${companyId} AND ${undecided} ORDER BY orders.submitted_at, orders.id LIMIT ${limit}
    ), locked AS MATERIALIZED (
      SELECT orders.id, orders.held_quantity + orders.held_reward AS held FROM orders JOIN companies c ON c.id = orders.company_id
      WHERE orders.company_id = ${companyId} AND ${undecided} AND orders.id = ANY (ARRAY(SELECT id FROM due))
      ORDER BY orders.id FOR NO KEY UPDATE OF orders SKIP LOCKED
    )
    UPDATE orders SET held_quantity = 0, held_reward = 0, hold_released_at = statement_timestamp(),
      flags = flags || '["HOLD_RELEASED"]', expiry_notice_due = true, updated_at = now()
    FROM locked WHERE orders.company_id = ${companyId} AND orders.id = locked.id
    RETURNING orders.id, orders.order_number, locked.held`);
  return rows.map(endedHold);
}
