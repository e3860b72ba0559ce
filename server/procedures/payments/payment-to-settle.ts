import type { OrderWithPeople } from "@db/queries/decisions";
import { lockOrder, type Order } from "@db/queries/orders";
import {
  findUnapplied,
  isReferenceKnown,
  isUsedElsewhere,
  lockReference,
  lockUnapplied,
  type PaymentClaim,
} from "@db/queries/payment-claims";
import { findOpenCredit, lockOpenCredit, orderOfPayment } from "@db/queries/payment-credits";
import { assertMayDecide } from "@server/domain/orders/allowance";
import { refuse } from "@server/domain/refusals/refuse";
import type { AdminContext } from "../orders/decision";
import type { PaidBy } from "../statements/paid-by-line";

type Named = { paymentId: string; seenAt?: string | undefined };

/**
 * The order of a payment, locked before the payment itself (architecture.md §6). Refuses with
 * PAYMENT_NOT_FOUND (also for another company's payment) and OWN_ORDER.
 */
async function orderToSettle(
  ctx: AdminContext,
  kind: "CLAIM" | "CREDIT",
  paymentId: string,
): Promise<Order> {
  const named = await orderOfPayment(ctx.db, ctx.company.id, kind, paymentId);
  const order = named && (await lockOrder(ctx.db, ctx.company.id, named.id));
  if (!order) throw refuse("PAYMENT_NOT_FOUND");
  assertMayDecide(order, ctx.actor);
  return order;
}

const assertSeen = (updatedAt: Date, seenAt: string | undefined) => {
  if (seenAt !== undefined && new Date(seenAt).getTime() !== updatedAt.getTime()) {
    throw refuse("PAYMENT_SETTLED");
  }
};

/** An unapplied claim and its order, both locked. Refuses with PAYMENT_SETTLED as well. */
export async function claimToSettle(
  ctx: AdminContext,
  { paymentId, seenAt }: Named,
): Promise<{ order: Order; claim: PaymentClaim }> {
  const order = await orderToSettle(ctx, "CLAIM", paymentId);
  const claim = await lockUnapplied(ctx.db, ctx.company.id, paymentId);
  if (!claim) throw refuse("PAYMENT_SETTLED");
  assertSeen(claim.updatedAt, seenAt);
  return { order, claim };
}

/** An open credit, what is open of it, and its order, both locked. Refuses with PAYMENT_SETTLED. */
export async function creditToSettle(ctx: AdminContext, { paymentId, seenAt }: Named) {
  const order = await orderToSettle(ctx, "CREDIT", paymentId);
  const found = await lockOpenCredit(ctx.db, ctx.company.id, paymentId);
  if (!found) throw refuse("PAYMENT_SETTLED");
  assertSeen(found.credit.updatedAt, seenAt);
  return { order, ...found };
}

interface NumberedMoney {
  reference: string | null;
  /** Null for money that is not on record as received. */
  creditId: string | null;
  /** Whether it is about to be recorded as received, for the first time. */
  isRecorded?: boolean;
}

/**
 * Refuses with REFERENCE_USED money whose number pays another order already, or was received before: a
 * payment that is kept twice, or was submitted anew, would count twice. Locks nothing: a page may ask.
 */
export async function assertUsedOnce(
  { db }: AdminContext,
  order: Order,
  { reference, ...money }: NumberedMoney,
): Promise<void> {
  if (reference === null) return;
  if (await isUsedElsewhere(db, order, { ...money, reference })) throw refuse("REFERENCE_USED");
}

/** The same for what decides: no other call uses the number before this transaction ends. */
export async function lockUsedOnce(
  ctx: AdminContext,
  order: Order,
  money: NumberedMoney,
): Promise<void> {
  if (money.reference === null) return;
  await lockReference(ctx.db, ctx.company.id, money.reference);
  await assertUsedOnce(ctx, order, money);
}

/**
 * Refuses with REFERENCE_RECORDED an order, before any part of it, that was submitted with the number of
 * money that is on record for it: a payment that an admin recorded and the member submitted later, or one
 * that was sent back. Confirmed, it would count twice.
 */
export function assertNotRecorded({ order, isReceived }: OrderWithPeople): void {
  if (order.receivedPaise === null && isReceived) throw refuse("REFERENCE_RECORDED");
}

/**
 * Locks the numbers of money that is recorded for an order: what an admin typed of a further part, and
 * that of its entry, unless it is the order's own. Refuses with REFERENCE_USED where a payment for another
 * order has one of them: it would count twice.
 */
export async function lockNumbers(
  ctx: AdminContext,
  order: Pick<Order, "id" | "reference">,
  { typed, paid }: { typed: string | null | undefined; paid: PaidBy | undefined },
): Promise<void> {
  const { db, company } = ctx;
  const entry = await paid?.reference(ctx);
  const numbers = new Set([typed, entry === order.reference ? null : entry]);
  // In one order, so that of two calls with both none waits for the other.
  for (const reference of [...numbers].filter((number) => typeof number === "string").toSorted()) {
    const [, isKnown] = await Promise.all([
      lockReference(db, company.id, reference),
      isReferenceKnown(db, company.id, reference, order.id),
    ]);
    if (isKnown) throw refuse("REFERENCE_USED");
  }
}

/**
 * A payment that is open, to be shown: nothing is locked. Refuses with PAYMENT_NOT_FOUND,
 * PAYMENT_SETTLED and OWN_ORDER.
 */
export async function paymentToShow(
  { db, company, actor }: AdminContext,
  { kind, paymentId }: { kind: "CLAIM" | "CREDIT"; paymentId: string },
) {
  const [found, isKnown] = await Promise.all([
    kind === "CLAIM"
      ? findUnapplied(db, company.id, paymentId)
      : findOpenCredit(db, company.id, paymentId),
    orderOfPayment(db, company.id, kind, paymentId),
  ]);
  if (!isKnown) throw refuse("PAYMENT_NOT_FOUND");
  if (!found) throw refuse("PAYMENT_SETTLED");
  assertMayDecide(found.order, actor);
  return found;
}

/** Whether nothing of a credit was allocated or sent back: only such money can be found missing. */
export const isUntouched = (credit: { appliedPaise: number; refundedPaise: number }): boolean =>
  credit.appliedPaise + credit.refundedPaise === 0;
