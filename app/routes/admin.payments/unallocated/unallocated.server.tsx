import { type AppLoadContext, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  AllocatePaymentForm,
  AllocatePaymentUnaskedForm,
  DismissPayment,
  ListUnallocatedPayments,
  RefundPaymentForm,
  RefundPaymentUnaskedForm,
  type SettledPayment,
} from "@server/orders/contracts/payments";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import type { Caller } from "@server/http/router";
import { methodChoices, methodIn, translatorOf } from "@server/platform/words/translators.server";
import { requiresPaymentConfirmation } from "~/lib/orders/payment-confirmation";
import { adminApi, keyOf } from "~/lib/callers";
import { findElsewhere } from "~/components/purchases/list/elsewhere.server";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { searchWith } from "~/lib/lists/list-query";
import { notFound, orRefuse } from "~/lib/messages/refusals";
import { isFiltered, NO_DIALOG, paymentListAddress } from "./payment-list-address";
import { SETTLEMENTS } from "./settlements";
import { renderToStaticMarkup } from "react-dom/server";
import type { PaymentSort } from "@db/vocabulary";
import type { UnallocatedPaymentList } from "@server/orders/contracts/payments";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { Ranges } from "~/components/lists/list-tools";
import { sortedHead } from "~/lib/lists/sorted-heads";
import type { ActionFunctionArgs } from "@remix-run/node";
import { paths } from "~/lib/paths";
import { submit } from "~/lib/forms/submit";
import { redirectWithToast, success } from "~/lib/messages/toasts.server";

/** Sums and times are first asked for with the largest or newest at the top. */
const FIRST_DESCENDING: ReadonlySet<PaymentSort> = new Set(["since", "tokens", "open", "entered"]);

const LEFT_OUT: ReadonlySet<string> = new Set(["page", ...Object.keys(NO_DIALOG)]);

/** The labels of each column, and what they sort by. */
const COLUMNS = {
  member: ["member", "memberId"],
  order: ["order", "tokens"],
  payment: ["method", "reference"],
  open: ["open", "entered"],
  reason: ["reason"],
  at: ["since"],
} as const satisfies Readonly<Record<string, readonly PaymentSort[]>>;

/** The heads of the list's columns, and what stands above it, as markup. */
function paymentList(
  { caller: { language } }: AppLoadContext,
  request: Request,
  { sort, isDescending }: Pick<ReturnType<typeof paymentListAddress>, "sort" | "isDescending">,
  { count, sumPaise, isSorted }: Pick<UnallocatedPaymentList, "count" | "sumPaise" | "isSorted">,
) {
  const { t } = translatorOf(language);
  const { searchParams: params } = new URL(request.url);
  const sorted = {
    params,
    sort,
    isDescending,
    pageName: "page",
    firstDescending: FIRST_DESCENDING,
    isSorted,
  };
  const headOf = (of: readonly PaymentSort[]) =>
    sortedHead(
      of.map((by) => ({ label: t(`unallocatedPayments:columns.${by}`), sort: by })),
      sorted,
    );
  return {
    heads: {
      member: headOf(COLUMNS.member),
      order: headOf(COLUMNS.order),
      payment: headOf(COLUMNS.payment),
      open: headOf(COLUMNS.open),
      reason: headOf(COLUMNS.reason),
      at: headOf(COLUMNS.at),
    },
    tools: renderToStaticMarkup(
      <>
        <p className="tabular" role="status">
          {t("unallocatedPayments:total", { count, shown: formatQuantity(count) })} ·{" "}
          {t("unallocatedPayments:sum", { sum: formatRupees(sumPaise) })}
          {!isSorted && <span className="hint block">{t("orderList:unsorted")}</span>}
        </p>
        <Ranges t={t} params={params} leftOut={LEFT_OUT} pageName="page" days="since" />
      </>,
    ),
  };
}

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
  const { search } = address;
  return {
    ...open,
    elsewhere:
      open.count === 0 ? await findElsewhere(context, api, { search, here: "UNALLOCATED" }) : null,
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
          t(`unallocated:${words}`, {
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
        // The money of a CREDIT was confirmed when it was recorded.
        schema:
          requiresPaymentConfirmation(context) && form.get("kind") === "CLAIM"
            ? RefundPaymentForm
            : RefundPaymentUnaskedForm,
        call: ({ kind, paymentId, seenAt, amount, received, reference, refundedOn }) => {
          form.delete("moneyConfirmed");
          return api.payments.refund({
            kind,
            paymentId,
            seenAt,
            amount,
            received,
            reference,
            refundedOn,
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
