import { type AppLoadContext, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  AllocatePaymentForm,
  DismissPayment,
  ListUnallocatedPayments,
  RefundPaymentForm,
} from "@server/orders/contracts/payments";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import type { Caller } from "@server/http/router";
import { methodChoices, methodIn } from "@server/platform/words/method-in.server";
import { translatorOf } from "@server/platform/words/translators.server";
import { requiresPaymentConfirmation } from "~/lib/orders/payment-confirmation";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { searchWith } from "~/lib/lists/list-query";
import { orRefuse } from "~/lib/messages/refusals";
import { paymentList } from "./payment-list.server";
import { isFiltered, paymentListAddress } from "./payment-list-address";
import { SETTLEMENTS } from "./settlements";

const constraints = constraintsOf({
  allocate: AllocatePaymentForm,
  refund: RefundPaymentForm,
  dismiss: DismissPayment,
});

/** Loads the unallocated payments, and the dialog that the query names. */
export async function loadUnallocated({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { t } = translatorOf(context.caller.language);
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
  return {
    ...open,
    payments: open.payments.map((one) => ({ ...one, method: methodIn(t, one.method) })),
    ...paymentList(context, request, address, open),
    page: address.page,
    limit: address.limit,
    kind: address.kind,
    method: address.method,
    methods: methodChoices(t),
    isFiltered: isFiltered(asked),
    constraints,
    settlement,
    payment,
    requiresPaymentConfirmation: requiresPaymentConfirmation(context),
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
