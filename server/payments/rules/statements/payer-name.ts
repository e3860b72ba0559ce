/**
 * The payer's name in the text of a bank's entry. Banks write it at a place of their own for each rail;
 * a text in another form names nobody, since a remark of the payer is no name.
 */

/** Words of banks, rails and remarks, none of which is a part of a person's name. */
const NO_NAME =
  /\b(upi|neft|rtgs|imps|mmt|inb|ach|ecs|transfer|payment|paid|pay|token|tokens|charges|refund|reversal|interest|cash|bank|ltd|self|pur|order|invest\w*|advance|utr|no|from|to|by|cr|dr|p2a|p2m|p2p|purchase)\b/i;

const CODE = /^(?=.*\d)[A-Z0-9]{6,}$/i;

/** The code of a bank, with or without its branch. */
const BANK_CODE = /^[A-Z]{4}(0[A-Z0-9]{6})?$/i;

const isName = (part: string | undefined): part is string =>
  part !== undefined && /^[\p{L}\p{M}][\p{L}\p{M} .&']{2,}$/u.test(part) && !NO_NAME.test(part);

/**
 * Returns the name of the payer in a credit's narration, as the bank wrote it, often cut off; null where
 * the text has none at its bank's place for it.
 */
export function payerNameIn(narration: string): string | null {
  const text = narration
    .trim()
    .replace(/^BY TRANSFER[ -]+(?:INB )?/i, "")
    .replace(/[- ]+$/, "");
  const [, rail = ""] = /^(?:MMT\/)?(UPI|NEFT|RTGS|IMPS)\b/i.exec(text) ?? [];
  if (rail === "") return null;
  const mark = /^[^/*-]*([/*-])/.exec(text)?.[1];
  const parts = mark ? text.split(mark).map((part) => part.trim()) : [];
  const name = mark === undefined ? nameBetweenWords(text) : nameInParts(rail.toUpperCase(), parts);
  return name;
}

/** Finds the name among parts between the same marks: that of UPI beside its number or address. */
function nameInParts(rail: string, parts: readonly string[]): string | null {
  if (/^MMT$/i.test(parts[0] ?? "")) return isName(parts[4]) ? parts[4] : null;
  if (rail !== "UPI") {
    return parts.slice(1).find((part) => isName(part) && !BANK_CODE.test(part)) ?? null;
  }
  const [, kind = "", , named] = parts;
  const found = /^(CR|DR|P2A|P2M|P2P)$/i.test(kind) ? named : kind;
  return isName(found) ? found : null;
}

/** Finds the name after the number in `NEFT SBINN26307123456 ANITA DESAI PUR 9283046`. */
function nameBetweenWords(text: string): string | null {
  const words = text.split(/\s+/);
  const at = words.findIndex((word) => CODE.test(word));
  if (at < 0) return null;
  const after = words.slice(at + 1);
  const end = after.findIndex((word) => /\d/.test(word) || NO_NAME.test(word));
  const name = (end < 0 ? after : after.slice(0, end)).join(" ");
  return isName(name) ? name : null;
}
