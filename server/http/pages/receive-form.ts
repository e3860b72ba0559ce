import {
  type Actor,
  type Deps,
  refuseWithoutTwoFactor,
  refuseWhileSuspended,
} from "@server/access";
import type { ReadForm, ReceivedForm } from "./load-context";
import { isRefusal, refuse } from "@server/platform/rules/refusals/refuse";
import { readMultipart } from "@server/files";
import { type StoreOptions, storeFile } from "@server/media";

/**
 * Reads a page's multipart form and stores its file, if any, for `actor`. A refused file is
 * returned beside the fields, which stay as typed; an unreadable form is thrown.
 */
export async function receiveForm(
  deps: Deps,
  request: Request,
  actor: Actor,
  options: Pick<StoreOptions, "imagesOnly" | "signal" | "source"> = {},
): Promise<ReceivedForm> {
  if (actor.role === "NOBODY") throw refuse("NOT_SIGNED_IN");
  await refuseWithoutTwoFactor(deps.database.db, actor, deps.config);
  await refuseWhileSuspended(deps.database.db, actor);
  const { file, fields, refused } = await readOneFile(deps, request);
  if (refused) return { mediaId: null, fields, refused };
  try {
    return {
      mediaId: file ? (await storeFile(deps, actor, file, options)).id : null,
      fields,
      refused: null,
    };
  } catch (error) {
    if (isRefusal(error)) return { mediaId: null, fields, refused: error };
    throw error;
  }
}

/** Reads a page's multipart form for a procedure that stores the file itself. */
export async function readForm(deps: Deps, request: Request, actor: Actor): Promise<ReadForm> {
  if (actor.role === "NOBODY") throw refuse("NOT_SIGNED_IN");
  await refuseWithoutTwoFactor(deps.database.db, actor, deps.config);
  await refuseWhileSuspended(deps.database.db, actor);
  return readOneFile(deps, request);
}

async function readOneFile(deps: Deps, request: Request) {
  const { fields, files, tooLarge } = await readMultipart(request, deps.config.limits.fileBytes);
  const refused = tooLarge ?? (files.length > 1 ? refuse("FILE_ONE_ONLY") : null);
  return { file: refused ? null : (files[0] ?? null), fields, refused };
}
