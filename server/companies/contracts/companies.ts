import { z } from "zod";
import { isAadhaar, isPan, normaliseKycNumber } from "@server/platform/rules/people/kyc-number";
import {
  COMPANY_STATUSES,
  type CompanyStatus,
  type HostCertificate,
  type HostDns,
  type Language,
  type MemberStatus,
  type SupplyPool,
} from "@db/vocabulary";
import { HISTORY_PERIODS, type HistoryPeriod } from "@server/platform/rules/dates/dates";
import { hasVisibleText } from "@server/platform/rules/text/typed";
import { MAX_TOTAL_SUPPLY, releaseAfterField, unverifiedHoldField } from "./company-settings";
import type { DnsRecord } from "@server/sites/rules/dns-record";
import {
  code,
  booleanField,
  decimalField,
  emailField,
  idField,
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
} from "@server/platform/contracts/fields";

/** `companies.list` (super admin); newest first. */
export const ListCompanies = z.object({ ...pageFields, search: searchField });

/** A company as shown to a super admin; also the answer of add and update. */
export interface Company {
  id: string;
  companyName: string;
  email: string;
  mobile: string;
  /** "XXXX XXXX 1234": only the last four digits are stored. */
  companyAadhaarCard: string | null;
  /** "XXXXXX234F": masked. */
  companyPan: string | null;
  companyAddress: string | null;
  companyPincode: string | null;
  tokenName: string;
  tokenSymbol: string;
  totalSupply: number;
  priceMicroRupees: number | null;
  feeBps: number;
  referralRewardBps: number;
  /** Each pool's share of the supply, in basis points. */
  splitBps: Record<SupplyPool, number>;
  /** ISO. */
  launchAt: string | null;
  unverifiedMayBuy: boolean;
  maxPendingOrders: number;
  maxHeldTokens: number | null;
  /**
   * The share of the private pool that an unverified member may hold without a proof, in basis
   * points.
   */
  unverifiedHoldBps: number;
  releaseAfterDays: number;
  /** Origins of other sites whose scripts may call the API. */
  apiOrigins: string[];
  status: CompanyStatus;
  /** ISO. */
  createdAt: string;
}

export interface CompanyList {
  total: number;
  lastPage: number;
  records: Company[];
}

const launchField = z
  .string({ error: code("LAUNCH_INVALID") })
  .trim()
  .transform((typed, issues) => {
    // A form's local time has no zone; it is read as India's time.
    const zoned = /(Z|[+-]\d{2}:?\d{2})$/i.test(typed) ? typed : `${typed}+05:30`;
    const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(zoned) ? new Date(zoned) : null;
    if (at && !Number.isNaN(at.getTime()) && at.getUTCFullYear() < 10000) return at.toISOString();
    issues.addIssue({ code: "custom", message: code("LAUNCH_INVALID") });
    return z.NEVER;
  });

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
      z.string({ error: code("API_ORIGIN_INVALID") }).transform((typed, issues) => {
        const [, origin] = /^(https?:\/\/[^/?#@\s]+)\/?$/i.exec(typed) ?? [];
        if (origin && URL.canParse(origin)) return new URL(origin).origin;
        issues.addIssue({ code: "custom", message: code("API_ORIGIN_INVALID") });
        return z.NEVER;
      }),
      { error: code("API_ORIGIN_INVALID") },
    )
    .max(MAX_API_ORIGINS, code("API_ORIGINS_TOO_MANY"))
    .transform((origins) => [...new Set(origins)]),
);

const companyFields = {
  companyName: line("COMPANY_NAME_REQUIRED", 120),
  email: emailField(),
  mobile: mobileField(),
  /** Twelve digits; only the last four are stored. */
  companyAadhaarCard: optional(
    z
      .string({ error: code("AADHAAR_INVALID") })
      .overwrite(normaliseKycNumber)
      .refine(isAadhaar, code("AADHAAR_INVALID")),
  ),
  companyPan: optional(
    z
      .string({ error: code("PAN_INVALID") })
      .overwrite(normaliseKycNumber)
      .refine(isPan, code("PAN_INVALID")),
  ),
  companyAddress: optional(line("ADDRESS_REQUIRED", 300)),
  companyPincode: optional(pincodeField()),
  /** Default: the name of the built-in brand with this symbol, else the symbol. */
  tokenName: optional(line("TOKEN_NAME_REQUIRED", 60)),
  tokenSymbol: z
    .string({ error: code("TOKEN_SYMBOL_REQUIRED") })
    .trim()
    .toUpperCase()
    .min(1, code("TOKEN_SYMBOL_REQUIRED"))
    .refine(
      (symbol) => symbol === "" || /^[A-Z0-9]{2,10}$/.test(symbol),
      code("TOKEN_SYMBOL_INVALID"),
    ),
  totalSupply: tokenCountField(1, MAX_TOTAL_SUPPLY, "TOTAL_SUPPLY_INVALID"),
  /** Rupees with at most six decimals. */
  price: optional(
    decimalField("PRICE_INVALID", "PRICE_INVALID").refine(
      (price) =>
        Number(price) > 0 && Number(price) <= 1_000_000_000 && /^\d+(\.\d{1,6}0*)?$/.test(price),
      code("PRICE_INVALID"),
    ),
  ),
  platformChargePercent: optional(percentField("FEE_PERCENT_INVALID")),
  referralRewardPercent: optional(percentField("REWARD_PERCENT_INVALID")),
  /** Each pool's share of the supply; an absent share is unchanged. The sum is 100. */
  publicCellPercent: optional(percentField("SPLIT_PERCENT_INVALID")),
  referralPercent: optional(percentField("SPLIT_PERCENT_INVALID")),
  angelInvestorPercent: optional(percentField("SPLIT_PERCENT_INVALID")),
  founderTeamPercent: optional(percentField("SPLIT_PERCENT_INVALID")),
  airdropPercent: optional(percentField("SPLIT_PERCENT_INVALID")),
  /** Returns ISO; a time without a zone is India's. */
  launchAt: optional(launchField),
  unverifiedMayBuy: optional(booleanField("FIELD_INVALID")),
  maxPendingOrders: optional(wholeNumberField(1, 100, "PENDING_LIMIT_INVALID")),
  maxHeldTokens: optional(tokenCountField(1, MAX_TOTAL_SUPPLY, "TOKEN_CAP_INVALID")),
  unverifiedHoldPercent: optional(unverifiedHoldField),
  releaseAfterDays: optional(releaseAfterField),
  /** Origins of other sites whose scripts may call the API; none by default. */
  apiOrigins: optional(apiOriginsField),
  status: optional(z.enum(COMPANY_STATUSES, { error: code("COMPANY_STATUS_INVALID") })),
};

