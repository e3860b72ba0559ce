import type { LoaderFunctionArgs } from "@remix-run/node";
import { type FollowedOrder, MOST_FOLLOWED } from "@server/orders/contracts/orders";
import { orRefuse } from "~/lib/messages/refusals";

/**
 * `?of=PUR-123456,PUR-654321`: the status of the member's own orders, as JSON. Pages poll it every
 * few seconds. A stream would hold a connection for each open tab, and proxies may cut or buffer
 * it.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("of") ?? "";
  const purchaseIds = asked.split(",").filter(Boolean).slice(0, MOST_FOLLOWED);
  const api = await context.caller.member();
  // A script cannot follow a redirect to the login; the next page load redirects.
  if (!api) return Response.json([], { status: 401 });
  const standing: FollowedOrder[] = await orRefuse(context, api.orders.follow({ purchaseIds }));
  return Response.json(standing, { headers: { "cache-control": "private, no-store" } });
}
