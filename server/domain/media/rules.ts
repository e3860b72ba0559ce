import { MAX_FILE_BYTES, sizeInWords } from "@server/domain/media/file-size";
import { refuse } from "@server/domain/refusals/refuse";

/** The refusal of a file that is larger than `maxBytes`. */
export const fileTooLarge = (maxBytes: number) =>
  refuse("FILE_TOO_LARGE", { limit: sizeInWords(maxBytes) });

/** Maximum pixels of an image, 16 megapixels: a small file can decompress into gigabytes. */
export const MAX_IMAGE_PIXELS = 16 * 1024 * 1024;

/** Maximum pixels of a JPEG, which phones take with up to 108 megapixels; it is stored smaller. */
export const MAX_JPEG_PIXELS = 110_000_000;

interface AcceptedType {
  readonly isImage: boolean;
  /** The first one is used for downloads. */
  readonly extensions: readonly [string, ...string[]];
}

/**
 * Accepted types of uploads, by detected type (product.md §9: images, pdf, doc, docx). HEIC and GIF
 * are excluded because they cannot be re-encoded as a still image without metadata.
 */
const ACCEPTED_TYPES = {
  "image/jpeg": { isImage: true, extensions: ["jpg", "jpeg"] },
  "image/png": { isImage: true, extensions: ["png"] },
  "image/webp": { isImage: true, extensions: ["webp"] },
  "image/avif": { isImage: true, extensions: ["avif"] },
  "application/pdf": { isImage: false, extensions: ["pdf"] },
  "application/msword": { isImage: false, extensions: ["doc"] },
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": {
    isImage: false,
    extensions: ["docx"],
  },
} as const satisfies Readonly<Record<string, AcceptedType>>;

export type AcceptedMediaType = keyof typeof ACCEPTED_TYPES;

const TYPES: Readonly<Record<AcceptedMediaType, AcceptedType>> = ACCEPTED_TYPES;

const typesAnd = (isWanted: (type: AcceptedType) => boolean) =>
  Object.entries(TYPES)
    .filter(([, type]) => isWanted(type))
    .flatMap(([name, type]) => [name, ...type.extensions.map((extension) => `.${extension}`)])
    .join(",");

/** `accept` of a proof's file field, and of an image field. */
export const ACCEPT_PROOF = typesAnd(() => true);
export const ACCEPT_IMAGE = typesAnd((type) => type.isImage);

/** Types of a brand's pictures: those with transparency. */
const BRAND_PICTURE_TYPES: readonly string[] = ["image/png", "image/webp", "image/avif"];
export const ACCEPT_BRAND_PICTURE = BRAND_PICTURE_TYPES.join(",");
export const isBrandPictureType = (type: AcceptedMediaType): boolean =>
  BRAND_PICTURE_TYPES.includes(type);

/** Whether a detected type is accepted. */
export function isAcceptedType(type: string): type is AcceptedMediaType {
  return Object.hasOwn(ACCEPTED_TYPES, type);
}

/** Whether it is an image, which is re-encoded before it is stored. */
export function isImageType(type: AcceptedMediaType): boolean {
  return TYPES[type].isImage;
}

/** The file extension for storage and downloads. */
export function extensionOf(type: AcceptedMediaType): string {
  return TYPES[type].extensions[0];
}

/**
 * The accepted type of a file, from its detected type (null: not recognised) and its size. Refuses
 * with FILE_EMPTY, FILE_TOO_LARGE, FILE_NOT_AN_IMAGE or FILE_TYPE_UNSUPPORTED.
 */
export function acceptFile(file: {
  readonly detectedType: string | null;
  readonly bytes: number;
  readonly imagesOnly?: boolean;
}): AcceptedMediaType {
  const { detectedType, bytes, imagesOnly = false } = file;
  if (bytes === 0) throw refuse("FILE_EMPTY");
  if (bytes > MAX_FILE_BYTES) throw fileTooLarge(MAX_FILE_BYTES);
  const isTaken = detectedType !== null && isAcceptedType(detectedType);
  if (imagesOnly && !(isTaken && isImageType(detectedType))) throw refuse("FILE_NOT_AN_IMAGE");
  if (!isTaken) throw refuse("FILE_TYPE_UNSUPPORTED");
  return detectedType;
}

const MAX_STEM_LENGTH = 80;

/**
 * A file name safe for shells, headers and file systems: the name's letters (of any script),
 * digits, blanks, dots, underscores and hyphens, at most 80 of them, with the extension of its
 * detected type.
 */
export function safeFileName(name: string, type: AcceptedMediaType): string {
  const base = name.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const stem = base
    .replace(/\.[^.]*$/, "")
    .replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/\s+/g, " ");
  const short = [...stem].slice(0, MAX_STEM_LENGTH).join("");
  const tidy = short.replace(/^[ ._-]+|[ ._-]+$/g, "");
  return `${tidy === "" ? "file" : tidy}.${extensionOf(type)}`;
}
