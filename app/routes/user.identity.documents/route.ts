import type { ActionFunctionArgs } from "@remix-run/node";
import { PictureRef } from "@server/members/contracts/identity";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { investorApi } from "~/lib/callers";
import { uploadAnswer } from "~/lib/forms/upload-answer.server";

/** Keeps a picture of a member once it is chosen, so that a broken line loses nothing. */
export const action = ({ request, context }: ActionFunctionArgs) =>
  uploadAnswer({ request, context }, async () => {
    const api = await investorApi(context);
    const asked = PictureRef.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!asked.success) throw refuse("INVALID_INPUT");
    const { file, refused } = await context.caller.files.read(request, "user");
    if (refused) throw refused;
    if (!file) throw refuse("FILE_REQUIRED");
    const { fileName, bytes } = file;
    const sent = { fileName, bytes: new Uint8Array(bytes) };
    return api.identity.addDocument({ ...asked.data, file: sent });
  });
