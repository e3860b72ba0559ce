import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { IncomingRequest } from "./incoming-request";

/** The Content-Security-Policy of a page: scripts and style elements by nonce only. */
export function pagePolicy(nonce: string, options: { dev: boolean; secure: boolean }): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${options.dev ? " 'unsafe-eval'" : ""}`,
    // Style attributes set widths of bars; style elements need the nonce, which blocks injection.
    `style-src-elem 'self' 'nonce-${nonce}'${options.dev ? " 'unsafe-inline'" : ""}`,
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

const COMMON: NonNullable<Parameters<typeof secureHeaders>[0]> = {
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
  referrerPolicy: "strict-origin-when-cross-origin",
  xFrameOptions: "DENY",
  // Headers set by an answer are kept.
  overwrite: false,
};
const overHttp = secureHeaders({ ...COMMON, strictTransportSecurity: false });
const overHttps = secureHeaders({ ...COMMON, strictTransportSecurity: "max-age=63072000" });

/** Adds the security headers to every answer. */
export const secure: MiddlewareHandler<{ Variables: { incoming: IncomingRequest } }> = (c, next) =>
  (c.var.incoming.origin.startsWith("https:") ? overHttps : overHttp)(c, next);

/** Methods without side effects. */
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a cookie-authenticated change may come from another site. If a browser sends
 * Sec-Fetch-Site, it must be `same-origin`; an older browser must send our exact Origin (issue 2).
 * A client that sends neither is refused: with a POST, browsers send at least one of them.
 */
export function isCrossSite(method: string, headers: Headers, origin: string): boolean {
  if (SAFE.has(method)) return false;
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin";
  return headers.get("origin") !== origin;
}
