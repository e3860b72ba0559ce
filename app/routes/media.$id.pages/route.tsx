import type { LoaderFunctionArgs } from "@remix-run/node";
import { PagesRef } from "@server/media/contracts/media";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { orPlainRefusal } from "../media.$id/plain-refusal.server";

/** The pages of a stored PDF as one picture for those who may open the file. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  return orPlainRefusal(context, async () => {
    const turn = new URL(request.url).searchParams.get("turn");
    const asked = PagesRef.safeParse({ ...params, turn: turn ?? undefined });
    if (!asked.success) throw refuse("MEDIA_NOT_FOUND");
    return context.caller.files.openPages(asked.data.id, asked.data.turn);
  });
}
