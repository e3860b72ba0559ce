import type { LoaderFunctionArgs } from "@remix-run/node";
import { adminApi } from "~/lib/callers";
import { downloadList } from "~/lib/lists/csv-download.server";
import { accountColumns } from "./columns";

/** The company's accounts as a CSV file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  return downloadList({ request, context }, "beneficiaries", accountColumns, () =>
    api.exports.beneficiaries(),
  );
}
