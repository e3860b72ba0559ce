const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * A host name as it is kept: lower case, in its ASCII form, without scheme, port, path or a last
 * dot. Null for what is none, an IP address among them.
 */
export function normaliseHost(typed: string): string | null {
  const bare = typed
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/[/?#].*$/, "")
    .replace(/:\d+$/, "");
  // A name before an @ would be a person, and a % an encoded something.
  if (/[@%\s]/.test(bare)) return null;
  let host: string;
  try {
    host = new URL(`http://${bare.replace(/\.$/, "")}`).hostname.toLowerCase();
  } catch {
    return null;
  }
  const labels = host.split(".");
  const isName = host.length <= 253 && labels.every((label) => LABEL.test(label));
  // A last label of digits alone is an IP address, or would be read as one.
  return isName && !/^\d+$/.test(labels.at(-1) ?? "") ? host : null;
}
