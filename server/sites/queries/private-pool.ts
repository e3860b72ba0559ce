import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { supplies } from "@db/schema";
import type { SupplyPool } from "@db/vocabulary";

/** The pool for purchases and rewards (architecture.md §5). */
const PRIVATE: SupplyPool = "REFERRAL";

export const free =
  sql<number>`${supplies.total} - ${supplies.held} - ${supplies.allocated}`.mapWith(Number);
export const privatePool = (companyId: string) =>
  and(eq(supplies.companyId, companyId), eq(supplies.pool, PRIVATE));

/** Reads the tokens of the private pool that are neither held nor allocated; 0 without a pool. */
export async function remainingPrivateSupply(db: Executor, companyId: string): Promise<number> {
  const [row] = await db.select({ free }).from(supplies).where(privatePool(companyId));
  return row?.free ?? 0;
}
