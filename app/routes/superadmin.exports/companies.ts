import type { LoaderFunctionArgs } from "@remix-run/node";
import { superAdminApi } from "~/lib/callers";
import { downloadList } from "~/lib/lists/csv-download.server";
import { listQuery } from "~/lib/lists/list-query";
import { companyColumns } from "./columns";

/** Manage Company as a CSV file, with the filters in the table's URL. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const { search } = listQuery(request);
  return downloadList({ request, context }, "companies", companyColumns, (from) =>
    api.exports.companies({ search, ...from }),
  );
}
