/** The closed word lists of the product. Pure data: any layer, the browser included, may import it. */

export const ROLES = ["USER", "ADMIN", "SUPER_ADMIN"] as const;
export type Role = (typeof ROLES)[number];

/** Roles a row of `users` may have; a super admin belongs to no company. */
export const COMPANY_ROLES = ["USER", "ADMIN"] as const;
export type CompanyRole = (typeof COMPANY_ROLES)[number];

export const MEMBER_STATUSES = ["ACTIVE", "INACTIVE", "BLOCKED"] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

export const COMPANY_STATUSES = ["ACTIVE", "SUSPENDED"] as const;
export type CompanyStatus = (typeof COMPANY_STATUSES)[number];

export const GENDERS = ["male", "female", "other"] as const;
export type Gender = (typeof GENDERS)[number];

/** CRYPTO is only ever read (spec §3): no screen and no call submits it. */
export const PAYMENT_METHODS = ["BANK", "UPI", "MANUAL", "CRYPTO"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const SUBMITTABLE_METHODS = ["BANK", "UPI", "MANUAL"] as const;
export type SubmittableMethod = (typeof SUBMITTABLE_METHODS)[number];

export const ORDER_STATUSES = [
  "OPEN",
  "PENDING",
  "APPROVED",
  "REJECTED",
  "REVERSED",
  "EXPIRED",
  "CANCELLED",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What a person who paid can see in a list: the orders that were submitted (api.md). */
export const SUBMITTED_STATUSES = ["PENDING", "APPROVED", "REJECTED", "REVERSED"] as const;
export type SubmittedStatus = (typeof SUBMITTED_STATUSES)[number];

export const SUPPLY_POOLS = ["PUBLIC", "REFERRAL", "ANGEL", "FOUNDER", "AIRDROP"] as const;
export type SupplyPool = (typeof SUPPLY_POOLS)[number];

export const ALLOCATION_KINDS = ["PURCHASE", "REFERRAL", "REVERSAL"] as const;
export type AllocationKind = (typeof ALLOCATION_KINDS)[number];

/** Things an admin should look at twice before approving an order (design §6). */
export const ORDER_FLAGS = [
  "REPEATED_PROOF",
  "AMOUNT_DIFFERS",
  "LATE_PAYMENT",
  "UNUSUAL_REFERENCE",
] as const;
export type OrderFlag = (typeof ORDER_FLAGS)[number];

export const CODE_PURPOSES = [
  "REGISTER",
  "RESET_PASSWORD",
  "CHANGE_PASSWORD",
  "SUPER_ADMIN_LOGIN",
  "SET_PASSWORD",
] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export const CHANNELS = ["EMAIL", "SMS"] as const;
export type Channel = (typeof CHANNELS)[number];

export const LANGUAGES = ["en", "hi"] as const;
export type Language = (typeof LANGUAGES)[number];

export const COLOUR_SCHEMES = ["system", "light", "dark"] as const;
export type ColourScheme = (typeof COLOUR_SCHEMES)[number];

export const TOKEN_SYMBOLS = [
  "MASP",
  "NTCN",
  "PPCN",
  "SHIK",
  "ACW",
  "COWL",
  "RSGN",
  "GLC",
  "NXT",
  "GLXY",
] as const;
export type BuiltInSymbol = (typeof TOKEN_SYMBOLS)[number];

/** The brand a site has when nothing else is said (spec §1). */
export const DEFAULT_SYMBOL: BuiltInSymbol = "RSGN";

/** Whether a host's name leads here: to us, elsewhere, to addresses that only some can reach, nowhere, or nobody could say. */
export const HOST_DNS = ["HERE", "ELSEWHERE", "PRIVATE", "NOWHERE", "UNKNOWN"] as const;
export type HostDns = (typeof HOST_DNS)[number];

/** What a host shows on the TLS port; `UNUSED` where the installation runs without TLS. */
export const HOST_CERTIFICATES = ["VALID", "WRONG", "NONE", "UNKNOWN", "UNUSED"] as const;
export type HostCertificate = (typeof HOST_CERTIFICATES)[number];
