import { HOLD_KEPT_SECONDS } from "@server/platform/rules/hold-times";
import { and, asc, eq, gt, gte, inArray, type SQL, sql } from "drizzle-orm";
import { type Executor, type Reader, runText } from "@db/client";
import { type Order, orders, supplies } from "@db/schema";
import { clock } from "@db/clock";
import { writeTogether } from "@db/write-together";
import { takenOf } from "@server/ledger/rules/reward";
import { insertAudit } from "@server/platform";
import { free, privatePool } from "@server/sites";

/**
 * Moves free tokens of the private pool to its held ones (a negative number moves them back), and locks
 * its row. Returns false and changes nothing if fewer are free.
 */
export async function holdFree(tx: Executor, companyId: string, tokens: number): Promise<boolean> {
  const held = sql`${supplies.held} + ${tokens}::bigint`;
  const moved = await tx
    .update(supplies)
    .set({ held })
    .where(and(privatePool(companyId), gte(free, tokens), gte(held, 0)))
    .returning({ companyId: supplies.companyId })
    .prepare("hold_free")
    .execute();
  return moved.length === 1;
}

/** The last allocation of a company's chain. */
export interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

/** Tokens of the private pool, read under its lock. */
export interface LockedPool {
  readonly companyId: string;
  readonly total: number;
  readonly held: number;
  readonly allocated: number;
  /** Tokens that are neither held nor allocated. */
  readonly free: number;
  /** The end of the company's chain; null before the first allocation. */
  readonly head: ChainHead | null;
  /** The time of the lock, so that the times of allocations grow along the chain. */
  readonly lockedAt: Date;
}

/**
 * Locks the private pool until the transaction ends. Every buyer and decision of the company waits for
 * this row: lock it last, and send at most two more statements, COMMIT included.
 */
export async function lockPool(tx: Executor, companyId: string): Promise<LockedPool> {
  const [row] = await tx
    .select({
      total: supplies.total,
      held: supplies.held,
      allocated: supplies.allocated,
      chainSequence: supplies.chainSequence,
      chainHash: supplies.chainHash,
      lockedAt: clock,
    })
    .from(supplies)
    .where(privatePool(companyId))
    .for("no key update")
    .prepare("lock_pool")
    .execute();
  if (!row) throw new Error("The company has no pool.");
  const { total, held, allocated, chainSequence: sequence, chainHash: hash, lockedAt } = row;
  const head = hash === null ? null : { sequence, hash };
  return { companyId, total, held, allocated, free: total - held - allocated, head, lockedAt };
}

/** Tokens that a locked pool gets more; negative numbers subtract. */
export interface PoolChange {
  held: number;
  allocated?: number;
}

/** Changes a locked pool. Throws if it has too few tokens, or has changed since it was read. */
export async function movePool(tx: Executor, pool: LockedPool, change: PoolChange): Promise<void> {
  await moveWith(tx, pool, change, []);
}

/**
 * Changes a locked pool as `movePool` does, with the rows that one statement writes beside it: the
 * allocations of which `head` is the last.
 */
export async function moveWith(
  tx: Executor,
  pool: LockedPool,
  change: PoolChange & { head?: ChainHead },
  beside: readonly SQL[],
): Promise<void> {
  const held = pool.held + change.held;
  const allocated = pool.allocated + (change.allocated ?? 0);
  if (held < 0 || allocated < 0 || held + allocated > pool.total) {
    throw new Error("The pool has too few tokens.");
  }
  const head = change.head ?? pool.head;
  const move = tx
    .update(supplies)
    .set({ held, allocated, chainSequence: head?.sequence ?? 0, chainHash: head?.hash ?? null })
    .where(
      and(
        privatePool(pool.companyId),
        eq(supplies.held, pool.held),
        eq(supplies.allocated, pool.allocated),
        eq(supplies.chainSequence, pool.head?.sequence ?? 0),
      ),
    );
  const counts = await writeTogether(tx, [...beside, move.getSQL()]);
  if (counts.at(-1) !== 1) throw new Error("The pool changed under its lock.");
}

