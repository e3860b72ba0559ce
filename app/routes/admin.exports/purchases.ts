import type { LoaderFunctionArgs } from "@remix-run/node";
import { adminApi } from "~/lib/callers";
import { csvDownload } from "~/lib/csv-download.server";
import { orRefuse } from "~/lib/refusals";
import { createTranslator } from "~/locales/translator";
import { purchaseAddress } from "../admin.purchaserequest/purchase-address";
import { purchaseColumns } from "./columns";

/** Either tab of Manage Purchase as a file, for the same address as the table's own. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { t } = createTranslator(context.language);
  const { list, isHistory } = purchaseAddress(request);
  const { page: _page, limit: _limit, ...wanted } = list;
  const name = isHistory ? "purchase-history" : "purchases";
  return csvDownload(name, purchaseColumns(t), (after) =>
    orRefuse(context, api.exports.orders({ ...wanted, ...(after && { after }) })),
  );
}
