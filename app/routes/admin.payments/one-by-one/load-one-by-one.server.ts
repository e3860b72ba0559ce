import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  ApproveOrderForm,
  RejectOrder,
  ReverseOrderForm,
} from "@server/orders/contracts/decisions";
import { methodChoices, methodIn, translatorOf } from "@server/platform/words/translators.server";
import { requiresPaymentConfirmation } from "~/lib/orders/payment-confirmation";
import { noteConstraints } from "~/components/notes/notes.server";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { searchWith } from "~/lib/lists/list-query";
import { orRefuse } from "~/lib/messages/refusals";
import { moneyOnRecord } from "~/components/purchases/order/money-on-record.server";
import { findElsewhere } from "~/components/purchases/list/elsewhere.server";
import { orderListAddress } from "~/components/purchases/list/order-list-address";
import { rejectReasons } from "~/components/purchases/decide/reject-reasons.server";
import { asksForLast, neighboursOf } from "./one-by-one-address";

// The typed reason is optional in HTML, since a chosen one serves without scripts.
const constraints = {
  ...noteConstraints,
  ...constraintsOf({
    approve: ApproveOrderForm,
    reject: RejectOrder,
    reverse: ReverseOrderForm,
  }),
};

/** The list, one payment of it, and what stands beside it. */
export async function loadOneByOne({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const address = orderListAddress(request);
  const { orderId: asked, isHistory, list: filter, sort, isDescending, isWhole } = address;
  const params = new URL(request.url).searchParams;
  const pageName = isHistory ? "historyPage" : "page";
  const reviewed = (orderId: string) =>
    Promise.all([api.orders.findForAdmin({ orderId }), api.orders.review({ orderId })]);
  const [list, named, reasons] = await orRefuse(
    context,
    Promise.all([
      // The payments are in the order of Manage Purchase.
      api.orders.sorted({ ...filter, sort, isDescending, isWhole }),
      asked ? reviewed(asked) : null,
      rejectReasons(context, api),
    ]),
  );
  // After a decision on all rows of the last page, redirects to the page before it.
  if (filter.page > list.lastPage) {
    throw redirect(searchWith(params, { [pageName]: list.lastPage }));
  }
  const first = list.records.at(asksForLast(params) ? -1 : 0);
  const [order, review] =
    named ?? (first ? await orRefuse(context, reviewed(first.id)) : [null, null]);
  const notes = order
    ? await orRefuse(context, api.notes.list({ memberId: order.memberId, orderId: order.id }))
    : null;
  const { t } = translatorOf(context.caller.language);
  const { search, status: here } = filter;
  return {
    constraints,
    elsewhere: first ? null : await findElsewhere(context, api, { search, here }),
    notes,
    filter,
    methods: methodChoices(t),
    isHistory,
    pageName,
    records: list.records.map(({ paymentMethod, ...row }) => ({
      ...row,
      method: methodIn(t, paymentMethod),
    })),
    isSorted: list.isSorted,
    lastPage: list.lastPage,
    order,
    onRecord: moneyOnRecord(context, order),
    review,
    reasons,
    isAsked: asked !== null || asksForLast(params),
    ...neighboursOf({ ...list, page: filter.page, pageName }, order?.id ?? null),
    requiresPaymentConfirmation: requiresPaymentConfirmation(context),
    idempotencyKey: crypto.randomUUID(),
  };
}