/** Returns the free tokens and those that overdue holds keep, as of one moment. */
export async function obtainablePrivateSupply(
  db: Executor,
  companyId: string,
): Promise<{ free: number; overdue: number }> {
  const [row] = await db
    .select({
      free,
      overdue: sql<number>`(SELECT coalesce(sum(held_quantity + held_reward), 0) FROM orders
        WHERE company_id = ${companyId} AND status = 'OPEN'
          AND hold_ends_at <= statement_timestamp() - make_interval(secs => ${HOLD_KEPT_SECONDS}))`.mapWith(
        Number,
      ),
    })
    .from(supplies)
    .where(privatePool(companyId));
  return row ?? { free: 0, overdue: 0 };
}

/** The columns of an order whose reward nobody withdrew. */
export const withoutReward = {
  rewardState: null,
  rewardTokens: null,
  rewardReason: null,
  rewardNote: null,
  rewardDecidedAt: null,
  rewardDecidedBy: null,
} as const;

/** Withdraws a referrer's rewards that are held, promised or on hold, and returns them. */
async function withdrawHeldRewards(tx: Executor, companyId: string, referrerId: string) {
  const waiting = await tx
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      heldReward: orders.heldReward,
      campaignId: orders.campaignId,
    })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        inArray(orders.status, ["OPEN", "PENDING", "APPROVED"]),
        eq(orders.referrerId, referrerId),
        gt(orders.heldReward, 0),
      ),
    )
    .orderBy(asc(orders.id))
    .for("no key update");
  if (waiting.length === 0) return [];
  await tx
    .update(orders)
    .set({
      rewardState: "WITHDRAWN",
      rewardTokens: sql`${orders.heldReward}`,
      heldReward: 0,
      rewardReason: "REFERRER_ENDED",
      rewardDecidedAt: clock,
    })
    .where(
      and(
        eq(orders.companyId, companyId),
        inArray(
          orders.id,
          waiting.map(({ id }) => id),
        ),
      ),
    );
  await insertAudit(
    tx,
    ...waiting.map(({ id, orderNumber, heldReward: reward }) => ({
      companyId,
      actorRole: "SYSTEM" as const,
      action: "reward.withdrawn",
      subjectType: "order",
      subjectId: id,
      after: { orderNumber, reward, because: "REFERRER_ENDED" },
    })),
  );
  return waiting.map(rewardHeldBy);
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

/**
 * Takes tokens of a campaign's budget, as many as are left of it; negative ones go back. Returns their
 * number. Locks the campaign's row: call it just before the pool's row is locked.
 */
export async function takeFromBudget(
  tx: Executor,
  { companyId, campaignId }: Pick<Order, "companyId" | "campaignId">,
  tokens: number,
): Promise<number> {
  const [row] = await runText<{ given: string }>(
    tx,
    `WITH locked AS (
       SELECT least($3, coalesce(cap_total - taken, $3)) AS given FROM campaigns
        WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE)
     UPDATE campaigns SET taken = taken + locked.given FROM locked
      WHERE company_id = $1 AND id = $2 RETURNING locked.given`,
    [companyId, campaignId, tokens],
  );
  if (!row) throw new Error("An order's campaign is not there.");
  return Number(row.given);
}

/** Changes what an order has of its campaign's budget, if it does. */
export async function moveBudget(
  tx: Executor,
  order: Pick<Order, "companyId" | "campaignId">,
  tokens: number,
): Promise<void> {
  if (order.campaignId !== null && tokens !== 0) await takeFromBudget(tx, order, tokens);
}

/** Tokens that an order, or its reward, no longer holds. */
export interface Released {
  tokens: number;
  campaignId: string | null;
  /** Those of them that it took of its campaign's budget. */
  taken: number;
}

