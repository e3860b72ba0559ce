import type { ActionFunctionArgs } from "@remix-run/node";
import { httpStatusOf } from "@server/platform/rules/refusals/kinds";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { translateRefusal, translatorOf } from "@server/platform/words/translators.server";
import { investorApi } from "~/lib/callers";
import { refusalIn } from "~/lib/messages/refusals";

/**
 * Stores one file of a member while its form is being filled in (`UploadField`), and responds with
 * JSON: `{ id, fileName }`, or `{ message }` with the refusal's status.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const { mediaId, refused } = await context.caller.files.receive(request, "user", {
      imagesOnly: new URL(request.url).searchParams.get("for") === "picture",
    });
    if (refused) throw refused;
    if (!mediaId) throw refuse("FILE_REQUIRED");
    const api = await investorApi(context);
    const { id, fileName } = await api.media.open({ id: mediaId });
    return Response.json({ id, fileName });
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (refusal) {
      const message = translateRefusal(context.caller.language, refusal.code, refusal.params);
      return Response.json({ message }, { status: httpStatusOf(refusal.code) });
    }
    if (request.signal.aborted) throw thrown;
    context.caller.request.report(thrown);
    const message = translatorOf(context.caller.language).t("files:failedUpload");
    return Response.json({ message }, { status: 500 });
  }
}
