import { type AdminContext, type MemberContext } from "@server/access";
import type { ShownOrder } from "@server/orders/queries/order-lists";
import type { Order } from "@db/schema";
import { mediaUrl } from "@server/media/contracts/media";
import type { AdminOrderRecord, SortedOrder } from "@server/orders/contracts/order-lists";
import type { OpenOrder, OrderRecord, OrderView } from "@server/orders/contracts/orders";
import { bonusOf } from "@server/ledger/rules/reward";
import { missingOf, restOf } from "@server/platform/rules/money/partial-payment";
import { quote, tryQuote } from "@server/platform/rules/money/quote";
import { can, holdsSupply } from "@server/orders/rules/lifecycle";
import { toldSum } from "@server/orders/rules/submission";
import { holdSecondsLeft } from "@server/platform/rules/hold-times";
import { findOrderMember, findOrdersOfCompany } from "@server/orders/queries/order-details";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { findOwnOrder } from "@server/orders/queries/orders";

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** Shows an order to its member, at the database's current time. */
export function orderView(order: Order, now: Date): OrderView {
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    status: order.status,
    amountPaise: order.amountPaise,
    priceMicroRupees: order.priceMicroRupees,
    feeBps: order.feeBps,
    quantity: order.quantity,
    bonusTokens: order.bonusTokens,
    feePaise: order.feePaise,
    totalPaise: order.totalPaise,
    remainderPaise: quote(order).remainderPaise,
    expiresAt: order.holdEndsAt.toISOString(),
    secondsLeft: holdsSupply(order.status) ? holdSecondsLeft(order, now) : 0,
    isPayable: can(order.status, "PENDING"),
    missingPaise: missingOf(order),
    rest: restOf(order),
    toldPaise: toldSum(order),
    isHoldReleased: isHoldReleased(order),
    consentedAt: iso(order.consentedAt),
    paymentMethod: order.paymentMethod,
    referenceNumber: order.reference,
    rejectionReason: order.decisionReason,
    refundNote: order.refundNote,
    createdAt: order.createdAt.toISOString(),
    submittedAt: iso(order.submittedAt),
  };
}

/** Shows an unpaid order where it is offered again. */
export const openOrderOf = (
  order: Pick<
    Order,
    "orderNumber" | "quantity" | "bonusTokens" | "amountPaise" | "totalPaise" | "holdEndsAt"
  >,
  now: Date,
): OpenOrder => ({
  orderNumber: order.orderNumber,
  quantity: order.quantity,
  bonusTokens: order.bonusTokens,
  amountPaise: order.amountPaise,
  totalPaise: order.totalPaise,
  expiresAt: order.holdEndsAt.toISOString(),
  secondsLeft: holdSecondsLeft(order, now),
});

const isHoldReleased = (order: Order): boolean =>
  order.status === "PENDING" && order.holdReleasedAt !== null;

/** Returns the company's terms when the payment came, if they are flagged beside the quoted ones. */
export function presentTermsOf({
  amountPaise,
  presentPriceMicroRupees: priceMicroRupees,
  presentFeeBps: feeBps,
}: Pick<Order, "amountPaise" | "presentPriceMicroRupees" | "presentFeeBps">) {
  if (feeBps === null) return null;
  const priced = priceMicroRupees !== null && tryQuote({ amountPaise, priceMicroRupees, feeBps });
  return { priceMicroRupees, feeBps, quantity: priced && priced.ok ? priced.quote.quantity : 0 };
}

/** The member's fields in a transaction. */
export type OrderMember = OrderRecord["user"];

/**
 * Returns the tokens and sums of an order: of the approved part, if an admin approved less than the
 * whole.
 */
export const boughtIn = (
  order: Pick<
    ShownOrder,
    | "quantity"
    | "amountPaise"
    | "feePaise"
    | "approvedQuantity"
    | "approvedAmountPaise"
    | "approvedFeePaise"
  >,
) =>
  order.approvedQuantity === null
    ? { quantity: order.quantity, amountPaise: order.amountPaise, feePaise: order.feePaise }
    : {
        quantity: order.approvedQuantity,
        amountPaise: order.approvedAmountPaise ?? 0,
        feePaise: order.approvedFeePaise ?? 0,
      };

/** Returns a submitted order in the form of REST. */
export function orderRecord(order: ShownOrder, user: OrderMember): OrderRecord {
  const { quantity, amountPaise, feePaise } = boughtIn(order);
  return {
    id: order.id,
    transactionId: order.orderNumber,
    orderNumber: order.orderNumber,
    createdAt: order.createdAt.toISOString(),
    submittedAt: iso(order.submittedAt),
    decidedAt: iso(order.decidedAt),
    paymentMethod: order.paymentMethod,
    referenceNumber: order.reference,
    priceMicroRupees: order.priceMicroRupees,
    totalQuantity: quantity,
    bonusTokens: bonusOf(order),
    amountPaise,
    feeBps: order.feeBps,
    feePaise,
    finalAmountPaise: amountPaise + feePaise,
    missingPaise: missingOf(order),
    toldPaise: toldSum(order),
    status: order.status,
    receiptId: order.proofMediaId,
    receipt: order.proofMediaId === null ? null : mediaUrl(order.proofMediaId),
    user: { referralCode: user.referralCode, name: user.name, mobile: user.mobile },
    rejectionReason: order.decisionReason,
    refundNote: order.refundNote,
  };
}

/** Returns the time and the admin of the last decision on an order. */
export function lastDecision(
  order: Pick<Order, "decidedAt" | "reversedAt">,
  by: string | null,
): SortedOrder["lastDecision"] {
  const at = iso(order.reversedAt ?? order.decidedAt);
  return at === null ? null : { at, by };
}

/** Returns a submitted order with the fields that only the company may see. */
export function adminOrderRecord(order: Order, user: OrderMember): AdminOrderRecord {
  return {
    ...orderRecord(order, user),
    memberId: order.memberId,
    version: order.submissionVersion,
    paidAmountPaise: order.paidAmountPaise,
    receivedPaise: order.receivedPaise,
    flags: order.flags,
    presentTerms: presentTermsOf(order),
    holdReleasedAt: isHoldReleased(order) ? iso(order.holdReleasedAt) : null,
  };
}

/**
 * These functions answer repeated calls with one key (architecture.md §6) by the order as it is now,
 * which may have been cancelled or decided since the first call. The stored answer names it.
 */

export async function replayOrderView(ctx: MemberContext, stored: OrderView): Promise<OrderView> {
  const found = await findOwnOrder(ctx.db, ctx.company.id, ctx.actor.id, stored.orderNumber);
  return found ? orderView(found.order, found.now) : stored;
}

export async function replayOrderRecord(
  ctx: MemberContext,
  { orderNumber }: Pick<OrderRecord, "orderNumber">,
): Promise<OrderRecord> {
  const { db, company, actor } = ctx;
  const found = await findOwnOrder(db, company.id, actor.id, orderNumber);
  const user = await findOrderMember(db, company.id, actor.id);
  if (!found || !user) throw refuse("ORDER_NOT_FOUND");
  return orderRecord(found.order, user);
}

export async function replayForAdmin(
  ctx: AdminContext,
  { id }: Pick<AdminOrderRecord, "id">,
): Promise<AdminOrderRecord> {
  const [found] = await findOrdersOfCompany(ctx.db, ctx.company.id, [id]);
  if (!found) throw refuse("ORDER_NOT_FOUND");
  return adminOrderRecord(found.order, found.user);
}
