import { allowanceOf } from "@db/queries/allowance";
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
  lockOwnOrder,
} from "@db/queries/orders";
import { releaseTokens } from "@db/queries/supplies";
import type { MemberActor } from "@server/context/actor";
import { formatQuantity } from "@server/domain/money/format";
import { quote } from "@server/domain/money/quote";
import {
  assertMayBuy,
  assertWithinAllowance,
  unverifiedHoldTokens,
} from "@server/domain/orders/allowance";
import { orderNumber } from "@server/domain/orders/order-number";
import { STANDING_QUOTES } from "@server/domain/orders/standing-quote";
import { holdEndsAt, isHoldOver } from "@server/domain/orders/times";
import { refuse } from "@server/domain/refusals/refuse";
import { recordAudit, type CompanyContext, memberProcedure } from "@server/procedures/trpc";
import { takeHold, withOverdueTokens } from "./hold";
import { createdEntry, endedEntry } from "./order-audit";
import { CreateOrder, type OrderView, OrderNumberRef } from "@server/contracts/orders";
import { idempotent, idempotentBy } from "@server/context/idempotent";
import { amountInPaise } from "@server/domain/money/units";
import { orderView } from "./order-view";
import { recallView } from "./recall";
import { assertCan } from "@server/domain/orders/lifecycle";

export type MemberContext = CompanyContext<MemberActor>;

/** The calling member, locked for the rest of the transaction. */
export async function lockedBuyer(ctx: MemberContext): Promise<Buyer> {
  const buyer = await lockBuyer(ctx.db, ctx.company.id, ctx.actor.id);
  if (!buyer) throw refuse("SESSION_ENDED");
  return buyer;
}

/** An order that was inserted but may not hold its tokens yet. */
export interface MadeOrder {
  order: Order;
  /** What remains to be done at the pool; null for an order that already holds its tokens. */
  pool: { released: number } | null;
}

/**
 * Inserts the member's OPEN order (architecture.md §6) without taking its hold: call {@link holdMadeOrder}
 * in the same transaction. An unexpired OPEN order on the same terms is kept; any other is cancelled or
 * expired. `isProved`: its payment comes with it, and with a proof. Refuses with BENEFICIARY_NOT_FOUND
 * and the refusals of `quote`, `assertMayBuy` and `assertWithinAllowance`. The buyer is locked.
 */
export async function makeOrder(
  ctx: MemberContext,
  buyer: Buyer,
  wanted: { amountPaise: number; beneficiaryId: string | undefined; isProved: boolean },
): Promise<MadeOrder> {
  const { company, db } = ctx;
  assertMayBuy(buyer, company);
  const terms = termsOf(company, wanted.amountPaise);
  const { quantity, feePaise, totalPaise } = quote(terms);
  await assertRoomFor(ctx, buyer, { quantity, isProved: wanted.isProved });
  const account = await shownAccount(ctx, wanted.beneficiaryId);
  const open = await lockOpenOrder(db, company.id, buyer.id);
  if (open && stillStands(open, terms, account, buyer.now)) return { order: open, pool: null };
  const released = open ? await giveWay(ctx, open, buyer.now) : 0;

  const made = await insertNumbered(ctx, buyer, {
    ...terms,
    // The quote refuses a missing price.
    priceMicroRupees: terms.priceMicroRupees ?? 0,
    quantity,
    feePaise,
    totalPaise,
    beneficiaryId: account?.id ?? null,
    beneficiaryVersion: account?.version ?? null,
  });
  await recordAudit(ctx, createdEntry(made));
  return { order: made, pool: { released } };
}

const termsOf = (
  company: Pick<MemberContext["company"], "priceMicroRupees" | "feeBps">,
  amountPaise: number,
) => ({ amountPaise, priceMicroRupees: company.priceMicroRupees, feeBps: company.feeBps });

/**
 * Inserts an order that holds no tokens, for a payment that arrived while none could be held: it is
 * EXPIRED from the start. Refuses as {@link makeOrder} does, except for the member's limits.
 */
export async function insertUnheldOrder(
  ctx: MemberContext,
  buyer: Buyer,
  wanted: { amountPaise: number; beneficiaryId?: string | undefined },
): Promise<Order> {
  assertMayBuy(buyer, ctx.company);
  const terms = termsOf(ctx.company, wanted.amountPaise);
  const { quantity, feePaise, totalPaise } = quote(terms);
  const account = await shownAccount(ctx, wanted.beneficiaryId);
  const made = await insertNumbered(
    ctx,
    buyer,
    {
      ...terms,
      priceMicroRupees: terms.priceMicroRupees ?? 0,
      quantity,
      feePaise,
      totalPaise,
      beneficiaryId: account?.id ?? null,
      beneficiaryVersion: account?.version ?? null,
    },
    { status: "EXPIRED", heldQuantity: 0, holdEndsAt: buyer.now },
  );
  await recordAudit(ctx, createdEntry(made));
  return made;
}

