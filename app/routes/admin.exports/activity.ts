import type { LoaderFunctionArgs } from "@remix-run/node";
import { adminApi } from "~/lib/callers";
import { downloadList } from "~/lib/lists/csv-download.server";
import { listQuery } from "~/lib/lists/list-query";
import { filtersOf } from "../admin.activity/asked-filters";
import { activityColumns } from "./columns";

/** The activity as a CSV file, with the filters in the table's URL. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const wanted = { search: listQuery(request).search, ...filtersOf(request) };
  return downloadList({ request, context }, "activity", activityColumns, (from) =>
    api.exports.activity({ ...wanted, ...from }),
  );
}
