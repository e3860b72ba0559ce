import type { LoaderFunctionArgs } from "@remix-run/node";
import { adminApi } from "~/lib/callers";
import { csvDownload } from "~/lib/csv-download.server";
import { orRefuse } from "~/lib/refusals";
import { translatorOf } from "@server/words/translators.server";
import { accountColumns } from "./columns";

/** The company's accounts as a CSV file. */
export async function loader({ context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { t } = translatorOf(context.language);
  return csvDownload("beneficiaries", accountColumns(t), () =>
    orRefuse(context, api.exports.beneficiaries()),
  );
}
