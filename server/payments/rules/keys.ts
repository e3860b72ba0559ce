import { plainTyped } from "@server/platform/rules/text/typed";

/**
 * The keys of payments: the canonical form of the numbers by which one payment is found again, however
 * a person or a bank writes them (docs/architecture.md §6). Payments that count have no key in common.
 */

/** Stands between the texts of several columns of a statement. */
export const PART = " · ";

/** An entry of a bank's statement, as far as keys are read from it. */
interface KeyedEntry {
  /** The cells of its columns of references, with {@link PART} between; null where the bank writes none. */
  readonly reference: string | null;
  /** What the bank wrote, and the texts of other columns behind it. */
  readonly narration: string;
}

const RAIL = "(?:UPI|IMPS|NEFT|RTGS)";
/** Words that say that a number follows, and are no part of it. */
const LABEL = "(?:UTR|RRN|REFERENCE|REF|TRANSACTION|TXN|NUMBER|NO|ID|UPI|IMPS|NEFT|RTGS)";
/** Numbers of NEFT (16 signs) and RTGS (22 signs): letters of the bank, then digits. */
const LETTERED = `(?!${LABEL}+[0-9])(?:(?=[A-Z0-9]{16}(?![A-Z0-9]))[A-Z]{1,5}[0-9]{11,15}|[A-Z]{4}[A-Z0-9][0-9]{17})`;

const LABEL_WORD = new RegExp(`^${LABEL}$`);
const GLUED_LABELS = new RegExp(`^${LABEL}+(?=[0-9]|${LETTERED}$)`);
const LETTERED_NUMBER = new RegExp(`^${LETTERED}$`);
/** Numbers of UPI and IMPS: 12 digits, which HDFC Bank pads to 15 or 16. */
const DIGIT_NUMBER = /^(?:0{3,4})?[0-9]{12}$/;
/** A padded cheque or slip number has fewer digits; those of UPI and IMPS begin with year and day. */
const MIN_DIGITS = 9;

/** Upper case, with digits 0 to 9, without characters that are not seen. */
const folded = (text: string): string =>
  plainTyped(text).normalize("NFKC").toUpperCase().normalize("NFKC");

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const withoutZeros = (word: string): string => word.replace(/^0+(?=.)/u, "");

/** A number without zeros before it and without labels glued to it. */
function bare(number: string): string {
  const rest = withoutZeros(number.replace(GLUED_LABELS, ""));
  return rest === number ? rest : bare(rest);
}

/**
 * The key of a number that a person typed: digits of any script as 0 to 9, upper case, without label
 * words ("UTR", "UPI Ref No."), signs, blanks and leading zeros. All of the text is one key, whatever
 * its form; a text of labels only is its own key. Null for a text without letters and digits.
 * Idempotent.
 */
export function typedKey(text: string): string | null {
  const words = wordsOf(text);
  const named = words.filter((word) => !LABEL_WORD.test(word));
  const key = letteredNumber(words) ?? bare((named.length > 0 ? named : words).join(""));
  return key === "" ? null : key;
}

/** A number of NEFT or RTGS behind labels, whose own letters may be a label: "ID IB H26307123456". */
function letteredNumber(words: readonly string[]): string | null {
  const labels = words.findIndex((word) => !LABEL_WORD.test(word));
  const rests = words.slice(0, labels + 1).map((_, from) => words.slice(from).join(""));
  return rests.find((rest) => LETTERED_NUMBER.test(rest)) ?? null;
}

/** Numbers of UPI and IMPS have this form. */
const isDigits = (word: string): boolean =>
  DIGIT_NUMBER.test(word) && withoutZeros(word).length >= MIN_DIGITS;

const isLettered = (word: string): boolean => LETTERED_NUMBER.test(word);

const isNumber = (word: string): boolean => isDigits(word) || isLettered(word);

/** Words between a rail and its number: the direction, the kind of payer, and labels. */
const BETWEEN = new RegExp(
  `^(?:CR|DR|P2A|P2M|P2P|P2PM|IN|INW|INWARD|INB|MOB|FROM|${RAIL}|${LABEL})$`,
);
const RAIL_WORD = new RegExp(`^(?:INB|MOB)?(${RAIL})(?:INW|INWARD)?([0-9].*|${LETTERED})?$`);
/** Banks break long texts, in the middle of a number too, at most into so many pieces. */
const MAX_PIECES = 4;
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
/** Words before the rail: "BY TRANSFER-INB IMPS…". Later, its name stands in a payer's remark. */
const WORDS_BEFORE_RAIL = 5;

/**
 * Words of a narration. The payer chooses a UPI id (`9876543210@ybl`), whose digits are no number: it is
 * one word, and between slashes it ends there (`630554043104-me@ybl`).
 */
const narrationWords = (narration: string): string[] =>
  folded(narration)
    .replace(/(?<=\/)[^/@]*@[^/]*/g, "@")
    .match(/[\p{L}\p{M}\p{N}@]+/gu) ?? [];

