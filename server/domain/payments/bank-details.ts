/** A UPI id in its one spelling: no blanks, lower case (banks do not tell cases apart). */
export function normaliseUpiId(text: string): string {
  return text.replace(/\s+/g, "").toLowerCase();
}

/** Whether a normalised UPI id has the shape `name@handle`. */
export function isUpiId(upiId: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{0,254}@[a-z][a-z0-9.-]{1,63}$/.test(upiId);
}

/** An IFSC code in its one spelling. */
export function normaliseIfsc(text: string): string {
  return text.replace(/[\s-]+/g, "").toUpperCase();
}

/** Whether a normalised IFSC has its shape: four letters of the bank, a zero, six of the branch. */
export function isIfsc(ifsc: string): boolean {
  return /^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc);
}

/** An account number in its one spelling: digits without blanks and hyphens. */
export function normaliseAccountNumber(text: string): string {
  return text.replace(/[\s-]+/g, "");
}

/** Whether a normalised account number has 9 to 18 digits, the range that Indian banks use. */
export function isAccountNumber(accountNumber: string): boolean {
  return /^\d{9,18}$/.test(accountNumber);
}
