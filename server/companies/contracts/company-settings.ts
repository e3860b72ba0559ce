import { z } from "zod";
import type { IdentityRules, Language } from "@db/vocabulary";
import { SetSecondAdmin } from "./changes";
import { type BoundsView, ReviewTerms } from "./prices";
import { areValidQuestions, QUESTION_TEXTS } from "@server/companies/rules/questions";
import {
  MESSAGE_DAYS,
  PROOF_YEARS,
  REFERRAL_DAYS,
  REWARD_HOLD_DAYS,
} from "@server/companies/rules/retention";
import { countriesIn, isCountry } from "@server/platform/rules/people/countries";
import { areValidReasons, reasonsIn } from "@server/companies/rules/reject-reasons";
import { described } from "@server/platform/contracts/described";
import {
  code,
  booleanField,
  clearable,
  emailField,
  idField,
  mobileField,
  line,
  optional,
  percentField,
  rupeesField,
  tokenCountField,
  wholeNumberField,
  storable,
  oneOf,
} from "@server/platform/contracts/fields";

/** A PDF that strangers may open on the front page. */
export interface CompanyDocument {
  id: string;
  title: string;
  sizeBytes: number;
  url: string;
}

/** Settings of a company's admin; an unset text is null. */
export interface CompanySettingsView {
  unverifiedMayBuy: boolean;
  asksMoneyConfirmation: boolean;
  priceMicroRupees: number | null;
  feeBps: number;
  referralRewardBps: number;
  /** ISO. */
  launchAt: string | null;
  /** Bounds within which the owners may set a term, in basis points; null for a closed term. */
  bounds: BoundsView;
  /** The least amount of an order; null for a token's price. */
  minimumOrderPaise: number | null;
  /** The most tokens that the undecided orders of one member hold; null for no limit. */
  maxHeldTokens: number | null;
  /** Days after which messages and their addresses are deleted. */
  messageDays: number;
  /** The hour in India from which the admins' daily mail is sent. */
  digestHour: number;
  /** Reasons of a rejection to choose from; null: the usual ones. */
  rejectReasons: readonly string[] | null;
  /** Years that proofs are kept after their order is settled; null: for good. */
  proofYears: number | null;
  /** Days that a visitor's first referral code is kept. */
  referralDays: number;
  /** Days for which a reward is held after the approval. */
  rewardHoldDays: number;
  /** A reward of more tokens waits until its referrer is verified; null: none does. */
  rewardVerifiedAbove: number | null;
  /** Rows that the last nightly run deleted; null before the first one. */
  lastRetention: { at: string; messages: number; proofs: number } | null;
  /** Approvals above this sum need a second admin; null for none. */
  secondAdminAbovePaise: number | null;
  /** Countries whose mobiles get text messages, by two letters; null if this server sends none. */
  smsCountries: readonly string[] | null;
  /** The own questions and answers, one text for each language. */
  questions: readonly { language: Language; name: `questions_${Language}`; text: string | null }[];
  documents: readonly CompanyDocument[];
  identity: IdentityRules;
  supportEmail: string | null;
  supportMobile: string | null;
  whatsApp: string | null;
  legalName: string | null;
  legalAddress: string | null;
  privacyPolicy: string | null;
  termsOfSale: string | null;
  riskNotice: string | null;
  advertNotice: string | null;
  /** Members see it where no support address is set. */
  companyEmail: string;
  companyMobile: string;
}

/** Maximum token supply of a company; products with it stay exact. */
export const MAX_TOTAL_SUPPLY = 9_000_000_000_000_000;

/** Maximum lengths of a company's texts, in characters. */
const TEXT_LENGTHS = {
  privacyPolicy: 10_000,
  termsOfSale: 20_000,
  riskNotice: 1_000,
  advertNotice: 300,
  legalAddress: 300,
  questions: 10_000,
} as const;

/** Trimmed, with uniform line ends. */
const textField = (max: number) =>
  z
    .string({ error: code("FIELD_INVALID") })
    .overwrite((text) => storable(text).replace(/\r\n?/g, "\n").trim())
    .max(max, code("TEXT_TOO_LONG"));

/** Percent of the private pool, above 0; 100 for no limit. Returns a canonical string. */
export const unverifiedHoldField = described(
  percentField("UNVERIFIED_HOLD_INVALID").refine(
    (percent) => Number(percent) > 0,
    code("UNVERIFIED_HOLD_INVALID"),
  ),
  "What a member who is not verified may hold without a proof, in percent of the pool; 100: all.",
  10,
);

export const releaseAfterField = described(
  wholeNumberField(1, 365, "RELEASE_DAYS_INVALID"),
  "After how many days a payment without a proof that nobody decided gives its tokens back.",
  7,
);

/** The most countries that get a company's text messages. */
const MOST_COUNTRIES = 50;

