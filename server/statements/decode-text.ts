import { refuse } from "@server/domain/refusals/refuse";

/**
 * What CP-1252 has at 0x80 to 0x9F, where Latin-1 has control characters. A table of its own, since
 * Node 20 decodes "windows-1252" as Latin-1.
 */
const CP1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Control characters that no text has; a form feed and Ctrl-Z end the pages of old exports. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u0019\u001b-\u001f\u007f-\u0084\u0086-\u009f]/;

/**
 * The text of a file: UTF-8 or UTF-16, with or without a byte order mark, else CP-1252. Refuses with
 * STATEMENT_ENCODING_UNKNOWN what is text in none of them.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decoded(bytes).replaceAll("\u001a", "");
  if (CONTROLS.test(text) || text.includes("\ufffd")) throw refuse("STATEMENT_ENCODING_UNKNOWN");
  return text;
}

function decoded(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes;
  // UTF-32 begins like UTF-16.
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) {
    throw refuse("STATEMENT_ENCODING_UNKNOWN");
  }
  const utf16 = utf16Of(bytes);
  if (utf16) return strictly(utf16, bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      .toString("latin1")
      .replace(/[\u0080-\u009f]/g, (sign) => CP1252[sign.charCodeAt(0) - 0x80] ?? sign);
  }
}

/** By its mark, or by the zero byte of each ASCII letter. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const start = bytes.subarray(0, 512);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  const many = start.length / 4;
  if (odd > many && even === 0) return "utf-16le";
  return even > many && odd === 0 ? "utf-16be" : null;
}

function strictly(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw refuse("STATEMENT_ENCODING_UNKNOWN");
  }
}
