import type { LoaderFunctionArgs } from "@remix-run/node";
import { adminApi } from "~/lib/callers";
import { downloadList } from "~/lib/lists/csv-download.server";
import { orderListAddress } from "~/components/purchases/list/order-list-address";
import { orderColumns } from "./columns";

/** Either tab of Manage Purchase as a CSV file, with the filters in the table's URL. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { list, isHistory } = orderListAddress(request);
  const { page: _page, limit: _limit, ...wanted } = list;
  const name = isHistory ? "purchase-history" : "purchases";
  return downloadList({ request, context }, name, orderColumns, (from) =>
    api.exports.orders({ ...wanted, ...from }),
  );
}
