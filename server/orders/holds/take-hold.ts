import { contactOf } from "@server/sites/rules/contact";
import type { Executor } from "@db/client";
import { amendOrder, type BuyerFacts } from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import { findPerson, type Recipient } from "@server/messages";
import { unverifiedHoldTokens } from "@server/companies/rules/allowance";
import { holdFree, lockPool, moveBudget, movePool, takeFromBudget } from "@server/ledger";
import { type Extras, extrasToHold, rewardFor, takenOf } from "@server/ledger/rules/reward";
import { type OwnBudget, ownBudget } from "@server/orders/queries/campaigns";
import { isFinallyWithdrawn, mayEarn } from "@server/orders/rules/reward-life";
import { formatQuantity } from "@server/platform/rules/money/format";
import type { CompanySite, RunningCampaign } from "@server/sites";
import { mayRefer } from "@server/sites/rules/campaign";
import { RunAgain, type CompanyContext } from "@server/access";
import { type Refusal, refuse } from "@server/platform/rules/refusals/refuse";
import { assertWithinPerson, type PersonCount } from "./person-limit";
import { makeRoom } from "./release-overdue-holds";

/**
 * Holds an order's tokens, and its bonus and its referrer's reward as far as campaign and pool allow.
 * The order's row already states the held quantity. With too few tokens, the transaction is rolled back, overdue holds are
 * ended, and it runs again; if too few are free even then, it throws `refusalOf(free + released)`,
 * where `released` are the tokens of the ended order that this one replaces, which return at the same
 * time. Refuses as `assertWithinPerson` does. Locks the campaign's and the pool's row: call it last.
 */
export async function takeHoldOrRunAgain(
  ctx: CompanyContext,
  order: Order,
  {
    referrer,
    person,
    replaced = null,
    refusalOf,
  }: {
    referrer: Earner | null;
    person: PersonCount;
    /** As it was before its end. */
    replaced?: Order | null;
    refusalOf: (free: number) => Refusal;
  },
): Promise<Order> {
  const { db: tx, company } = ctx;
  const rewardBps = rewardOf(order, company);
  const released = replaced ? replaced.heldQuantity + replaced.heldReward : 0;
  const wanted = {
    bonus: rewardFor(order.quantity, order.bonusBps ?? 0),
    reward: isFinallyWithdrawn(order) ? 0 : promisedReward(rewardBps, order, referrer),
  };
  const { campaignId } = order;
  const own = campaignId === null ? null : await ownBudget(tx, { ...order, campaignId });
  const most = own ? shareOfBudget(company, own) : Infinity;
  if (replaced) await moveBudget(tx, replaced, -takenOf(replaced));
  const extras = await withinBudget(tx, order, extrasToHold(wanted, most), 0);
  const stated = { bonus: order.bonusTokens, reward: order.heldReward };
  const held = await holdTokens(tx, order, { ...extras, stated, rewardBps, released });
  if (held === null) {
    const least = order.quantity - released;
    throw new RunAgain(async (outside) => {
      const free = await makeRoom(outside, company, least + extras.bonus + extras.reward);
      if (free < least) throw refusalOf(free + released);
    });
  }
  await assertWithinPerson(ctx, order, person);
  const bonus = held.bonusTokens ?? stated.bonus;
  await moveBudget(tx, order, bonus + held.heldReward - extras.bonus - extras.reward);
  // An order that states it already is unchanged.
  const isStated = held.heldReward === stated.reward && held.bonusTokens === undefined;
  return isStated ? order : { ...order, ...held };
}

/**
 * Takes bonus and reward of an order from its campaign's budget, as far as it has them, the bonus first.
 * `taken` are the tokens that the order has of it already. Locks the campaign's row.
 */
export async function withinBudget(
  tx: Executor,
  order: Order,
  extras: Extras,
  taken: number = takenOf(order),
): Promise<Extras> {
  if (order.campaignId === null) return extras;
  const given = await takeFromBudget(tx, order, extras.bonus + extras.reward - taken);
  return extrasToHold(extras, taken + given);
}

/**
 * Returns the tokens that an order may have of its campaign's budget: of an unverified buyer's orders
 * without a proof at most a share, as of the pool.
 */
export const shareOfBudget = (
  { unverifiedHoldBps }: Pick<CompanySite, "unverifiedHoldBps">,
  { capTotal, isApproved, isProved, unproved }: OwnBudget,
): number =>
  capTotal === null || isApproved || isProved
    ? Infinity
    : unverifiedHoldTokens(capTotal, unverifiedHoldBps) - unproved;

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

/** Refuses to hold the tokens of an order again when too few are left. */
export const notHeld = (order: Order) => (remaining: number) =>
  refuse("HOLD_NOT_AVAILABLE", {
    remaining: formatQuantity(remaining),
    quantity: formatQuantity(order.quantity),
  });

/** Refuses the tokens of an order whose payment has come when none are left. */
export const goneAfterPayment =
  (company: CompanySite, { orderNumber }: Pick<Order, "orderNumber">) =>
  () =>
    refuse("SUPPLY_GONE_AFTER_PAYMENT", { contact: contactOf(company).email, orderNumber });

/**
 * Takes the released hold of an undecided order again (`releaseUndecidedHolds`), for its approval.
 * Refuses with HOLD_NOT_AVAILABLE.
 */
export async function retakeHoldOrRunAgain(ctx: CompanyContext, order: Order): Promise<Order> {
  // The hold below locks the pool's row, so payment and order are written first (architecture.md §6).
  const change = {
    heldQuantity: order.quantity + order.bonusTokens,
    holdReleasedAt: null,
    rewardHeldBecause: order.rewardHeldBecause,
  };
  const holding = await amendOrder(ctx.db, order, change);
  const { id: companyId } = ctx.company;
  const referrer = order.referrerId && (await findPerson(ctx.db, companyId, order.referrerId));
  return takeHoldOrRunAgain(ctx, holding, {
    referrer: referrer || null,
    person: "COUNTED",
    refusalOf: notHeld(order),
  });
}

type Earner = Pick<Recipient, "id" | "role" | "status" | "deletedAt">;
