import type { LoaderFunctionArgs } from "@remix-run/node";
import { adminApi } from "~/lib/callers";
import { csvDownload } from "~/lib/csv-download.server";
import { orRefuse } from "~/lib/refusals";
import { translatorOf } from "@server/words/translators.server";
import { orderListAddress } from "../admin.purchaserequest/order-list-address";
import { orderColumns } from "./columns";

/** Either tab of Manage Purchase as a CSV file, with the filters in the table's URL. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { t } = translatorOf(context.language);
  const { list, isHistory } = orderListAddress(request);
  const { page: _page, limit: _limit, ...wanted } = list;
  const name = isHistory ? "purchase-history" : "purchases";
  return csvDownload(name, orderColumns(t), (after) =>
    orRefuse(context, api.exports.orders({ ...wanted, ...(after && { after }) })),
  );
}
