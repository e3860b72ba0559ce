import type { Executor } from "@db/client";
import { amendOrder } from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import { findPerson, type Recipient } from "@server/messages";
import { holdFree, lockPool, movePool } from "@server/ledger";
import { rewardFor, rewardToHold } from "@server/ledger/rules/reward";
import { isFinallyWithdrawn } from "@server/orders/rules/reward-life";
import { formatQuantity } from "@server/platform/rules/money/format";
import type { CompanySite } from "@server/sites";
import { RunAgain, type CompanyContext } from "@server/access";
import { type Refusal, refuse } from "@server/platform/rules/refusals/refuse";
import { makeRoom } from "./release-overdue-holds";

/**
 * Holds an order's tokens, and its referrer's reward as far as the pool allows. The order's row already
 * states the held quantity. With too few tokens, the transaction is rolled back, overdue holds are
 * ended, and it runs again; if too few are free even then, it throws `refusalOf(free + released)`.
 * `released` are tokens of an ended order that return to the pool at the same time. Locks the pool's
 * row: call it last.
 */
export async function takeHold(
  { db: tx, company }: CompanyContext,
  order: Order,
  {
    referrer,
    released = 0,
    refusalOf,
  }: {
    referrer: Earner | null;
    released?: number;
    refusalOf: (free: number) => Refusal;
  },
): Promise<Order> {
  const rewardBps = rewardOf(order, company);
  const reward = isFinallyWithdrawn(order)
    ? 0
    : promisedReward({ referralRewardBps: rewardBps }, order, referrer);
  const wanted = { reward, stated: order.heldReward, rewardBps, released };
  const heldReward = await holdTokens(tx, order, wanted);
  if (heldReward === null) {
    const least = order.quantity - released;
    throw new RunAgain(async (outside) => {
      const free = await makeRoom(outside, company, least + reward);
      if (free < least) throw refusalOf(free + released);
    });
  }
  return { ...order, heldReward, rewardBps: heldReward > 0 ? rewardBps : order.rewardBps };
}

/** Returns the rate of an order's reward, in basis points: that of its making, else the present one. */
export const rewardOf = (
  { rewardBps }: Pick<Order, "rewardBps">,
  { referralRewardBps }: Pick<CompanySite, "referralRewardBps">,
): number => rewardBps ?? referralRewardBps;

/** Returns the reward of an order's referrer, in tokens, supposing that the pool has enough. */
export function promisedReward(
  { referralRewardBps }: Pick<CompanySite, "referralRewardBps">,
  { quantity, referrerId }: Pick<Order, "quantity" | "referrerId">,
  referrer: Earner | null,
): number {
  const earns = referrer !== null && referrer.id === referrerId && mayEarn(referrer);
  return earns ? rewardFor(quantity, referralRewardBps) : 0;
}

interface Wanted {
  /** Tokens of the referrer's reward, before the limit of what the pool has left. */
  reward: number;
  /** Tokens of reward that the order's row states already; 0 by default. */
  stated?: number;
  /** Rate of the reward, in basis points. */
  rewardBps: number;
  /** Held tokens that the transaction gives back at the same time. */
  released: number;
}

/**
 * Holds an order's tokens and as much of its reward as is left, and updates the order if that is not
 * its stated reward. Returns the held reward; null, with nothing changed, if too few tokens are free.
 */
export async function holdTokens(
  tx: Executor,
  order: Pick<Order, "companyId" | "id" | "quantity">,
  { reward, stated = 0, rewardBps, released }: Wanted,
): Promise<number | null> {
  const { companyId, quantity } = order;
  let heldReward = reward;
  if (!(await holdFree(tx, companyId, quantity + reward - released))) {
    const pool = await lockPool(tx, companyId);
    const left = pool.free + released - quantity;
    if (left < 0) return null;
    heldReward = rewardToHold(reward, left);
    await movePool(tx, pool, { held: quantity + heldReward - released });
  }
  if (heldReward !== stated) {
    await amendOrder(tx, order, { heldReward, rewardBps: heldReward > 0 ? rewardBps : null });
  }
  return heldReward;
}

/**
 * Takes the released hold of an undecided order again (`releaseUndecidedHolds`), for its approval.
 * Refuses with HOLD_NOT_AVAILABLE.
 */
export async function retakeHold(ctx: CompanyContext, order: Order): Promise<Order> {
  // `takeHold` below locks the pool's row, so payment and order are written first (architecture.md §6).
  const change = { heldQuantity: order.quantity, holdReleasedAt: null };
  const holding = await amendOrder(ctx.db, order, change);
  const refusalOf = (remaining: number) =>
    refuse("HOLD_NOT_AVAILABLE", {
      remaining: formatQuantity(remaining),
      quantity: formatQuantity(order.quantity),
    });
  const { id: companyId } = ctx.company;
  const referrer = order.referrerId && (await findPerson(ctx.db, companyId, order.referrerId));
  return takeHold(ctx, holding, { referrer: referrer || null, refusalOf });
}

type Earner = Pick<Recipient, "id" | "role" | "status" | "deletedAt">;

/**
 * Tells whether a referrer earns rewards. A blocked or deleted one does not (architecture.md §5), nor
 * one who became an admin: no one decides on their own tokens.
 */
export const mayEarn = (referrer: Omit<Earner, "id">): boolean =>
  referrer.role === "USER" && referrer.status !== "BLOCKED" && referrer.deletedAt === null;
