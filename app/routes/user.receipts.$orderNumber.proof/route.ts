import type { LoaderFunctionArgs } from "@remix-run/node";
import { investorApi } from "~/lib/callers";
import { jsonFile } from "~/lib/lists/json-file";
import { orRefuse } from "~/lib/messages/refusals";

/** `/user/receipts/PUR-123456/proof.json`: the inclusion proof of the member's own order. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const purchaseId = params["orderNumber"] ?? "";
  return jsonFile(
    await orRefuse(context, api.proof.ofOrder({ purchaseId })),
    `proof-${purchaseId}.json`,
  );
}
