import type { LoaderFunctionArgs } from "@remix-run/node";
import { MediaRef } from "@server/contracts/media";
import { httpStatusOf } from "@server/domain/refusals/codes";
import { refuse } from "@server/domain/refusals/refuse";
import { translateRefusal } from "@server/words/refusals.server";
import { refusalIn } from "~/lib/refusals";

/** A stored file for authorized users; a refusal is plain text with its status. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  try {
    const asked = MediaRef.safeParse(params);
    if (!asked.success) throw refuse("MEDIA_NOT_FOUND");
    return await context.openMedia(asked.data.id, request.headers.get("if-none-match"));
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (!refusal) throw thrown;
    return new Response(translateRefusal(context.language, refusal.code, refusal.params), {
      status: httpStatusOf(refusal.kind),
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }
}
