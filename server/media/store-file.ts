import { createHash } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import pLimit from "p-limit";
import sharp from "sharp";
import { newId } from "@db/ids";
import { findSameMedia, insertMedia, type Media } from "@db/queries/medias";
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
import { secondsToWait } from "@server/identity/throttle";
import type { ReceivedFile } from "./read-multipart";

/** Decoding pictures is the heaviest operation, so its concurrency is limited. */
sharp.concurrency(1);
const limit = pLimit(2);

export interface StoreOptions {
  imagesOnly?: boolean;
  /** For a super admin's upload: the company whose brand the picture belongs to. */
  forBrandOf?: string;
}

/** Longer side of a brand's picture, in pixels: logos are small, and every visitor loads them. */
const MAX_BRAND_SIDE = 1024;

/**
 * Stores an upload for its sender. The type is detected from the bytes; a picture is decoded and
 * re-encoded, which removes metadata (location, camera) and embedded files. The sender's own file with
 * the same name and bytes is not stored twice. Refuses with the codes
 * of `acceptFile` and `documentFault`, IMAGE_TOO_LARGE, FILE_UNREADABLE and, for a member with too
 * many uploads within an hour, THROTTLED.
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
  const companyId = actor.role === "SUPER_ADMIN" ? (options.forBrandOf ?? null) : actor.companyId;
  const fileName = safeFileName(file.fileName, type);
  // Hash of the original bytes: finds a picture sent twice, whatever the re-encoding does.
  const sha256 = createHash("sha256").update(file.bytes).digest("hex");
  // Sent again after a lost answer. A brand's pictures are resized, so they are not shared.
  const same = options.forBrandOf
    ? undefined
    : await findSameMedia(deps.database.db, {
        companyId,
        ownerId: actor.id,
        contentType: type,
        fileName,
        sha256,
      });
  if (same) return same;
  const bytes = isImageType(type)
    ? await limit(() => redraw(file.bytes, type, options.forBrandOf ? MAX_BRAND_SIDE : undefined))
    : file.bytes;
  const id = newId();
  const storageKey = `${companyId ?? "platform"}/${id}.${extensionOf(type)}`;
  await deps.storage.put(storageKey, bytes);
  return insertMedia(deps.database.db, {
    id,
    companyId,
    ownerId: actor.id,
    ownerRole: actor.role,
    contentType: type,
    fileName,
    sizeBytes: bytes.length,
    sha256,
    storageKey,
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

async function detect(file: ReceivedFile): Promise<string | null> {
  // A file on which the detector fails has no accepted type.
  const found = await fileTypeFromBuffer(file.bytes).catch(() => undefined);
  // Other formats use the container of old Word files, too; only a .doc file is accepted.
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
