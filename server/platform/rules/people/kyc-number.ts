import { plainTyped } from "@server/platform/rules/text/typed";

/** Normalises a KYC document number: upper case, without blanks and hyphens. */
export function normaliseKycNumber(text: string): string {
  return plainTyped(text)
    .toUpperCase()
    .replace(/[\s-]+/g, "");
}

/**
 * True for 6 to 20 letters, digits and slashes: passports and similar documents have no common form. The
 * contracts of registration and of the profile refuse any other text with KYC_NUMBER_INVALID.
 */
export function isKycNumber(kycNumber: string): boolean {
  return /^[A-Z0-9/]{6,20}$/.test(kycNumber);
}

/** True for a normalised PAN, which companies give: five letters, four digits, one letter. */
export function isPan(pan: string): boolean {
  return /^[A-Z]{5}\d{4}[A-Z]$/.test(pan);
}

/** True for a normalised Aadhaar number, which companies give: 12 digits, not starting with 0 or 1. */
export function isAadhaar(aadhaar: string): boolean {
  return /^[2-9]\d{11}$/.test(aadhaar);
}
