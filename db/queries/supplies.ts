import { and, eq, gte, type Placeholder, sql } from "drizzle-orm";
import { DEMANDS, errorCode, type Executor, type Reader } from "../client";
import { named, prepared, preparedSql } from "../prepared";
import { supplies } from "../schema";
import type { SupplyPool } from "../vocabulary";

/** The pool for purchases and rewards (architecture.md §5). */
const PRIVATE: SupplyPool = "REFERRAL";

const free = sql<number>`${supplies.total} - ${supplies.held} - ${supplies.allocated}`.mapWith(
  Number,
);
const privatePool = (companyId: string | Placeholder) =>
  and(eq(supplies.companyId, companyId), eq(supplies.pool, PRIVATE));

/** Tokens of the private pool that are neither held nor allocated; 0 without a pool. */
export async function remainingPrivateSupply(db: Executor, companyId: string): Promise<number> {
  const [row] = await freeOf(db, { companyId });
  return row?.free ?? 0;
}

const freeOf = prepared((db) =>
  db
    .select({ free })
    .from(supplies)
    .where(privatePool(named("companyId"))),
);

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
 * order: one statement, which decides among concurrent buyers. Returns the held reward; fails if too
 * few tokens were free (`lacksTokens`). The order already states its held quantity. The pool's row
 * stays locked until the transaction ends. The reward follows `rewardToHold`.
 */
export async function holdTokens(
  tx: Executor,
  { companyId, id, quantity }: { companyId: string; id: string; quantity: number },
  { reward, rewardBps, released }: Wanted,
): Promise<number> {
  const values = { companyId, id, quantity, reward, rewardBps, released };
  const { rows } = await holding(tx, values);
  return Number(rows[0]?.reward);
}

/** Whether a hold found too few free tokens. */
export const lacksTokens = (error: unknown): boolean => errorCode(error) === DEMANDS.tokens;

// Every number of the row is the locked one: the CHECK is first evaluated on the statement's snapshot.
const holding = preparedSql<{ reward: string }>(
  () => sql`
    WITH pool AS MATERIALIZED (
      SELECT total, allocated, held - ${named("released")}::bigint AS rest FROM supplies
      WHERE company_id = ${named("companyId")} AND pool = ${PRIVATE} FOR NO KEY UPDATE
    ), hold AS MATERIALIZED (
      SELECT *, greatest(0, least(${named("reward")}::bigint, total - allocated - rest - ${named("quantity")}::bigint)) AS reward
      FROM pool WHERE total - allocated - rest >= ${named("quantity")}::bigint
    ), taken AS (
      UPDATE supplies SET total = hold.total, allocated = hold.allocated,
        held = hold.rest + ${named("quantity")}::bigint + hold.reward
      FROM hold WHERE company_id = ${named("companyId")} AND pool = ${PRIVATE} AND hold.rest >= 0
      RETURNING 1
    ), recorded AS (
      UPDATE orders SET held_reward = hold.reward, reward_bps = ${named("rewardBps")}::int, updated_at = now()
      FROM hold WHERE company_id = ${named("companyId")} AND id = ${named("id")} AND hold.reward > 0
      RETURNING 1
    )
    SELECT demand(count(*) = 1, ${sql.raw(`'${DEMANDS.tokens}'`)}, 'The pool has too few free tokens.'),
      demand((SELECT count(*) FROM taken) = 1 AND (SELECT count(*) FROM recorded) = (sum(reward) > 0)::int,
        ${sql.raw(`'${DEMANDS.rows}'`)}, 'The pool or the order changed under its lock.'),
      sum(reward) AS reward
    FROM hold`,
);

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
  const [row] = await allocatedOf(db, { companyId });
  return row?.allocated ?? 0;
}

const allocatedOf = prepared((db) =>
  db
    .select({ allocated: supplies.allocated })
    .from(supplies)
    .where(privatePool(named("companyId"))),
);
