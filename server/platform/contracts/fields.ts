import { z } from "zod";
import {
  ADMIN_ROLES,
  COLOUR_SCHEMES,
  COMPANY_ROLES,
  GENDERS,
  LANGUAGES,
  MEMBER_STATUSES,
} from "@db/vocabulary";
import { parseDateTimeField } from "@server/platform/rules/dates/dates";
import { plainAmount, ungrouped } from "@server/platform/rules/money/units";
import { isCalendarDate } from "@server/platform/rules/people/birth-date";
import {
  foldEmail,
  isEmail,
  isPincode,
  normaliseMobile,
  normalisePincode,
  typedEmail,
} from "@server/platform/rules/people/contact";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "@server/platform/rules/people/limits";
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_PAGE } from "@server/platform/rules/paging";
import { isPersonName } from "@server/platform/rules/people/person-name";
import { normaliseReferralCode } from "@server/platform/rules/people/referral-code";
import { MAX_SEARCH_LENGTH } from "@server/platform/rules/like";
import { hasVisibleText, plainTyped } from "@server/platform/rules/text/typed";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import { described, SAMPLE_ID } from "./described";

/** A contract's message is a refusal code; the transport translates it. */
export const code = <C extends RefusalCode>(refusal: C): C => refusal;

/** Parses one of a closed list of texts. */
export const oneOf = <const Texts extends readonly string[]>(
  texts: Texts,
  refusal: RefusalCode = "FIELD_INVALID",
) => z.enum(texts, { error: refusal });

/** Parses one of a closed list of capitals, typed in any case. */
export const oneOfCapitals = <const Texts extends readonly string[]>(
  texts: Texts,
  refusal: RefusalCode,
  missing: RefusalCode = refusal,
) =>
  z.preprocess(
    (value) => (typeof value === "string" ? value.trim().toUpperCase() : value),
    z.enum(texts, { error: (issue) => (issue.input ? refusal : missing) }),
  );

/** Forms and old clients send empty fields as "" or null: both count as absent, like text that is not seen. */
export const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) =>
      value === null || (typeof value === "string" && !hasVisibleText(value)) ? undefined : value,
    schema.optional(),
  );

/** Absent: unchanged. Empty: cleared (returns null). */
export const clearable = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? null : value),
    schema.nullable().optional(),
  );

/**
 * Cuts a list to one more item than allowed: zod validates each item before the length, and a form
 * can name an item with a ten-digit index.
 */
export const cutToMax =
  (max: number) =>
  (value: unknown): unknown =>
    Array.isArray(value) ? value.slice(0, max + 1) : value;

/**
 * Returns text that PostgreSQL can store, also as JSON: composed, without NUL and half surrogate
 * pairs.
 */
export const storable = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll("\0", "")
    .replace(/\p{Surrogate}/gu, "\uFFFD");

/**
 * Parses a line of text: trimmed, with inner white space collapsed; empty if it has no visible
 * character.
 */
export const line = (missing: RefusalCode, max: number, tooLong: RefusalCode = "TEXT_TOO_LONG") =>
  z
    .string({ error: missing })
    .overwrite((text) => (hasVisibleText(text) ? storable(text).replace(/\s+/gu, " ") : ""))
    .trim()
    .min(1, missing)
    .max(max, tooLong)
    .meta({ refuses: [missing, tooLong] });

export const idField = z
  .string({ error: code("BAD_ID") })
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, code("BAD_ID"))
  .meta({ format: "uuid", refuses: ["BAD_ID"] });

/** An id with its description. */
export const idOf = (means: string) => described(idField, means, SAMPLE_ID);

/** The company whose rows a super admin lists. */
export const companyFilter = described(
  optional(idField),
  "Only what is this company's.",
  SAMPLE_ID,
);

/** The company on unauthenticated calls (architecture.md §9); the procedure checks it. */
export const companyIdField = described(
  optional(
    z
      .string({ error: code("FIELD_INVALID") })
      .trim()
      .max(100, code("FIELD_INVALID")),
  ),
  "The company. Required on the platform's own host only.",
  SAMPLE_ID,
  "FIELD_INVALID",
  "COMPANY_NOT_CONFIGURED",
  "COMPANY_MISMATCH",
);

