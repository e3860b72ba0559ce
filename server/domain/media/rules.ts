import { refuse } from "@server/domain/refusals/refuse";

/** Largest file: 10 MB (design §9), in bytes. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Bytes as a person says them: "10 MB", "512 KB". */
export const sizeInWords = (bytes: number): string =>
  bytes >= 1024 * 1024
    ? `${Math.floor((bytes / (1024 * 1024)) * 10) / 10} MB`
    : `${Math.floor(bytes / 1024)} KB`;

/** What a file is refused with that holds more than `maxBytes`. */
export const fileTooLarge = (maxBytes: number) =>
  refuse("FILE_TOO_LARGE", { limit: sizeInWords(maxBytes) });

/** Most pixels of an image we open: a small file may unfold into more memory than there is. */
export const MAX_IMAGE_PIXELS = 50_000_000;

interface AcceptedType {
  readonly isImage: boolean;
  /** First the one that a download gets. */
  readonly extensions: readonly [string, ...string[]];
}

/**
 * What may be uploaded, by detected type (spec §9: images, pdf, doc, docx). HEIC and GIF are left
 * out: what cannot be re-encoded as a still without its metadata is not kept.
 */
export const ACCEPTED_TYPES = {
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

/** `accept` of a proof's file field, and of one that takes images only. */
export const ACCEPT_PROOF = typesAnd(() => true);
export const ACCEPT_IMAGE = typesAnd((type) => type.isImage);

/** What a brand's picture may be: types that keep a transparent ground. */
const BRAND_PICTURE_TYPES: readonly string[] = ["image/png", "image/webp", "image/avif"];
export const ACCEPT_BRAND_PICTURE = BRAND_PICTURE_TYPES.join(",");
export const isBrandPictureType = (type: AcceptedMediaType): boolean =>
  BRAND_PICTURE_TYPES.includes(type);

/** Whether a detected type is one we take. */
export function isAcceptedType(type: string): type is AcceptedMediaType {
  return Object.hasOwn(ACCEPTED_TYPES, type);
}

/** Whether it is an image, which is re-encoded before it is kept. */
export function isImageType(type: AcceptedMediaType): boolean {
  return TYPES[type].isImage;
}

/** The extension a file of this type is kept and downloaded with. */
export function extensionOf(type: AcceptedMediaType): string {
  return TYPES[type].extensions[0];
}

/**
 * The type of a file we take, by its detected type (null: none was recognised) and its size.
 * Refuses with FILE_EMPTY, FILE_TOO_LARGE, FILE_NOT_AN_IMAGE or FILE_TYPE_UNSUPPORTED.
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
 * A file name that no shell, header or file system trips over: the name's letters (of any script),
 * digits, blanks, dots and hyphens, at most 80 of them, with the extension of its detected type.
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
