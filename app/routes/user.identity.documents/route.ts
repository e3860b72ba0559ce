import type { ActionFunctionArgs } from "@remix-run/node";
import { PictureRef } from "@server/members/contracts/identity";
import { httpStatusOf } from "@server/platform/rules/refusals/kinds";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { translateRefusal, translatorOf } from "@server/platform/words/translators.server";
import { investorApi } from "~/lib/callers";
import { refusalIn } from "~/lib/messages/refusals";

/**
 * Keeps a picture of a member once it is chosen (`UploadField`), so that a broken line loses nothing.
 * Responds with JSON: `{ id }`, or `{ message }` with the refusal's status.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const api = await investorApi(context);
    const asked = PictureRef.safeParse(
      Object.fromEntries(new URL(request.url).searchParams.entries()),
    );
    if (!asked.success) throw refuse("INVALID_INPUT");
    const { file, refused } = await context.caller.files.read(request, "user");
    if (refused) throw refused;
    if (!file) throw refuse("FILE_REQUIRED");
    const { fileName, bytes } = file;
    const { id } = await api.identity.addDocument({
      ...asked.data,
      file: { fileName, bytes: new Uint8Array(bytes) },
    });
    return Response.json({ id });
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
