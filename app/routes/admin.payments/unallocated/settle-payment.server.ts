import type { ActionFunctionArgs } from "@remix-run/node";
import {
  AllocatePaymentForm,
  AllocatePaymentUnaskedForm,
  DismissPayment,
  RefundPaymentForm,
  RefundPaymentUnaskedForm,
  type SettledPayment,
} from "@server/orders/contracts/payments";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { translatorOf } from "@server/platform/words/translators.server";
import { requiresPaymentConfirmation } from "~/lib/orders/payment-confirmation";
import { adminApi, keyOf } from "~/lib/callers";
import { searchWith } from "~/lib/lists/list-query";
import { paths } from "~/lib/paths";
import { notFound } from "~/lib/messages/refusals";
import { submit } from "~/lib/forms/submit";
import { redirectWithToast, success } from "~/lib/messages/toasts.server";
import { NO_DIALOG } from "./payment-list-address";

/** The dialogs of the page, distinguished by `intent`. */
export async function settlePayment({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  const { t } = translatorOf(context.caller.language);
  // The list stays narrowed and sorted as it was.
  const back = paths.admin.payments + searchWith(new URL(request.url).searchParams, NO_DIALOG);
  const doneWith =
    (words: "allocated" | "allocatedPart" | "refunded" | "refundedPart" | "dismissed") =>
    (settled: SettledPayment) =>
      redirectWithToast(
        back,
        success(
          t(`unapplied:${words}`, {
            order: settled.orderNumber,
            quantity: formatQuantity(settled.allocated),
            rest: formatRupees(settled.restPaise),
          }),
        ),
      );
  const intent = form.get("intent");
  switch (intent) {
    case "allocate":
      return submit(context, form, {
        schema: requiresPaymentConfirmation(context)
          ? AllocatePaymentForm
          : AllocatePaymentUnaskedForm,
        call: ({ paymentId, quantity, received, seenAt }) => {
          // After a refusal the money is confirmed anew, for the payment as it is then.
          form.delete("moneyConfirmed");
          return api.payments.allocate({ paymentId, quantity, received, seenAt });
        },
        done: (settled) => doneWith(settled.restPaise > 0 ? "allocatedPart" : "allocated")(settled),
        stored: back,
      });
    case "refund":
      return submit(context, form, {
        // A credit's money was confirmed when it was recorded.
        schema:
          requiresPaymentConfirmation(context) && form.get("kind") === "CLAIM"
            ? RefundPaymentForm
            : RefundPaymentUnaskedForm,
        call: ({ kind, paymentId, seenAt, amount, received, reference, refundedOn }) => {
          form.delete("moneyConfirmed");
          return api.payments.refund({
            ...{ kind, paymentId, seenAt, amount, received, reference, refundedOn },
          });
        },
        done: (settled) => doneWith(settled.restPaise > 0 ? "refundedPart" : "refunded")(settled),
      });
    case "dismiss":
      return submit(context, form, {
        schema: DismissPayment,
        call: (input) => api.payments.dismiss(input),
        done: doneWith("dismissed"),
      });
    default:
      throw notFound(context);
  }
}
