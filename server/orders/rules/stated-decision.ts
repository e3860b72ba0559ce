/** What a decision on an order stands on, and its order states until it is decided anew. */
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

/** An audit entry states an order's decision by these names. Times are ISO, in UTC. */
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

/** A payment that was confirmed: who did it, when, of what sum, and what it was known by. */
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

/** The audit entry of a confirmation states these columns, as `payment`. */
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
