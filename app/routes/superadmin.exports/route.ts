import type { LoaderFunctionArgs } from "@remix-run/node";
import { SUBMITTED_STATUSES } from "@db/vocabulary";
import type { ExportCursor } from "@server/contracts/exports";
import { superAdminApi } from "~/lib/callers";
import { csvDownload } from "~/lib/csv-download.server";
import { listQuery } from "~/lib/list-query";
import { notFound, orRefuse } from "~/lib/refusals";
import { createTranslator } from "~/locales/translator";
import { accountColumns, companyColumns, transactionColumns } from "./columns";

/** A table of the platform as a file, for the same address as the table's own. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const { t } = createTranslator(context.language);
  const { search, status } = listQuery(request, { statuses: SUBMITTED_STATUSES });
  const companyId = new URL(request.url).searchParams.get("companyId");
  const wanted = (after: ExportCursor | undefined) => ({
    search,
    ...(companyId && { companyId }),
    ...(after && { after }),
  });
  switch (params["table"]) {
    case "companies":
      return csvDownload("companies", companyColumns(t), (after) =>
        orRefuse(context, api.exports.companies({ search, ...(after && { after }) })),
      );
    case "transactions":
      return csvDownload("transactions", transactionColumns(t), (after) =>
        orRefuse(context, api.exports.allOrders({ ...wanted(after), ...(status && { status }) })),
      );
    case "beneficiaries":
      return csvDownload("beneficiaries", accountColumns(t), (after) =>
        orRefuse(context, api.exports.allBeneficiaries(wanted(after))),
      );
    default:
      throw notFound(context);
  }
}
