import { rowOf } from "@db/row-of";
import { sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { paymentRefunds, payments } from "@db/schema";
import type { Payment } from "./payments";

export type Refund = Pick<
  typeof paymentRefunds.$inferInsert,
  "id" | "amountPaise" | "reference" | "refundedOn" | "recordedBy"
>;

/**
 * Inserts a refund of a locked payment. Violates `payments_sums` beyond the rest, and
 * `payment_refunds_reference` for a number that an earlier refund of the payment has.
 */
export async function refundPayment(
  tx: Executor,
  payment: Pick<Payment, "companyId" | "id">,
  refund: Refund,
): Promise<void> {
  await tx
    .update(payments)
    .set({ refundedPaise: sql`${payments.refundedPaise} + ${refund.amountPaise}::bigint` })
    .where(rowOf(payments, payment.companyId, payment.id));
  const { companyId, id: paymentId } = payment;
  await tx.insert(paymentRefunds).values({ ...refund, companyId, paymentId });
}