export const nameField = (missing: RefusalCode = "NAME_REQUIRED") =>
  described(
    line(missing, 100, "NAME_TOO_LONG").refine(isPersonName, code("NAME_INVALID")),
    "The person's name.",
    "Asha Rao",
    "NAME_INVALID",
  );

/** Parses an address: trimmed, in the case typed; it is compared in lower case. */
export const emailField = (missing: RefusalCode = "EMAIL_REQUIRED") =>
  described(
    z
      .string({ error: missing })
      .overwrite(typedEmail)
      .min(1, missing)
      .max(254, code("EMAIL_INVALID"))
      .refine((address) => address === "" || isEmail(foldEmail(address)), code("EMAIL_INVALID"))
      .meta({ format: "email" }),
    "The e-mail address.",
    "asha@example.com",
    missing,
    "EMAIL_INVALID",
  );

/** Returns E.164; ten digits without a country code are Indian. */
export const mobileField = (missing: RefusalCode = "MOBILE_REQUIRED") =>
  described(
    z
      .string({ error: missing })
      .overwrite(plainTyped)
      .trim()
      .min(1, missing)
      .max(30, code("MOBILE_INVALID"))
      .transform((typed, issues) => {
        const mobile = normaliseMobile(typed);
        if (mobile) return mobile;
        issues.addIssue({ code: "custom", message: code("MOBILE_INVALID") });
        return z.NEVER;
      }),
    "The mobile number in E.164; ten digits without a country code are Indian.",
    "+919876543210",
    missing,
    "MOBILE_INVALID",
  );

/** Parses an existing password: checked for presence only, and not trimmed. */
export const currentPasswordField = (missing: RefusalCode = "PASSWORD_REQUIRED") =>
  described(
    z.string({ error: missing }).min(1, missing).max(1000, code("PASSWORD_TOO_LONG")),
    "The password.",
    "a long pass phrase",
    missing,
    "PASSWORD_TOO_LONG",
  );

/** The password of the person who calls. */
export const ownPasswordField = described(
  currentPasswordField("CURRENT_PASSWORD_REQUIRED"),
  "The current password.",
  "a long pass phrase",
  "CURRENT_PASSWORD_WRONG",
);

/**
 * Runs a comparison of two fields also while others are missing, so that a form shows all faults at
 * once. Skips it while one of the two is missing, which has a message of its own.
 */
export const bothTyped =
  (...names: readonly string[]) =>
  ({ value }: { value: unknown }): boolean =>
    typeof value === "object" &&
    value !== null &&
    names.every((name) => typeof Object.getOwnPropertyDescriptor(value, name)?.value === "string");

/** Parses a new password; the procedure applies the rules that depend on the person. */
export const newPasswordField = (missing: RefusalCode = "PASSWORD_REQUIRED") =>
  described(
    z
      .string({ error: missing })
      .min(1, missing)
      .min(MIN_PASSWORD_LENGTH, code("PASSWORD_TOO_SHORT"))
      .max(MAX_PASSWORD_LENGTH, code("PASSWORD_TOO_LONG")),
    "The new password.",
    "another pass phrase",
    missing,
    "PASSWORD_TOO_SHORT",
    "PASSWORD_TOO_LONG",
    "PASSWORD_TOO_COMMON",
    "PASSWORD_IS_CONTACT",
    "PASSWORD_NAMES_SITE",
  );

/**
 * Parses six digits, or twelve where codes were guessed too often (decision 6); restores leading
 * zeros for clients that send a number. `wrong`: the procedure's refusals of another code.
 */
export const codeField = (missing: RefusalCode, ...wrong: RefusalCode[]) =>
  z
    .preprocess(
      (value) =>
        typeof value === "number" ? String(value).padStart(value < 1_000_000 ? 6 : 12, "0") : value,
      z
        .string({ error: missing })
        .overwrite((typed) => plainTyped(typed).replace(/[\s-]/g, ""))
        .min(1, missing)
        .refine(
          (digits) => digits === "" || /^(\d{6}|\d{12})$/.test(digits),
          code("CODE_MALFORMED"),
        ),
    )
    .meta({
      type: ["string", "integer"],
      pattern: "^[\\d\\s-]+$",
      refuses: [missing, "CODE_MALFORMED", ...wrong],
    });

