import type { AppLoadContext } from "@remix-run/node";
import { httpStatusOf } from "@server/platform/rules/refusals/kinds";
import { translateRefusal } from "@server/platform/words/translators.server";
import { refusalIn } from "~/lib/messages/refusals";

/** A file's response; a refusal is plain text with its status. */
export async function orPlainRefusal(
  { caller: { language } }: AppLoadContext,
  open: () => Promise<Response>,
): Promise<Response> {
  try {
    return await open();
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (!refusal) throw thrown;
    return new Response(translateRefusal(language, refusal.code, refusal.params), {
      status: httpStatusOf(refusal.code),
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }
}
