import type { LoaderFunctionArgs } from "@remix-run/node";
import { OrderRefs } from "@server/contracts/orders";
import { adminApi } from "~/lib/callers";
import { orRefuse } from "~/lib/refusals";

/** How some orders stand at this moment; a list that is open asks now and then. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = OrderRefs.safeParse({ orderIds: new URL(request.url).searchParams.getAll("id") });
  if (!asked.success) return Response.json([]);
  const orders = await orRefuse(context, api.orders.selected(asked.data));
  return Response.json(orders.map(({ id, status, decidedBy }) => ({ id, status, decidedBy })));
}
