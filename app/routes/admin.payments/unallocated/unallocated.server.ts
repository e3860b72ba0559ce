import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import {
  AllocatePaymentForm,
  DismissPayment,
  ListUnallocatedPayments,
  RefundPaymentForm,
  type SettledPayment,
} from "@server/orders/contracts/payments";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import type { Caller } from "@server/http/router";
import { requiresPaymentConfirmation } from "~/lib/orders/payment-confirmation";
import { adminApi, keyOf } from "~/lib/callers";
import { findElsewhere } from "~/components/purchases/list/elsewhere.server";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { searchWith } from "~/lib/lists/list-query";
import { notFound, orRefuse } from "~/lib/messages/refusals";
import { isFiltered, NO_DIALOG, paymentListAddress, SETTLEMENTS } from "./payment-list-address";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { paths } from "~/lib/paths";
import { submit } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";

const constraints = constraintsOf({
  allocate: AllocatePaymentForm,
  refund: RefundPaymentForm,
  dismiss: DismissPayment,
});

/** Loads the unallocated payments, and the dialog that the query names. */
export async function loadUnallocated({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const address = paymentListAddress(request);
  const open = await orRefuse(context, api.payments.listUnallocated(address));
  // After all of the last page were settled, redirects to the page before it.
  if (address.page > open.lastPage) throw redirect(searchWith(asked, { page: open.lastPage }));
  const settlement = SETTLEMENTS.find((one) => asked.has(one)) ?? null;
  const id = settlement && asked.get(settlement);
  // A payment that was settled meanwhile has no dialog; the list shows the rest.
  const payment = id
    ? (open.payments.find((one) => one.id === id) ?? (await elsewhere(context, api, id)))
    : null;
  const { search } = address;
  return {
    ...open,
    ...address,
    elsewhere:
      open.count === 0 ? await findElsewhere(context, api, { search, here: "UNALLOCATED" }) : null,
    isFiltered: isFiltered(asked),
    constraints,
    settlement,
    payment,
    today: dateInIndia(new Date()),
    idempotencyKey: crypto.randomUUID(),
  };
}

/** A payment that the page of the list does not show: others were settled, or the URL came alone. */
async function elsewhere(context: AppLoadContext, api: Caller, paymentId: string) {
  const one = ListUnallocatedPayments.safeParse({ paymentId });
  if (!one.success) return null;
  const { payments } = await orRefuse(context, api.payments.listUnallocated(one.data));
  return payments[0] ?? null;
}

/** The dialogs of the page, distinguished by `intent`. */
export async function settlePayment({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  // The list stays narrowed and sorted as it was.
  const back = paths.admin.payments + searchWith(new URL(request.url).searchParams, NO_DIALOG);
  const doneWith =
    (words: "allocated" | "allocatedPart" | "refunded" | "refundedPart" | "dismissed") =>
    (settled: SettledPayment) =>
      withToast(context, back, `unallocated:${words}`, {
        order: settled.orderNumber,
        count: settled.allocated,
        quantity: formatQuantity(settled.allocated),
        rest: formatRupees(settled.restPaise),
      });
  const intent = form.get("intent");
  switch (intent) {
    case "allocate":
      return submit(context, form, {
        schema: AllocatePaymentForm,
        asksMoney: requiresPaymentConfirmation(context),
        call: (input) => api.payments.allocate(input),
        done: (settled) => doneWith(settled.restPaise > 0 ? "allocatedPart" : "allocated")(settled),
        stored: back,
      });
    case "refund":
      return submit(context, form, {
        schema: RefundPaymentForm,
        // The money of a CREDIT was confirmed when it was recorded.
        asksMoney: requiresPaymentConfirmation(context) && form.get("kind") === "CLAIM",
        call: (input) => api.payments.refund(input),
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
