import { z } from "zod";
import {
  COLOUR_SCHEMES,
  COMPANY_ROLES,
  GENDERS,
  LANGUAGES,
  MEMBER_STATUSES,
  type Channel,
} from "@db/vocabulary";
import { normaliseMobile } from "@server/domain/people/contact";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "@server/domain/people/password";
import type { RefusalCode } from "@server/domain/refusals/codes";
import { code } from "./code";

/** Forms and old clients send what was left empty as "" or null: both count as not given. */
export const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) =>
      value === null || (typeof value === "string" && value.trim() === "") ? undefined : value,
    schema.optional(),
  );

/**
 * Of a list, no more than tells that it is too long: each of its items is looked at before its
 * length is, and a form may name an item by a number of ten digits.
 */
export const noMoreThan =
  (max: number) =>
  (value: unknown): unknown =>
    Array.isArray(value) ? value.slice(0, max + 1) : value;

/** A line of text, trimmed, with inner runs of white space made one blank; no store holds a NUL. */
export const line = (missing: RefusalCode, max: number, tooLong: RefusalCode = "TEXT_TOO_LONG") =>
  z
    .string({ error: missing })
    .overwrite((text) => text.normalize("NFC").replaceAll("\0", "").replace(/\s+/gu, " "))
    .trim()
    .min(1, missing)
    .max(max, tooLong);

/** An id of ours. */
export const idField = z
  .string({ error: code("BAD_ID") })
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, code("BAD_ID"));

/** Names the company on calls that nobody signed (design §9); the procedure judges it. */
export const companyIdField = optional(
  z
    .string({ error: code("FIELD_INVALID") })
    .trim()
    .max(100, code("FIELD_INVALID")),
);

/**
 * Letters of any script; nothing that a mail client reads as an address or a link, no control
 * characters and none that turn the direction of a line. Hindi needs its joiners, which pass.
 */
export const nameField = (missing: RefusalCode = "NAME_REQUIRED") =>
  line(missing, 100, "NAME_TOO_LONG").refine(
    (name) => name === "" || /^[^\p{Cc}\u202a-\u202e\u2066-\u2069<>@:/\\]+$/u.test(name),
    code("NAME_INVALID"),
  );

const EMAIL =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/** As typed, without blanks around it; it is compared folded to lower case. */
export const emailField = (missing: RefusalCode = "EMAIL_REQUIRED") =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(254, code("EMAIL_INVALID"))
    .refine((address) => address === "" || EMAIL.test(address), code("EMAIL_INVALID"));

/** E.164 out; ten digits without a country are Indian. */
export const mobileField = (missing: RefusalCode = "MOBILE_REQUIRED") =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(30, code("MOBILE_INVALID"))
    .transform((typed, issues) => {
      const mobile = normaliseMobile(typed);
      if (mobile) return mobile;
      issues.addIssue({ code: "custom", message: code("MOBILE_INVALID") });
      return z.NEVER;
    });

/** A password somebody already has: nothing but its presence is checked, and no blank is trimmed. */
export const currentPasswordField = (missing: RefusalCode = "PASSWORD_REQUIRED") =>
  z.string({ error: missing }).min(1, missing).max(1000, code("PASSWORD_TOO_LONG"));

/** The fewest and the most characters of a password. */
export const PASSWORD_LENGTH = { min: MIN_PASSWORD_LENGTH, max: MAX_PASSWORD_LENGTH } as const;

/** A password somebody chooses; the rules that need to know the person are the procedure's. */
export const newPasswordField = (missing: RefusalCode = "PASSWORD_REQUIRED") =>
  z
    .string({ error: missing })
    .min(1, missing)
    .min(PASSWORD_LENGTH.min, code("PASSWORD_TOO_SHORT"))
    .max(PASSWORD_LENGTH.max, code("PASSWORD_TOO_LONG"));

/** Six digits; clients that send a number lose its leading noughts, which are given back. */
export const otpField = (missing: RefusalCode = "CODE_REQUIRED") =>
  z.preprocess(
    (value) => (typeof value === "number" ? String(value).padStart(6, "0") : value),
    z
      .string({ error: missing })
      .overwrite((typed) => typed.replace(/[\s-]/g, ""))
      .min(1, missing)
      .refine((digits) => digits === "" || /^\d{6}$/.test(digits), code("CODE_MALFORMED")),
  );

