import { and, eq, gte, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { supplies } from "../schema";
import type { SupplyPool } from "../vocabulary";

/** The pool for purchases and rewards (architecture.md §5). */
const PRIVATE: SupplyPool = "REFERRAL";

const free = sql<number>`${supplies.total} - ${supplies.held} - ${supplies.allocated}`.mapWith(
  Number,
);
const privatePool = (companyId: string) =>
  and(eq(supplies.companyId, companyId), eq(supplies.pool, PRIVATE));

/** The pools of a company with their counts. */
export async function listPools(db: Executor, companyId: string) {
  return db
    .select({
      pool: supplies.pool,
      total: supplies.total,
      held: supplies.held,
      allocated: supplies.allocated,
    })
    .from(supplies)
    .where(eq(supplies.companyId, companyId));
}

/** Tokens of the private pool that are neither held nor allocated; 0 without a pool. */
export async function remainingPrivateSupply(db: Executor, companyId: string): Promise<number> {
  const [row] = await db.select({ free }).from(supplies).where(privatePool(companyId));
  return row?.free ?? 0;
}

/** The size of the private pool, in tokens; 0 without a pool. */
export async function privateSupply(db: Executor, companyId: string): Promise<number> {
  const [row] = await db
    .select({ total: supplies.total })
    .from(supplies)
    .where(privatePool(companyId));
  return row?.total ?? 0;
}

/** The free tokens, and locks the pool until the transaction ends, so that no other takes them. */
export async function lockRemaining(tx: Executor, companyId: string): Promise<number> {
  const [row] = await tx
    .select({ free })
    .from(supplies)
    .where(privatePool(companyId))
    .for("no key update");
  return row?.free ?? 0;
}

/** The free tokens, and those that overdue holds keep; both as of one moment. */
export async function obtainablePrivateSupply(
  db: Executor,
  companyId: string,
): Promise<{ free: number; overdue: number }> {
  const [row] = await db
    .select({
      free,
      overdue: sql<number>`(SELECT coalesce(sum(held_quantity + held_reward), 0) FROM orders
        WHERE company_id = ${companyId} AND status = 'OPEN'
          AND hold_ends_at <= statement_timestamp())`.mapWith(Number),
    })
    .from(supplies)
    .where(privatePool(companyId));
  return row ?? { free: 0, overdue: 0 };
}

/**
 * Holds tokens of the private pool, if enough remain: one conditional UPDATE decides among
 * concurrent buyers. Returns the remaining supply, or null if there were too few. The row stays
 * locked until the transaction ends.
 */
export async function holdTokens(
  tx: Executor,
  companyId: string,
  quantity: number,
): Promise<number | null> {
  const [row] = await tx
    .update(supplies)
    .set({ held: sql`${supplies.held} + ${quantity}::bigint` })
    .where(and(privatePool(companyId), sql`${free} >= ${quantity}::bigint`))
    .returning({ free });
  return row?.free ?? null;
}

/** Returns held tokens to the pool. */
export async function releaseTokens(
  tx: Executor,
  companyId: string,
  quantity: number,
): Promise<void> {
  if (quantity === 0) return;
  const changed = await tx
    .update(supplies)
    .set({ held: sql`${supplies.held} - ${quantity}::bigint` })
    .where(and(privatePool(companyId), gte(supplies.held, quantity)))
    .returning({ companyId: supplies.companyId });
  if (changed.length !== 1) throw new Error("More tokens were to be released than are held.");
}

/** Tokens allocated to a company's members; equals the sum of its chain. */
export async function allocatedTokens(db: Executor, companyId: string): Promise<number> {
  const [row] = await db
    .select({ allocated: supplies.allocated })
    .from(supplies)
    .where(privatePool(companyId));
  return row?.allocated ?? 0;
}
