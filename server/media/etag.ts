import { createHash } from "node:crypto";

/** A strong entity tag of these bytes; `variant` tells representations of one page apart. */
export function entityTag(bytes: string | Uint8Array, variant = ""): string {
  const digest = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  return `"${digest}${variant && `-${variant}`}"`;
}

/**
 * True if an If-None-Match header names this tag. The comparison is weak (RFC 9110 §13.1.2): a
 * proxy that compresses an answer marks its tag as weak.
 */
export function isUnchanged(ifNoneMatch: string | null | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === tag || ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
