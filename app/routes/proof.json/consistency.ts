import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicApi } from "~/lib/callers";
import { jsonFile } from "~/lib/lists/json-file";
import { orRefuse } from "~/lib/messages/refusals";

/** `/proof/consistency.json?from=3&to=12`: that the ledger of 3 is the start of that of 12. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { from = "", ...asked } = Object.fromEntries(new URL(request.url).searchParams);
  return jsonFile(
    await orRefuse(context, publicApi(context).proof.consistency({ ...asked, from })),
    `consistency-${from}.json`,
  );
}
