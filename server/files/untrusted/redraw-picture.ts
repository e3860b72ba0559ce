import sharp, { type Sharp } from "sharp";
import { type AcceptedMediaType } from "@server/files/rules/accepted-types";
import { MAX_IMAGE_PIXELS, MAX_JPEG_PIXELS } from "@server/files/rules/rules";
import { isRefusal, refuse } from "@server/platform/rules/refusals/refuse";

/** A picture to decode and encode again. */
export interface PictureJob {
  bytes: Uint8Array;
  type: AcceptedMediaType;
  /** The type of the result; by default that of the picture. */
  as?: AcceptedMediaType;
  /** Pixels that the result fits into; null: as large as MAX_IMAGE_PIXELS allows. */
  box: { width: number; height: number } | null;
  /** Degrees by which each page of a PDF is turned. */
  turn?: number;
}

/** Above this, AVIF is encoded with the least effort: 16 megapixels take 3 seconds instead of 30. */
const CAREFUL_AVIF_PIXELS = 1_000_000;

/** Readers of the accepted types; any other, such as SVG or PDF, stays closed. */
const READERS = [
  "VipsForeignLoadJpegBuffer",
  "VipsForeignLoadPngBuffer",
  "VipsForeignLoadWebpBuffer",
  "VipsForeignLoadHeifBuffer",
];

// One thread per picture, and nothing kept.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: READERS });

/**
 * Decodes a picture and encodes it again, upright and without metadata. The pixels are read from
 * the header first: at most MAX_IMAGE_PIXELS are decoded, and of a JPEG, whose decoder can skip
 * pixels, up to MAX_JPEG_PIXELS, which are reduced to MAX_IMAGE_PIXELS. Of a PDF the first pages are
 * drawn into a WebP. Refuses with IMAGE_TOO_LARGE, FILE_NEEDS_PASSWORD or FILE_UNREADABLE.
 */
export async function redrawPicture({
  bytes,
  type,
  as = type,
  box,
  turn = 0,
}: PictureJob): Promise<Uint8Array> {
  try {
    if (type === "application/pdf") {
      const { drawPdf } = await import("./draw-pdf");
      return await drawPdf(bytes, turn);
    }
    const isJpeg = type === "image/jpeg";
    const most = isJpeg ? MAX_JPEG_PIXELS : MAX_IMAGE_PIXELS;
    const picture = sharp(bytes, { limitInputPixels: most, failOn: "error" });
    const { width, height } = await picture.metadata();
    if (width * height > most) throw refuse("IMAGE_TOO_LARGE");
    const upright = picture.rotate();
    const side = longestSide(width, height);
    if (box || side < Math.max(width, height)) {
      const most = {
        width: Math.min(side, box?.width ?? side),
        height: Math.min(side, box?.height ?? side),
      };
      upright.resize({ ...most, fit: "inside", withoutEnlargement: true });
    }
    return await encoded(upright, as, width * height);
  } catch (error) {
    if (isRefusal(error)) throw error;
    const message = error instanceof Error ? error.message : "";
    if (/^Password required/i.test(message)) throw refuse("FILE_NEEDS_PASSWORD");
    const isLarge = /pixel limit/i.test(message);
    throw refuse(isLarge ? "IMAGE_TOO_LARGE" : "FILE_UNREADABLE");
  }
}

/** The longer side at which a picture of this shape has MAX_IMAGE_PIXELS. */
const longestSide = (width: number, height: number): number =>
  Math.floor(Math.max(width, height) * Math.sqrt(MAX_IMAGE_PIXELS / (width * height)));

function encoded(picture: Sharp, type: AcceptedMediaType, pixels: number): Promise<Buffer> {
  switch (type) {
    case "image/png":
      return picture.png().toBuffer();
    case "image/webp":
      return picture.webp({ quality: 88 }).toBuffer();
    case "image/avif":
      return picture.avif({ quality: 70, effort: pixels > CAREFUL_AVIF_PIXELS ? 0 : 4 }).toBuffer();
    default:
      return picture.jpeg({ quality: 88 }).toBuffer();
  }
}
