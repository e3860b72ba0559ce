import { and, eq, gte, sql } from "drizzle-orm";
import type { Executor, Reader } from "../client";
import { supplies } from "../schema";
import type { SupplyPool } from "../vocabulary";

/** The pool for purchases and rewards (architecture.md §5). */
const PRIVATE: SupplyPool = "REFERRAL";

const free = sql<number>`${supplies.total} - ${supplies.held} - ${supplies.allocated}`.mapWith(
  Number,
);
const privatePool = (companyId: string) =>
  and(eq(supplies.companyId, companyId), eq(supplies.pool, PRIVATE));

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

/** A hold found too few free tokens. */
export class TokensShortError extends Error {
  override readonly name = "TokensShortError";
}

/** What an order takes from the private pool. */
interface Wanted {
  /** The referrer's reward; what the pool has left limits it. */
  reward: number;
  /** The rate of the reward, in basis points. */
  rewardBps: number;
  /** Held tokens that the transaction gives back at the same time. */
  released: number;
}

/**
 * Holds an order's tokens and as much of its reward as is left, and records the reward on the
 * order: one statement, which decides among concurrent buyers. Returns the held reward; throws
 * TokensShortError if too few tokens were free. The order already states its held quantity. The pool's row
 * stays locked until the transaction ends. The reward follows `rewardToHold`.
 */
export async function holdTokens(
  tx: Executor,
  { companyId, id, quantity }: { companyId: string; id: string; quantity: number },
  { reward, rewardBps, released }: Wanted,
): Promise<number> {
  // Every number of the row is the locked one: the CHECK is first evaluated on the statement's snapshot.
  const { rows } = await tx.execute<{ reward: string; taken: string; recorded: string }>(sql`
    WITH pool AS MATERIALIZED (
      SELECT total, allocated, held - ${released}::bigint AS rest FROM supplies
      WHERE company_id = ${companyId} AND pool = ${PRIVATE} FOR NO KEY UPDATE
    ), hold AS MATERIALIZED (
      SELECT *, greatest(0, least(${reward}::bigint, total - allocated - rest - ${quantity}::bigint)) AS reward
      FROM pool WHERE total - allocated - rest >= ${quantity}::bigint
    ), taken AS (
      UPDATE supplies SET total = hold.total, allocated = hold.allocated,
        held = hold.rest + ${quantity}::bigint + hold.reward
      FROM hold WHERE company_id = ${companyId} AND pool = ${PRIVATE} AND hold.rest >= 0
      RETURNING 1
    ), recorded AS (
      UPDATE orders SET held_reward = hold.reward, reward_bps = ${rewardBps}::int, updated_at = now()
      FROM hold WHERE company_id = ${companyId} AND id = ${id} AND hold.reward > 0
      RETURNING 1
    )
    SELECT reward, (SELECT count(*) FROM taken) AS taken, (SELECT count(*) FROM recorded) AS recorded
    FROM hold`);
  const [hold] = rows;
  if (!hold) throw new TokensShortError("The pool has too few free tokens.");
  const held = Number(hold.reward);
  if (Number(hold.taken) !== 1 || Number(hold.recorded) !== Number(held > 0)) {
    throw new Error("The pool or the order changed under its lock.");
  }
  return held;
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
export async function allocatedTokens(db: Reader, companyId: string): Promise<number> {
  const [row] = await db
    .select({ allocated: supplies.allocated })
    .from(supplies)
    .where(privatePool(companyId));
  return row?.allocated ?? 0;
}
