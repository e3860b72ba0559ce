import { orderEntry } from "@server/orders/records/order-audit";
import { newId } from "@db/ids";
import type { Order } from "@db/schema";
import { recordAudit, type AdminContext } from "@server/access";
import { findPayments, leftOf, listReturnsOf, refundPayment } from "@server/payments";
import { normaliseReference } from "@server/orders/rules/submission";
import { bankKeys } from "@server/payments/rules/keys";

/**
 * Records what the bank sent back of locked payments as refunds by the bank's own number, as far as an
 * order has given their money up: it is not there to be allocated or sent back again.
 */
export async function recordReturned(
  ctx: AdminContext,
  order: Order,
  paymentIds: readonly string[],
): Promise<void> {
  const { db, company, actor } = ctx;
  const returns = await listReturnsOf(db, company.id, paymentIds);
  const ids = [...new Set(returns.map(({ paymentId }) => paymentId))];
  for (const payment of await findPayments(db, company.id, ids)) {
    const own = returns.filter(({ paymentId }) => paymentId === payment.id);
    const last = own.at(-1);
    const returnedPaise = own.reduce((sum, one) => sum + one.amountPaise, 0);
    const amountPaise = Math.min(leftOf(payment), returnedPaise - payment.refundedPaise);
    if (!last || amountPaise <= 0) continue;
    const number = normaliseReference(bankKeys(last)[0] ?? last.reference ?? last.bookedOn);
    const refund = {
      id: newId(),
      amountPaise,
      refundedOn: last.bookedOn,
      recordedBy: actor.id,
      // An earlier refund of it may have the number.
      reference: payment.refundedPaise > 0 ? `${number}:${last.bookedOn}` : number,
    };
    await refundPayment(db, payment, refund);
    const { reference, refundedOn } = refund;
    await recordAudit(
      ctx,
      orderEntry(
        "payment.refunded",
        { ...order, id: payment.orderId ?? order.id },
        { amountPaise, reference, refundedOn, refund: { ...refund, paymentId: payment.id } },
      ),
    );
  }
}