/** A number that begins with a word, which a bank may have broken into several. */
function numberFrom(words: readonly string[], at: number): string | null {
  const [first = "", ...rest] = words.slice(at, at + MAX_PIECES);
  if (isNumber(first)) return first;
  // A name beside an account's digits is no number: a break is within the digits, or behind the bank.
  const isPiece = (word: string) => /^[0-9]+$/.test(word) || /^[A-Z][0-9]+$/.test(word);
  if (!/[0-9]/.test(first) && !(/^[A-Z]{4}$/.test(first) && /^[A-Z]/.test(rest[0] ?? ""))) {
    return null;
  }
  let joined = first;
  for (const word of rest) {
    if (!isPiece(word)) return null;
    joined += word;
    if (isNumber(joined)) return joined;
  }
  return null;
}

/**
 * The number in its place in the text of a rail; null where there is none or the place is not clear.
 * Most banks write it first (`UPI/CR/630554043104/…`, `NEFT*SBIN0001234*SBINN26307123456*…`); others
 * write the payer first (`UPI-NAME-name@ybl-SBIN0001234-630554043104-REMARK`). The remark is the
 * payer's: where a second number stands in the text, only the branch's code before it tells which.
 */
function numberByPlace(words: readonly string[], at: number): string | null {
  const [, rail = "", glued] = RAIL_WORD.exec(words[at] ?? "") ?? [];
  if (glued !== undefined && isNumber(glued)) return glued;
  const rest = words.slice(at + 1);
  while (BETWEEN.test(rest[0] ?? "")) rest.shift();
  const first = numberFrom(rest, 0);
  if (first !== null) return first;
  const hasForm = /NEFT|RTGS/.test(rail) ? isLettered : isDigits;
  const branch = rest.findIndex((word) => IFSC.test(word));
  const afterBranch = branch < 0 ? null : numberFrom(rest, branch + 1);
  if (afterBranch !== null && hasForm(afterBranch)) return afterBranch;
  const whole = rest.filter(hasForm);
  const pieced = rest.flatMap((_, from) => numberFrom(rest, from) ?? []).filter(hasForm);
  const [only, ...others] = new Set(whole.length > 0 ? whole : pieced);
  return only !== undefined && others.length === 0 ? only : null;
}

/** Numbers behind a label: "UTR NO: …", "RRN …", "Ref No …", "UTR…" in one word. */
function numbersByLabel(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const glued = word.replace(GLUED_LABELS, "");
    if (glued !== word) return isNumber(glued) ? [glued] : [];
    return LABEL_WORD.test(words[at - 1] ?? "") ? (numberFrom(words, at) ?? []) : [];
  });
}

/** The number of a cell that has nothing else but labels: `0000630554043104`, `UPI-630554043104`. */
function numberOfCell(cell: string): string | null {
  const words = wordsOf(cell).filter((word) => !LABEL_WORD.test(word));
  const [word = "", ...others] = new Set(words.map((one) => one.replace(GLUED_LABELS, "")));
  return others.length === 0 && isNumber(word) ? word : null;
}

/** The bank's own text: behind it stand those of other columns, which may be the payer's. */
const writtenByBank = (narration: string): string => narration.split(PART)[0] ?? "";

/**
 * The keys of a bank's entry: the numbers of UPI, IMPS, NEFT and RTGS that its column, the place in
 * the text of the rail, or a label says to be the payment's. Accounts, mobiles, IFSCs, phrases
 * ("TRANSFER FROM 4897691162095"), and numbers of cheques and slips are none. A label does not count
 * where the rail's place tells: payers write remarks.
 */
export function bankKeys({ reference, narration }: KeyedEntry): string[] {
  const [byColumn = null, ...others] = (reference ?? "")
    .split(PART)
    .flatMap((cell) => numberOfCell(cell) ?? []);
  const words = narrationWords(writtenByBank(narration));
  const rail = words.slice(0, WORDS_BEFORE_RAIL).findIndex((word) => RAIL_WORD.test(word));
  const byPlace = rail < 0 ? null : numberByPlace(words, rail);
  const mayLabel = byPlace === null && (rail < 0 || byColumn === null);
  const numbers = [byColumn, ...others, byPlace, ...(mayLabel ? numbersByLabel(words) : [])];
  return [...new Set(numbers.flatMap((number) => (number === null ? [] : [bare(number)])))];
}

/** An entry came by UPI if its text says so. */
export const isUpi = ({ reference, narration }: KeyedEntry): boolean =>
  [
    ...narrationWords(writtenByBank(narration)).slice(0, WORDS_BEFORE_RAIL),
    ...wordsOf(reference ?? ""),
  ].some((word) => RAIL_WORD.exec(word)?.[1] === "UPI");

/**
 * Other numbers of a bank's entry that have the form of a payment's, in the form of keys. They may
 * be an account's, or stand in a remark, and so they only hint at an order.
 */
export function hintsOf(entry: KeyedEntry): string[] {
  const keys = bankKeys(entry);
  const words = [...wordsOf(entry.reference ?? ""), ...wordsOf(entry.narration)];
  const hints = words.filter(isNumber).map(bare);
  return [...new Set(hints)].filter((hint) => !keys.includes(hint));
}
