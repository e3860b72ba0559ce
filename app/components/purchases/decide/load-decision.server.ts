import type { AppLoadContext } from "@remix-run/node";
import {
  ApproveOrderForm,
  RejectOrder,
  ReverseOrderForm,
} from "@server/orders/contracts/decisions";
import type { Caller } from "@server/http/router";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { requiresPaymentConfirmation } from "~/lib/orders/payment-confirmation";
import { rejectReasons } from "./reject-reasons.server";

export const decisionConstraints = constraintsOf({
  approve: ApproveOrderForm,
  // The typed reason is optional in HTML, since a chosen one serves without scripts.
  reject: RejectOrder,
  reverse: ReverseOrderForm,
});

/** One payment with all that decides on it, and what the forms of its decision need. */
export async function loadDecision(context: AppLoadContext, api: Caller, orderId: string) {
  const [order, review, reasons] = await Promise.all([
    api.orders.findForAdmin({ orderId }),
    api.orders.review({ orderId }),
    rejectReasons(context, api),
  ]);
  return {
    order,
    review,
    reasons,
    requiresPaymentConfirmation: requiresPaymentConfirmation(context),
    idempotencyKey: crypto.randomUUID(),
  };
}

export type LoadedDecision = Awaited<ReturnType<typeof loadDecision>>;
