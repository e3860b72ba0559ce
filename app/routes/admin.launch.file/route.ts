import type { LoaderFunctionArgs } from "@remix-run/node";
import { BatchFile } from "@server/launch/contracts/batches";
import { adminApi } from "~/lib/callers";
import { orStepUp } from "~/lib/lists/csv-download.server";
import { notFound, orRefuse } from "~/lib/messages/refusals";

const NAMES = /^(?:(claims)\.csv|(tree)\.json|(send)-(\d{1,6})\.csv)$/;

/** A file of a batch; a step-up is asked for on its own page. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { number = "", file: name = "" } = params;
  const [, claims, tree, send, part] = NAMES.exec(name) ?? [];
  const asked = BatchFile.safeParse({ number, file: claims ?? tree ?? send, part });
  if (!asked.success) throw notFound(context);
  const api = await adminApi(context);
  const { text } = await orRefuse(context, orStepUp(request, api.batches.file(asked.data)));
  return new Response(text, {
    headers: {
      "content-type": tree ? "application/json" : "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="batch-${asked.data.number}-${name}"`,
      "cache-control": "private, no-store",
    },
  });
}
