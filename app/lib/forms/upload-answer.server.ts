import type { AppLoadContext } from "@remix-run/node";
import { httpStatusOf } from "@server/platform/rules/refusals/kinds";
import { translateRefusal, translatorOf } from "@server/platform/words/translators.server";
import { refusalIn } from "~/lib/messages/refusals";

/**
 * Responds with what is kept of a file that a form sends while it is filled in (`UploadField`), as JSON,
 * or with `{ message }` and the refusal's status.
 */
export async function uploadAnswer(
  { request, context }: { request: Request; context: AppLoadContext },
  keep: () => Promise<{ id: string }>,
): Promise<Response> {
  try {
    return Response.json(await keep());
  } catch (thrown) {
    const { language, request: asked } = context.caller;
    const refusal = refusalIn(thrown);
    if (refusal) {
      const message = translateRefusal(language, refusal.code, refusal.params);
      return Response.json({ message }, { status: httpStatusOf(refusal.code) });
    }
    if (request.signal.aborted) throw thrown;
    asked.report(thrown);
    const message = translatorOf(language).t("files:failedUpload");
    return Response.json({ message }, { status: 500 });
  }
}