export const otpField = (missing: RefusalCode = "CODE_REQUIRED") =>
  described(
    codeField(missing, "CODE_WRONG", "CODES_GUESSED_TOO_OFTEN"),
    "The digits of the mailed one-time code, as text or a number: six, or twelve for an account whose codes were guessed too often.",
    "042137",
  );

/** Parses a calendar date, YYYY-MM-DD, from 1900 on: nobody is born earlier. */
export const dateField = (missing: RefusalCode, invalid: RefusalCode) =>
  z
    .string({ error: missing })
    .overwrite(plainTyped)
    .trim()
    .min(1, missing)
    .refine((date) => date === "" || (isCalendarDate(date) && date >= "1900"), invalid)
    .meta({ format: "date", refuses: [missing, invalid] });

export const birthDateField = described(
  dateField("BIRTH_DATE_REQUIRED", "BIRTH_DATE_INVALID"),
  "The date of birth, YYYY-MM-DD; members are 18 or older.",
  "1990-01-31",
  "UNDER_AGE",
);

/** Parses a date and time to ISO; a time without a zone is India's. */
export const instantField = (invalid: RefusalCode) =>
  z
    .string({ error: invalid })
    .trim()
    .transform((typed, issues) => {
      const at = parseDateTimeField(typed);
      if (at) return at.toISOString();
      issues.addIssue({ code: "custom", message: invalid });
      return z.NEVER;
    })
    .meta({ pattern: "^\\s*\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}", refuses: [invalid] });

export const pincodeField = (missing: RefusalCode = "PINCODE_REQUIRED") =>
  described(
    z
      .string({ error: missing })
      .overwrite(normalisePincode)
      .min(1, missing)
      .refine((digits) => digits === "" || isPincode(digits), code("PINCODE_INVALID"))
      .meta({ pattern: "^[1-9]\\d{5}$" }),
    "The PIN code of the person's address.",
    "400001",
    missing,
    "PINCODE_INVALID",
  );

export const genderField = described(
  oneOf(GENDERS, "GENDER_INVALID"),
  "The person's gender.",
  "female",
  "GENDER_INVALID",
);
export const roleField = described(
  z.enum(COMPANY_ROLES, {
    error: (issue) => (issue.input ? code("ROLE_INVALID") : code("ROLE_REQUIRED")),
  }),
  "The person's role: USER buys, ADMIN manages the company.",
  "USER",
  "ROLE_REQUIRED",
  "ROLE_INVALID",
);
export const adminRoleField = described(
  oneOf(ADMIN_ROLES, "ADMIN_ROLE_INVALID"),
  "What an admin may do: OWNER everything, CASHIER decide and see, VIEWER see. A new admin is an OWNER if it is not given; a change without it keeps the role.",
  "CASHIER",
  "ADMIN_ROLE_INVALID",
);
export const memberStatusField = described(
  oneOf(MEMBER_STATUSES, "MEMBER_STATUS_INVALID"),
  "ACTIVE may log in; INACTIVE and BLOCKED may not.",
  "ACTIVE",
  "MEMBER_STATUS_INVALID",
);
export const languageField = oneOf(LANGUAGES, "LANGUAGE_INVALID");
export const colourSchemeField = oneOf(COLOUR_SCHEMES, "COLOUR_SCHEME_INVALID");

/** Parses a referral code to its stored form; the procedure checks that a member has it. */
export const referralCodeField = described(
  z
    .string({ error: code("REFERRAL_CODE_UNKNOWN") })
    .overwrite(normaliseReferralCode)
    .max(32, code("REFERRAL_CODE_UNKNOWN")),
  "The Member ID of the member who invited this person.",
  "M2222222",
  "REFERRAL_CODE_UNKNOWN",
);

