import type { LoaderFunctionArgs } from "@remix-run/node";
import { adminApi } from "~/lib/callers";
import { downloadList } from "~/lib/lists/csv-download.server";
import { memberListAddress } from "../admin.usermanage/member-list-address";
import { memberColumns } from "./columns";

/** Manage User as a CSV file, with the filters in the table's URL. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { wanted } = memberListAddress(request);
  return downloadList({ request, context }, "users", memberColumns, (from) =>
    api.exports.members({ ...wanted, ...from }),
  );
}