/** `companies.add` (super admin): creates the company and its first admin. */
export const AddCompany = z.object({
  ...companyFields,
  adminName: nameField("ADMIN_NAME_REQUIRED"),
  adminEmail: emailField("ADMIN_EMAIL_REQUIRED"),
  /** If absent, the admin is mailed a link to set one. */
  adminPassword: optional(newPasswordField()),
});
export type AddCompany = z.output<typeof AddCompany>;

/** `companies.update` (super admin). An absent optional field is unchanged. */
export const UpdateCompany = z.object({
  id: idField,
  ...companyFields,
  /** Clears fields that an empty value would leave unchanged. */
  noLaunchDate: optional(booleanField("FIELD_INVALID")),
  noTokenCap: optional(booleanField("FIELD_INVALID")),
  noApiOrigins: optional(booleanField("FIELD_INVALID")),
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
  status: z.enum(COMPANY_STATUSES, { error: code("COMPANY_STATUS_INVALID") }),
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

export interface CompanyOverviewList {
  total: number;
  lastPage: number;
  records: CompanyOverview[];
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

/** `domains.list` (super admin), by host. */
export const ListHosts = z.object({
  companyId: optional(idField),
  ...pageFields,
  search: searchField,
});

export interface Host {
  id: string;
  host: string;
  companyId: string;
  companyName: string;
  /** ISO. */
  createdAt: string;
}

export interface HostList {
  total: number;
  lastPage: number;
  records: Host[];
}

/** `domains.add` (super admin); the domain layer normalises the host. */
export const AddHost = z.object({
  host: z
    .string({ error: code("HOST_REQUIRED") })
    .trim()
    .min(1, code("HOST_REQUIRED"))
    .max(300, code("HOST_INVALID")),
  companyId: z
    .string({ error: code("COMPANY_REQUIRED") })
    .trim()
    .min(1, code("COMPANY_REQUIRED"))
    .pipe(idField),
});

/** `domains.watch` (super admin): a company's hosts with the results of their checks. */
export const WatchHosts = z.object({ companyId: idField });

export interface WatchedHost {
  id: string;
  host: string;
  /** It is null until the first check. */
  health: {
    dns: HostDns;
    addresses: string[];
    certificate: HostCertificate;
    /** ISO. */
    certificateUntil: string | null;
  } | null;
  /** ISO. */
  checkedAt: string | null;
  /** DNS records to set; empty where this installation has no known address. */
  records: DnsRecord[];
}

/** `domains.remove` (super admin); returns null. */
export const HostRef = z.object({ id: idField });

/** `site.offer`: the sale as a visitor sees it. Prices in micro-rupees, pool in tokens. */
export interface SaleOffer {
  priceMicroRupees: number | null;
  feeBps: number;
  /** ISO 8601; null without a date. */
  launchAt: string | null;
  pool: { total: number; held: number; allocated: number };
  /** The earliest price that has not started. */
  nextPrice: { priceMicroRupees: number; startsAt: string } | null;
  ledgerEntries: number;
}

/** `site.config`: public configuration of the site at this host. */
export interface SiteConfig {
  /** It is null on the platform's host where it serves no company. */
  companyId: string | null;
  companyName: string | null;
  token: SiteToken;
  languages: Language[];
}

/** The token's fields (product.md §3). */
export interface SiteToken {
  address: string;
  symbol: string;
  name: string;
  decimals: number;
  icon_url: string;
  defaultLogo: string;
  headerLogo: string;
  title: string;
  tokenDistribution: string[];
  socialLinks: { mediaName: string; link: string }[];
  chartImg: string;
  footerNote: string;
  metaData: { title: string; description: string; keywords: string };
}
