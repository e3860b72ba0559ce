import { z } from "zod";
import { code } from "./code";
import { booleanField, emailField, mobileField, optional } from "./fields";

/** What a company's admin settles; what a company has not written is null. */
export interface CompanySettingsView {
  unverifiedMayBuy: boolean;
  supportEmail: string | null;
  supportMobile: string | null;
  privacyPolicy: string | null;
  riskNotice: string | null;
  /** Shown to members where no support address is given. */
  companyEmail: string;
  companyMobile: string;
}

/** The most characters of a privacy text and of a risk notice. */
export const TEXT_LENGTHS = { privacyPolicy: 10_000, riskNotice: 1_000 } as const;

/** Absent: stays as it is. Empty: taken away (null out). */
const clearable = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? null : value),
    schema.nullable().optional(),
  );

/** Lines as typed, with one kind of line end and none at the end; no store holds a NUL. */
const textField = (max: number) =>
  z
    .string({ error: code("FIELD_INVALID") })
    .overwrite((text) => text.normalize("NFC").replaceAll("\0", "").replace(/\r\n?/g, "\n").trim())
    .max(max, code("TEXT_TOO_LONG"));

/** `companies.updateSettings` (admin). */
export const UpdateSettings = z.object({
  unverifiedMayBuy: optional(booleanField("FIELD_INVALID")),
  supportEmail: clearable(emailField()),
  supportMobile: clearable(mobileField()),
  privacyPolicy: clearable(textField(TEXT_LENGTHS.privacyPolicy)),
  riskNotice: clearable(textField(TEXT_LENGTHS.riskNotice)),
});
export type UpdateSettings = z.output<typeof UpdateSettings>;

/** The texts that a company writes for its members. */
export const COMPANY_TEXTS = ["riskNotice", "privacyPolicy"] as const;
export type CompanyText = (typeof COMPANY_TEXTS)[number];

/** `companies.textVersions` (admin): what a text was, newest first. */
export const TextRef = z.object({
  name: z.enum(COMPANY_TEXTS, { error: code("FIELD_INVALID") }),
});
export type TextRef = z.output<typeof TextRef>;

export interface TextVersion {
  /** 1 is the first. */
  number: number;
  /** Null: ours counted, for the company had none of its own. */
  text: string | null;
  /** SHA-256 in hex, which an order keeps of the policy agreed to. */
  hash: string | null;
  /** ISO. */
  since: string;
  /** The admin's name; null where it was not an admin, or nobody knows any more. */
  by: string | null;
}
