import { plainTyped } from "@server/platform/rules/text/typed";

/** Normalises a UPI id: no blanks, lower case (banks ignore case). */
export function normaliseUpiId(text: string): string {
  return plainTyped(text).replace(/\s+/g, "").toLowerCase();
}

/** True if a normalised UPI id has the shape `name@handle`. */
export function isUpiId(upiId: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{0,254}@[a-z][a-z0-9.-]{1,63}$/.test(upiId);
}

/** Normalises an IFSC code. */
export function normaliseIfsc(text: string): string {
  return plainTyped(text)
    .replace(/[\s-]+/g, "")
    .toUpperCase();
}

/** True if a normalised IFSC has the form: four letters of the bank, a zero, six of the branch. */
export function isIfsc(ifsc: string): boolean {
  return /^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc);
}

/** Normalises an account number: digits without blanks and hyphens. */
export function normaliseAccountNumber(text: string): string {
  return plainTyped(text).replace(/[\s-]+/g, "");
}

/** True if a normalised account number has 9 to 18 digits, the range of Indian banks. */
export function isAccountNumber(accountNumber: string): boolean {
  return /^\d{9,18}$/.test(accountNumber);
}
