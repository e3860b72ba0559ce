import { createHash } from "node:crypto";
import { newId } from "@db/ids";
import { insertMedia, type Media, renewSameMedia } from "@server/media/queries/medias";
import {
  type SignedInActor,
  type Deps,
  type EventSource,
  logInfectedFile,
  type SecurityEvent,
  limitStoredBytes,
  secondsToWait,
} from "@server/access";
import {
  type AcceptedMediaType,
  extensionOf,
  isBrandPictureType,
  isImageType,
} from "@server/files/rules/accepted-types";
import { acceptFile, safeFileName } from "@server/files/rules/rules";
import { documentFault, type ReceivedFile, type PictureJob } from "@server/files";
import { isRefusal, refuse } from "@server/platform/rules/refusals/refuse";
import type { BrandPicture } from "@themes/vocabulary";
import { workOwner } from "./work-owner";

export interface StoreOptions {
  /** Refuses documents. Without `forBrand` it is a person's picture, which is kept small. */
  imagesOnly?: boolean;
  /** The company whose brand shows a super admin's upload, and the picture's use. */
  forBrand?: { companyId: string; picture: BrandPicture };
  /** The request, for the log; none for an operator's command. */
  source?: EventSource | undefined;
  /** Aborted when nobody waits for the file any more; a picture is then not decoded further. */
  signal?: AbortSignal | undefined;
}

/**
 * The form in which a picture is kept: its type (none: as it was sent), and the box that it fits
 * into, in pixels.
 */
type Kept = Pick<PictureJob, "as" | "box">;

const square = (side: number) => ({ width: side, height: side });

/** Pixels that a page shows on a 3x screen, with some room. */
const PORTRAIT: Kept = { as: "image/webp", box: square(288) };
const LOGO: Kept = { as: "image/webp", box: { width: 1024, height: 120 } };
const BRAND_PICTURE: Readonly<Record<BrandPicture, Kept>> = {
  // Also for browsers' tabs and phones' home screens, of which some take nothing but PNG.
  iconUrl: { as: "image/png", box: square(192) },
  headerLogo: LOGO,
  headerLogoDark: LOGO,
  chartImg: { as: "image/webp", box: square(1024) },
  // Readers of link previews know few types, so the picture keeps its own; no page shows it.
  defaultLogo: { box: square(1024) },
};

/**
 * Stores an upload for its sender. The type is detected from the bytes; a picture is decoded and
 * re-encoded, which removes metadata (location, camera) and embedded files. The sender's own file with
 * the same name and bytes is not stored twice. A file that nothing refers to is deleted after a day
 * (`sweep-unattached.ts`). Refuses with the codes of `acceptFile`, `documentFault`, `Scanner.find`
 * and `FileProcesses.redraw`, with FILE_INFECTED; a member with too many uploads within an hour with THROTTLED, with too many
 * megabytes in a day with UPLOAD_QUOTA_REACHED.
 */
export async function storeFile(
  deps: Deps,
  actor: SignedInActor,
  file: ReceivedFile,
  options: StoreOptions = {},
): Promise<Media> {
  const { forBrand, imagesOnly } = options;
  const type = await admitFile(deps, actor, file, options);
  const companyId = companyOf(actor, options);
  const isPortrait = imagesOnly === true && !forBrand;
  const kept = forBrand ? BRAND_PICTURE[forBrand.picture] : isPortrait ? PORTRAIT : { box: null };
  const contentType = kept.as ?? type;
  const fileName = safeFileName(file.fileName, contentType);
  // Hash of the original bytes: finds a picture sent twice, whatever the re-encoding does. A person's
  // picture is kept small, so it must not be found in place of a proof with the same bytes.
  const hash = createHash("sha256").update(file.bytes);
  const sha256 = (isPortrait ? hash.update("portrait") : hash).digest("hex");
  // Sent again after a lost answer. A brand's pictures are resized, so they are not shared.
  const same = forBrand
    ? undefined
    : await renewSameMedia(deps.database.db, {
        companyId,
        ownerId: actor.id,
        contentType,
        fileName,
        sha256,
      });
  if (same) return same;
  if (isLocked(type, file.bytes)) await refuseWithPassword(deps, actor, file.bytes, options.signal);
  const bytes = isImageType(type)
    ? await redraw(deps, actor, { bytes: file.bytes, type, ...kept }, options.signal)
    : file.bytes;
  const giveBack = await limitStoredBytes(deps, actor, bytes.length);
  const id = newId();
  const storageKey = `${companyId ?? "platform"}/${id}.${extensionOf(contentType)}`;
  try {
    await deps.storage.put(storageKey, bytes);
    return await insertMedia(deps.database.db, {
      id,
      companyId,
      ownerId: actor.id,
      ownerRole: actor.role,
      contentType,
      fileName,
      sizeBytes: bytes.length,
      sha256,
      storageKey,
    });
  } catch (error) {
    await giveBack();
    throw error;
  }
}

