import type { LoaderFunctionArgs } from "@remix-run/node";
import { superAdminApi } from "~/lib/callers";
import { csvDownload } from "~/lib/csv-download.server";
import { listQuery } from "~/lib/list-query";
import { orRefuse } from "~/lib/refusals";
import { translatorOf } from "@server/words/translators.server";
import { companyColumns } from "./columns";

/** Manage Company as a CSV file, with the filters in the table's URL. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const { t } = translatorOf(context.language);
  const { search } = listQuery(request);
  return csvDownload("companies", companyColumns(t), (after) =>
    orRefuse(context, api.exports.companies({ search, ...(after && { after }) })),
  );
}
