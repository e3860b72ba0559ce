const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * Normalises a host name: lower case, ASCII form, without scheme, port, path or trailing dot. Null
 * for other text, including IP addresses.
 */
export function normaliseHost(typed: string): string | null {
  const bare = typed
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/[/?#].*$/, "")
    .replace(/:\d+$/, "");
  // An @ would start user info, and a % an escape sequence.
  if (/[@%\s]/.test(bare)) return null;
  let host: string;
  try {
    host = new URL(`http://${bare.replace(/\.$/, "")}`).hostname.toLowerCase();
  } catch {
    return null;
  }
  const labels = host.split(".");
  const isName = host.length <= 253 && labels.every((label) => LABEL.test(label));
  // A numeric last label is an IP address, or would be parsed as one.
  return isName && !/^\d+$/.test(labels.at(-1) ?? "") ? host : null;
}

/** Returns the origin of a host, with the scheme and port of the platform. */
export function originOfHost(appOrigin: string, host: string): string {
  const { protocol, port } = new URL(appOrigin);
  return `${protocol}//${host}${port ? `:${port}` : ""}`;
}
