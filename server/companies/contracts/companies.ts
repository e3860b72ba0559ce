import { z } from "zod";
import { isAadhaar, isPan, normaliseKycNumber } from "@server/platform/rules/people/kyc-number";
import {
  COMPANY_STATUSES,
  type CompanyStatus,
  type HostCertificate,
  type HostDns,
  type MemberStatus,
  type SupplyPool,
} from "@db/vocabulary";
import { HISTORY_PERIODS, type HistoryPeriod } from "@server/platform/rules/dates/dates";
import { hasVisibleText } from "@server/platform/rules/text/typed";
import { MAX_TOTAL_SUPPLY, releaseAfterField, unverifiedHoldField } from "./company-settings";
import {
  described,
  flag,
  id,
  instant,
  masked,
  percent,
  text,
  textOrNull,
  tokens,
} from "@server/platform/contracts/described";
import {
  code,
  booleanField,
  decimalField,
  emailField,
  idField,
  idOf,
  instantField,
  line,
  mobileField,
  nameField,
  newPasswordField,
  cutToMax,
  optional,
  pageFields,
  percentField,
  pincodeField,
  searchField,
  storable,
  tokenCountField,
  wholeNumberField,
  oneOf,
} from "@server/platform/contracts/fields";

/** `companies.list` (super admin); newest first. */
export const ListCompanies = z.object({ ...pageFields, search: searchField });

/** A company as REST shows it to a super admin; also the answer of add and update. */
export const CompanyAnswer = z.object({
  id: id("The company's id."),
  companyName: text("Its name.", "House Labs"),
  email: text("Its e-mail address.", "office@example.com"),
  mobile: text("Its mobile number.", "+919876500001"),
  companyAadhaarCard: masked("The last four digits can be read.", "XXXX XXXX 2346"),
  companyPan: masked("The last four signs can be read.", "XXXXXX234F"),
  companyAddress: textOrNull("Where it is.", "1 Fort Road, Mumbai"),
  companyPincode: textOrNull("The PIN code of that address.", "400001"),
  tokenName: text("The token's name.", "Galaxy"),
  tokenSymbol: text("Its symbol.", "GLXY"),
  totalSupply: tokens("The total supply of tokens.", 1_000_000),
  price: described(z.number().nullable(), "Rupees for one token; null: nothing is sold.", 12.5),
  platformChargePercent: percent("The platform's fee."),
  referralRewardPercent: percent("What an inviter gets.", 5),
  publicCellPercent: percent("The public cell's share of all tokens.", 50),
  referralPercent: percent("The referral programme's share.", 30),
  angelInvestorPercent: percent("Angel investors' share.", 10),
  founderTeamPercent: percent("The founders' share.", 7.5),
  airdropPercent: percent("The share for the airdrop.", 2.5),
  launchAt: described(
    z.iso.datetime().nullable(),
    "When tokens unlock.",
    "2030-01-01T00:00:00.000Z",
  ),
  unverifiedMayBuy: flag("Whether members may buy before they are verified."),
  maxPendingOrders: tokens("How many payments of one member may wait.", 5),
  maxHeldTokens: described(
    z.int().nullable(),
    "How many tokens one member may hold undecided.",
    10_000,
  ),
  unverifiedHoldPercent: percent("What an unverified member may hold without a proof.", 10),
  releaseAfterDays: tokens("The days until a payment without a proof gives its tokens back.", 7),
  apiOrigins: described(z.array(z.string()), "Other sites whose scripts may call the API.", [
    "https://shop.example.com",
  ]),
  status: described(
    z.enum(COMPANY_STATUSES),
    "SUSPENDED: its site and calls are closed.",
    "ACTIVE",
  ),
  createdAt: instant("Since when it is here."),
});

/** A company: shares are basis points, the price is in micro-rupees. */
export type Company = Omit<z.output<typeof CompanyAnswer>, "price" | `${string}Percent`> & {
  priceMicroRupees: number | null;
  feeBps: number;
  referralRewardBps: number;
  /** Each pool's share of the supply. */
  splitBps: Record<SupplyPool, number>;
  /** The share of the private pool that an unverified member may hold without a proof. */
  unverifiedHoldBps: number;
};

