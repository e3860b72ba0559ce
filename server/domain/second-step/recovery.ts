import { randomInt } from "node:crypto";

/** How many ways in without the app a person is given at once. */
export const RECOVERY_CODES = 10;

/** No letter or digit that is taken for another on paper. 30^10 is more than 2^49. */
const SIGNS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const HALF = 5;

const half = (): string =>
  Array.from({ length: HALF }, () => SIGNS.charAt(randomInt(SIGNS.length))).join("");

/** As it is shown: two halves with a hyphen. */
export const newRecoveryCode = (): string => `${half()}-${half()}`;

/** However it was typed: without blanks and hyphens, in capitals; null where it can be none. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  return code.length === 2 * HALF && [...code].every((sign) => SIGNS.includes(sign)) ? code : null;
}
