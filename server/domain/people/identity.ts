/** A KYC document number in its one spelling: upper case, without blanks and hyphens. */
export function normaliseKycNumber(text: string): string {
  return text.toUpperCase().replace(/[\s-]+/g, "");
}

/** Whether a normalised text can be the number of a PAN, Aadhaar, passport or the like. */
export function isKycNumber(kycNumber: string): boolean {
  return /^[A-Z0-9/]{6,20}$/.test(kycNumber);
}

/** Whether a normalised text is a PAN: five letters, four digits, one letter. */
export function isPan(pan: string): boolean {
  return /^[A-Z]{5}\d{4}[A-Z]$/.test(pan);
}

/** Whether a normalised text is an Aadhaar number: 12 digits, not starting with 0 or 1. */
export function isAadhaar(aadhaar: string): boolean {
  return /^[2-9]\d{11}$/.test(aadhaar);
}
