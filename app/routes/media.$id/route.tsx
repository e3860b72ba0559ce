import type { LoaderFunctionArgs } from "@remix-run/node";
import { MediaRef } from "@server/media/contracts/media";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { orPlainRefusal } from "./plain-refusal.server";

/** A stored file for authorized users; a refusal is plain text with its status. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  return orPlainRefusal(context, async () => {
    const asked = MediaRef.safeParse(params);
    if (!asked.success) throw refuse("MEDIA_NOT_FOUND");
    return context.caller.files.open(asked.data.id, request.headers.get("if-none-match"));
  });
}
