/**
 * The command that computes an allocation's hash in a terminal; null if the parts contain shell
 * metacharacters.
 */
export function hashCommand(previousHash: string, hashedBytes: string): string | null {
  const text = `${previousHash}\n${hashedBytes}`;
  if (!/^[\w.:/=\n-]+$/.test(text)) return null;
  return `printf '${text.replaceAll("\n", String.raw`\n`)}' | shasum -a 256`;
}

/** SHA-256 over the previous hash, a line feed and the text, in hex; computed in the browser. */
export async function hashInBrowser(previousHash: string, hashedBytes: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${previousHash}\n${hashedBytes}`);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
