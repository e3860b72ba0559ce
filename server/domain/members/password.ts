import { brotliDecompressSync } from "node:zlib";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "@server/domain/members/limits";
import type { PlainRefusalCode } from "@server/domain/refusals/refuse";
import { refuse } from "@server/domain/refusals/refuse";
import { PACKED_PASSWORDS } from "./packed-passwords";

/** Common in India, or variants that forms with rules of character classes lead to. */
const OF_INDIA =
  `password password1 password12 password123 password@1 password@123 passw0rd p@ssw0rd p@ssword
  p@ssw0rd1 p@ssword1 pass@123 pass@1234 admin123 admin@123 admin@1234 administrator welcome1
  welcome123 welcome@1 welcome@123 qwerty123 qwertyui qwertyuiop qwerty@123 asdfghjk asdfghjkl
  zxcvbnm1 1q2w3e4r 1qaz2wsx q1w2e3r4 abcd1234 abcd@1234 abc12345 a1b2c3d4 iloveyou iloveyou1
  sunshine princess football baseball superman starwars computer internet trustno1 letmein1
  changeme changeme1 whatever dragon12 monkey12 india123 india@123 krishna1 krishna123 jaishreeram
  12345678 123456789 1234567890 0123456789 87654321 987654321 9876543210 0987654321 12341234
  12344321 11223344 123123123 147258369 123454321 abcdefgh abcdefghi`.split(/\s+/);

let common: ReadonlySet<string> | undefined;

/** The commonest passwords that satisfy the length rule, in lower case; unpacked at the first use. */
export const commonPasswords = (): ReadonlySet<string> =>
  (common ??= new Set([
    ...brotliDecompressSync(Buffer.from(PACKED_PASSWORDS, "base64")).toString().split("\n"),
    ...OF_INDIA,
  ]));

/** The owner of the new password, whose public details it must not equal. */
export interface PasswordOwner {
  readonly email?: string | null;
  readonly mobile?: string | null;
}

const digitsOf = (text: string) => text.replace(/\D/g, "");

/** Whether the password is the owner's e-mail, its local part, or the mobile number. */
function isContact(password: string, owner: PasswordOwner): boolean {
  const typed = password.trim().toLowerCase();
  const email = owner.email?.trim().toLowerCase() ?? "";
  if (email !== "" && (typed === email || typed === email.split("@")[0])) return true;
  const mobile = digitsOf(owner.mobile ?? "");
  const isNumber = /^[\d\s()+.-]+$/.test(typed) && digitsOf(typed).length >= 10;
  return mobile.length >= 10 && isNumber && digitsOf(typed).slice(-10) === mobile.slice(-10);
}

/**
 * The fault of a new password, or null: 8 to 128 characters, not the owner's contact details, not
 * one repeated character and not a common password. No character classes are required: they lead to
 * weaker passwords.
 */
export function passwordFault(
  password: string,
  owner: PasswordOwner = {},
): PlainRefusalCode | null {
  const signs = [...password];
  if (signs.length < MIN_PASSWORD_LENGTH) return "PASSWORD_TOO_SHORT";
  if (signs.length > MAX_PASSWORD_LENGTH) return "PASSWORD_TOO_LONG";
  if (isContact(password, owner)) return "PASSWORD_IS_CONTACT";
  const isCommon = commonPasswords().has(password.trim().toLowerCase());
  if (new Set(signs).size === 1 || isCommon) return "PASSWORD_TOO_COMMON";
  return null;
}

/** Refuses a password with a {@link passwordFault}. */
export function assertPassword(password: string, owner: PasswordOwner = {}): void {
  const fault = passwordFault(password, owner);
  if (fault) throw refuse(fault);
}
