import type { Executor } from "@db/client";
import { amendOrder, type BuyerFacts } from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import { findPerson, type Recipient } from "@server/messages";
import { holdFree, lockPool, movePool } from "@server/ledger";
import { type Extras, extrasToHold, rewardFor } from "@server/ledger/rules/reward";
import { campaignRoom } from "@server/orders/queries/campaigns";
import { isFinallyWithdrawn } from "@server/orders/rules/reward-life";
import { formatQuantity } from "@server/platform/rules/money/format";
import type { CompanySite, RunningCampaign } from "@server/sites";
import { mayRefer } from "@server/sites/rules/campaign";
import { RunAgain, type CompanyContext } from "@server/access";
import { type Refusal, refuse } from "@server/platform/rules/refusals/refuse";
import { makeRoom } from "./release-overdue-holds";

/**
 * Holds an order's tokens, and its bonus and its referrer's reward as far as campaign and pool allow. The order's row already
 * states the held quantity. With too few tokens, the transaction is rolled back, overdue holds are
 * ended, and it runs again; if too few are free even then, it throws `refusalOf(free + released)`.
 * `released` are tokens of an ended order that return to the pool at the same time. Locks the
 * campaign's and the pool's row: call it last.
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
  const extras = await withinCaps(tx, order, {
    bonus: rewardFor(order.quantity, order.bonusBps ?? 0),
    reward: isFinallyWithdrawn(order) ? 0 : promisedReward(rewardBps, order, referrer),
  });
  const stated = { bonus: order.bonusTokens, reward: order.heldReward };
  const held = await holdTokens(tx, order, { ...extras, stated, rewardBps, released });
  if (held === null) {
    const least = order.quantity - released;
    throw new RunAgain(async (outside) => {
      const free = await makeRoom(outside, company, least + extras.bonus + extras.reward);
      if (free < least) throw refusalOf(free + released);
    });
  }
  // An order that states it already is unchanged.
  const isStated = held.heldReward === stated.reward && held.bonusTokens === undefined;
  return isStated ? order : { ...order, ...held };
}

/**
 * Returns what an order's campaign still gives of its bonus and reward, the bonus first. Locks the
 * campaign's row where it has a cap, so that concurrent orders count one another.
 */
export async function withinCaps(
  tx: Executor,
  order: Pick<Order, "companyId" | "id" | "campaignId" | "memberId" | "referrerId">,
  extras: Extras,
): Promise<Extras> {
  const room = await campaignRoom(tx, order);
  const { bonus, reward } = extrasToHold(extras, room.ofAll);
  return { bonus, reward: Math.min(reward, room.ofReferrer) };
}

/** Returns the rate of an order's reward, in basis points: that of its making, else the present one. */
export const rewardOf = (
  { rewardBps }: Pick<Order, "rewardBps">,
  { referralRewardBps }: Pick<CompanySite, "referralRewardBps">,
): number => rewardBps ?? referralRewardBps;

/** Returns the reward of an order's referrer at a rate, in tokens, supposing that the pool has enough. */
export function promisedReward(
  rewardBps: number,
  { quantity, referrerId }: Pick<Order, "quantity" | "referrerId">,
  referrer: Earner | null,
): number {
  const earns = referrer !== null && referrer.id === referrerId && mayEarn(referrer);
  return earns ? rewardFor(quantity, rewardBps) : 0;
}

/** Returns the running campaign if its terms apply to a new order with this referrer; else null. */
export function campaignFor(
  { campaign }: Pick<CompanySite, "campaign">,
  referrer: (Earner & Pick<BuyerFacts["referrer"] & {}, "isApproved" | "hasBought">) | null,
): RunningCampaign | null {
  if (!campaign || !referrer || !mayEarn(referrer)) return null;
  return mayRefer(campaign.whoRefers, referrer) ? campaign : null;
}

interface Wanted extends Partial<Extras> {
  /** Tokens that the order's row states already; none by default. */
  stated?: Extras;
  /** Rate of the reward, in basis points. */
  rewardBps: number;
  /** Held tokens that the transaction gives back at the same time. */
  released: number;
}

/**
 * Holds an order's tokens and as much of its bonus and reward as is left, and updates the order if that
 * is not what it states. Returns the columns; null, with nothing changed, if too few tokens are free.
 */
export async function holdTokens(
  tx: Executor,
  order: Pick<Order, "companyId" | "id" | "quantity" | "campaignId">,
  { bonus = 0, reward = 0, stated = { bonus: 0, reward: 0 }, rewardBps, released }: Wanted,
) {
  const { companyId, quantity, campaignId } = order;
  let held: Extras = { bonus, reward };
  if (!(await holdFree(tx, companyId, quantity + bonus + reward - released))) {
    const pool = await lockPool(tx, companyId);
    const left = pool.free + released - quantity;
    if (left < 0) return null;
    held = extrasToHold(held, left);
    await movePool(tx, pool, { held: quantity + held.bonus + held.reward - released });
  }
  const isBonusOther = held.bonus !== stated.bonus;
  const columns = {
    ...(isBonusOther && { bonusTokens: held.bonus, heldQuantity: quantity + held.bonus }),
    heldReward: held.reward,
    rewardBps: held.reward > 0 || campaignId !== null ? rewardBps : null,
  };
  if (isBonusOther || held.reward !== stated.reward) {
    await amendOrder(tx, order, columns);
  }
  return columns;
}

/**
 * Takes the released hold of an undecided order again (`releaseUndecidedHolds`), for its approval.
 * Refuses with HOLD_NOT_AVAILABLE.
 */
export async function retakeHold(ctx: CompanyContext, order: Order): Promise<Order> {
  // `takeHold` below locks the pool's row, so payment and order are written first (architecture.md §6).
  const change = {
    heldQuantity: order.quantity + order.bonusTokens,
    holdReleasedAt: null,
    rewardHeldBecause: order.rewardHeldBecause,
  };
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
