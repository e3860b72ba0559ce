import { plainTyped } from "@server/platform/rules/text/typed";
import type { PaymentMethod } from "@db/vocabulary";

/**
 * The keys of payments: the canonical form of the numbers by which one payment is found again, however
 * a person or a bank writes them (docs/architecture.md §6). Payments that count have no key in common.
 */

/** Separates the texts of several columns of a statement. */
export const COLUMN_SEPARATOR = " · ";

/** The fields of a bank's entry from which keys are read. */
interface KeyedEntry {
  /** Cells of its reference columns, separated by {@link COLUMN_SEPARATOR}; null if the bank writes none. */
  readonly reference: string | null;
  /** The bank's text, followed by the texts of other columns. */
  readonly narration: string;
}

const RAIL = "(?:UPI|IMPS|NEFT|RTGS)";
/** Matches words that announce a number and are not part of it. */
const LABEL = "(?:UTR|RRN|REFERENCE|REF|TRANSACTION|TXN|NUMBER|NO|ID|UPI|IMPS|NEFT|RTGS)";
/** Matches numbers of NEFT (16 characters) and RTGS (22 characters): letters of the bank, then digits. */
const LETTERED = `(?!${LABEL}+[0-9])(?:(?=[A-Z0-9]{16}(?![A-Z0-9]))[A-Z]{1,5}[0-9]{11,15}|[A-Z]{4}[A-Z0-9][0-9]{17})`;

const LABEL_WORD = new RegExp(`^${LABEL}$`);
const GLUED_LABELS = new RegExp(`^${LABEL}+(?=[0-9]|${LETTERED}$)`);
const LETTERED_NUMBER = new RegExp(`^${LETTERED}$`);
/** Matches numbers of UPI and IMPS: 12 digits, which HDFC Bank pads to 15 or 16. */
const DIGIT_NUMBER = /^(?:0{3,4})?[0-9]{12}$/;
/**
 * Minimum of digits without padding. Cheque and slip numbers have fewer; UPI and IMPS numbers begin
 * with year and day.
 */
const MIN_DIGITS = 9;

/** Folds a text to upper case, with digits 0 to 9, without invisible characters. */
const folded = (text: string): string =>
  plainTyped(text).normalize("NFKC").toUpperCase().normalize("NFKC");

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const withoutZeros = (word: string): string => word.replace(/^0+(?=.)/u, "");

/** Removes leading zeros, and labels glued to a number. */
function bare(number: string): string {
  const rest = withoutZeros(number.replace(GLUED_LABELS, ""));
  return rest === number ? rest : bare(rest);
}

/**
 * Returns the key of a typed number: digits of any script as 0 to 9, upper case, without label words
 * ("UTR", "UPI Ref No."), punctuation, blanks and leading zeros. The one number of a payment's form in
 * it is the key ("630554043104 paid"), else the whole text, in any format; a text of labels only is its
 * own key. Null for a text without letters and digits. Idempotent.
 */
export function typedKey(text: string): string | null {
  const words = wordsOf(text);
  const named = words.filter((word) => !LABEL_WORD.test(word));
  const whole = bare((named.length > 0 ? named : words).join(""));
  // A number that is broken into words may have another one's form in a word.
  const broken = letteredNumber(words) ?? (isNumber(whole) ? whole : null);
  const key = broken ?? numberInside(words) ?? numberInside([whole]) ?? whole;
  return key === "" ? null : key;
}

/** Returns the one number of a payment's form in words, also glued to letters; null for none or several. */
function numberInside(words: readonly string[]): string | null {
  const found = words.flatMap((word) =>
    isNumber(word) ? [word] : (word.match(/[0-9]+/g) ?? []).filter(isDigits),
  );
  const [number, ...others] = new Set(found.map(bare));
  return number !== undefined && others.length === 0 ? number : null;
}

/** Length of the shortest number that is searched in a typed text, and of the longest. */
const CONTAINED = { least: 9, most: 22 };
/** Length of the numbers of UPI and IMPS. */
const DIGITS = 12;

