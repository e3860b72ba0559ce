import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { noteConstraints } from "~/components/notes/notes.server";
import { adminApi } from "~/lib/callers";
import { searchWith } from "~/lib/lists/list-query";
import { orRefuse } from "~/lib/messages/refusals";
import { findElsewhere } from "~/components/purchases/list/elsewhere.server";
import { orderListAddress } from "~/components/purchases/list/order-list-address";
import {
  decisionConstraints,
  loadDecision,
} from "~/components/purchases/decide/load-decision.server";
import { rejectReasons } from "~/components/purchases/decide/reject-reasons.server";
import { asksForLast, neighboursOf } from "./one-by-one-address";

const constraints = { ...noteConstraints, ...decisionConstraints };

/** The list, one payment of it, and what stands beside it. */
export async function loadOneByOne({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const address = orderListAddress(request);
  const { orderId: asked, isHistory, list: filter, sort, isDescending, isWhole } = address;
  const params = new URL(request.url).searchParams;
  const pageName = isHistory ? "historyPage" : "page";
  const [list, named] = await orRefuse(
    context,
    Promise.all([
      // The payments are in the order of Manage Purchase.
      api.orders.sorted({ ...filter, sort, isDescending, isWhole }),
      asked ? loadDecision(api, asked) : null,
    ]),
  );
  // After a decision on all rows of the last page, redirects to the page before it.
  if (filter.page > list.lastPage) {
    throw redirect(searchWith(params, { [pageName]: list.lastPage }));
  }
  const first = list.records.at(asksForLast(params) ? -1 : 0);
  const shown = named ?? (first ? await orRefuse(context, loadDecision(api, first.id)) : null);
  const order = shown?.order;
  const notes = order
    ? await orRefuse(context, api.notes.list({ memberId: order.memberId, orderId: order.id }))
    : null;
  const { search, status: here } = filter;
  return {
    constraints,
    elsewhere: first ? null : await findElsewhere(context, api, { search, here }),
    notes,
    filter,
    isHistory,
    pageName,
    records: list.records,
    isSorted: list.isSorted,
    lastPage: list.lastPage,
    shown,
    reasons: await rejectReasons(context, api),
    idempotencyKey: crypto.randomUUID(),
    isAsked: asked !== null || asksForLast(params),
    ...neighboursOf({ ...list, page: filter.page, pageName }, order?.id ?? null),
  };
}
