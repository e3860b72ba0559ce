import { and, asc, eq, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { allocations, companies, orders, supplies } from "../schema";
import type { OrderStatus } from "../vocabulary";

/** Every company, for the ledger check. */
export async function listLedgerCompanies(db: Executor) {
  return db
    .select({ id: companies.id, name: companies.name, tokenSymbol: companies.tokenSymbol })
    .from(companies)
    .orderBy(asc(companies.id));
}

/** A company's supply, and the sum of its pools. */
export async function supplySums(db: Executor, companyId: string) {
  const [row] = await db
    .select({
      total: companies.totalSupply,
      pools: sql<number>`coalesce(sum(${supplies.total}), 0)`.mapWith(Number),
    })
    .from(companies)
    .leftJoin(supplies, eq(supplies.companyId, companies.id))
    .where(eq(companies.id, companyId))
    .groupBy(companies.id);
  return row ?? { total: 0, pools: 0 };
}

/** The pool's counts, and the sums of its orders and allocations. */
export async function ledgerSums(db: Executor, companyId: string) {
  const [pool] = await db
    .select({ held: supplies.held, allocated: supplies.allocated })
    .from(supplies)
    .where(and(eq(supplies.companyId, companyId), eq(supplies.pool, "REFERRAL")));
  const [holding] = await db
    .select({
      held: sql<number>`coalesce(sum(${orders.heldQuantity} + ${orders.heldReward}), 0)`.mapWith(
        Number,
      ),
    })
    .from(orders)
    .where(eq(orders.companyId, companyId));
  const [chain] = await db
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      allocated: sql<number>`coalesce(sum(${allocations.quantity}), 0)`.mapWith(Number),
    })
    .from(allocations)
    .where(eq(allocations.companyId, companyId));
  return {
    poolHeld: pool?.held ?? 0,
    poolAllocated: pool?.allocated ?? 0,
    held: holding?.held ?? 0,
    allocated: chain?.allocated ?? 0,
    count: chain?.count ?? 0,
  };
}

/** An order whose allocations do not match its status. */
export interface OddOrder {
  orderNumber: string;
  status: OrderStatus;
  /** Tokens that the order's status requires once for its buyer, and those in the chain. */
  owed: number;
  given: number;
}

/**
 * Orders whose allocations do not match their status: an approved order allocates its tokens once
 * to the buyer, a reward only to the referrer, and a reversal takes everything back.
 */
export async function listOddOrders(
  db: Executor,
  companyId: string,
  limit: number,
): Promise<OddOrder[]> {
  const { rows } = await db.execute<{
    orderNumber: string;
    status: OrderStatus;
    owed: string;
    given: string;
  }>(sql`
    SELECT * FROM (
      SELECT o.order_number AS "orderNumber", o.status, o.created_at, o.id,
        CASE WHEN o.status IN ('APPROVED', 'REVERSED') THEN o.quantity ELSE 0 END AS owed,
        coalesce(sum(a.quantity) FILTER (WHERE a.kind = 'PURCHASE' AND a.member_id = o.member_id), 0) AS given,
        coalesce(sum(a.quantity), 0) AS net,
        count(*) FILTER (WHERE a.kind = 'PURCHASE' AND a.member_id <> o.member_id
          OR a.kind = 'REFERRAL' AND a.member_id IS DISTINCT FROM o.referrer_id) AS strangers,
        count(*) FILTER (WHERE a.kind = 'REVERSAL') AS reversals
      FROM orders o
      LEFT JOIN allocations a ON a.company_id = o.company_id AND a.order_id = o.id
      WHERE o.company_id = ${companyId}
      GROUP BY o.company_id, o.id
    ) AS each
    WHERE owed <> given OR strangers > 0
      OR status = 'REVERSED' AND net <> 0 OR status <> 'REVERSED' AND reversals > 0
    ORDER BY created_at, id
    LIMIT ${limit}`);
  return rows.map(({ orderNumber, status, owed, given }) => ({
    orderNumber,
    status,
    owed: Number(owed),
    given: Number(given),
  }));
}