/** A calendar date, YYYY-MM-DD. */
export const dateField = (missing: RefusalCode, invalid: RefusalCode) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .refine((date) => date === "" || isRealDate(date), invalid);

function isRealDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  // Before it nobody lives and nothing was done; a year 0, which the form allows, no store has.
  if (text < "1900") return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

export const pincodeField = (missing: RefusalCode = "PINCODE_REQUIRED") =>
  z
    .string({ error: missing })
    .overwrite((typed) => typed.replace(/\s/g, ""))
    .min(1, missing)
    .refine((digits) => digits === "" || /^[1-9]\d{5}$/.test(digits), code("PINCODE_INVALID"));

export const genderField = z.enum(GENDERS, { error: code("GENDER_INVALID") });
export const roleField = z.enum(COMPANY_ROLES, {
  error: (issue) => (issue.input ? code("ROLE_INVALID") : code("ROLE_REQUIRED")),
});
export const memberStatusField = z.enum(MEMBER_STATUSES, { error: code("MEMBER_STATUS_INVALID") });
export const languageField = z.enum(LANGUAGES, { error: code("LANGUAGE_INVALID") });
export const colourSchemeField = z.enum(COLOUR_SCHEMES, { error: code("COLOUR_SCHEME_INVALID") });

/** Upper case without blanks; whether a member has it is the procedure's question. */
export const referralCodeField = z
  .string({ error: code("REFERRAL_CODE_UNKNOWN") })
  .overwrite((typed) => typed.replace(/[\s\0-]/g, "").toUpperCase())
  .max(32, code("REFERRAL_CODE_UNKNOWN"));

/** A whole number given as a number or as its digits. */
export const wholeNumberField = (min: number, max: number, refusal: RefusalCode) =>
  z.preprocess(
    (value) => (typeof value === "number" ? String(value) : value),
    z
      .string({ error: refusal })
      .trim()
      .refine((digits) => /^\d{1,16}$/.test(digits), refusal)
      .transform(Number)
      .refine((value) => value >= min && value <= max, refusal),
  );

/** `true`, `false`, or the words; a ticked HTML box sends "on". */
export const booleanField = (refusal: RefusalCode) =>
  z.preprocess(
    (value) => (value === "true" || value === "on" ? true : value === "false" ? false : value),
    z.boolean({ error: refusal }),
  );

/** A non-negative decimal as its canonical text: "007.50" → "7.50", 3 → "3". */
export const decimalField = (missing: RefusalCode, invalid: RefusalCode) =>
  z.preprocess(
    (value) => (typeof value === "number" ? plainDecimal(value) : value),
    z
      .string({ error: (issue) => (issue.input === undefined ? missing : invalid) })
      .overwrite((typed) => typed.replaceAll(",", ""))
      .trim()
      .min(1, missing)
      .refine((typed) => /^(\d{1,16}(\.\d{0,8})?|\.\d{1,8})$/.test(typed), {
        error: invalid,
        abort: true,
      })
      .overwrite((typed) => {
        const [whole = "", fraction] = typed.split(".");
        const digits = whole.replace(/^0+(?=\d)/, "") || "0";
        return fraction ? `${digits}.${fraction}` : digits;
      }),
  );

const plainDecimal = (value: number): string =>
  Number.isInteger(value) ? value.toFixed(0) : value.toFixed(8).replace(/0+$/, "");

/** Lists: pages from 1, 1 to 100 rows, 10 where nothing is said (api.md). */
export const pageFields = {
  page: optional(wholeNumberField(1, 1_000_000, "BAD_PAGE")).transform((page) => page ?? 1),
  limit: optional(wholeNumberField(1, 100, "BAD_LIMIT")).transform((limit) => limit ?? 10),
};

export const searchField = optional(
  z
    .string({ error: code("BAD_SEARCH") })
    .overwrite((text) => text.replaceAll("\0", ""))
    .trim()
    .max(100, code("BAD_SEARCH")),
);

/** What is said when a code was asked for, whether or not anybody has that address. */
export interface CodeSent {
  /** Where codes go on this installation; not where this one went. */
  channels: Channel[];
  resendAfterSeconds: number;
  expiresInSeconds: number;
}
