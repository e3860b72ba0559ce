import type { ActionFunctionArgs } from "@remix-run/node";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { investorApi } from "~/lib/callers";
import { uploadAnswer } from "~/lib/forms/upload-answer.server";

/** Stores one file of a member while its form is being filled in; answers with its id and name. */
export const action = ({ request, context }: ActionFunctionArgs) =>
  uploadAnswer({ request, context }, async () => {
    const { mediaId, refused } = await context.caller.files.receive(request, "user", {
      imagesOnly: new URL(request.url).searchParams.get("for") === "picture",
    });
    if (refused) throw refused;
    if (!mediaId) throw refuse("FILE_REQUIRED");
    const api = await investorApi(context);
    const { id, fileName } = await api.media.open({ id: mediaId });
    return { id, fileName };
  });
