import type { AdminContext } from "@server/access";
import { lockOrderWithPeople, type OrderWithPeople } from "@server/orders/queries/decisions";
import type { Order } from "@db/schema";
import {
  findUnallocatedPayment,
  findPayment,
  leftOf,
  lockPayment,
  type Payment,
} from "@server/payments";
import { assertMayDecide } from "@server/companies/rules/allowance";
import { refuse } from "@server/platform/rules/refusals/refuse";

interface Named {
  /** A CLAIM is not confirmed yet, a CREDIT is. */
  kind: "CLAIM" | "CREDIT";
  paymentId: string;
  seenAt?: string | undefined;
}

/**
 * Locks an unallocated payment, after the order that it was paid for, and reads the order's people. Refuses with PAYMENT_NOT_FOUND
 * (also for another company's payment), OWN_ORDER, and PAYMENT_SETTLED if nothing of it is unallocated,
 * or it was changed since `seenAt`.
 */
export async function lockToSettle(
  ctx: AdminContext,
  { kind, paymentId, seenAt }: Named,
): Promise<OrderWithPeople & { payment: Payment }> {
  const { db, company } = ctx;
  const found = await findPayment(db, company.id, paymentId);
  const locked = found?.orderId && (await lockOrderWithPeople(db, company.id, found.orderId));
  if (!locked) throw refuse("PAYMENT_NOT_FOUND");
  const { order } = locked;
  assertMayDecide(order, ctx.actor);
  const payment = await lockPayment(db, company.id, paymentId);
  // Its member may have named it for another order since it was read.
  if (payment?.orderId !== order.id) throw refuse("PAYMENT_SETTLED");
  const isOpen = kind === "CREDIT" ? leftOf(payment) > 0 : isUnconfirmed(payment, order);
  if (!isOpen || !isAsSeen(payment, seenAt)) throw refuse("PAYMENT_SETTLED");
  return { ...locked, payment };
}

/**
 * Tells whether an unallocated payment is not confirmed yet. A doubted payment with which its order waits is decided with
 * that order.
 */
const isUnconfirmed = ({ id, status }: Payment, order: Order): boolean =>
  status === "UNALLOCATED" ||
  (status === "DOUBTED" && !(order.status === "PENDING" && order.paymentId === id));

const isAsSeen = ({ updatedAt }: Payment, seenAt: string | undefined): boolean =>
  seenAt === undefined || new Date(seenAt).getTime() === updatedAt.getTime();

/**
 * Returns an unallocated payment for a page, without a lock. Refuses with PAYMENT_NOT_FOUND,
 * PAYMENT_SETTLED and OWN_ORDER.
 */
export async function paymentToShow(
  { db, company, actor }: AdminContext,
  { kind, paymentId }: Named,
) {
  const known = await findPayment(db, company.id, paymentId);
  if (!known?.memberId) throw refuse("PAYMENT_NOT_FOUND");
  const found = await findUnallocatedPayment(db, company.id, paymentId);
  if (!found || (found.payment.receivedPaise === null) !== (kind === "CLAIM")) {
    throw refuse("PAYMENT_SETTLED");
  }
  assertMayDecide(found.order, actor);
  return found;
}

/**
 * Tells whether nothing of a payment was allocated or sent back: only such a payment can be found
 * missing.
 */
export const isUntouched = (payment: { appliedPaise: number; refundedPaise: number }): boolean =>
  payment.appliedPaise + payment.refundedPaise === 0;
