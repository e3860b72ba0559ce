import type { Media } from "@server/media/queries/medias";
import type { SignedInActor, Deps } from "@server/access";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import { isRefusal, type Refusal, orRefuse } from "@server/platform/rules/refusals/refuse";
import { keptBytes } from "./kept-bytes";
import { workOwner } from "./work-owner";

/** The pictures drawn last, so that going back in a list draws none again. */
const kept = keptBytes();

/** Files that cannot be drawn; this process does not try them again. */
const refused = new Map<string, Refusal>();
const MOST_REFUSED = 1000;
const FINAL: ReadonlySet<RefusalCode> = new Set([
  "FILE_UNREADABLE",
  "FILE_NEEDS_PASSWORD",
  "IMAGE_TOO_LARGE",
]);

/**
 * The first pages of a PDF as one picture, drawn in a process of its own in turn with uploads. Refuses
 * like `FileProcesses.redraw`.
 */
export async function drawnPages(
  { fileProcesses, storage }: Pick<Deps, "fileProcesses" | "storage">,
  actor: SignedInActor,
  media: Media,
  { turn, signal }: { turn: number; signal: AbortSignal | undefined },
): Promise<Uint8Array<ArrayBuffer>> {
  const refusal = refused.get(media.id);
  if (refusal) throw refusal;
  const name = `${media.id} ${turn}`;
  const known = kept.get(name);
  if (known) return known;
  const bytes = orRefuse(await storage.get(media.storageKey), "MEDIA_NOT_FOUND");
  const job = { bytes, type: "application/pdf", as: "image/webp", box: null, turn } as const;
  try {
    const picture = new Uint8Array(await fileProcesses.redraw(job, workOwner(actor), signal));
    kept.keep(name, picture);
    return picture;
  } catch (error) {
    if (isRefusal(error) && FINAL.has(error.code)) {
      if (refused.size >= MOST_REFUSED) refused.clear();
      refused.set(media.id, error);
    }
    throw error;
  }
}
