import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { ApproveOrdersForm, RejectOrders } from "@server/orders/contracts/decisions";
import { translateRefusal } from "@server/platform/words/translators.server";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { paymentsPath } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { orderListAddress } from "~/components/purchases/list/order-list-address";
import { rejectReasons } from "~/components/purchases/decide/reject-reasons.server";

const constraints = constraintsOf({
  approveMany: ApproveOrdersForm,
  rejectMany: RejectOrders,
});

/** The effect that a decision on several purchases would have. */
export async function loadBulk({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { bulk, orderIds } = orderListAddress(request);
  if (!bulk) throw redirect(paymentsPath("decide"));
  const rows =
    orderIds.length === 0
      ? []
      : await orRefuse(context, api.orders.dryRun({ orderIds, decision: bulk }));
  return {
    constraints,
    bulk,
    rows: rows.map(({ refusal, ...row }) => ({
      ...row,
      refusal: refusal && translateRefusal(context.caller.language, refusal.code, refusal.params),
    })),
    reasons: await rejectReasons(context, api),
    idempotencyKey: crypto.randomUUID(),
  };
}
