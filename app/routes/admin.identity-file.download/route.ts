import type { LoaderFunctionArgs } from "@remix-run/node";
import { translatorOf } from "@server/platform/words/translators.server";
import { adminApi } from "~/lib/callers";
import { orStepUp } from "~/lib/lists/csv-download.server";
import { orRefuse } from "~/lib/messages/refusals";
import { zipOf } from "./zip-of.server";

/** A confirmed file as a ZIP; each reading is in the activity. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const id = params["fileId"] ?? "";
  const file = await orRefuse(context, orStepUp(request, api.identityFile.read({ id })));
  const { t } = translatorOf(context.caller.language);
  return new Response(zipOf(t, file), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="identity-${file.person.memberId.replace(/[^\w-]/g, "")}.zip"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
