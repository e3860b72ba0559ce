import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicApi } from "~/lib/callers";
import { jsonFile } from "~/lib/lists/json-file";
import { orRefuse } from "~/lib/messages/refusals";

/** `/proof/inclusion.json?leaf=7&checkpoint=12`: that a leaf is in the tree of a checkpoint. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { leaf = "", ...asked } = Object.fromEntries(new URL(request.url).searchParams);
  return jsonFile(
    await orRefuse(context, publicApi(context).proof.inclusion({ ...asked, leaf })),
    `inclusion-${leaf}.json`,
  );
}
