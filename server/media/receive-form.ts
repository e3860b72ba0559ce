import type { Actor } from "@server/context/actor";
import type { Deps } from "@server/context/context";
import type { ReceivedForm } from "@server/context/load-context";
import { refuse } from "@server/domain/refusals/refuse";
import { readMultipart } from "./read-multipart";
import { storeFile } from "./store-file";

/** Reads a page's multipart form; its one file, if it has one, is filed under `actor`. */
export async function receiveForm(
  deps: Deps,
  request: Request,
  actor: Actor,
): Promise<ReceivedForm> {
  if (actor.role === "NOBODY") throw refuse("NOT_SIGNED_IN");
  const { fields, files } = await readMultipart(request, deps.config.limits.fileBytes);
  if (files.length > 1) throw refuse("FILE_ONE_ONLY");
  const [file] = files;
  return { mediaId: file ? (await storeFile(deps, actor, file)).id : null, fields };
}
