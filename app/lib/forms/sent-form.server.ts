import type { AppLoadContext } from "@remix-run/node";
import type { Area } from "@server/access/call/actor";
import type { ReadForm } from "@server/http/pages/load-context";

/** Reads the form of a request, with its file if it sends one; a refused file leaves the fields. */
export const sentForm = async (
  request: Request,
  context: AppLoadContext,
  area: Area,
): Promise<ReadForm> =>
  request.headers.get("content-type")?.startsWith("multipart/")
    ? context.caller.files.read(request, area)
    : { fields: await request.formData(), file: null, refused: null };
