import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  ApproveOrderForm,
  RejectOrder,
  ReverseOrderForm,
} from "@server/orders/contracts/decisions";
import { requiresPaymentConfirmation } from "~/lib/orders/payment-confirmation";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { searchWith } from "~/lib/lists/list-query";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { findElsewhere } from "./elsewhere.server";
import { listView } from "./list-view.server";
import { moneyOnRecord } from "../order/money-on-record.server";
import { orderListAddress } from "./order-list-address";
import { rejectReasons } from "../decide/reject-reasons.server";

const constraints = constraintsOf({
  approve: ApproveOrderForm,
  // The typed reason is optional in HTML, since a chosen one serves without scripts.
  reject: RejectOrder,
  reverse: ReverseOrderForm,
});

/** The list of purchases that wait, or of decided ones, and the dialog that the query names. */
export async function loadOrders({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const params = new URL(request.url).searchParams;
  const address = orderListAddress(request);
  const {
    orderId,
    orderIds: _selected,
    bulk: _bulk,
    sort,
    isDescending,
    isWhole,
    ...asked
  } = address;
  // Before the list, so that no arrival between them is missed.
  const { asOf } = await orRefuse(context, api.orders.arrivals({}));
  const [list, order, review, reasons] = await orRefuse(
    context,
    Promise.all([
      api.orders.sorted({ ...asked.list, sort, isDescending, isWhole }),
      orderId ? api.orders.findForAdmin({ orderId }) : null,
      orderId ? api.orders.review({ orderId }) : null,
      rejectReasons(context, api),
    ]),
  );
  // After a decision on all rows of the last page, redirects to the page before it.
  if (asked.list.page > list.lastPage) {
    const name = asked.isHistory ? "historyPage" : "page";
    throw redirect(searchWith(params, { [name]: list.lastPage }));
  }
  // A first admin's approval of another sum, or with the number of a part, is confirmed where both are
  // shown.
  const waiting = order?.waitingApproval;
  const isShown = waiting && (waiting.receivedPaise ?? waiting.partReference) !== null;
  if (asked.decision === "approve" && order && isShown) {
    const step = { approve: null, tab: "decide", form: "list", step: "sum", order: order.id };
    throw redirect(paths.admin.payments + searchWith(params, step));
  }
  const { search, status: here } = asked.list;
  return {
    constraints,
    elsewhere:
      list.records.length === 0 ? await findElsewhere(context, api, { search, here }) : null,
    ...asked,
    lastPage: list.lastPage,
    ...listView(context, request, address, list),
    asOf,
    order,
    review,
    onRecord: moneyOnRecord(context, order),
    reasons,
    requiresPaymentConfirmation: requiresPaymentConfirmation(context),
    idempotencyKey: crypto.randomUUID(),
  };
}