const companyOf = (actor: SignedInActor, { forBrand }: StoreOptions): string | null =>
  actor.role === "SUPER_ADMIN" ? (forBrand?.companyId ?? null) : actor.companyId;

/**
 * Counts an upload, detects its type, and scans it, before anything decodes it. Refuses with THROTTLED,
 * FILE_INFECTED, BRAND_PICTURE_TYPE, FILE_HEIC, and the codes of `acceptFile`, `documentFault` and `Scanner.find`.
 */
export async function admitFile(
  deps: Deps,
  actor: SignedInActor,
  file: ReceivedFile,
  options: StoreOptions,
): Promise<AcceptedMediaType> {
  await countUpload(deps, actor);
  const type = acceptFile({
    detectedType: await detect(file),
    bytes: file.bytes.length,
    imagesOnly: options.imagesOnly ?? false,
  });
  if (options.forBrand && !isBrandPictureType(type)) throw refuse("BRAND_PICTURE_TYPE");
  const fault = documentFault(type, file.bytes);
  if (fault) throw refuse(fault);
  await refuseInfected(deps, file, {
    role: actor.role,
    personId: actor.id,
    companyId: companyOf(actor, options),
    source: options.source,
  });
  return type;
}

/** Scans the bytes as sent, before anything decodes them. */
async function refuseInfected(
  deps: Deps,
  file: ReceivedFile,
  sent: Pick<SecurityEvent, "companyId" | "personId" | "role"> & {
    source: EventSource | undefined;
  },
): Promise<void> {
  const found = await deps.scanner?.find(file.bytes);
  if (!found) return;
  logInfectedFile(deps.logger, { found, ...sent });
  throw refuse("FILE_INFECTED");
}

/** Redraws a picture in a process of its own, in turn with other companies' pictures. */
export function redraw(
  { fileProcesses }: Deps,
  actor: SignedInActor,
  job: PictureJob,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  return fileProcesses.redraw(job, workOwner(actor), signal);
}

/** Tells if a PDF is encrypted: with a password to open it, or only with one to change it. */
const isLocked = (type: AcceptedMediaType, bytes: Buffer): boolean =>
  type === "application/pdf" && bytes.includes("/Encrypt");

/**
 * Tells the sender of a PDF that nobody could open it here. Whatever else its reader cannot do with it is
 * no reason to refuse a proof.
 */
async function refuseWithPassword(
  deps: Deps,
  actor: SignedInActor,
  bytes: Buffer,
  signal: AbortSignal | undefined,
): Promise<void> {
  const job = { bytes, type: "application/pdf", as: "image/webp", box: null } as const;
  await redraw(deps, actor, job, signal).catch((error: unknown) => {
    if (!isRefusal(error) || !["FILE_UNREADABLE", "IMAGE_TOO_LARGE"].includes(error.code))
      throw error;
  });
}

/** Anyone can become a member, so the uploads of each are limited. */
async function countUpload(deps: Deps, actor: SignedInActor): Promise<void> {
  if (actor.role !== "USER") return;
  const limit = deps.config.limits.uploadsPerMemberHour;
  const counted = { what: "uploads", of: actor.id, limit, windowSeconds: 3600 };
  const seconds = await secondsToWait({ deps }, counted);
  if (seconds !== null) throw refuse("THROTTLED", { seconds });
}

/** Pictures of iPhones: no reader of theirs comes with the product. */
const HEIC = /^image\/hei[cf]/;

async function detect(file: ReceivedFile): Promise<string | null> {
  // A file on which the detector fails has no accepted type.
  const { fileTypeFromBuffer } = await import("file-type");
  const found = await fileTypeFromBuffer(file.bytes).catch(() => undefined);
  if (found && HEIC.test(found.mime)) throw refuse("FILE_HEIC");
  // Other formats use the container of old Word files, too; only a .doc file is accepted.
  if (found?.mime === "application/x-cfb") {
    return /\.doc$/i.test(file.fileName) ? "application/msword" : null;
  }
  return found?.mime ?? null;
}