/**
 * Takes the order's tokens from the pool. Locks the pool's row, so it comes last in a transaction: other
 * buyers wait briefly, and the lock's holder waits for nothing else, such as another order's reference.
 * Refuses with SUPPLY_TOO_LOW and SUPPLY_GONE, through `withOverdueTokens`.
 */
export async function holdMadeOrder(
  ctx: MemberContext,
  { order, pool }: MadeOrder,
): Promise<Order> {
  if (pool === null) return order;
  await releaseTokens(ctx.db, ctx.company.id, pool.released);
  return takeHold(ctx, order, { released: pool.released, refusalOf: tooLittleLeft });
}

/**
 * Refuses an order of this quantity if it exceeds the member's limits, counting the other orders
 * (`assertWithinAllowance`). Without `order` it is a new one. Returns how many orders the member has
 * made since it, counted up to the number of quotes that stand.
 */
export async function assertRoomFor(
  ctx: MemberContext,
  buyer: Pick<Buyer, "isApproved">,
  {
    quantity,
    isProved,
    order = null,
  }: { quantity: number; isProved: boolean; order?: Order | null },
): Promise<{ newerOrders: number }> {
  const { company } = ctx;
  const others = await allowanceOf(ctx.db, company.id, ctx.actor.id, order, STANDING_QUOTES);
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
  return others;
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

/** A second click on BUY NOW keeps the existing order. */
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

/** Ends the previous OPEN order. Returns the tokens that it held. */
async function giveWay(ctx: MemberContext, open: Order, now: Date): Promise<number> {
  const status = isHoldOver(open, now) ? "EXPIRED" : "CANCELLED";
  const moved = await moveOrder(ctx.db, open, { status, heldQuantity: 0, heldReward: 0 });
  if (!moved) throw new Error("A locked order was moved.");
  const action = status === "EXPIRED" ? "order.expired" : "order.replaced";
  await recordAudit(ctx, endedEntry(action, open.status, moved));
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
  hold: Pick<Order, "status" | "heldQuantity" | "holdEndsAt"> = {
    status: "OPEN",
    heldQuantity: terms.quantity,
    holdEndsAt: holdEndsAt(buyer.now),
  },
): Promise<Order> {
  for (let attempt = 0; ; attempt += 1) {
    const made = await insertOrder(ctx.db, {
      ...terms,
      companyId: ctx.company.id,
      memberId: buyer.id,
      referrerId: buyer.referrerId,
      orderNumber: orderNumber(buyer.now, attempt),
      ...hold,
      createdAt: buyer.now,
    });
    if (made) return made;
  }
}

const tooLittleLeft = (remaining: number) =>
  remaining > 0
    ? refuse("SUPPLY_TOO_LOW", { remaining: formatQuantity(remaining) })
    : refuse("SUPPLY_GONE", { remaining: 0 });

/** BUY NOW: creates the order and holds its tokens for fifteen minutes. */
export const createOrder = memberProcedure.input(CreateOrder).mutation(
  withOverdueTokens(
    idempotentBy({ recall: recallView }, async ({ ctx, input }): Promise<OrderView> => {
      const amountPaise = amountInPaise(input.amount);
      const buyer = await lockedBuyer(ctx);
      const { beneficiaryId } = input;
      const made = await makeOrder(ctx, buyer, { amountPaise, beneficiaryId, isProved: false });
      return orderView(await holdMadeOrder(ctx, made), buyer.now);
    }),
  ),
);

/** Cancels the member's own OPEN order and releases its tokens. It can still be paid later. */
export const cancelOrder = memberProcedure.input(OrderNumberRef).mutation(
  idempotent(async ({ ctx, input }): Promise<null> => {
    await lockedBuyer(ctx);
    const order = await lockOwnOrder(ctx.db, ctx.company.id, ctx.actor.id, input.purchaseId);
    if (!order) throw refuse("ORDER_NOT_FOUND");
    assertCan(order.status, "CANCELLED");
    const cancelled = await moveOrder(ctx.db, order, {
      status: "CANCELLED",
      heldQuantity: 0,
      heldReward: 0,
    });
    if (!cancelled) throw refuse("ORDER_NOT_OPEN");
    await recordAudit(ctx, endedEntry("order.cancelled", order.status, cancelled));
    await releaseTokens(ctx.db, ctx.company.id, order.heldQuantity + order.heldReward);
    return null;
  }),
);
