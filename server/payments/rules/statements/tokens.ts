/**
 * Splits a narration into words to look up. Banks print references between slashes and dashes, pad them
 * with zeros, break them over lines and glue words to them, so a reference is searched as one word or
 * as several neighbouring ones.
 */

/** Maximum of neighbouring words of a reference. */
const MAX_WORDS = 4;
/** Minimum length of a reference: too many other words are shorter. */
const MIN_REFERENCE = 8;
/** Matches texts with at least six digits. */
const HAS_DIGITS = /(?:\d\D*){6}/;

/** Returns runs of letters and digits, in upper case. */
export const wordsOf = (text: string): string[] =>
  text.toUpperCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Removes the leading zeros of a word of digits. */
const withoutZeros = (word: string): string =>
  /^\d+$/.test(word) ? word.replace(/^0+(?=\d)/, "") : word;

/**
 * Returns a bank's reference in the form in which references are compared: letters and digits, without
 * leading zeros. Null for one that is too short to distinguish payments.
 */
export function referenceKey(reference: string): string | null {
  return keyOfWord(wordsOf(reference).join(""));
}

function keyOfWord(word: string): string | null {
  const key = withoutZeros(word);
  return key.length >= MIN_REFERENCE && HAS_DIGITS.test(key) ? key : null;
}

/**
 * Returns every key that a text may contain: its words, neighbouring words joined, and digits glued to
 * letters.
 */
export function referenceKeys(text: string): Set<string> {
  const words = wordsOf(text);
  const keys = new Set<string>();
  const add = (word: string) => {
    const key = keyOfWord(word);
    if (key !== null) keys.add(key);
  };
  for (let from = 0; from < words.length; from += 1) {
    let joined = "";
    for (const word of words.slice(from, from + MAX_WORDS)) {
      joined += word;
      add(joined);
    }
    const glued = /^\p{L}+(\d{8,})$/u.exec(words[from] ?? "");
    if (glued) add(glued[1] ?? "");
  }
  return keys;
}

/** Returns the comparable form of an order number's digits: `PUR-004512` is 4512. */
export const orderKey = (digits: string): string => digits.replace(/^0+(?=\d)/, "");

/**
 * Returns the digits of every order number that a text may name: those after the word PUR, alone and
 * joined with the following groups of digits. JAIPUR 302001 names none.
 */
export function orderDigits(text: string): Set<string> {
  const parts = text.toUpperCase().match(/\p{L}+|\d+/gu) ?? [];
  const found = new Set<string>();
  for (const [at, part] of parts.entries()) {
    if (part !== "PUR") continue;
    let digits = "";
    for (const next of parts.slice(at + 1, at + 1 + MAX_WORDS)) {
      if (!/^\d+$/.test(next) || digits.length + next.length > 20) break;
      digits += next;
      found.add(digits);
    }
  }
  return found;
}

/**
 * Tells whether two words differ by one typo: a character changed, left out or added, or two neighbours
 * swapped.
 */
export function isOneTypoApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  if (a.length !== b.length) {
    const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
    return shorter.slice(start) === longer.slice(start + 1);
  }
  if (a.slice(start + 1) === b.slice(start + 1)) return true;
  return (
    a[start] === b[start + 1] &&
    a[start + 1] === b[start] &&
    a.slice(start + 2) === b.slice(start + 2)
  );
}

const isDigit = (character: string) => character >= "0" && character <= "9";

/** Returns a number with each two neighbouring, different digits swapped. A large file calls it often. */
export function swapsOf(number: string): string[] {
  const swapped: string[] = [];
  for (let at = 0; at + 1 < number.length; at += 1) {
    const [first, second] = [number.charAt(at), number.charAt(at + 1)];
    if (first === second || !isDigit(first) || !isDigit(second)) continue;
    swapped.push(number.slice(0, at) + second + first + number.slice(at + 2));
  }
  return swapped;
}

/**
 * Returns the ends of a reference by which those one typo apart are found: a typo changes at most two
 * neighbouring characters, so one of the ends stays the same. Numbers of all rails have long ends,
 * which few share, and shorter references have short ones; a length between has both.
 */
export function endsOf(reference: string): string[] {
  const { length } = reference;
  const sizes = length < 11 ? [3] : length === 11 ? [3, 5] : [5];
  return sizes.flatMap((size) => [
    `<${reference.slice(0, size)}`,
    `${reference.slice(length - size)}>`,
  ]);
}

/** Yields a word, and the word without each of its characters: words one typo apart share one of them. */
export function* deletionsOf(word: string): Generator<string> {
  yield word;
  for (let at = 0; at < word.length; at += 1) yield word.slice(0, at) + word.slice(at + 1);
}

const TITLES = new Set(["MR", "MRS", "MS", "MISS", "DR", "SHRI", "SMT", "SRI", "M", "S"]);
/** Minimum length of a cut name, as banks cut them; a shorter rest proves nothing. */
const MIN_CUT = 3;

/** Returns the words of a person's name, without titles; "D'Souza" is one word. */
export const namePartsOf = (name: string): string[] =>
  wordsOf(name.replaceAll(/['’]/g, "")).filter((part) => !TITLES.has(part));

/**
 * Tells whether the words of a narration name a person: every part of the name, in any order, whole, by
 * its initial, or cut off, and at least one of four letters whole; or all of it in one word. Banks write
 * "D'Souza" as one word or as two.
 */
export function namesPerson(words: readonly string[], parts: readonly string[]): boolean {
  const whole = parts.join("");
  if (whole.length < 4) return false;
  if (whole.length >= 8 && words.some((word) => word.startsWith(whole))) return true;
  let isCertain = false;
  for (const part of parts) {
    if (words.some((word, at) => word === part || word + (words[at + 1] ?? "") === part)) {
      isCertain ||= part.length >= 4;
      continue;
    }
    const isShort = words.some(
      (word) => word.length >= MIN_CUT && word.length < part.length && part.startsWith(word),
    );
    const isInitial = part !== parts[0] && words.includes(part[0] ?? "");
    if (!isShort && !isInitial) return false;
  }
  return isCertain;
}
