interface AcceptedType {
  readonly isImage: boolean;
  /** The first extension is used for downloads. */
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

export function isAcceptedType(type: string): type is AcceptedMediaType {
  return Object.hasOwn(ACCEPTED_TYPES, type);
}

/** True for an image, which is re-encoded before it is stored. */
export function isImageType(type: AcceptedMediaType): boolean {
  return TYPES[type].isImage;
}

/** Returns the file extension for storage and downloads. */
export function extensionOf(type: AcceptedMediaType): string {
  return TYPES[type].extensions[0];
}
