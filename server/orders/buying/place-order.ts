import {
  allowanceOf,
  findPurchaseFacts,
  type MemberAllowance,
} from "@server/orders/queries/allowance";
import type { NamedAccount, PayableAccount } from "@server/companies";
import {
  type Buyer,
  type BuyerFacts,
  insertOrder,
  lockBuyer,
  moveOrder,
} from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import { recordAudit, type CompanyContext, type MemberContext } from "@server/access";
import { formatQuantity } from "@server/platform/rules/money/format";
import { quote } from "@server/platform/rules/money/quote";
import {
  assertLeastAmount,
  assertMayBuy,
  assertWithinAllowance,
  unverifiedHoldTokens,
} from "@server/companies/rules/allowance";
import { orderNumber } from "@server/orders/rules/order-number";
import { STANDING_QUOTES } from "@server/orders/rules/standing-quote";
import { holdEndsAt, isHoldOver } from "@server/platform/rules/hold-times";
import { refuse } from "@server/platform/rules/refusals/refuse";
import type { CompanySite, RunningCampaign } from "@server/sites";
import { rewardFor } from "@server/ledger/rules/reward";
import { campaignFor, promisedReward, takeHoldOrRunAgain } from "@server/orders/holds/take-hold";
import { activeAccount, defaultAccount, accountRef } from "./paid-account";
import { createdEntry, endedEntry, type OrderEntry } from "@server/orders/records/order-audit";

/** Locks the calling member for the rest of the transaction. Refuses with SESSION_ENDED. */
export async function lockedBuyer(ctx: MemberContext): Promise<Buyer> {
  const buyer = await lockBuyer(ctx.db, ctx.company.id, ctx.actor.id);
  if (!buyer) throw refuse("SESSION_ENDED");
  return buyer;
}

/** The facts that decide on a purchase, read by its first statements. */
export interface Purchase {
  /** The member's row, locked. */
  buyer: Buyer;
  facts: BuyerFacts;
  /** The other orders that count toward the member's limits. */
  others: MemberAllowance;
  /** Accounts that the order may state. */
  accounts: readonly PayableAccount[];
}

interface Named {
  /** The order that is paid; null for a new one. */
  orderNumber: string | null;
  account: NamedAccount;
}

/**
 * Locks the buyer, then the orders that `lockOrders` locks, then reads the other facts that decide on
 * the purchase. Refuses with SESSION_ENDED if the member may no longer buy.
 */
export async function lookUpPurchase<T>(
  ctx: MemberContext,
  { orderNumber, account }: Named,
  lockOrders: () => Promise<T>,
): Promise<{ locked: T; purchase: Purchase }> {
  const buyer = await lockedBuyer(ctx);
  const locked = await lockOrders();
  const purchase = await findPurchase(ctx, buyer, { orderNumber, account });
  return { locked, purchase };
}

/** Reads the facts that decide on a purchase; its buyer and order are locked. */
export async function findPurchase(
  ctx: MemberContext,
  buyer: Buyer,
  { orderNumber, account }: Named,
): Promise<Purchase> {
  const { db, company } = ctx;
  const asked = { orderNumber, account, atMost: STANDING_QUOTES };
  const { others, accounts } = await findPurchaseFacts(db, company.id, buyer.id, asked);
  return { buyer, facts: { referrer: buyer.referrer, now: others.now }, others, accounts };
}

/** Counts the other orders toward the member's limits; without a number, for a new order. */
export const findOthers = ({ db, company, actor }: MemberContext, orderNumber: string | null) =>
  allowanceOf(db, company.id, actor.id, orderNumber, STANDING_QUOTES);

interface WantedOrder {
  amountPaise: number;
  beneficiaryId?: string | undefined;
  /** True if its payment, with a proof, is in the same call. */
  isProved: boolean;
}

/** An order that was inserted but may not hold its tokens yet. */
export interface MadeOrder {
  order: Order;
  /** Audit entries of the order and of the one that it replaces, still to be recorded. */
  entries: OrderEntry[];
  /** The order that it replaces, as it was; undefined for an order that already holds its tokens. */
  replaced: Order | null | undefined;
}

