import { rowOf } from "@db/row-of";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { companies, orders, users } from "@db/schema";
import type { Order } from "@db/schema";
import type { Released } from "@server/ledger";
import { HOLD_KEPT_SECONDS } from "@server/platform/rules/hold-times";

/** Matches OPEN orders whose hold has ended, and is kept no longer. */
const overdue = sql`status = 'OPEN' AND hold_ends_at <= statement_timestamp() - make_interval(secs => ${HOLD_KEPT_SECONDS})`;

/** Lists companies with such orders. */
export async function listCompaniesOverdue(db: Executor, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ companyId: orders.companyId })
    .from(orders)
    .where(overdue)
    .limit(limit);
  return rows.map((row) => row.companyId);
}

export interface EndedHold extends Released {
  id: string;
  orderNumber: string;
}

interface EndedRow extends Record<string, unknown> {
  id: string;
  order_number: string;
  held: string;
  quantity: string;
  campaign_id: string | null;
}

const endedHold = (row: EndedRow): EndedHold => ({
  id: row.id,
  orderNumber: row.order_number,
  tokens: Number(row.held),
  campaignId: row.campaign_id,
  taken: Number(row.held) - Number(row.quantity),
});

export interface Overdue {
  /** Ends just as many of the oldest holds as free this many tokens; null ends all, up to `limit`. */
  tokens: number | null;
  limit: number;
  /** True to skip holds that other transactions lock, such as a payment, instead of waiting. */
  skipsLocked: boolean;
}

/**
 * Ends a company's overdue holds, oldest first, in one statement. The caller releases their tokens and
 * adds their audit entries. A hold that another transaction is ending is waited for and not returned;
 * its tokens are then in the pool. Rows are locked by id (architecture.md §6).
 */
export async function expireOverdue(
  tx: Executor,
  companyId: string,
  { tokens, limit, skipsLocked }: Overdue,
): Promise<EndedHold[]> {
  const { rows } = await tx.execute<EndedRow>(sql`
    WITH oldest AS (
      SELECT id, sum(held_quantity + held_reward) OVER (ORDER BY hold_ends_at, id) - held_quantity - held_reward AS before
      FROM orders WHERE company_id = ${companyId} AND ${overdue} ORDER BY hold_ends_at, id LIMIT ${limit}
    ), locked AS MATERIALIZED (
      SELECT id, held_quantity + held_reward AS held FROM orders
      WHERE company_id = ${companyId} AND ${overdue} AND id = ANY (ARRAY(SELECT id FROM oldest WHERE ${tokens === null} OR before < ${tokens ?? 0}::bigint))
      ORDER BY id FOR NO KEY UPDATE OF orders ${skipsLocked ? sql`SKIP LOCKED` : sql``}
    )
    UPDATE orders SET status = 'EXPIRED', held_quantity = 0, held_reward = 0, expiry_notice_due = true, updated_at = now()
    FROM locked WHERE orders.company_id = ${companyId} AND orders.id = locked.id
    RETURNING orders.id, orders.order_number, orders.quantity, orders.campaign_id, locked.held`);
  return rows.map(endedHold);
}

/**
 * Matches orders whose payment came without a proof and that nobody has decided for the number of days
 * that company `c` has set, by the database's clock. A day has 24 hours. An order of which a part was
 * received keeps its tokens: its member was asked for the rest.
 */
const undecided = sql`orders.status = 'PENDING' AND orders.proof_media_id IS NULL AND orders.hold_released_at IS NULL
  AND orders.received_paise IS NULL
  AND orders.submitted_at <= statement_timestamp() - make_interval(hours => 24 * c.release_after_days)`;

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
    RETURNING orders.id, orders.order_number, orders.quantity, orders.campaign_id, locked.held`);
  return rows.map(endedHold);
}

/**
 * Locks expired orders, and undecided ones whose hold was released, whose members are still to be
 * notified, with the members. Skips orders that are locked already. `releasedAfterDays` is null for an
 * expired order.
 */
export async function lockExpiryNotices(tx: Executor, limit: number) {
  return tx
    .select({
      companyId: orders.companyId,
      id: orders.id,
      orderNumber: orders.orderNumber,
      releasedAfterDays: sql<
        number | null
      >`CASE WHEN ${orders.status} = 'PENDING' THEN ${companies.releaseAfterDays} END`,
      member: {
        id: users.id,
        email: users.email,
        language: users.language,
        deletedAt: users.deletedAt,
      },
    })
    .from(orders)
    .innerJoin(users, rowOf(users, orders.companyId, orders.memberId))
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .where(and(eq(orders.expiryNoticeDue, true), inArray(orders.status, ["EXPIRED", "PENDING"])))
    .orderBy(asc(orders.companyId), asc(orders.id))
    .limit(limit)
    .for("no key update", { of: orders, skipLocked: true });
}

/** Records that the members of these orders were notified. */
export async function endExpiryNotices(
  tx: Executor,
  notified: readonly Pick<Order, "companyId" | "id">[],
): Promise<void> {
  await tx.execute(sql`
    UPDATE orders SET expiry_notice_due = false
    WHERE (company_id, id) IN (SELECT * FROM unnest(
      ${sql.param(notified.map(({ companyId }) => companyId))}::uuid[],
      ${sql.param(notified.map(({ id }) => id))}::uuid[]))`);
}
