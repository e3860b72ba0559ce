import type { LoaderFunctionArgs } from "@remix-run/node";
import { OrderRefs } from "@server/orders/contracts/decisions";
import { adminApi } from "~/lib/callers";
import { orRefuse } from "~/lib/messages/refusals";
import { orderListAddress } from "~/components/purchases/list/order-list-address";

/** The current status of orders and the number of new ones; an open list polls this. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const refs = OrderRefs.safeParse({ orderIds: asked.getAll("id") });
  const { page: _page, limit: _limit, ...filter } = orderListAddress(request).list;
  const [orders, arrivals] = await orRefuse(
    context,
    Promise.all([
      refs.success ? api.orders.selected(refs.data) : [],
      api.orders.arrivals({ ...filter, since: asked.get("since") ?? undefined }),
    ]),
  );
  return Response.json({
    orders: orders.map(({ id, status, decidedBy }) => ({ id, status, decidedBy })),
    arrived: arrivals.count,
  });
}
