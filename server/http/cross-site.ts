/** Methods that change nothing. */
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a cookie-borne change may have been sent by another site. A browser that says where a
 * request comes from must say `same-origin`; an older one must send our exact Origin (issue 2).
 * A client that says neither is refused: a browser would have sent one of them with a POST.
 */
export function isCrossSite(method: string, headers: Headers, origin: string): boolean {
  if (SAFE.has(method)) return false;
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin";
  return headers.get("origin") !== origin;
}
