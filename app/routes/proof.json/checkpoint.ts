import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicApi } from "~/lib/callers";
import { jsonFile } from "~/lib/lists/json-file";
import { orRefuse } from "~/lib/messages/refusals";

/** `/proof/checkpoint.json?number=12`: a signed checkpoint; the last one without a number. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  return jsonFile(
    await orRefuse(context, publicApi(context).proof.checkpoint(asked)),
    "checkpoint.json",
  );
}
