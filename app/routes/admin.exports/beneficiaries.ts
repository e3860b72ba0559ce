import type { LoaderFunctionArgs } from "@remix-run/node";
import { adminApi } from "~/lib/callers";
import { csvDownload } from "~/lib/csv-download.server";
import { orRefuse } from "~/lib/refusals";
import { createTranslator } from "~/locales/translator";
import { accountColumns } from "./columns";

/** The company's accounts as a file. */
export async function loader({ context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { t } = createTranslator(context.language);
  return csvDownload("beneficiaries", accountColumns(t), () =>
    orRefuse(context, api.exports.beneficiaries()),
  );
}