/** "in; AE" → "AE, IN". Empty: none. */
const countriesField = z
  .string({ error: code("COUNTRY_INVALID") })
  .max(500, code("COUNTRY_INVALID"))
  .overwrite((typed) => [...new Set(countriesIn(typed))].sort().join(", "))
  .refine(
    (list) => countriesIn(list).length <= MOST_COUNTRIES && countriesIn(list).every(isCountry),
    code("COUNTRY_INVALID"),
  );

/** One a line; returns them so, trimmed and each once. */
export const reasonsField = z
  .string({ error: code("FIELD_INVALID") })
  .max(5_000, code("REJECT_REASONS_INVALID"))
  .overwrite((typed) => reasonsIn(storable(typed)).join("\n"))
  .refine((text) => areValidReasons(reasonsIn(text)), code("REJECT_REASONS_INVALID"));

const questionsField = clearable(
  textField(TEXT_LENGTHS.questions).refine(areValidQuestions, code("QUESTIONS_INVALID")),
);

/** `companies.updateSettings` (admin). */
export const UpdateSettings = z.object({
  ...(Object.fromEntries(QUESTION_TEXTS.map((name) => [name, questionsField])) as Record<
    (typeof QUESTION_TEXTS)[number],
    typeof questionsField
  >),
  unverifiedMayBuy: optional(booleanField("FIELD_INVALID")),
  asksMoneyConfirmation: optional(booleanField("FIELD_INVALID")),
  minimumOrder: clearable(rupeesField("MINIMUM_ORDER_INVALID")),
  maxHeldTokens: clearable(tokenCountField(1, MAX_TOTAL_SUPPLY, "TOKEN_CAP_INVALID")),
  messageDays: optional(
    wholeNumberField(MESSAGE_DAYS.min, MESSAGE_DAYS.max, "MESSAGE_DAYS_INVALID"),
  ),
  digestHour: optional(wholeNumberField(0, 23, "FIELD_INVALID")),
  proofYears: clearable(wholeNumberField(PROOF_YEARS.min, PROOF_YEARS.max, "PROOF_YEARS_INVALID")),
  referralDays: optional(
    wholeNumberField(REFERRAL_DAYS.min, REFERRAL_DAYS.max, "REFERRAL_DAYS_INVALID"),
  ),
  rewardHoldDays: optional(
    wholeNumberField(REWARD_HOLD_DAYS.min, REWARD_HOLD_DAYS.max, "REWARD_HOLD_DAYS_INVALID"),
  ),
  rewardVerifiedAbove: clearable(
    tokenCountField(0, MAX_TOTAL_SUPPLY, "REWARD_VERIFIED_ABOVE_INVALID"),
  ),
  rejectReasons: clearable(reasonsField),
  smsCountries: countriesField.optional(),
  supportEmail: clearable(emailField()),
  supportMobile: clearable(mobileField()),
  whatsApp: clearable(mobileField()),
  legalName: clearable(line("FIELD_INVALID", 120)),
  legalAddress: clearable(textField(TEXT_LENGTHS.legalAddress)),
  privacyPolicy: clearable(textField(TEXT_LENGTHS.privacyPolicy)),
  termsOfSale: clearable(textField(TEXT_LENGTHS.termsOfSale)),
  riskNotice: clearable(textField(TEXT_LENGTHS.riskNotice)),
  advertNotice: clearable(textField(TEXT_LENGTHS.advertNotice)),
});
export type UpdateSettings = z.output<typeof UpdateSettings>;

/** The form of the sale: `prices.review`, `prices.set`, `prices.setTerms` and settings. */
export const SaveSale = z.object({
  ...UpdateSettings.shape,
  ...ReviewTerms.shape,
});
export type SaveSale = z.output<typeof SaveSale>;

/** The form of the advanced settings, with `companies.setSecondAdmin`. */
export const SaveAdvanced = z.object({
  ...UpdateSettings.shape,
  ...SetSecondAdmin.shape,
});

/** `companies.addDocument` (admin): a PDF for the front page. */
export const AddDocument = z.object({
  title: line("TITLE_REQUIRED", 120),
  file: z.object(
    { fileName: z.string(), bytes: z.instanceof(Uint8Array) },
    { error: code("FILE_REQUIRED") },
  ),
});

/** `companies.removeDocument` (admin). */
export const DocumentRef = z.object({ id: idField });

/** The company's texts for its members. */
const COMPANY_TEXTS = ["riskNotice", "termsOfSale", "privacyPolicy"] as const;
export type CompanyText = (typeof COMPANY_TEXTS)[number];

/** True for a text of which every version is kept. */
export const isVersioned = (name: string): name is CompanyText =>
  COMPANY_TEXTS.some((one) => one === name);

/** `companies.textVersions` (admin): versions of a text, newest first. */
export const TextRef = z.object({
  name: oneOf(COMPANY_TEXTS),
});

export interface TextVersion {
  /** Starts at 1. */
  number: number;
  /** Null: the company had no text, so the default applied. */
  text: string | null;
  /** SHA-256 in hex; a consent stores those of the texts agreed to. */
  hash: string | null;
  /** ISO. */
  since: string;
  /** The admin's name; null if not an admin or unknown. */
  by: string | null;
}
