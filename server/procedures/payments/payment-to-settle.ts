import { lockOrder, type Order } from "@db/queries/orders";
import { findUnapplied, lockUnapplied, type PaymentClaim } from "@db/queries/payment-claims";
import { findOpenCredit, lockOpenCredit, orderOfPayment } from "@db/queries/payment-credits";
import { assertMayDecide } from "@server/domain/orders/allowance";
import { refuse } from "@server/domain/refusals/refuse";
import type { AdminContext } from "../orders/decision";

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
