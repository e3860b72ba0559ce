/**
 * Text as a person means it, whatever keyboard it was typed with and wherever it was copied from. The
 * contracts, the rules of each field and the pages in the browser read amounts, numbers, mobiles, codes
 * and e-mail addresses by these functions.
 */

/**
 * Invisible characters that are no blanks: joiners, marks of direction, soft hyphens, variation
 * selectors, fillers, the empty Braille cell and control characters.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]|(?!\s)\p{Cc}/gu;

const OTHER_DIGIT = /[^\P{Nd}0-9]/gu;

/**
 * Returns the digit of a character of any script, `0` to `9`. Unicode lists each ten side by side,
 * from 0.
 */
function asciiDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let before = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** Writes the digits of any script as 0 to 9. Idempotent. */
export const plainDigits = (text: string): string => text.replace(OTHER_DIGIT, asciiDigit);

/** Writes the digits of any script as 0 to 9 and leaves out invisible characters. Idempotent. */
export const plainTyped = (text: string): string => plainDigits(text.replace(UNSEEN, ""));

/** True if a text has a visible character. */
export const hasVisibleText = (text: string): boolean => plainTyped(text).trim() !== "";
