import type { PaymentMethod } from "@db/vocabulary";

/** The facts of a decision, which its order states until the next decision. */
export interface StatedOrder {
  readonly id: string;
  readonly decisionCount: number;
  readonly paymentMethod: string | null;
  readonly reference: string | null;
  readonly proofMediaId: string | null;
  readonly beneficiaryId: string | null;
  readonly beneficiaryVersion: number | null;
  readonly submittedAt: Date | null;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly decisionReason: string | null;
  readonly reversedAt: Date | null;
}

/** Returns an order's decision with the names of its audit entry. Times are ISO 8601 in UTC. */
export const statedOf = (order: StatedOrder) => ({
  decision: order.decisionCount,
  method: order.paymentMethod,
  reference: order.reference,
  proofMediaId: order.proofMediaId,
  beneficiaryId: order.beneficiaryId,
  beneficiaryVersion: order.beneficiaryVersion,
  submittedAt: order.submittedAt?.toISOString() ?? null,
  decidedAt: order.decidedAt?.toISOString() ?? null,
  decidedBy: order.decidedBy,
  reason: order.decisionReason,
  reversedAt: order.reversedAt?.toISOString() ?? null,
});

/** The facts of a confirmed payment: who confirmed it, when, which sum, and its number. */
export interface StatedPayment {
  readonly id: string;
  readonly method: string;
  readonly reference: string | null;
  readonly proofMediaId: string | null;
  readonly beneficiaryId: string | null;
  readonly beneficiaryVersion: number | null;
  readonly receivedPaise: number | null;
  readonly receivedAt: Date | null;
  readonly confirmedBy: string | null;
}

/** Returns the columns that the audit entry of a confirmation states as `payment`. */
export const statedPayment = (payment: StatedPayment) => ({
  id: payment.id,
  method: payment.method,
  reference: payment.reference,
  proofMediaId: payment.proofMediaId,
  beneficiaryId: payment.beneficiaryId,
  beneficiaryVersion: payment.beneficiaryVersion,
  receivedPaise: payment.receivedPaise,
  receivedAt: payment.receivedAt?.toISOString() ?? null,
  confirmedBy: payment.confirmedBy,
});

/** Returns the columns by which an order states the payment on which it stands. */
export const statedBy = (
  payment: Omit<StatedPayment, "method" | "receivedPaise" | "receivedAt" | "confirmedBy"> & {
    readonly method: PaymentMethod;
    readonly reportedPaise: number | null;
  },
) => ({
  paymentId: payment.id,
  paymentMethod: payment.method,
  reference: payment.reference,
  proofMediaId: payment.proofMediaId,
  paidAmountPaise: payment.reportedPaise,
  beneficiaryId: payment.beneficiaryId,
  beneficiaryVersion: payment.beneficiaryVersion,
});
