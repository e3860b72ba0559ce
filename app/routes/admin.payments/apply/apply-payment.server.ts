import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ApplyPayment, PaymentToApply } from "@server/orders/contracts/payments";
import { formatQuantity } from "@server/platform/rules/money/format";
import { requiresPaymentConfirmation } from "~/lib/orders/payment-confirmation";
import { adminApi, keyOf } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { searchWith } from "~/lib/lists/list-query";
import { paths } from "~/lib/paths";
import { orRefuse, refusalIn } from "~/lib/messages/refusals";
import { submit } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";
import { NO_STEP } from "../payments-address";

const constraints = constraintsOf({ apply: ApplyPayment });

/** Money of a payment that is not used, and the orders that it could pay. */
export async function loadApply({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const kind = asked.has("claim") ? "CLAIM" : "CREDIT";
  const input = PaymentToApply.safeParse({ kind, paymentId: asked.get(kind.toLowerCase()) }).data;
  const settled = (error: unknown) => {
    if (refusalIn(error)?.code === "PAYMENT_SETTLED") return null;
    throw error;
  };
  const found = input
    ? await orRefuse(context, api.payments.waitingOrders(input).catch(settled))
    : null;
  return {
    constraints,
    found,
    idempotencyKey: crypto.randomUUID(),
  };
}

export async function applyPayment({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  // The list stays narrowed and sorted as it was.
  const back = paths.admin.payments + searchWith(new URL(request.url).searchParams, NO_STEP);
  return submit(context, form, {
    schema: ApplyPayment,
    // The money of a CREDIT was confirmed when it was recorded.
    asksMoney: requiresPaymentConfirmation(context) && form.get("kind") === "CLAIM",
    call: (input) => api.payments.payOrder(input),
    done: ({ orderNumber: order, quantity }) =>
      withToast(context, back, "apply-payment:done", {
        order,
        count: quantity,
        quantity: formatQuantity(quantity),
      }),
    stored: back,
  });
}