/** Parses an integer, sent as a number or as digits. */
export const wholeNumberField = (min: number, max: number, refusal: RefusalCode) =>
  z
    .preprocess(
      (value) => (typeof value === "number" ? String(value) : value),
      z
        .string({ error: refusal })
        .overwrite(plainTyped)
        .trim()
        .refine((digits) => /^\d{1,16}$/.test(digits), refusal)
        .transform(Number)
        .refine((value) => value >= min && value <= max, refusal),
    )
    .meta({ type: ["integer", "string"], minimum: min, maximum: max, refuses: [refusal] });

/** Parses a number of tokens, also with grouping: "1,00,00,000" or "10,000,000". */
export const tokenCountField = (min: number, max: number, refusal: RefusalCode) =>
  z.preprocess(
    (value) => (typeof value === "string" ? ungrouped(value) : value),
    wholeNumberField(min, max, refusal),
  );

/** Parses `true`, `false` and these words; a ticked HTML checkbox sends "on". */
export const booleanField = (refusal: RefusalCode) =>
  z
    .preprocess(
      (value) => (value === "true" || value === "on" ? true : value === "false" ? false : value),
      z.boolean({ error: refusal }),
    )
    .meta({
      type: ["boolean", "string"],
      enum: [true, false, "true", "false"],
      refuses: [refusal],
    });

/**
 * Parses a non-negative decimal to its canonical form: "007.50" → "7.50", "₹1,00,000" → "100000", 3
 * → "3".
 */
export const decimalField = (missing: RefusalCode, invalid: RefusalCode) =>
  z
    .preprocess(
      (value) => (typeof value === "number" ? value.toFixed(8).replace(/\.?0+$/, "") : value),
      z
        .string({ error: (issue) => (issue.input === undefined ? missing : invalid) })
        .overwrite(plainAmount)
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
    )
    .meta({
      type: ["string", "number"],
      minimum: 0,
      pattern: "^[0-9,]*\\.?[0-9]*$",
      refuses: [missing, invalid],
    });

/** Lists: pages from 1, 1 to 100 rows, default 10 (api.md). */
export const pageFields = {
  page: described(
    optional(wholeNumberField(1, MAX_PAGE, "BAD_PAGE")).transform((page) => page ?? 1),
    "The page, from 1.",
    1,
  ).meta({ default: 1 }),
  limit: described(
    optional(wholeNumberField(1, MAX_LIMIT, "BAD_LIMIT")).transform(
      (limit) => limit ?? DEFAULT_LIMIT,
    ),
    "The number of rows on a page.",
    DEFAULT_LIMIT,
  ).meta({ default: DEFAULT_LIMIT }),
};

export const searchField = described(
  optional(
    z
      .string({ error: code("BAD_SEARCH") })
      .overwrite((text) => text.replaceAll("\0", ""))
      .trim()
      .max(MAX_SEARCH_LENGTH, code("BAD_SEARCH")),
  ),
  "Text to look for.",
  "rao",
  "BAD_SEARCH",
);

/** Parses 0 to 100 with at most two decimals; returns a canonical string. */
export const percentField = (invalid: RefusalCode) =>
  decimalField(invalid, invalid)
    .refine((percent) => Number(percent) <= 100 && /^\d+(\.\d{1,2}0*)?$/.test(percent), invalid)
    .meta({ maximum: 100 });

/**
 * Parses rupees: digits with one optional decimal point and at most two decimals, grouped or not,
 * with or without a rupee sign, above 0 (product.md §5). Returns canonical text, "1234.50". The
 * procedure checks the maximum.
 */
export const rupeesField = (invalid: RefusalCode) =>
  z
    .union([z.string(), z.number().transform(String)], { error: invalid })
    .transform((typed, issues) => {
      const match = /^(?=.?\d)(\d{0,15})(?:\.(\d{0,2})0*)?$/.exec(plainAmount(typed));
      const whole = (match?.[1] ?? "").replace(/^0+(?=\d)/, "") || "0";
      const rupees = `${whole}.${(match?.[2] ?? "").padEnd(2, "0")}`;
      if (match && rupees !== "0.00") return rupees;
      issues.addIssue({ code: "custom", message: invalid });
      return z.NEVER;
    })
    .meta({
      type: ["string", "number"],
      exclusiveMinimum: 0,
      pattern: "^[0-9]*\\.?[0-9]*$",
      refuses: [invalid],
    });
