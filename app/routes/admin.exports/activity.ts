import type { LoaderFunctionArgs } from "@remix-run/node";
import { adminApi } from "~/lib/callers";
import { csvDownload } from "~/lib/csv-download.server";
import { listQuery } from "~/lib/list-query";
import { orRefuse } from "~/lib/refusals";
import { translatorOf } from "@server/words/translators.server";
import { filtersOf } from "../admin.activity/asked-filters";
import { activityColumns } from "./columns";

/** The activity as a CSV file, with the filters in the table's URL. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { t } = translatorOf(context.language);
  const wanted = { search: listQuery(request).search, ...filtersOf(request) };
  return csvDownload("activity", activityColumns(t), (after) =>
    orRefuse(context, api.exports.activity({ ...wanted, ...(after && { after }) })),
  );
}
