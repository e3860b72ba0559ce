import type { LoaderFunctionArgs } from "@remix-run/node";
import { SUBMITTED_STATUSES } from "@db/vocabulary";
import { superAdminApi } from "~/lib/callers";
import { downloadList } from "~/lib/lists/csv-download.server";
import { listQuery } from "~/lib/lists/list-query";
import { transactionFilter } from "../superadmin.transactionmanage/transaction-filter";
import { orderColumns } from "./columns";

/** Transaction Manage as a CSV file, with the filters in the table's URL. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const { search, status } = listQuery(request, { statuses: SUBMITTED_STATUSES });
  const wanted = { search, ...(status && { status }), ...transactionFilter(request) };
  return downloadList({ request, context }, "transactions", orderColumns, (from) =>
    api.exports.allOrders({ ...wanted, ...from }),
  );
}
