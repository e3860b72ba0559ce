import type { LoaderFunctionArgs } from "@remix-run/node";
import { SUBMITTED_STATUSES } from "@db/vocabulary";
import { superAdminApi } from "~/lib/callers";
import { csvDownload } from "~/lib/csv-download.server";
import { listQuery } from "~/lib/list-query";
import { orRefuse } from "~/lib/refusals";
import { translatorOf } from "@server/words/translators.server";
import { orderColumns } from "./columns";

/** Transaction Manage as a CSV file, with the filters in the table's URL. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const { t } = translatorOf(context.language);
  const { search, status } = listQuery(request, { statuses: SUBMITTED_STATUSES });
  const companyId = new URL(request.url).searchParams.get("companyId");
  const wanted = { search, ...(status && { status }), ...(companyId && { companyId }) };
  return csvDownload("transactions", orderColumns(t), (after) =>
    orRefuse(context, api.exports.allOrders({ ...wanted, ...(after && { after }) })),
  );
}
