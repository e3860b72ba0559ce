import { plainTyped } from "@server/platform/rules/text/typed";

/** Returns an e-mail address as typed, without blanks around it and invisible characters. */
export function typedEmail(text: string): string {
  return plainTyped(text).trim();
}

/** Returns an e-mail address in stored form: trimmed, in lower case. Idempotent. */
export function foldEmail(text: string): string {
  return typedEmail(text).toLowerCase();
}

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** True if a normalised text has the form of an e-mail address that mail servers accept. */
export function isEmail(email: string): boolean {
  const at = email.lastIndexOf("@");
  const local = email.slice(0, Math.max(0, at));
  if (at < 1 || local.length > 64 || email.length > 254) return false;
  return LOCAL_PART.test(local) && DOMAIN.test(email.slice(at + 1));
}

/**
 * Returns a mobile number in E.164, or null. Ten digits starting 6–9 are Indian, with or without a
 * prefix 0, 91, 091 or +91; other countries need their + (or 00). Spaces, hyphens, dots, brackets and
 * invisible characters are ignored.
 */
export function normaliseMobile(text: string): string | null {
  const digits = plainTyped(text).replace(/[\s().\p{Pd}]/gu, "");
  const international = digits.replace(/^00(?=[1-9])/, "+");
  const indian = /^(?:\+91|0?91|\+?0)?0?([6-9]\d{9})$/.exec(international);
  if (indian && !/^\+0/.test(international)) return `+91${indian[1]}`;
  return /^\+(?!91)[1-9]\d{7,14}$/.test(international) ? international : null;
}

/** Normalises a PIN code. */
export function normalisePincode(text: string): string {
  return plainTyped(text).replace(/\s+/g, "");
}

/** True for an Indian PIN code: six digits that do not start with 0. */
export function isPincode(pincode: string): boolean {
  return /^[1-9]\d{5}$/.test(pincode);
}