/** Returns the parts of a text of these lengths that have at least six digits. */
function partsOf(text: string, { least, most }: typeof CONTAINED): string[] {
  const parts = new Set<string>();
  for (let from = 0; from < text.length; from += 1) {
    for (let length = least; length <= most; length += 1) {
      const part = text.slice(from, from + length);
      if (part.length === length && /(?:[0-9][^0-9]*){6}/.test(part)) parts.add(part);
    }
  }
  return [...parts];
}

/**
 * Returns the shorter keys that a typed text may contain beside its own key: "HDFC630554043104" may be
 * the payment 630554043104. None for a number of digits alone, in the form of UPI and IMPS.
 */
export function containedKeys(text: string): string[] {
  const whole = wordsOf(text).join("");
  if (isDigits(whole)) return [];
  const key = typedKey(text);
  return partsOf(whole, CONTAINED).filter((part) => part !== key);
}

/**
 * Returns the texts whose payment a longer key that contains one of them may be: the key of a typed
 * text, and the numbers of UPI and IMPS in it. Numbers of NEFT and RTGS begin with the day, so that
 * parts of their digits are not one payment's.
 */
export function keysToContain(text: string): string[] {
  const key = typedKey(text) ?? "";
  const length = Math.max(key.length, CONTAINED.least);
  const numbers = isLettered(key)
    ? (key.match(/[0-9]+/g) ?? [])
    : partsOf(wordsOf(text).join(""), { least: DIGITS, most: DIGITS });
  const texts = [
    ...new Set([...partsOf(key, { least: length, most: length }), ...numbers.filter(isDigits)]),
  ];
  // A key that contains a text contains its parts.
  return texts.filter((text) => !texts.some((part) => part !== text && text.includes(part)));
}

/** Finds a number of NEFT or RTGS behind labels; its own letters may be a label: "ID IB H26307123456". */
function letteredNumber(words: readonly string[]): string | null {
  const labels = words.findIndex((word) => !LABEL_WORD.test(word));
  const rests = words.slice(0, labels + 1).map((_, from) => words.slice(from).join(""));
  return rests.find((rest) => LETTERED_NUMBER.test(rest)) ?? null;
}

/** Tells whether a word has the form of UPI and IMPS numbers. */
const isDigits = (word: string): boolean =>
  DIGIT_NUMBER.test(word) && withoutZeros(word).length >= MIN_DIGITS;

const isLettered = (word: string): boolean => LETTERED_NUMBER.test(word);

const isNumber = (word: string): boolean => isDigits(word) || isLettered(word);

/** Matches words between a rail and its number: the direction, the kind of payer, and labels. */
const BETWEEN = new RegExp(
  `^(?:CR|DR|P2A|P2M|P2P|P2PM|IN|INW|INWARD|INB|MOB|FROM|${RAIL}|${LABEL})$`,
);
const RAIL_WORD = new RegExp(
  `^(?:INB|MOB)?(${RAIL})(?:INW|INWARD|IN|CR|AR|AB)?([0-9].*|${LETTERED})?$`,
);
/** Maximum of pieces into which banks break a number in a long text. */
const MAX_PIECES = 4;
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
/**
 * Maximum of words before the rail: "BY TRANSFER-INB IMPS…". Further on, its name belongs to a payer's
 * remark.
 */
const WORDS_BEFORE_RAIL = 5;

/**
 * Splits a narration into words. A UPI id (`9876543210@ybl`) is chosen by the payer, so its digits are
 * not a number: it is one word, and between slashes it ends there (`630554043104-me@ybl`).
 */
const narrationWords = (narration: string): string[] =>
  folded(narration)
    .replace(/(?<=\/)[^/@]*@[^/]*/g, "@")
    .match(/[\p{L}\p{M}\p{N}@]+/gu) ?? [];

