import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  COMPANY_STATUSES,
  type FirstDayStep,
  type HostCertificate,
  type HostDns,
  type IdentityRules,
  type Language,
  type Reminder,
  SUPPLY_POOLS,
  type SupplyPool,
  type TermBounds,
  type UnlockPlans,
} from "../vocabulary";
import {
  companyId,
  count,
  createdAt,
  id,
  instant,
  oneOf,
  updatedAt,
  ofCompany,
  companyKey,
  companyRow,
} from "./columns";
import { users } from "./members";

/**
 * All terms of a company's sale after the initial ones, each with its start: a price, or a fee or
 * reward. They never change, but can be cancelled before they start. A null term is left as it is.
 */
export const prices = pgTable(
  "prices",
  {
    ...companyRow(() => companies.id),
    priceMicroRupees: count("price_micro_rupees"),
    feeBps: integer("fee_bps"),
    referralRewardBps: integer("referral_reward_bps"),
    startsAt: instant("starts_at").notNull(),
    /** The admin who set it; null for a super admin. */
    setBy: uuid("set_by"),
    createdAt: createdAt(),
    cancelledAt: instant("cancelled_at"),
    cancelledBy: uuid("cancelled_by"),
  },
  (t) => [
    companyKey(t),
    ofCompany("prices_set_by", t.companyId, t.setBy, users),
    ofCompany("prices_cancelled_by", t.companyId, t.cancelledBy, users),
    index("prices_in_force")
      .on(t.companyId, t.startsAt, t.id)
      .where(sql`${t.cancelledAt} IS NULL`),
    check(
      "prices_price",
      sql`${t.priceMicroRupees} > 0 AND ${t.priceMicroRupees} <= 1000000000000000`,
    ),
    check("prices_fee", sql`${t.feeBps} BETWEEN 0 AND 10000`),
    check("prices_reward", sql`${t.referralRewardBps} BETWEEN 0 AND 10000`),
    check(
      "prices_some",
      sql`num_nonnulls(${t.priceMicroRupees}, ${t.feeBps}, ${t.referralRewardBps}) > 0`,
    ),
    check("prices_cancelled_early", sql`${t.cancelledAt} <= ${t.startsAt}`),
  ],
);

/** A PDF that strangers may open on the front page. */
export interface CompanyDocument {
  id: string;
  title: string;
  sizeBytes: number;
}

/** The company's own questions and answers, by language (`questionsIn`). */
type QuestionTexts = { [name in `questions_${Language}`]?: string };

/** A reminder that members are mailed; without a text in their language the product's own. */
export interface ReminderSetting {
  isOn: boolean;
  texts: Partial<Record<Language, string>>;
}

/** A company's settings of its site. The texts of the site have the defaults of absent keys. */
export interface CompanySettings extends QuestionTexts {
  supportEmail?: string;
  supportMobile?: string;
  /** A mobile with WhatsApp, E.164. */
  whatsApp?: string;
  /**
   * The name and address of its imprint, at the foot of each page; without it the company's name
   * stands there alone.
   */
  legalName?: string;
  legalAddress?: string;
  privacyPolicy?: string;
  termsOfSale?: string;
  riskNotice?: string;
  /** The warning on cards and texts by which members share their links; the default if absent. */
  advertNotice?: string;
  mailSenderName?: string;
  mailReplyTo?: string;
  /** Origins whose scripts may call the API in a browser: `https://sale.example`. */
  apiOrigins?: string[];
  /** True or absent: an approval asks the admin to confirm that the money arrived. */
  asksMoneyConfirmation?: boolean;
  /** Approvals above this sum, in paise, need a second admin; none if absent. */
  secondAdminAbovePaise?: number;
  /** Countries to whose mobiles text messages are sent, by two letters; India if absent. */
  smsCountries?: string[];
  /** Days until messages and their addresses are deleted; DEFAULT_MESSAGE_DAYS if absent. */
  messageDays?: number;
  /** The hour in India from which the admins' daily mail is sent; DEFAULT_DIGEST_HOUR if absent. */
  digestHour?: number;
  /** Reasons of a rejection to choose from; the usual ones if absent. */
  rejectReasons?: string[];
  /** Years that proofs of payment are kept after their order is settled; forever if absent. */
  proofYears?: number;
  /** Days that a visitor's first referral code is kept; DEFAULT_REFERRAL_DAYS if absent. */
  referralDays?: number;
  /** Days for which a reward is held after the approval; none if absent. */
  rewardHoldDays?: number;
  /** A reward of more tokens waits until its referrer is verified; none does if absent. */
  rewardVerifiedAbove?: number;
  documents?: CompanyDocument[];
  /** Reminders; those that are absent are off. */
  reminders?: Partial<Record<Reminder, ReminderSetting>>;
  /** Steps of the first day that no fact of the database shows: an owner confirmed them. */
  confirmedSteps?: FirstDayStep[];
  /** What is asked of members to show who they are; nothing if absent (`identityRulesOf`). */
  identity?: IdentityRules;
  /** The reason that members of a suspended company read. */
  suspendedBecause?: string;
  /** The least amount of an order before the fee, in paise; a token's price if absent. */
  minimumOrderPaise?: number;
  /** The terms that the company's owners may change, and within which bounds. */
  bounds?: TermBounds;
  /** True for a company that was made while the demo ran: the demo may show its messages. */
  isOfDemo?: boolean;
}

/** The result of a host's health check. */
export interface HostHealth {
  dns: HostDns;
  /** The addresses to which its name resolves. */
  addresses: string[];
  certificate: HostCertificate;
  /** The end of the certificate's validity, ISO 8601. */
  certificateUntil: string | null;
}

