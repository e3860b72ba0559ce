import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { IncomingRequest } from "./incoming-request";

/** The inline elements that a page's policy allows, as CSP sources. */
export interface Inline {
  scripts: readonly string[];
  styles: readonly string[];
}

/** Allows the elements with this nonce, which must be new for each answer. */
export const byNonce = (nonce: string): Inline => ({
  scripts: [`'nonce-${nonce}'`],
  styles: [`'nonce-${nonce}'`],
});

/**
 * Returns the Content-Security-Policy of a page: of inline elements, it allows only those named.
 */
export function pagePolicy(inline: Inline, options: { dev: boolean; secure: boolean }): string {
  const sources = (named: readonly string[], dev: string) =>
    ["'self'", ...named, ...(options.dev ? [dev] : [])].join(" ");
  return [
    "default-src 'self'",
    `script-src ${sources(inline.scripts, "'unsafe-eval'")}`,
    // Style attributes set widths of bars; style elements must be named, which blocks injection.
    `style-src-elem ${sources(inline.styles, "'unsafe-inline'")}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${options.dev ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(options.secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/**
 * The policy of answers that are no pages: nothing is loaded, framed or based on another address.
 */
export const NOTHING = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const COMMON: NonNullable<Parameters<typeof secureHeaders>[0]> = {
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
  permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
  referrerPolicy: "strict-origin-when-cross-origin",
  xFrameOptions: "DENY",
  // Headers set by an answer are kept.
  overwrite: false,
};
const overHttp = secureHeaders({ ...COMMON, strictTransportSecurity: false });
const TWO_YEARS = "max-age=63072000";
const overHttps = secureHeaders({ ...COMMON, strictTransportSecurity: TWO_YEARS });
const atPlatform = secureHeaders({
  ...COMMON,
  strictTransportSecurity: `${TWO_YEARS}; includeSubDomains`,
});

/**
 * Adds the security headers to every answer. Only the platform's host asks for https on its
 * subdomains as well: those of a company's host are the company's, and may serve plain http.
 */
export const secure =
  (platformHost: string): MiddlewareHandler<{ Variables: { incoming: IncomingRequest } }> =>
  (c, next) => {
    const { host, origin } = c.var.incoming;
    if (!origin.startsWith("https:")) return overHttp(c, next);
    return (host === platformHost ? atPlatform : overHttps)(c, next);
  };

/** Methods without side effects. */
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * True if a cookie-authenticated change may come from another site. If a browser sends
 * Sec-Fetch-Site, it must be `same-origin`; an older browser must send the site's exact Origin. A
 * client that sends neither is refused: with a POST, browsers send at least one of them.
 */
export function isCrossSite(method: string, headers: Headers, origin: string): boolean {
  if (SAFE.has(method)) return false;
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin";
  return headers.get("origin")?.replace(/\.(?=(?::\d+)?$)/, "") !== origin;
}
