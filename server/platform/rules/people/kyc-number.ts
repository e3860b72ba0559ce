import { plainTyped } from "@server/platform/rules/text/typed";

/** Normalises a KYC document number: upper case, without blanks and hyphens. */
export function normaliseKycNumber(text: string): string {
  return plainTyped(text)
    .toUpperCase()
    .replace(/[\s-]+/g, "");
}

/**
 * True for 6 to 20 letters, digits and slashes: passports and similar documents have no common form. 12
 * digits in the form of an Aadhaar number need its check digit. The contract of the profile refuses any
 * other text with KYC_NUMBER_INVALID.
 */
export function isKycNumber(kycNumber: string): boolean {
  if (!/^[A-Z0-9/]{6,20}$/.test(kycNumber)) return false;
  return !isAadhaar(kycNumber) || hasCheckDigit(kycNumber);
}

/** Returns a number as it is kept: of an Aadhaar number only the last four digits can be read. */
export const keptKycNumber = (kycNumber: string): string =>
  isAadhaar(kycNumber) ? `XXXXXXXX${kycNumber.slice(-4)}` : kycNumber;

/** True for the rest of an Aadhaar number, which many people share. */
export const isKeptInPart = (kycNumber: string): boolean => /^X{8}\d{4}$/.test(kycNumber);

/** True for a normalised PAN, which companies give: five letters, four digits, one letter. */
export function isPan(pan: string): boolean {
  return /^[A-Z]{5}\d{4}[A-Z]$/.test(pan);
}

/** True for a normalised PAN of a person: its fourth letter is P. */
export const isPersonPan = (pan: string): boolean => /^[A-Z]{3}P[A-Z]\d{4}[A-Z]$/.test(pan);

/** True for a normalised Aadhaar number, which companies give: 12 digits, not starting with 0 or 1. */
export function isAadhaar(aadhaar: string): boolean {
  return /^[2-9]\d{11}$/.test(aadhaar);
}

/** Verhoeff's permutation of a digit, which is applied once for each place from the right. */
const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** Returns the product of two digits in the dihedral group of order ten: turns 0 to 4, flips 5 to 9. */
function times(a: number, b: number): number {
  const turned = a < 5 ? (a + b) % 5 : (a - b + 5) % 5;
  return turned + (a < 5 === b < 5 ? 0 : 5);
}

/** Tells whether digits end with the check digit by Verhoeff, which finds each wrong digit and swap. */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (const [at, digit] of [...digits].toReversed().entries()) {
    let value = Number(digit);
    for (let turn = at % 8; turn > 0; turn -= 1) value = PERMUTATION[value] ?? 0;
    sum = times(sum, value);
  }
  return sum === 0;
}