/** Maximum number of other origins that may call the API from a browser. */
const MAX_API_ORIGINS = 20;

/** Origins (scheme and host) as a browser sends them; a list, or text separated by blanks. */
const apiOriginsField = z.preprocess(
  (value) =>
    cutToMax(MAX_API_ORIGINS)(
      typeof value === "string" ? value.split(/[\s,]+/).filter(Boolean) : value,
    ),
  z
    .array(
      z
        .string({ error: code("API_ORIGIN_INVALID") })
        .transform((typed, issues) => {
          const [, origin] = /^(https?:\/\/[^/?#@\s]+)\/?$/i.exec(typed) ?? [];
          if (origin && URL.canParse(origin)) return new URL(origin).origin;
          issues.addIssue({ code: "custom", message: code("API_ORIGIN_INVALID") });
          return z.NEVER;
        })
        .meta({ pattern: "^https?://[^/]+/?$" }),
      { error: code("API_ORIGIN_INVALID") },
    )
    .max(MAX_API_ORIGINS, code("API_ORIGINS_TOO_MANY"))
    .transform((origins) => [...new Set(origins)]),
);

const shareOf = (means: string, example: number) =>
  described(optional(percentField("SPLIT_PERCENT_INVALID")), means, example, "SPLIT_NOT_WHOLE");

const companyFields = {
  companyName: described(line("COMPANY_NAME_REQUIRED", 120), "The company's name.", "House Labs"),
  email: emailField(),
  mobile: mobileField(),
  companyAadhaarCard: described(
    optional(
      z
        .string({ error: code("AADHAAR_INVALID") })
        .overwrite(normaliseKycNumber)
        .refine(isAadhaar, code("AADHAAR_INVALID"))
        .meta({ pattern: "^[\\d\\s-]{12,}$" }),
    ),
    "Twelve digits; only the last four are stored.",
    "234123412346",
    "AADHAAR_INVALID",
  ),
  companyPan: described(
    optional(
      z
        .string({ error: code("PAN_INVALID") })
        .overwrite(normaliseKycNumber)
        .refine(isPan, code("PAN_INVALID"))
        .meta({ pattern: "^[A-Za-z0-9\\s]{10,}$" }),
    ),
    "The company's PAN; shown masked afterwards.",
    "ABCDE1234F",
    "PAN_INVALID",
  ),
  companyAddress: described(
    optional(line("ADDRESS_REQUIRED", 300)),
    "The company's address.",
    "1 Fort Road, Mumbai",
  ),
  companyPincode: described(optional(pincodeField()), "The PIN code of that address.", "400001"),
  tokenName: described(
    optional(line("TOKEN_NAME_REQUIRED", 60)),
    "The token's name; without one, the built-in brand's name of the symbol, else the symbol.",
    "Galaxy",
  ),
  tokenSymbol: described(
    z
      .string({ error: code("TOKEN_SYMBOL_REQUIRED") })
      .trim()
      .toUpperCase()
      .min(1, code("TOKEN_SYMBOL_REQUIRED"))
      .refine(
        (symbol) => symbol === "" || /^[A-Z0-9]{2,10}$/.test(symbol),
        code("TOKEN_SYMBOL_INVALID"),
      )
      .meta({ pattern: "^\\s*[A-Za-z0-9]{2,10}\\s*$" }),
    "The token's symbol, 2 to 10 letters and digits.",
    "GLXY",
    "TOKEN_SYMBOL_REQUIRED",
    "TOKEN_SYMBOL_INVALID",
  ),
  totalSupply: described(
    tokenCountField(1, MAX_TOTAL_SUPPLY, "TOTAL_SUPPLY_INVALID"),
    "The total supply of tokens.",
    1_000_000,
    "TOTAL_SUPPLY_IN_USE",
  ),
  price: described(
    optional(
      decimalField("PRICE_INVALID", "PRICE_INVALID")
        .refine(
          (price) =>
            Number(price) > 0 &&
            Number(price) <= 1_000_000_000 &&
            /^\d+(\.\d{1,6}0*)?$/.test(price),
          code("PRICE_INVALID"),
        )
        .meta({ maximum: 1_000_000_000 }),
    ),
    "Rupees for one token, at most six decimals; without a price nothing is sold.",
    12.5,
  ),
  platformChargePercent: described(
    optional(percentField("FEE_PERCENT_INVALID")),
    "The platform's fee in percent, at most two decimals.",
    2.5,
  ),
  referralRewardPercent: described(
    optional(percentField("REWARD_PERCENT_INVALID")),
    "The referral reward in percent of the tokens bought, at most two decimals.",
    5,
  ),
  publicCellPercent: shareOf(
    "The public cell's share of all tokens, in percent; the five shares add up to 100.",
    50,
  ),
  referralPercent: shareOf("The referral programme's share.", 30),
  angelInvestorPercent: shareOf("Angel investors' share.", 10),
  founderTeamPercent: shareOf("The founders' share.", 7.5),
  airdropPercent: shareOf("The share for the airdrop.", 2.5),
  launchAt: described(
    optional(instantField("LAUNCH_INVALID")),
    "When tokens unlock; a time without a zone is India's.",
    "2030-01-01T00:00:00Z",
  ),
  unverifiedMayBuy: described(
    optional(booleanField("FIELD_INVALID")),
    "Whether members may buy before they are verified.",
    true,
  ),
  maxPendingOrders: described(
    optional(wholeNumberField(1, 100, "PENDING_LIMIT_INVALID")),
    "The maximum of a member's payments that await a decision.",
    5,
  ),
  maxHeldTokens: described(
    optional(tokenCountField(1, MAX_TOTAL_SUPPLY, "TOKEN_CAP_INVALID")),
    "The maximum of tokens that a member's undecided orders hold.",
    10_000,
  ),
  unverifiedHoldPercent: optional(unverifiedHoldField),
  releaseAfterDays: optional(releaseAfterField),
  apiOrigins: described(
    optional(apiOriginsField).meta({ type: ["array", "string"], pattern: "^[^!]*$" }),
    "Other sites whose scripts may call the API in a browser: a list, or text separated by spaces.",
    "https://shop.example.com",
    "API_ORIGIN_INVALID",
    "API_ORIGINS_TOO_MANY",
  ),
  status: described(
    optional(oneOf(COMPANY_STATUSES, "COMPANY_STATUS_INVALID")),
    "SUSPENDED closes the company's site and its calls.",
    "ACTIVE",
    "COMPANY_STATUS_INVALID",
  ),
};

/** `companies.add` (super admin): creates the company and its first admin. */
export const AddCompany = z.object({
  ...companyFields,
  adminName: described(
    nameField("ADMIN_NAME_REQUIRED"),
    "The name of the company's first admin.",
    "Meera Shah",
  ),
  adminEmail: described(
    emailField("ADMIN_EMAIL_REQUIRED"),
    "The first admin's e-mail address.",
    "meera@example.com",
  ),
  adminPassword: described(
    optional(newPasswordField()),
    "The first admin's password; without one, a link to set it is mailed.",
    "a long pass phrase",
  ),
});
export type AddCompany = z.output<typeof AddCompany>;

/** Clears a field that an empty value would leave unchanged. */
const takesBack = (means: string) =>
  described(optional(booleanField("FIELD_INVALID")), means, false);

/** `companies.update` (super admin). An absent optional field is unchanged. */
export const UpdateCompany = z.object({
  id: idOf("The company's `id`."),
  ...companyFields,
  noLaunchDate: takesBack("True takes the launch date back."),
  noTokenCap: takesBack("True takes that limit back."),
  noApiOrigins: takesBack("True takes those sites back."),
});
export type UpdateCompany = z.output<typeof UpdateCompany>;

const suspensionReason = z
  .string({ error: code("FIELD_INVALID") })
  .overwrite(storable)
  .trim()
  .max(500, code("REASON_TOO_LONG"));

/** `companies.setStatus` (super admin): suspends or reactivates a company. */
export const SetCompanyStatus = z.object({
  id: idField,
  status: oneOf(COMPANY_STATUSES, "COMPANY_STATUS_INVALID"),
  /** The reason of a suspension, which the company's members read. */
  reason: optional(suspensionReason),
});
export type SetCompanyStatus = z.output<typeof SetCompanyStatus>;

/** The form of the company's page: there, a suspension has a reason. */
export const SuspendCompany = SetCompanyStatus.extend({
  reason: z
    .string({ error: code("REASON_REQUIRED") })
    .overwrite((text) => (hasVisibleText(text) ? text : ""))
    .trim()
    .min(1, code("REASON_REQUIRED"))
    .pipe(suspensionReason),
});

/** `companies.setMail` (super admin): a plain name and one address; an empty field resets it. */
export const SetCompanyMail = z.object({
  id: idField,
  senderName: optional(nameField()),
  replyTo: optional(emailField()),
});

/** `companies.mail` (super admin). */
export interface CompanyMail {
  senderName: string | null;
  replyTo: string | null;
  /** The values used in mails, set or default. */
  shown: { name: string; replyTo: string };
}

/** `companies.find` (super admin). */
export const CompanyRef = z.object({ id: idField });

/** `companies.find` returns it (super admin). */
export type FoundCompany = Company & { suspendedBecause: string | null };

/** `companies.totals` (super admin): of one company, or of all. */
export const ReadTotals = z.object({
  period: z.enum(HISTORY_PERIODS).default("weeks"),
  id: optional(idField),
});

/** Approved payments in spans of days that begin at `starts` (YYYY-MM-DD); sums in paise. */
export interface PlatformTotals {
  period: HistoryPeriod;
  starts: string[];
  orders: number[];
  /** Fees are included. */
  paise: number[];
  feesPaise: number[];
}

/** `companies.overview` (super admin): figures of each company, newest first. */
export interface CompanyOverview {
  id: string;
  companyName: string;
  tokenSymbol: string;
  status: CompanyStatus;
  members: number;
  pending: number;
  /** The submission of the oldest waiting payment; ISO. */
  oldestPendingAt: string | null;
  /** Totals of approved orders. */
  collectedPaise: number;
  /** The fees in them. */
  feesPaise: number;
  remainingPrivateSupply: number;
  /** The referral programme: its rate, the tokens given and held for rewards, and what invited members paid. */
  rewardBps: number;
  rewarded: number;
  rewardHeld: number;
  invitedPaise: number;
  hosts: {
    host: string;
    /** It is null until the first check. */
    dns: HostDns | null;
    certificate: HostCertificate | null;
  }[];
}

/** `companies.firstSale` (super admin): which requirements of a first sale are met. */
export interface FirstSale {
  hasPrice: boolean;
  hasHost: boolean;
  /** The company's brand, or the built-in one of its symbol; without either, a neutral brand. */
  hasBrand: boolean;
  /** An admin with a password. */
  hasAdmin: boolean;
  /** A bank account or UPI id for payments. */
  hasAccount: boolean;
  /** False where the brand's distribution text differs from the pool shares. */
  hasOwnSplit: boolean;
}

/** `companies.admins` (super admin). */
export interface CompanyAdmin {
  id: string;
  name: string;
  email: string;
  mobile: string;
  status: MemberStatus;
  /** False until an invited admin sets a password. */
  hasPassword: boolean;
  /** ISO. */
  createdAt: string;
}

/** `companies.inviteAdmin` (super admin): adds an admin and mails a link to set a password. */
export const InviteAdmin = z.object({
  id: idField,
  adminName: nameField("ADMIN_NAME_REQUIRED"),
  adminEmail: emailField("ADMIN_EMAIL_REQUIRED"),
  mobile: mobileField(),
});

/** `companies.inviteAgain` (super admin): sends a new link to an admin without a password. */
export const InviteAgain = z.object({ id: idField, adminId: idField });
