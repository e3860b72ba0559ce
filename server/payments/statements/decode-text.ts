import { refuse } from "@server/platform/rules/refusals/refuse";

/**
 * Maps 0x80 to 0x9F of CP-1252, where Latin-1 has control characters. Needed since Node 20 decodes
 * "windows-1252" as Latin-1.
 */
const CP1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Control characters that no text has; a form feed and Ctrl-Z end the pages of old exports. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u0019\u001b-\u001f\u007f-\u0084\u0086-\u009f]/;

/** Maximum share of replaced characters; a text with more is in another encoding. */
const MAX_REPLACED = 0.02;

/**
 * Decodes a file: UTF-8 or UTF-16, with or without a byte order mark, else CP-1252. A character with a
 * missing byte is replaced by U+FFFD. Refuses any other encoding with STATEMENT_ENCODING_UNKNOWN.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decoded(bytes).replaceAll("\u001a", "");
  if (CONTROLS.test(text) || replacedIn(text) > text.length * MAX_REPLACED) {
    throw refuse("STATEMENT_ENCODING_UNKNOWN");
  }
  return text;
}

const replacedIn = (text: string): number => text.match(/\ufffd/g)?.length ?? 0;

function decoded(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes;
  // UTF-32 has the same first bytes as UTF-16.
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) {
    throw refuse("STATEMENT_ENCODING_UNKNOWN");
  }
  const utf16 = utf16Of(bytes);
  if (utf16) return decodedUtf16(bytes, utf16);
  const text = new TextDecoder("utf-8").decode(bytes);
  const replaced = replacedIn(text);
  // Valid multibyte characters are practically never CP-1252, so the few invalid ones were cut.
  const whole = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  if (replaced === 0 || whole >= replaced) return text;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString("latin1")
    .replace(/[\u0080-\u009f]/g, (sign) => CP1252[sign.charCodeAt(0) - 0x80] ?? sign);
}

/** Detects UTF-16 by its mark, or by the zero byte of each ASCII letter. */
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

/** Number of characters that are searched for a missing byte. */
const AHEAD = 4;

/**
 * Decodes UTF-16. A missing byte would shift the characters after it, so decoding resumes at the next
 * valid one.
 */
function decodedUtf16(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): string {
  const zeroAt = encoding === "utf-16le" ? 1 : 0;
  const isShifted = (at: number) =>
    Array.from({ length: AHEAD }, (_, n) => at + 2 * n).every(
      (one) => bytes[one + 1 - zeroAt] === 0 && (bytes[one + zeroAt] ?? 0) !== 0,
    );
  const decoder = new TextDecoder(encoding);
  let text = "";
  let from = 0;
  for (let at = 0; at + 2 * AHEAD <= bytes.length; at += 2) {
    if (!isShifted(at)) continue;
    text += `${decoder.decode(bytes.subarray(from, at))}\ufffd`;
    from = at + 1;
    at -= 1;
  }
  return text + decoder.decode(bytes.subarray(from));
}
