import type { LoaderFunctionArgs } from "@remix-run/node";
import { adminApi } from "~/lib/callers";
import { csvDownload } from "~/lib/csv-download.server";
import { orRefuse } from "~/lib/refusals";
import { translatorOf } from "@server/words/translators.server";
import { memberListAddress } from "../admin.usermanage/member-list-address";
import { memberColumns } from "./columns";

/** Manage User as a CSV file, with the filters in the table's URL. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { t } = translatorOf(context.language);
  const { wanted } = memberListAddress(request);
  return csvDownload("users", memberColumns(t), (after) =>
    orRefuse(context, api.exports.members({ ...wanted, ...(after && { after }) })),
  );
}
