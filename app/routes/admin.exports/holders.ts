import type { LoaderFunctionArgs } from "@remix-run/node";
import { adminApi } from "~/lib/callers";
import { downloadList } from "~/lib/lists/csv-download.server";
import { askedHolders } from "../admin.holders/asked-holders";
import { holderColumns } from "./columns";

/** The holders' register as a CSV or Excel file, with the day and the filters in the page's URL. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { day, filter } = askedHolders(request);
  const name = day ? `holders-at-${day}` : "holders";
  return downloadList({ request, context }, name, holderColumns, (from) =>
    api.exports.holders({ ...filter, ...from }),
  );
}
