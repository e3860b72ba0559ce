import { createHash } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { newId } from "@db/ids";
import { insertMedia, type Media } from "@db/queries/medias";
import type { SignedInActor } from "@server/context/actor";
import type { Deps } from "@server/context/context";
import {
  type AcceptedMediaType,
  MAX_IMAGE_PIXELS,
  acceptFile,
  extensionOf,
  isBrandPictureType,
  isImageType,
  safeFileName,
} from "@server/domain/media/rules";
import { documentFault } from "./document-fault";
import { refuse } from "@server/domain/refusals/refuse";
import { secondsToWait } from "@server/throttles/throttle";
import type { ReceivedFile } from "./read-multipart";

/** Decoding pictures is the heaviest thing we do: not more of it at once than there are cores. */
sharp.concurrency(1);
const MAX_AT_ONCE = 2;
const waiting: (() => void)[] = [];
let busy = 0;

export interface StoreOptions {
  imagesOnly?: boolean;
  /** A super admin's picture for the brand of this company: it becomes that company's. */
  forBrandOf?: string;
}

/** Longer side of a brand's picture, in pixels: a logo is small, and every visitor loads it. */
const MAX_BRAND_SIDE = 1024;

/**
 * Files an upload under its sender. Its type is what its bytes say; a picture is decoded and
 * written anew, so that nothing but the picture (no place, no camera, no second file) is kept.
 * Refusals are those of `acceptFile` and `documentFault`, IMAGE_TOO_LARGE, FILE_UNREADABLE and, for a
 * member who has sent too many within an hour, THROTTLED.
 */
export async function storeFile(
  deps: Deps,
  actor: SignedInActor,
  file: ReceivedFile,
  options: StoreOptions = {},
): Promise<Media> {
  await countUpload(deps, actor);
  const type = acceptFile({
    detectedType: await detect(file),
    bytes: file.bytes.length,
    imagesOnly: options.imagesOnly ?? false,
  });
  if (options.forBrandOf && !isBrandPictureType(type)) throw refuse("BRAND_PICTURE_TYPE");
  const fault = documentFault(type, file.bytes);
  if (fault) throw refuse(fault);
  const bytes = isImageType(type)
    ? await oneAtATime(() =>
        redraw(file.bytes, type, options.forBrandOf ? MAX_BRAND_SIDE : undefined),
      )
    : file.bytes;
  const companyId = actor.role === "SUPER_ADMIN" ? (options.forBrandOf ?? null) : actor.companyId;
  const id = newId();
  const storageKey = `${companyId ?? "platform"}/${id}.${extensionOf(type)}`;
  await deps.storage.put(storageKey, bytes);
  return insertMedia(deps.database.db, {
    id,
    companyId,
    ownerId: actor.id,
    ownerRole: actor.role,
    contentType: type,
    fileName: safeFileName(file.fileName, type),
    sizeBytes: bytes.length,
    // Of what arrived: the same picture sent twice is found, whatever we made of it.
    sha256: createHash("sha256").update(file.bytes).digest("hex"),
    storageKey,
  });
}

/** Anybody may become a member: what one of them can put into the store is bounded. */
async function countUpload(deps: Deps, actor: SignedInActor): Promise<void> {
  if (actor.role !== "USER") return;
  const limit = deps.config.limits.uploadsPerMemberHour;
  const counted = { what: "uploads", of: actor.id, limit, windowSeconds: 3600 };
  const seconds = await secondsToWait({ deps }, counted);
  if (seconds !== null) throw refuse("THROTTLED", { seconds });
}

async function detect(file: ReceivedFile): Promise<string | null> {
  // It reads what strangers made: whatever it stumbles over is no file of ours.
  const found = await fileTypeFromBuffer(file.bytes).catch(() => undefined);
  // Word's old format is one of several in the same container; only a .doc may say it is one.
  if (found?.mime === "application/x-cfb") {
    return /\.doc$/i.test(file.fileName) ? "application/msword" : null;
  }
  return found?.mime ?? null;
}

async function redraw(
  bytes: Buffer,
  type: AcceptedMediaType,
  maxSide: number | undefined,
): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: "error" });
    const { width, height } = await picture.metadata();
    if (width * height > MAX_IMAGE_PIXELS) throw refuse("IMAGE_TOO_LARGE");
    const upright = picture.rotate();
    if (maxSide !== undefined)
      upright.resize(maxSide, maxSide, { fit: "inside", withoutEnlargement: true });
    switch (type) {
      case "image/png":
        return await upright.png().toBuffer();
      case "image/webp":
        return await upright.webp({ quality: 88 }).toBuffer();
      case "image/avif":
        return await upright.avif({ quality: 70 }).toBuffer();
      default:
        return await upright.jpeg({ quality: 88 }).toBuffer();
    }
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message))
      throw refuse("IMAGE_TOO_LARGE");
    if (error instanceof Error && error.name === "Refusal") throw error;
    throw refuse("FILE_UNREADABLE");
  }
}

async function oneAtATime<T>(run: () => Promise<T>): Promise<T> {
  if (busy >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  busy += 1;
  try {
    return await run();
  } finally {
    busy -= 1;
    waiting.shift()?.();
  }
}