/**
 * Inserts the member's OPEN order (architecture.md §6) without taking its hold: call {@link holdOrRunAgain}
 * in the same transaction. An unexpired OPEN order on the same terms is kept; any other is cancelled or
 * expired. Refuses with BENEFICIARY_NOT_FOUND and the refusals of `quote`, `assertMayBuy`,
 * `assertLeastAmount` and `assertWithinAllowance`. The buyer and the OPEN order are locked.
 */
export async function makeOrder(
  ctx: MemberContext,
  { buyer, facts, others, accounts }: Purchase,
  open: Order | undefined,
  wanted: WantedOrder,
): Promise<MadeOrder> {
  const { company } = ctx;
  assertMayBuy(buyer, company);
  assertLeastAmount(company, wanted.amountPaise);
  const terms = pricedTerms(company, wanted.amountPaise);
  const { quantity } = terms;
  assertRoomFor(ctx, { buyer, others }, { quantity, isProved: wanted.isProved });
  const priced = { ...terms, ...shownAccount(accounts, wanted.beneficiaryId) };
  const campaign = campaignFor(company, facts.referrer);
  if (open && hasSameTerms(open, { ...priced, campaign }, buyer.now)) {
    return { order: open, entries: [], replaced: undefined };
  }
  const entries = open ? [await endOpenOrder(ctx, open, buyer.now)] : [];
  const { referrerId } = buyer;
  // Bonus and reward assume that campaign and pool have enough: the hold corrects them, since these
  // rows are locked last.
  const rewardBps = campaign?.rewardBps ?? company.referralRewardBps;
  const heldReward = promisedReward(rewardBps, { quantity, referrerId }, facts.referrer);
  const bonusTokens = rewardFor(quantity, campaign?.bonusBps ?? 0);
  const made = await insertNumbered(ctx, buyer, priced, {
    status: "OPEN",
    heldQuantity: quantity + bonusTokens,
    heldReward,
    bonusTokens,
    rewardBps: heldReward > 0 || campaign ? rewardBps : null,
    ...campaignTerms(campaign),
    holdEndsAt: holdEndsAt(buyer.now),
  });
  return {
    order: made,
    entries: [...entries, createdEntry(made)],
    replaced: open ?? null,
  };
}

/** The columns of an order under a campaign, or under none. */
const campaignTerms = (campaign: RunningCampaign | null) => ({
  campaignId: campaign?.id ?? null,
  bonusBps: campaign?.bonusBps ?? null,
});

/** Returns the columns of a new order by the company's present price and fee. */
function pricedTerms(
  { priceMicroRupees, feeBps }: Pick<CompanySite, "priceMicroRupees" | "feeBps">,
  amountPaise: number,
) {
  const { quantity, feePaise, totalPaise } = quote({ amountPaise, priceMicroRupees, feeBps });
  return {
    amountPaise,
    // `quote` refuses a missing price.
    priceMicroRupees: priceMicroRupees ?? 0,
    feeBps,
    quantity,
    feePaise,
    totalPaise,
  };
}
/** The columns of a new order that is to be paid to an account. */
type Priced = ReturnType<typeof pricedTerms> & ReturnType<typeof accountRef>;

/**
 * Inserts an order that holds no tokens, for a payment that arrived while none could be held: it is
 * EXPIRED from the start. Refuses as {@link makeOrder} does, except for the member's limits.
 */
export async function insertUnheldOrder(
  ctx: MemberContext,
  { buyer, accounts }: Pick<Purchase, "buyer" | "accounts">,
  wanted: Omit<WantedOrder, "isProved">,
): Promise<Order> {
  assertMayBuy(buyer, ctx.company);
  const terms = pricedTerms(ctx.company, wanted.amountPaise);
  const priced = { ...terms, ...shownAccount(accounts, wanted.beneficiaryId) };
  const campaign = campaignFor(ctx.company, buyer.referrer);
  const made = await insertNumbered(ctx, buyer, priced, {
    status: "EXPIRED",
    heldQuantity: 0,
    heldReward: 0,
    bonusTokens: 0,
    rewardBps: campaign?.rewardBps ?? null,
    ...campaignTerms(campaign),
    holdEndsAt: buyer.now,
  });
  await recordAudit(ctx, createdEntry(made));
  return made;
}

