import type { LoaderFunctionArgs } from "@remix-run/node";
import { adminApi } from "~/lib/callers";
import { csvDownload } from "~/lib/csv-download.server";
import { orRefuse } from "~/lib/refusals";
import { createTranslator } from "~/locales/translator";
import { peopleAddress } from "../admin.usermanage/people-address";
import { memberColumns } from "./columns";

/** Manage User as a file, for the same address as the table's own. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { t } = createTranslator(context.language);
  const { wanted } = peopleAddress(request);
  return csvDownload("users", memberColumns(t), (after) =>
    orRefuse(context, api.exports.members({ ...wanted, ...(after && { after }) })),
  );
}