/** Returns what an order gives back that holds nothing from now on. */
export const heldBy = (order: Order): Released => ({
  tokens: order.heldQuantity + order.heldReward,
  campaignId: order.campaignId,
  taken: takenOf(order),
});

/** Returns the reward that an order gives back that it holds. */
export const rewardHeldBy = ({
  heldReward,
  campaignId,
}: Pick<Order, "heldReward" | "campaignId">): Released => ({
  tokens: heldReward,
  campaignId,
  taken: heldReward,
});

/** Returns tokens to their campaigns' budgets and to the pool. Locks the rows of both: call it last. */
export async function giveBack(
  tx: Executor,
  companyId: string,
  released: readonly Released[],
): Promise<void> {
  const ofCampaigns = released.filter(({ campaignId, taken }) => campaignId !== null && taken > 0);
  if (ofCampaigns.length > 0) {
    await runText(
      tx,
      `WITH given AS (
         SELECT id, sum(taken) AS tokens FROM unnest($2::uuid[], $3::bigint[]) AS g (id, taken) GROUP BY id
       ), locked AS (
         SELECT c.id, g.tokens FROM campaigns c JOIN given g ON g.id = c.id
          WHERE c.company_id = $1 ORDER BY c.starts_at FOR NO KEY UPDATE OF c)
       UPDATE campaigns c SET taken = c.taken - locked.tokens FROM locked WHERE c.company_id = $1 AND c.id = locked.id`,
      [
        companyId,
        ofCampaigns.map(({ campaignId }) => campaignId),
        ofCampaigns.map(({ taken }) => taken),
      ],
    );
  }
  const tokens = released.reduce((sum, one) => sum + one.tokens, 0);
  await releaseTokens(tx, companyId, tokens);
}

/** Returns the tokens allocated to a company's members; equals the sum of its chain. */
export async function allocatedTokens(db: Reader, companyId: string): Promise<number> {
  const [row] = await db
    .select({ allocated: supplies.allocated })
    .from(supplies)
    .where(privatePool(companyId));
  return row?.allocated ?? 0;
}

/**
 * Withdraws the rewards that wait for a referrer who is blocked or deleted, or becomes an admin, in the same
 * transaction. Returns the number of tokens released.
 */
export async function releaseRewardsOf(
  tx: Executor,
  companyId: string,
  memberId: string,
): Promise<number> {
  const withdrawn = await withdrawHeldRewards(tx, companyId, memberId);
  await giveBack(tx, companyId, withdrawn);
  return withdrawn.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Ends the wait of a referrer's rewards for verification. Their days, and a risk, go on. */
export async function endWaitForVerification(
  tx: Executor,
  companyId: string,
  referrerId: string,
): Promise<void> {
  await tx.execute(sql`
    UPDATE orders SET reward_held_because = reward_held_because - 'UNVERIFIED', updated_at = now()
     WHERE company_id = ${companyId} AND id IN (
       SELECT id FROM orders WHERE company_id = ${companyId} AND referrer_id = ${referrerId} AND held_reward > 0
          AND reward_state = 'ON_HOLD' AND reward_held_because @> '["UNVERIFIED"]' ORDER BY id FOR NO KEY UPDATE)`);
}

/**
 * Lets the rewards of a referrer above `above` tokens that still wait also wait for the verification, as
 * an undone one did not happen.
 */
export async function waitForVerificationAgain(
  tx: Executor,
  companyId: string,
  referrerId: string,
  above: number,
): Promise<void> {
  await tx.execute(sql`
    UPDATE orders SET reward_held_because = reward_held_because || '["UNVERIFIED"]', updated_at = now()
     WHERE company_id = ${companyId} AND id IN (
       SELECT id FROM orders WHERE company_id = ${companyId} AND referrer_id = ${referrerId} AND held_reward > ${above}
          AND reward_state = 'ON_HOLD' AND NOT reward_held_because @> '["UNVERIFIED"]' ORDER BY id FOR NO KEY UPDATE)`);
}
