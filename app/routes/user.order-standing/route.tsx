import type { LoaderFunctionArgs } from "@remix-run/node";
import { type FollowedOrder, MOST_FOLLOWED } from "@server/contracts/orders";
import { orRefuse } from "~/lib/refusals";

/**
 * `?of=PUR-123456,PUR-654321`: where one's own orders stand, as JSON. What a page that waits asks
 * every few seconds, rather than a stream: a stream would hold a connection for each open tab, and
 * proxies between us and a phone cut or buffer it.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("of") ?? "";
  const purchaseIds = asked.split(",").filter(Boolean).slice(0, MOST_FOLLOWED);
  const api = await context.api.member();
  // Whoever was logged out meanwhile learns it on the next page: an answer to a script goes nowhere.
  if (!api) return Response.json([], { status: 401 });
  const standing: FollowedOrder[] = await orRefuse(context, api.orders.follow({ purchaseIds }));
  return Response.json(standing, { headers: { "cache-control": "private, no-store" } });
}
