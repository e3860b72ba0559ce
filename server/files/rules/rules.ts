import { type AcceptedMediaType, extensionOf, isAcceptedType, isImageType } from "./accepted-types";
import { MAX_FILE_BYTES, sizeInWords } from "@server/platform/rules/file-size";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** Creates the refusal of a file that is larger than `maxBytes`. */
export const fileTooLarge = (maxBytes: number) =>
  refuse("FILE_TOO_LARGE", { limit: sizeInWords(maxBytes) });

/** Maximum pixels of an image, 16 megapixels: a small file can decompress into gigabytes. */
export const MAX_IMAGE_PIXELS = 16 * 1024 * 1024;

/** Maximum pixels of a JPEG, which phones take with up to 108 megapixels; it is stored smaller. */
export const MAX_JPEG_PIXELS = 110_000_000;

/**
 * Returns the accepted type of a file, from its detected type (null: not recognised) and its size.
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
 * Returns a file name safe for shells, headers and file systems: the name's letters (of any
 * script), digits, blanks, dots, underscores and hyphens, at most 80 of them, with the extension of
 * its detected type.
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
