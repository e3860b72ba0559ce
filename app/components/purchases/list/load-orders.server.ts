import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { adminApi } from "~/lib/callers";
import { searchWith } from "~/lib/lists/list-query";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { findElsewhere } from "./elsewhere.server";
import { orderListAddress } from "./order-list-address";
import { decisionConstraints, loadDecision } from "../decide/load-decision.server";
import { rejectReasons } from "../decide/reject-reasons.server";

/** The list of purchases that wait, or of decided ones, and the dialog that the query names. */
export async function loadOrders({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const params = new URL(request.url).searchParams;
  const address = orderListAddress(request);
  const { orderId, orderIds: _selected, bulk: _bulk, isWhole, ...asked } = address;
  // Before the list, so that no arrival between them is missed.
  const { asOf } = await orRefuse(context, api.orders.arrivals({}));
  const [list, deciding] = await orRefuse(
    context,
    Promise.all([
      api.orders.sorted({
        ...asked.list,
        sort: asked.sort,
        isDescending: asked.isDescending,
        isWhole,
      }),
      orderId ? loadDecision(api, orderId) : null,
    ]),
  );
  // After a decision on all rows of the last page, redirects to the page before it.
  if (asked.list.page > list.lastPage) {
    const name = asked.isHistory ? "historyPage" : "page";
    throw redirect(searchWith(params, { [name]: list.lastPage }));
  }
  // A first admin's approval of another sum, or with the number of a part, is confirmed where both are
  // shown.
  const waiting = deciding?.order.waitingApproval;
  const isShown = waiting && (waiting.receivedPaise ?? waiting.partReference) !== null;
  if (asked.decision === "approve" && isShown) {
    const step = { approve: null, tab: "decide", form: "list", step: "sum", order: orderId };
    throw redirect(paths.admin.payments + searchWith(params, step));
  }
  const { search, status: here } = asked.list;
  return {
    constraints: decisionConstraints,
    elsewhere:
      list.records.length === 0 ? await findElsewhere(context, api, { search, here }) : null,
    ...asked,
    ...list,
    asOf,
    deciding,
    reasons: await rejectReasons(context, api),
    idempotencyKey: crypto.randomUUID(),
  };
}
