import { sql } from "drizzle-orm";
import type { Executor } from "../client";
import { newId } from "../ids";

/**
 * Orders whose payment came without a proof and that nobody has decided for the number of days
 * that company `c` has set, by the database's clock. A day has 24 hours. An order of which a part was
 * received keeps its tokens: its member was asked for the rest.
 */
const undecided = sql`orders.status = 'PENDING' AND orders.proof_media_id IS NULL AND orders.hold_released_at IS NULL
  AND orders.received_paise IS NULL
  AND orders.submitted_at <= statement_timestamp() - make_interval(hours => 24 * c.release_after_days)`;

/** Companies with such orders. */
export async function listCompaniesUndecided(db: Executor, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ company_id: string }>(sql`
    SELECT DISTINCT orders.company_id FROM orders JOIN companies c ON c.id = orders.company_id
    WHERE ${undecided} LIMIT ${limit}`);
  return rows.map((row) => row.company_id);
}

/** An order that has just given its tokens back. */
interface ReleasedOrder {
  id: string;
  orderNumber: string;
  /** The tokens that it held, with those of the reward. */
  held: number;
}

/**
 * Ends the holds of a company's undecided orders, oldest first, and flags them; they stay PENDING. One
 * statement. Their tokens are still to be returned to the pool. Leaves orders that another transaction
 * keeps locked, such as a decision. Rows are locked by id (architecture.md §6).
 */
export async function releaseUndecided(
  tx: Executor,
  companyId: string,
  limit: number,
): Promise<ReleasedOrder[]> {
  const { rows } = await tx.execute<{ id: string; order_number: string; held: string }>(sql`
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
  return rows.map(({ id, order_number: orderNumber, held }) => ({
    id,
    orderNumber,
    held: Number(held),
  }));
}

/** Adds the audit entries of released orders, in one statement. */
export async function auditReleased(
  tx: Executor,
  companyId: string,
  released: readonly ReleasedOrder[],
): Promise<void> {
  const list = (values: (string | number)[]) => sql.param(values);
  await tx.execute(sql`
    INSERT INTO audit_entries (company_id, id, actor_role, action, subject_type, subject_id, before, after)
    SELECT ${companyId}, entry, 'SYSTEM', 'order.hold-released', 'order', order_id, NULL,
      jsonb_build_object('orderNumber', order_number, 'releasedTokens', held)
    FROM unnest(
      ${list(released.map(() => newId()))}::uuid[],
      ${list(released.map(({ id }) => id))}::text[],
      ${list(released.map(({ orderNumber }) => orderNumber))}::text[],
      ${list(released.map(({ held }) => held))}::bigint[]
    ) AS released (entry, order_id, order_number, held)`);
}
