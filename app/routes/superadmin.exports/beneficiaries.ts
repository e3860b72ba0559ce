import type { LoaderFunctionArgs } from "@remix-run/node";
import { superAdminApi } from "~/lib/callers";
import { downloadList } from "~/lib/lists/csv-download.server";
import { companyFilter, listQuery } from "~/lib/lists/list-query";
import { accountColumns } from "./columns";

/** Beneficiary Manage as a CSV file, with the filters in the table's URL. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const { search } = listQuery(request);
  const wanted = { search, ...companyFilter(request) };
  return downloadList({ request, context }, "beneficiaries", accountColumns, (from) =>
    api.exports.allBeneficiaries({ ...wanted, ...from }),
  );
}
