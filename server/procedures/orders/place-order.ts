import {
  findBeneficiary,
  findDefaultBeneficiary,
  type BeneficiaryRow,
} from "@db/queries/beneficiaries";
import {
  type Buyer,
  insertOrder,
  lockBuyer,
  lockOpenOrder,
  moveOrder,
  type Order,
  pendingOf,
} from "@db/queries/orders";
import { releaseTokens, remainingPrivateSupply } from "@db/queries/supplies";
import type { MemberActor } from "@server/context/actor";
import { formatQuantity } from "@server/domain/money/format";
import { quote } from "@server/domain/money/quote";
import { assertMayBuy, assertWithinAllowance } from "@server/domain/orders/allowance";
import { orderNumber } from "@server/domain/orders/order-number";
import { holdEndsAt, isHoldOver } from "@server/domain/orders/times";
import { refuse } from "@server/domain/refusals/refuse";
import { recordAudit, type CompanyContext } from "@server/trpc";
import { takeHold } from "./hold";

export type MemberContext = CompanyContext<MemberActor>;

/** The member behind the call, locked for the rest of the transaction. */
export async function lockedBuyer(ctx: MemberContext): Promise<Buyer> {
  const buyer = await lockBuyer(ctx.db, ctx.company.id, ctx.actor.id);
  if (!buyer) throw refuse("SESSION_ENDED");
  return buyer;
}

/** An order that is made but for its tokens. */
export interface MadeOrder {
  order: Order;
  /** What is still to be done at the pool; null for an order that has its tokens. */
  pool: { released: number } | null;
}

/**
 * Makes the member's OPEN order (design §6), all but the hold that its row speaks of: finish with
 * {@link holdMadeOrder} in the same transaction. One for the same amount at the same price that
 * still stands is kept; any other OPEN one gives way. Refuses with what `quote`, `assertMayBuy` and
 * `assertWithinAllowance` do, and BENEFICIARY_NOT_FOUND. The buyer is locked.
 */
export async function makeOrder(
  ctx: MemberContext,
  buyer: Buyer,
  wanted: { amountPaise: number; beneficiaryId: string | undefined },
): Promise<MadeOrder> {
  const { company, db } = ctx;
  assertMayBuy(buyer, company);
  const terms = {
    amountPaise: wanted.amountPaise,
    priceMicroRupees: company.priceMicroRupees,
    feeBps: company.feeBps,
  };
  const { quantity, feePaise, totalPaise } = quote(terms);
  await assertRoomFor(ctx, quantity);
  const account = await shownAccount(ctx, wanted.beneficiaryId);
  const open = await lockOpenOrder(db, company.id, buyer.id);
  if (open && stillStands(open, terms, account, buyer.now)) return { order: open, pool: null };
  const released = open ? await giveWay(ctx, open, buyer.now) : 0;

  const made = await insertNumbered(ctx, buyer, {
    ...terms,
    // Checked by the quote: without a price there is none.
    priceMicroRupees: terms.priceMicroRupees ?? 0,
    quantity,
    feePaise,
    totalPaise,
    beneficiaryId: account?.id ?? null,
    beneficiaryVersion: account?.version ?? null,
  });
  await recordAudit(ctx, {
    action: "order.created",
    subjectType: "order",
    subjectId: made.id,
    after: {
      status: made.status,
      orderNumber: made.orderNumber,
      amountPaise: made.amountPaise,
      quantity,
    },
  });
  return { order: made, pool: { released } };
}

/**
 * The order with its tokens. Takes the pool's row, so it comes last in a transaction: whoever buys
 * next waits for as short a time as can be, and nobody who has the pool waits for anything else,
 * such as another order's reference. Refuses with SUPPLY_TOO_LOW and SUPPLY_GONE.
 */
export async function holdMadeOrder(
  ctx: MemberContext,
  { order, pool }: MadeOrder,
): Promise<Order> {
  if (pool === null) return order;
  await releaseTokens(ctx.db, ctx.company.id, pool.released);
  const held = await takeHold(ctx, order);
  if (!held) throw await tooLittleLeft(ctx);
  return held;
}

/** Refuses an order of so many tokens beside those of the member that wait for a decision. */
export async function assertRoomFor(ctx: MemberContext, quantity: number): Promise<void> {
  const { company } = ctx;
  const pending = await pendingOf(ctx.db, company.id, ctx.actor.id);
  assertWithinAllowance({
    pendingOrders: pending.orders,
    pendingTokens: pending.tokens,
    quantity,
    maxPendingOrders: company.maxPendingOrders,
    maxHeldTokens: company.maxHeldTokens,
  });
}

async function shownAccount(
  ctx: MemberContext,
  beneficiaryId: string | undefined,
): Promise<BeneficiaryRow | undefined> {
  if (!beneficiaryId) return findDefaultBeneficiary(ctx.db, ctx.company.id);
  const account = await findBeneficiary(ctx.db, ctx.company.id, beneficiaryId);
  if (!account) throw refuse("BENEFICIARY_NOT_FOUND");
  return account;
}

/** A second click on BUY NOW is no second order. */
function stillStands(
  open: Order,
  terms: { amountPaise: number; priceMicroRupees: number | null; feeBps: number },
  account: BeneficiaryRow | undefined,
  now: Date,
): boolean {
  return (
    open.amountPaise === terms.amountPaise &&
    open.priceMicroRupees === terms.priceMicroRupees &&
    open.feeBps === terms.feeBps &&
    open.beneficiaryId === (account?.id ?? null) &&
    open.beneficiaryVersion === (account?.version ?? null) &&
    !isHoldOver(open, now)
  );
}

/** The OPEN order before this one leaves its place. Returns the tokens that it held. */
async function giveWay(ctx: MemberContext, open: Order, now: Date): Promise<number> {
  const status = isHoldOver(open, now) ? "EXPIRED" : "CANCELLED";
  const moved = await moveOrder(ctx.db, open, { status, heldQuantity: 0, heldReward: 0 });
  if (!moved) throw new Error("A locked order was moved.");
  await recordAudit(ctx, {
    action: status === "EXPIRED" ? "order.expired" : "order.replaced",
    subjectType: "order",
    subjectId: open.id,
    before: { status: open.status },
    after: { status, orderNumber: open.orderNumber },
  });
  return open.heldQuantity + open.heldReward;
}

async function insertNumbered(
  ctx: MemberContext,
  buyer: Buyer,
  terms: Pick<
    Order,
    | "amountPaise"
    | "priceMicroRupees"
    | "feeBps"
    | "quantity"
    | "feePaise"
    | "totalPaise"
    | "beneficiaryId"
    | "beneficiaryVersion"
  >,
): Promise<Order> {
  for (let attempt = 0; ; attempt += 1) {
    const made = await insertOrder(ctx.db, {
      ...terms,
      companyId: ctx.company.id,
      memberId: buyer.id,
      referrerId: buyer.referrerId,
      orderNumber: orderNumber(buyer.now, attempt),
      heldQuantity: terms.quantity,
      holdEndsAt: holdEndsAt(buyer.now),
      createdAt: buyer.now,
    });
    if (made) return made;
  }
}

async function tooLittleLeft(ctx: MemberContext) {
  const remaining = await remainingPrivateSupply(ctx.db, ctx.company.id);
  return remaining > 0
    ? refuse("SUPPLY_TOO_LOW", { remaining: formatQuantity(remaining) })
    : refuse("SUPPLY_GONE", { remaining: 0 });
}
