import type { Actor } from "@server/context/actor";
import type { Deps } from "@server/context/context";
import type { ReadForm, ReceivedForm } from "@server/context/load-context";
import { refuseWithoutSecondStep } from "@server/context/second-step-needed";
import { refuseWhileSuspended } from "@server/context/suspended";
import { isRefusal, refuse } from "@server/domain/refusals/refuse";
import { readMultipart } from "./read-multipart";
import { storeFile } from "./store-file";

/**
 * Reads a page's multipart form; its one file, if it has one, is filed under `actor`. A file that
 * is refused leaves the rest of the form as typed, and is told beside it; what cannot be read as a
 * form at all is thrown.
 */
export async function receiveForm(
  deps: Deps,
  request: Request,
  actor: Actor,
): Promise<ReceivedForm> {
  if (actor.role === "NOBODY") throw refuse("NOT_SIGNED_IN");
  await refuseWithoutSecondStep(deps.database.db, actor);
  await refuseWhileSuspended(deps.database.db, actor);
  const { file, fields, refused } = await readOneFile(deps, request);
  if (refused) return { mediaId: null, fields, refused };
  try {
    return {
      mediaId: file ? (await storeFile(deps, actor, file)).id : null,
      fields,
      refused: null,
    };
  } catch (error) {
    if (isRefusal(error)) return { mediaId: null, fields, refused: error };
    throw error;
  }
}

/** Reads a page's multipart form for a procedure that files its picture itself. */
export async function readForm(deps: Deps, request: Request, actor: Actor): Promise<ReadForm> {
  if (actor.role === "NOBODY") throw refuse("NOT_SIGNED_IN");
  await refuseWithoutSecondStep(deps.database.db, actor);
  await refuseWhileSuspended(deps.database.db, actor);
  return readOneFile(deps, request);
}

async function readOneFile(deps: Deps, request: Request) {
  const { fields, files, tooLarge } = await readMultipart(request, deps.config.limits.fileBytes);
  const refused = tooLarge ?? (files.length > 1 ? refuse("FILE_ONE_ONLY") : null);
  return { file: refused ? null : (files[0] ?? null), fields, refused };
}
