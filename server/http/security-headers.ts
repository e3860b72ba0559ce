/** The policy of a page: scripts and style elements by nonce alone. */
export function pagePolicy(nonce: string, options: { dev: boolean; secure: boolean }): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${options.dev ? " 'unsafe-eval'" : ""}`,
    // Attributes carry the widths of bars; elements need the nonce, so no injected sheet counts.
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

/** Adds what every answer carries; what an answer has set itself stays. */
export function secure(headers: Headers, facts: { requestId: string; secure: boolean }): void {
  const put = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  headers.set("x-request-id", facts.requestId);
  put("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  put("x-content-type-options", "nosniff");
  put("referrer-policy", "strict-origin-when-cross-origin");
  put("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()");
  put("cross-origin-opener-policy", "same-origin");
  put("cross-origin-resource-policy", "same-origin");
  put("x-frame-options", "DENY");
  if (facts.secure) put("strict-transport-security", "max-age=63072000");
}
