import type { LoaderFunctionArgs } from "@remix-run/node";
import { adminApi } from "~/lib/callers";
import { csvDownload } from "~/lib/csv-download.server";
import { listQuery } from "~/lib/list-query";
import { orRefuse } from "~/lib/refusals";
import { createTranslator } from "~/locales/translator";
import { filtersOf } from "../admin.activity/asked-filters";
import { activityColumns } from "./columns";

/** The activity as a file, for the same address as the table's own. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { t } = createTranslator(context.language);
  const wanted = { search: listQuery(request).search, ...filtersOf(request) };
  return csvDownload("activity", activityColumns(t), (after) =>
    orRefuse(context, api.exports.activity({ ...wanted, ...(after && { after }) })),
  );
}
