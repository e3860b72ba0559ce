import { createRequire } from "node:module";
import type * as LanguageCommon from "@zxcvbn-ts/language-common";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./limits";
import type { PlainRefusalCode } from "@server/platform/rules/refusals/refuse";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** These are common in India, or variants that forms with rules of character classes lead to. */
const OF_INDIA =
  `password password1 password12 password123 password@1 password@123 passw0rd p@ssw0rd p@ssword
  p@ssw0rd1 p@ssword1 pass@123 pass@1234 admin123 admin@123 admin@1234 administrator welcome1
  welcome123 welcome@1 welcome@123 qwerty123 qwertyui qwertyuiop qwerty@123 asdfghjk asdfghjkl
  zxcvbnm1 1q2w3e4r 1qaz2wsx q1w2e3r4 abcd1234 abcd@1234 abc12345 a1b2c3d4 iloveyou iloveyou1
  sunshine princess football baseball superman starwars computer internet trustno1 letmein1
  changeme changeme1 whatever dragon12 monkey12 india123 india@123 krishna1 krishna123 jaishreeram
  12345678 123456789 1234567890 0123456789 87654321 987654321 9876543210 0987654321 12341234
  12344321 11223344 123123123 147258369 123454321 abcdefgh abcdefghi`.split(/\s+/);

const load = createRequire(import.meta.url);
let common: ReadonlySet<string> | undefined;

/**
 * Returns the commonest passwords that satisfy the length rule, in lower case; loaded at the first
 * use.
 */
export function commonPasswords(): ReadonlySet<string> {
  if (common) return common;
  const { dictionary } = load("@zxcvbn-ts/language-common") as typeof LanguageCommon;
  const long = dictionary["passwords-common"].filter(
    (password) => [...password].length >= MIN_PASSWORD_LENGTH,
  );
  common = new Set([...long.map((password) => password.toLowerCase()), ...OF_INDIA]);
  return common;
}

/** The owner of the new password, and the company whose site it is for. */
export interface PasswordOwner {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly mobile?: string | null;
  readonly company?: {
    readonly name: string;
    readonly tokenName: string;
    readonly tokenSymbol: string;
  } | null;
}

/** Anyone tries these words first at any site of this product (docs/security.md, 6.1.2). */
const OF_PRODUCT = ["prelaunch", "presale", "token", "crypto", "wallet", "investor", "admin"];

/** Digits and signs that stand for letters. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
const fold = (text: string): string => text.normalize("NFKC").toLowerCase();
const letterOf = (sign: string): string => STANDS_FOR[sign] ?? sign;

/** Returns the words of a name of three letters or more, and the name without its gaps. */
function wordsIn(name: string): string[] {
  const words = fold(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...words, words.join("")].filter((word) => [...word].length >= 3);
}

/**
 * Returns the words that somebody who knows the site and the owner tries first, the longest first.
 */
function guessableWords({ name, email, company }: PasswordOwner): string[] {
  const [mailbox = "", domain = ""] = (email ?? "").split("@");
  const names = [name, mailbox, domain.split(".")[0]];
  if (company) names.push(company.name, company.tokenName, company.tokenSymbol);
  const words = new Set([...OF_PRODUCT, ...names.flatMap((one) => wordsIn(one ?? ""))]);
  return [...words].sort((a, b) => b.length - a.length);
}

/** A year, or three or more digits that repeat or count up or down. */
const RUN = /(?:19|20)\d\d|(\d)\1{2,}|\d{3,}/g;
const counts = (digits: string): boolean =>
  [1, -1].some((step) =>
    [...digits].every((digit, at) => at === 0 || Number(digit) - Number(digits[at - 1]) === step),
  );
const isRun = (digits: string): boolean =>
  /^(?:(?:19|20)\d\d|(\d)\1+)$/.test(digits) || counts(digits);

/**
 * True if a word that others know makes most of the password. Each such word, also with signs for
 * letters, counts as one character, and with such a word a year or a run of digits does too; a
 * remainder shorter than a password may be is refused.
 */
function leansOnWords(password: string, owner: PasswordOwner): boolean {
  const typed = [...fold(password)];
  const isTaken = typed.map(() => false);
  let found = 0;
  for (const word of guessableWords(owner)) {
    const signs = [...word];
    for (let at = 0; at + signs.length <= typed.length; at += 1) {
      const isHere = signs.every(
        (sign, of) => !isTaken[at + of] && letterOf(typed[at + of] ?? "") === letterOf(sign),
      );
      if (!isHere) continue;
      isTaken.fill(true, at, at + signs.length);
      found += 1;
    }
  }
  if (found === 0) return false;
  const rest = typed.map((sign, at) => (isTaken[at] ? " " : sign)).join("");
  const short = rest.replaceAll(" ", "").replace(RUN, (digits) => (isRun(digits) ? "0" : digits));
  return [...short].length + found < MIN_PASSWORD_LENGTH;
}

const digitsOf = (text: string) => text.replace(/\D/g, "");

/** True if the password is the owner's e-mail, its local part, or the mobile number. */
function isContact(password: string, owner: PasswordOwner): boolean {
  const typed = password.trim().toLowerCase();
  const email = owner.email?.trim().toLowerCase() ?? "";
  if (email !== "" && (typed === email || typed === email.split("@")[0])) return true;
  const mobile = digitsOf(owner.mobile ?? "");
  const isNumber = /^[\d\s()+.-]+$/.test(typed) && digitsOf(typed).length >= 10;
  return mobile.length >= 10 && isNumber && digitsOf(typed).slice(-10) === mobile.slice(-10);
}

/**
 * Returns the fault of a new password, or null: 8 to 128 characters, not the owner's contact
 * details, not one repeated character, not a common password, and not little more than a name of
 * the owner, the company or the product. Character classes are not required: they lead to weaker
 * passwords.
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
  return leansOnWords(password, owner) ? "PASSWORD_NAMES_SITE" : null;
}

/** Refuses a password with a {@link passwordFault}. */
export function assertPassword(password: string, owner: PasswordOwner = {}): void {
  const fault = passwordFault(password, owner);
  if (fault) throw refuse(fault);
}
