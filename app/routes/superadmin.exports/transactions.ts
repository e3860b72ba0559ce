import type { LoaderFunctionArgs } from "@remix-run/node";
import { SUBMITTED_STATUSES } from "@db/vocabulary";
import { superAdminApi } from "~/lib/callers";
import { csvDownload } from "~/lib/csv-download.server";
import { listQuery } from "~/lib/list-query";
import { orRefuse } from "~/lib/refusals";
import { createTranslator } from "~/locales/translator";
import { transactionColumns } from "./columns";

/** Transaction Manage as a file, for the same address as the table's own. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const { t } = createTranslator(context.language);
  const { search, status } = listQuery(request, { statuses: SUBMITTED_STATUSES });
  const companyId = new URL(request.url).searchParams.get("companyId");
  const wanted = { search, ...(status && { status }), ...(companyId && { companyId }) };
  return csvDownload("transactions", transactionColumns(t), (after) =>
    orRefuse(context, api.exports.allOrders({ ...wanted, ...(after && { after }) })),
  );
}
