import type { LoaderFunctionArgs } from "@remix-run/node";
import { superAdminApi } from "~/lib/callers";
import { csvDownload } from "~/lib/csv-download.server";
import { listQuery } from "~/lib/list-query";
import { orRefuse } from "~/lib/refusals";
import { createTranslator } from "~/locales/translator";
import { companyColumns } from "./columns";

/** Manage Company as a file, for the same address as the table's own. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const { t } = createTranslator(context.language);
  const { search } = listQuery(request);
  return csvDownload("companies", companyColumns(t), (after) =>
    orRefuse(context, api.exports.companies({ search, ...(after && { after }) })),
  );
}
