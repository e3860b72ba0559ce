/** Maximum file size: 10 MB (operating.md, "Limits"), in bytes. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Formats bytes as text: "10 MB", "512 KB". */
export const sizeInWords = (bytes: number): string =>
  bytes >= 1024 * 1024
    ? `${Math.floor((bytes / (1024 * 1024)) * 10) / 10} MB`
    : `${Math.floor(bytes / 1024)} KB`;