/** Global. Each company has one token (architecture.md §4). */
export const companies = pgTable(
  "companies",
  {
    id: id().primaryKey(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    mobile: text("mobile").notNull(),
    aadhaarLastFour: text("aadhaar_last_four"),
    panEncrypted: text("pan_encrypted"),
    address: text("address"),
    pincode: text("pincode"),
    tokenName: text("token_name").notNull(),
    tokenSymbol: text("token_symbol").notNull(),
    /** It is null until the company sets a price: its site then sells nothing (architecture.md §8). */
    priceMicroRupees: count("price_micro_rupees"),
    feeBps: integer("fee_bps").notNull().default(0),
    referralRewardBps: integer("referral_reward_bps").notNull().default(500),
    totalSupply: count("total_supply").notNull(),
    /** Each pool's share in basis points; null for the product's default split. */
    splitBps: jsonb("split_bps").$type<Record<SupplyPool, number>>(),
    launchAt: instant("launch_at"),
    /** When tokens unlock; null: all at the launch. */
    unlockPlans: jsonb("unlock_plans").$type<UnlockPlans>(),
    unverifiedMayBuy: boolean("unverified_may_buy").notNull().default(true),
    maxPendingOrders: integer("max_pending_orders").notNull().default(5),
    /** Maximum number of tokens held by one member's undecided orders; null for no limit. */
    maxHeldTokens: count("max_held_tokens"),
    /**
     * Limit of the tokens that an unverified member may hold without a proof of payment, as a share
     * of the private pool in basis points; 10000 for no limit.
     */
    unverifiedHoldBps: integer("unverified_hold_bps").notNull().default(1000),
    /** Days until an undecided order without a proof gives its tokens back. */
    releaseAfterDays: integer("release_after_days").notNull().default(7),
    /** True if its admins must log in with an authenticator app. */
    requiresSecondStep: boolean("requires_second_step").notNull().default(false),
    settings: jsonb("settings").$type<CompanySettings>().notNull().default({}),
    status: text("status", { enum: COMPANY_STATUSES }).notNull().default("ACTIVE"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("companies_token_symbol").on(sql`upper(${t.tokenSymbol})`),
    check("companies_status", oneOf(t.status, COMPANY_STATUSES)),
    check(
      "companies_price",
      sql`${t.priceMicroRupees} > 0 AND ${t.priceMicroRupees} <= 1000000000000000`,
    ),
    check("companies_fee", sql`${t.feeBps} BETWEEN 0 AND 10000`),
    check("companies_reward", sql`${t.referralRewardBps} BETWEEN 0 AND 10000`),
    check("companies_supply", sql`${t.totalSupply} BETWEEN 0 AND 9000000000000000`),
    check("companies_pending", sql`${t.maxPendingOrders} BETWEEN 1 AND 1000`),
    check("companies_held", sql`${t.maxHeldTokens} > 0`),
    check("companies_unverified_hold", sql`${t.unverifiedHoldBps} BETWEEN 1 AND 10000`),
    check("companies_release_after", sql`${t.releaseAfterDays} BETWEEN 1 AND 365`),
  ],
);

/** Global: the company that each host serves. Hosts are lower case, without a port. */
export const hosts = pgTable(
  "domains",
  {
    id: id().primaryKey(),
    host: text("host").notNull(),
    companyId: uuid("company_id")
      .notNull()
      .references(() => companies.id),
    createdAt: createdAt(),
    /** The result of the last health check. */
    health: jsonb("health").$type<HostHealth>(),
    checkedAt: instant("checked_at"),
  },
  (t) => [
    index("domains_checked").on(t.checkedAt.asc().nullsFirst()),
    uniqueIndex("domains_host").on(t.host),
    index("domains_company").on(t.companyId, t.createdAt),
    check("domains_host_form", sql`${t.host} = lower(${t.host}) AND ${t.host} <> ''`),
  ],
);

/** Global: brands that super admins edit for a company, in versions. */
export const brands = pgTable(
  "brands",
  {
    companyId: uuid("company_id")
      .notNull()
      .references(() => companies.id),
    version: integer("version").notNull(),
    /** Conforms to `themes/contract.ts`; parsed again when read. */
    data: jsonb("data").notNull(),
    publishedAt: instant("published_at"),
    createdBy: uuid("created_by"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.version] })],
);

/**
 * Tokens per pool. Every change is one conditional UPDATE, backed by the CHECK (architecture.md
 * §4).
 */
export const supplies = pgTable(
  "supplies",
  {
    companyId: companyId().references(() => companies.id),
    pool: text("pool", { enum: SUPPLY_POOLS }).notNull(),
    total: count("total").notNull(),
    held: count("held").notNull().default(0),
    allocated: count("allocated").notNull().default(0),
    /**
     * The last allocation of the company's chain, in its private pool: whoever has this row locked
     * appends the next one. 0 and null before the first.
     */
    chainSequence: count("chain_sequence").notNull().default(0),
    chainHash: text("chain_hash"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.pool] }),
    check(
      "supplies_chain",
      sql`${t.chainSequence} >= 0 AND (${t.chainSequence} = 0) = (${t.chainHash} IS NULL)`,
    ),
    check("supplies_pool", oneOf(t.pool, SUPPLY_POOLS)),
    check(
      "supplies_within_total",
      sql`${t.held} >= 0 AND ${t.allocated} >= 0 AND ${t.held} + ${t.allocated} <= ${t.total}`,
    ),
  ],
);