/** Returns a number that begins with a word, which a bank may have broken into several. */
function numberFrom(words: readonly string[], at: number): string | null {
  const [first = "", ...rest] = words.slice(at, at + MAX_PIECES);
  if (isNumber(first)) return first;
  // A name beside an account's digits is not a piece of a number: banks break within the digits, or
  // behind the bank's letters.
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
 * Returns the number at its place in the text of a rail; null if there is none or the place is not
 * clear. Most banks write it first (`UPI/CR/630554043104/…`, `NEFT*SBIN0001234*SBINN26307123456*…`);
 * others write the payer first (`UPI-NAME-name@ybl-SBIN0001234-630554043104-REMARK`). The payer writes
 * the remark: if the text has a second number, only the branch's code before the first one identifies
 * it.
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

/** Returns numbers behind a label: "UTR NO: …", "RRN …", "Ref No …", "UTR…" in one word. */
function numbersByLabel(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const glued = word.replace(GLUED_LABELS, "");
    if (glued !== word) return isNumber(glued) ? [glued] : [];
    return LABEL_WORD.test(words[at - 1] ?? "") ? (numberFrom(words, at) ?? []) : [];
  });
}

/** Returns the number of a cell that otherwise has only labels: `0000630554043104`, `UPI-630554043104`. */
function numberOfCell(cell: string): string | null {
  const words = wordsOf(cell).filter((word) => !LABEL_WORD.test(word));
  const [word = "", ...others] = new Set(words.map((one) => one.replace(GLUED_LABELS, "")));
  return others.length === 0 && isNumber(word) ? word : null;
}

/** Returns the bank's own text, without those of other columns, which may be the payer's. */
const writtenByBank = (narration: string): string => narration.split(COLUMN_SEPARATOR)[0] ?? "";

/**
 * Returns the keys of a bank's entry: the numbers of UPI, IMPS, NEFT and RTGS that its column, the
 * place in the text of the rail, or a label marks as the payment's. Accounts, mobiles, IFSCs, phrases
 * ("TRANSFER FROM 4897691162095"), and numbers of cheques and slips are not keys. A label does not
 * count beside a number at the rail's place: payers write remarks.
 */
export function bankKeys({ reference, narration }: KeyedEntry): string[] {
  const [byColumn = null, ...others] = (reference ?? "")
    .split(COLUMN_SEPARATOR)
    .flatMap((cell) => numberOfCell(cell) ?? []);
  const words = narrationWords(writtenByBank(narration));
  const rail = words.slice(0, WORDS_BEFORE_RAIL).findIndex((word) => RAIL_WORD.test(word));
  const byPlace = rail < 0 ? null : numberByPlace(words, rail);
  const mayLabel = byPlace === null && (rail < 0 || byColumn === null);
  const numbers = [byColumn, ...others, byPlace, ...(mayLabel ? numbersByLabel(words) : [])];
  return [...new Set(numbers.flatMap((number) => (number === null ? [] : [bare(number)])))];
}

/** Tells whether an entry came by UPI, by its text. */
export const isUpi = ({ reference, narration }: KeyedEntry): boolean =>
  [
    ...narrationWords(writtenByBank(narration)).slice(0, WORDS_BEFORE_RAIL),
    ...wordsOf(reference ?? ""),
  ].some((word) => RAIL_WORD.exec(word)?.[1] === "UPI");

/**
 * Returns other numbers of a bank's entry that have the form of a payment's, as keys. They may belong
 * to an account or a remark, so they only hint at an order.
 */
export function hintsOf(entry: KeyedEntry): string[] {
  const keys = bankKeys(entry);
  const words = [...wordsOf(entry.reference ?? ""), ...wordsOf(entry.narration)];
  const hints = words.filter(isNumber).map(bare);
  return [...new Set(hints)].filter((hint) => !keys.includes(hint));
}

/** Tells whether a method requires a reference and a file (product.md §2: all but manual payment). */
export function needsProof(method: PaymentMethod): boolean {
  return method !== "MANUAL";
}
