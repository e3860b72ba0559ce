import type { LoaderFunctionArgs } from "@remix-run/node";
import { orRefuse } from "~/lib/messages/refusals";
import { investorApi } from "~/lib/callers";

/** `/user/receipts/PUR-123456.pdf`: the PDF receipt. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  await investorApi(context);
  const orderNumber = (params["orderNumber"] ?? "").replace(/\.pdf$/, "");
  return orRefuse(context, context.caller.files.openReceipt(orderNumber));
}
