import { z } from "zod";
import {
  COMPANY_STATUSES,
  type CompanyStatus,
  type HostCertificate,
  type HostDns,
  type Language,
  type MemberStatus,
  type SupplyPool,
} from "@db/vocabulary";
import type { DnsRecord } from "@server/domain/hosts/dns-record";
import { code } from "./code";
import {
  booleanField,
  decimalField,
  emailField,
  idField,
  line,
  mobileField,
  nameField,
  newPasswordField,
  noMoreThan,
  optional,
  pageFields,
  pincodeField,
  searchField,
  wholeNumberField,
} from "./fields";

/** The most tokens a company may have: products with them still fit (design §5). */
export const MAX_TOTAL_SUPPLY = 9_000_000_000_000_000;

/** `companies.list` (super admin); newest first. */
export const ListCompanies = z.object({ ...pageFields, search: searchField });
export type ListCompanies = z.output<typeof ListCompanies>;

/** A company as a super admin sees it; also what add and update answer. */
export interface Company {
  id: string;
  companyName: string;
  email: string;
  mobile: string;
  /** "XXXX XXXX 1234": only the last four digits are kept. */
  companyAadhaarCard: string | null;
  /** "XXXXXX234F": shown masked. */
  companyPan: string | null;
  companyAddress: string | null;
  companyPincode: string | null;
  tokenName: string;
  tokenSymbol: string;
  totalSupply: number;
  priceMicroRupees: number | null;
  feeBps: number;
  referralRewardBps: number;
  /** What share of the supply each pool has, in basis points. */
  splitBps: Record<SupplyPool, number>;
  /** ISO. */
  launchAt: string | null;
  unverifiedMayBuy: boolean;
  maxPendingOrders: number;
  maxHeldTokens: number | null;
  /** Other sites whose scripts may call the API. */
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

/** 0 to 100, at most two decimals; a canonical string out. */
const percentField = (
  invalid: "FEE_PERCENT_INVALID" | "REWARD_PERCENT_INVALID" | "SPLIT_PERCENT_INVALID",
) =>
  decimalField(invalid, invalid).refine(
    (percent) => Number(percent) <= 100 && /^\d+(\.\d{1,2}0*)?$/.test(percent),
    invalid,
  );

const launchField = z
  .string({ error: code("LAUNCH_INVALID") })
  .trim()
  .transform((typed, issues) => {
    // A form's local time has no zone: the companies' clocks are India's.
    const zoned = /(Z|[+-]\d{2}:?\d{2})$/i.test(typed) ? typed : `${typed}+05:30`;
    const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(zoned) ? new Date(zoned) : null;
    if (at && !Number.isNaN(at.getTime()) && at.getUTCFullYear() < 10000) return at.toISOString();
    issues.addIssue({ code: "custom", message: code("LAUNCH_INVALID") });
    return z.NEVER;
  });

/** The most sites of others that may call the API in a browser. */
const MAX_API_ORIGINS = 20;

/** A scheme and a host, as a browser says where a script is from; a list, or text with blanks between. */
const apiOriginsField = z.preprocess(
  (value) =>
    noMoreThan(MAX_API_ORIGINS)(
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
  /** Twelve digits; only the last four are kept. */
  companyAadhaarCard: optional(
    z
      .string({ error: code("AADHAAR_INVALID") })
      .overwrite((typed) => typed.replace(/[\s-]/g, ""))
      .refine((digits) => /^[2-9]\d{11}$/.test(digits), code("AADHAAR_INVALID")),
  ),
  companyPan: optional(
    z
      .string({ error: code("PAN_INVALID") })
      .overwrite((typed) => typed.replace(/\s/g, "").toUpperCase())
      .refine((pan) => /^[A-Z]{5}\d{4}[A-Z]$/.test(pan), code("PAN_INVALID")),
  ),
  companyAddress: optional(line("ADDRESS_REQUIRED", 300)),
  companyPincode: optional(pincodeField()),
  /** Without one, the built-in brand's name of the symbol, else the symbol. */
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
  totalSupply: wholeNumberField(1, MAX_TOTAL_SUPPLY, "TOTAL_SUPPLY_INVALID"),
  /** Rupees, at most six decimals. */
  price: optional(
    decimalField("PRICE_INVALID", "PRICE_INVALID").refine(
      (price) =>
        Number(price) > 0 && Number(price) <= 1_000_000_000 && /^\d+(\.\d{1,6}0*)?$/.test(price),
      code("PRICE_INVALID"),
    ),
  ),
  platformChargePercent: optional(percentField("FEE_PERCENT_INVALID")),
  referralRewardPercent: optional(percentField("REWARD_PERCENT_INVALID")),
  /** Each pool's share of the supply; one that is left out stays as it is. Together 100. */
  publicCellPercent: optional(percentField("SPLIT_PERCENT_INVALID")),
  referralPercent: optional(percentField("SPLIT_PERCENT_INVALID")),
  angelInvestorPercent: optional(percentField("SPLIT_PERCENT_INVALID")),
  founderTeamPercent: optional(percentField("SPLIT_PERCENT_INVALID")),
  airdropPercent: optional(percentField("SPLIT_PERCENT_INVALID")),
  /** ISO out; a time without a zone is India's. */
  launchAt: optional(launchField),
  unverifiedMayBuy: optional(booleanField("FIELD_INVALID")),
  maxPendingOrders: optional(wholeNumberField(1, 100, "PENDING_LIMIT_INVALID")),
  maxHeldTokens: optional(wholeNumberField(1, MAX_TOTAL_SUPPLY, "TOKEN_CAP_INVALID")),
  /** Other sites whose scripts may call the API; none unless they are named. */
  apiOrigins: optional(apiOriginsField),
  status: optional(z.enum(COMPANY_STATUSES, { error: code("COMPANY_STATUS_INVALID") })),
};

/** `companies.add` (super admin), with the company's first admin. */
export const AddCompany = z.object({
  ...companyFields,
  adminName: nameField("ADMIN_NAME_REQUIRED"),
  adminEmail: emailField("ADMIN_EMAIL_REQUIRED"),
  /** Without one the admin is sent a link to set it. */
  adminPassword: optional(newPasswordField()),
});
export type AddCompany = z.output<typeof AddCompany>;

/** `companies.update` (super admin). An optional field that is absent stays as it is. */
export const UpdateCompany = z.object({
  id: idField,
  ...companyFields,
  /** Takes back what an empty field would leave as it is. */
  noLaunchDate: optional(booleanField("FIELD_INVALID")),
  noTokenCap: optional(booleanField("FIELD_INVALID")),
  noApiOrigins: optional(booleanField("FIELD_INVALID")),
});
export type UpdateCompany = z.output<typeof UpdateCompany>;

/** `companies.setStatus` (super admin): suspends a company, or opens it again. */
export const SetCompanyStatus = z.object({
  id: idField,
  status: z.enum(COMPANY_STATUSES, { error: code("COMPANY_STATUS_INVALID") }),
});
export type SetCompanyStatus = z.output<typeof SetCompanyStatus>;

/** `companies.setMail` (super admin): a plain name and one address; what is empty is the company's own. */
export const SetCompanyMail = z.object({
  id: idField,
  senderName: optional(nameField()),
  replyTo: optional(emailField()),
});
export type SetCompanyMail = z.output<typeof SetCompanyMail>;

/** `companies.mail` (super admin). */
export interface CompanyMail {
  senderName: string | null;
  replyTo: string | null;
  /** What its mails show, set or not. */
  shown: { name: string; replyTo: string };
}

/** `companies.find` (super admin). */
export const CompanyRef = z.object({ id: idField });
export type CompanyRef = z.output<typeof CompanyRef>;

/** `companies.overview` (super admin): what to watch of each company, newest first. */
export interface CompanyOverview {
  id: string;
  companyName: string;
  tokenSymbol: string;
  status: CompanyStatus;
  members: number;
  pending: number;
  /** Since when the oldest payment waits; ISO. */
  oldestPendingAt: string | null;
  /** Approved totals. */
  collectedPaise: number;
  remainingPrivateSupply: number;
  hosts: {
    host: string;
    /** Null until it was looked at. */
    dns: HostDns | null;
    certificate: HostCertificate | null;
  }[];
}

export interface CompanyOverviewList {
  total: number;
  lastPage: number;
  records: CompanyOverview[];
}

/** `companies.firstSale` (super admin): what there is of what a first sale needs. */
export interface FirstSale {
  hasPrice: boolean;
  hasHost: boolean;
  /** Of its own, or the built-in one of its symbol; without, it shows a plain one. */
  hasBrand: boolean;
  /** One with a password. */
  hasAdmin: boolean;
  /** An account or UPI id that money goes to. */
  hasAccount: boolean;
  /** False where the brand's distribution is not how the supply is shared out. */
  saysOwnSplit: boolean;
}

/** `companies.admins` (super admin). */
export interface CompanyAdmin {
  id: string;
  name: string;
  email: string;
  mobile: string;
  status: MemberStatus;
  /** False until an invited one has set a password. */
  hasPassword: boolean;
  /** ISO. */
  createdAt: string;
}

/** `companies.inviteAdmin` (super admin): one more admin, who is mailed a link to set a password. */
export const InviteAdmin = z.object({
  id: idField,
  adminName: nameField("ADMIN_NAME_REQUIRED"),
  adminEmail: emailField("ADMIN_EMAIL_REQUIRED"),
  mobile: mobileField(),
});
export type InviteAdmin = z.output<typeof InviteAdmin>;

/** `companies.inviteAgain` (super admin): a fresh link for an admin who has no password yet. */
export const InviteAgain = z.object({ id: idField, adminId: idField });
export type InviteAgain = z.output<typeof InviteAgain>;

/** `domains.list` (super admin), by host. */
export const ListDomains = z.object({
  companyId: optional(idField),
  ...pageFields,
  search: searchField,
});
export type ListDomains = z.output<typeof ListDomains>;

export interface Domain {
  id: string;
  host: string;
  companyId: string;
  companyName: string;
  /** ISO. */
  createdAt: string;
}

export interface DomainList {
  total: number;
  lastPage: number;
  records: Domain[];
}

/** `domains.add` (super admin); the host is normalised by the domain rule. */
export const AddDomain = z.object({
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
export type AddDomain = z.output<typeof AddDomain>;

/** `domains.watch` (super admin): a company's hosts, and how each looks from outside. */
export const WatchDomains = z.object({ companyId: idField });
export type WatchDomains = z.output<typeof WatchDomains>;

export interface WatchedDomain {
  id: string;
  host: string;
  /** Null until it was looked at for the first time. */
  health: {
    dns: HostDns;
    addresses: string[];
    certificate: HostCertificate;
    /** ISO. */
    certificateUntil: string | null;
  } | null;
  /** ISO. */
  checkedAt: string | null;
  /** What to set where the domain is managed; none where this installation knows no address of its own. */
  records: DnsRecord[];
}

/** `domains.remove` (super admin); answers null. */
export const DomainRef = z.object({ id: idField });
export type DomainRef = z.output<typeof DomainRef>;

/** `site.config`: what anyone may know of the site at this host. */
export interface SiteConfig {
  /** Null on the platform's own host when it is no company's. */
  companyId: string | null;
  companyName: string | null;
  token: SiteToken;
  languages: Language[];
}

/** The token as spec §3 lists it. */
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
