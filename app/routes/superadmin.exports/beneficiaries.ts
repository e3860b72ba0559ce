import type { LoaderFunctionArgs } from "@remix-run/node";
import { superAdminApi } from "~/lib/callers";
import { csvDownload } from "~/lib/csv-download.server";
import { listQuery } from "~/lib/list-query";
import { orRefuse } from "~/lib/refusals";
import { translatorOf } from "@server/words/translators.server";
import { accountColumns } from "./columns";

/** Beneficiary Manage as a CSV file, with the filters in the table's URL. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const { t } = translatorOf(context.language);
  const { search } = listQuery(request);
  const companyId = new URL(request.url).searchParams.get("companyId");
  const wanted = { search, ...(companyId && { companyId }) };
  return csvDownload("beneficiaries", accountColumns(t), (after) =>
    orRefuse(context, api.exports.allBeneficiaries({ ...wanted, ...(after && { after }) })),
  );
}
