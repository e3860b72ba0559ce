import type { Order } from "@db/schema";
import type { Payment } from "@server/payments";
import type { OwnUnallocatedPayment } from "@server/orders/contracts/payments";

/** Shows a member their payment that no order took. */
export const ownUnallocatedPayment = (
  payment: Pick<Payment, "method" | "reference" | "amountPaise" | "createdAt">,
  order: Pick<Order, "orderNumber" | "amountPaise">,
): OwnUnallocatedPayment => ({
  orderNumber: order.orderNumber,
  amountPaise: order.amountPaise,
  method: payment.method,
  reference: payment.reference,
  totalPaise: payment.amountPaise,
  at: payment.createdAt.toISOString(),
});
