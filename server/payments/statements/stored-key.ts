import { createHash } from "node:crypto";

/** Returns a line's key as it is stored: short, and without the text of its entry. */
export const storedKey = (key: string): string =>
  createHash("sha256").update(key).digest("base64url");
