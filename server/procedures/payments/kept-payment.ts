import type { Order } from "@db/queries/orders";
import type { PaymentClaim } from "@db/queries/payment-claims";
import type { KeptPayment } from "@server/contracts/payments";

/** An unapplied claim as its member sees it. */
export const keptPayment = (
  claim: Pick<PaymentClaim, "method" | "reference" | "amountPaise" | "createdAt">,
  order: Pick<Order, "orderNumber" | "amountPaise">,
): KeptPayment => ({
  orderNumber: order.orderNumber,
  amountPaise: order.amountPaise,
  method: claim.method,
  reference: claim.reference,
  totalPaise: claim.amountPaise,
  at: claim.createdAt.toISOString(),
});