/**
 * Takes the order's tokens from the pool. Locks the pool's row, so it is the last statement of a
 * transaction: other buyers wait briefly, and the lock's holder waits for nothing else, such as another
 * order's reference. Refuses with SUPPLY_TOO_LOW and SUPPLY_GONE, and as `assertWithinPerson` does.
 */
export async function holdOrRunAgain(
  ctx: MemberContext,
  { order, replaced }: Pick<MadeOrder, "order" | "replaced">,
  { facts: { referrer } }: Purchase,
): Promise<void> {
  if (replaced === undefined) return;
  await takeHoldOrRunAgain(ctx, order, {
    referrer,
    person: "NEW",
    replaced,
    refusalOf: tooLittleLeft,
  });
}

/**
 * Refuses an order of this quantity if it exceeds the member's limits together with the other orders
 * (`assertWithinAllowance`).
 */
export function assertRoomFor(
  { company }: Pick<MemberContext, "company">,
  { buyer, others }: Pick<Purchase, "buyer" | "others">,
  { quantity, isProved }: { quantity: number; isProved: boolean },
): void {
  assertWithinAllowance({
    pendingOrders: others.pendingOrders,
    pendingTokens: others.pendingTokens,
    quantity,
    maxPendingOrders: company.maxPendingOrders,
    maxHeldTokens: company.maxHeldTokens,
    unproved:
      buyer.isApproved || isProved
        ? null
        : {
            heldTokens: others.unprovedTokens,
            maxTokens: unverifiedHoldTokens(others.poolTokens, company.unverifiedHoldBps),
          },
  });
}

/** Returns the named account, else the default one. Refuses with BENEFICIARY_NOT_FOUND. */
const shownAccount = (accounts: readonly PayableAccount[], id: string | undefined) =>
  accountRef(id ? activeAccount(accounts, id) : defaultAccount(accounts));

/**
 * Tells whether the open order has these terms, or those of a campaign that has ended: a second click
 * on BUY NOW then keeps it.
 */
function hasSameTerms(
  open: Order,
  terms: Priced & Pick<CompanySite, "campaign">,
  now: Date,
): boolean {
  return (
    open.amountPaise === terms.amountPaise &&
    open.priceMicroRupees === terms.priceMicroRupees &&
    open.feeBps === terms.feeBps &&
    (terms.campaign === null || open.campaignId === terms.campaign.id) &&
    open.beneficiaryId === terms.beneficiaryId &&
    open.beneficiaryVersion === terms.beneficiaryVersion &&
    !isHoldOver(open, now)
  );
}

/** Expires or cancels the previous OPEN order. Returns its audit entry. */
async function endOpenOrder(ctx: MemberContext, open: Order, now: Date): Promise<OrderEntry> {
  const status = isHoldOver(open, now) ? "EXPIRED" : "CANCELLED";
  const moved = await moveOrder(ctx.db, open, { status, heldQuantity: 0, heldReward: 0 });
  if (!moved) throw new Error("A locked order was moved.");
  const action = status === "EXPIRED" ? "order.expired" : "order.replaced";
  return endedEntry(action, open.status, moved);
}

const NUMBERS_AT_ONCE = 8;

async function insertNumbered(
  ctx: CompanyContext,
  buyer: Buyer,
  terms: Priced,
  hold: Pick<
    Order,
    | "status"
    | "heldQuantity"
    | "heldReward"
    | "rewardBps"
    | "campaignId"
    | "bonusBps"
    | "bonusTokens"
    | "holdEndsAt"
  >,
): Promise<Order> {
  const order = {
    ...terms,
    companyId: ctx.company.id,
    memberId: buyer.id,
    referrerId: buyer.referrerId,
    ...hold,
    createdAt: buyer.now,
  };
  for (let attempt = 0; ; attempt += 1) {
    const numbers = Array.from({ length: NUMBERS_AT_ONCE }, (_, next) =>
      orderNumber(buyer.now, attempt + next),
    );
    const made = await insertOrder(ctx.db, order, numbers);
    if (made) return made;
  }
}

const tooLittleLeft = (remaining: number) =>
  remaining > 0
    ? refuse("SUPPLY_TOO_LOW", { remaining: formatQuantity(remaining) })
    : refuse("SUPPLY_GONE", { remaining: 0 });
