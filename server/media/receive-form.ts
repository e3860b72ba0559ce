import type { Actor } from "@server/context/actor";
import type { Deps } from "@server/context/context";
import type { ReadForm, ReceivedForm } from "@server/context/load-context";
import { refuseWithoutTwoFactor, refuseWhileSuspended } from "@server/context/access";
import { isRefusal, refuse } from "@server/domain/refusals/refuse";
import { readMultipart } from "./read-multipart";
import { type StoreOptions, storeFile } from "./store-file";

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
