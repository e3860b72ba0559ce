import { and, asc, eq, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { allocations, companies, orders, supplies } from "../schema";

/** Every company, to have its books checked. */
export async function listLedgerCompanies(db: Executor) {
  return db
    .select({ id: companies.id, name: companies.name, tokenSymbol: companies.tokenSymbol })
    .from(companies)
    .orderBy(asc(companies.id));
}

/** What the pool says, and what its orders and allocations add up to. */
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
