import { FALLBACK_LANGUAGE } from "../../locales/languages";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  ADMIN_ROLES,
  CHANNELS,
  CODE_PURPOSES,
  COLOUR_SCHEMES,
  COMPANY_ROLES,
  GENDERS,
  LANGUAGES,
  MEMBER_STATUSES,
} from "../vocabulary";
import { companies } from "./companies";
import { medias } from "./medias";
import {
  companyId,
  createdAt,
  id,
  instant,
  oneOf,
  referencedCompanyId,
  updatedAt,
  ofCompany,
  companyKey,
  companyRow,
} from "./columns";

/**
 * Members (USER) and admins (ADMIN) of a company. A deleted row is anonymised, not removed: the program
 * sets `deletedAt`, which frees the e-mail address (`users_email`) and changes nothing else by itself.
 * PostgreSQL refuses a DELETE of the row while another one refers to it: orders, payments, allocations,
 * holdings, sessions, passkeys, second steps, referred members, clicks, prices and announcements.
 */
export const users = pgTable(
  "users",
  {
    ...companyRow(() => companies.id),
    role: text("role", { enum: COMPANY_ROLES }).notNull(),
    /**
     * The rights of an admin; null for a member, and for an admin from before these roles, who is
     * an owner.
     */
    adminRole: text("admin_role", { enum: ADMIN_ROLES }),
    name: text("name").notNull(),
    /** Stored as entered; compared in lower case. */
    email: text("email").notNull(),
    /** E.164. */
    mobile: text("mobile").notNull(),
    /** It is null for an invited admin without a password. */
    passwordHash: text("password_hash"),
    /** The end of a password that an admin chose for the member; null for an own one. */
    passwordUntil: instant("password_until"),
    /** The Member ID. */
    referralCode: text("referral_code").notNull(),
    referrerId: uuid("referrer_id"),
    /** The tag of the referrer's link by which the member came; null without one. */
    referralTag: text("referral_tag"),
    /**
     * True if the member's first name and initial are shown to those who come by their code, and to
     * their own referrer.
     */
    showsName: boolean("shows_name").notNull().default(false),
    /** True if Global Stock shows the member's row without the wallet's address. */
    hidesWallet: boolean("hides_wallet").notNull().default(false),
    dateOfBirth: date("date_of_birth", { mode: "string" }),
    pincode: text("pincode"),
    gender: text("gender", { enum: GENDERS }),
    status: text("status", { enum: MEMBER_STATUSES }).notNull().default("ACTIVE"),
    isApproved: boolean("is_approved").notNull().default(false),
    /**
     * Since when an unverified member waits for the decision: the last time that they asked again, or
     * lost the verification; null: since the registration.
     */
    verificationAskedAt: instant("verification_asked_at"),
    /** The time of a refusal, until the member asks again or is verified, and its reason. */
    verificationRefusedAt: instant("verification_refused_at"),
    verificationRefusal: text("verification_refusal"),
    kycEncrypted: text("kyc_encrypted"),
    walletAddress: text("wallet_address"),
    avatarMediaId: uuid("avatar_media_id"),
    language: text("language", { enum: LANGUAGES }).notNull().default(FALLBACK_LANGUAGE),
    colourScheme: text("colour_scheme", { enum: COLOUR_SCHEMES }).notNull().default("system"),
    emailVerifiedAt: instant("email_verified_at"),
    mobileVerifiedAt: instant("mobile_verified_at"),
    /**
     * The time up to which the member has seen the notices under the bell; a new member's begin
     * now.
     */
    noticesReadAt: instant("notices_read_at")
      .notNull()
      .default(sql`now()`),
    /** True if announcements, new prices and joining friends are mailed too. */
    mailsNotices: boolean("mails_notices").notNull().default(false),
    /**
     * The time of the member's agreement to the privacy policy and the terms of sale at the
     * registration, and the versions of both (SHA-256). Null for others: each order asks again.
     */
    consentedAt: instant("consented_at"),
    consentVersion: text("consent_version"),
    consentTermsVersion: text("consent_terms_version"),
    /**
     * The company's host on whose pages the person registered or last logged in; null before. Links
     * to them lead there while the company has the host.
     */
    host: text("host"),
    /** True if an admin gets a mail for each payment, instead of the company's daily one. */
    mailsEachOrder: boolean("mails_each_order").notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /**
     * The time of the member's request to end the account; null if they did not ask, or kept it
     * since.
     */
    endAskedAt: instant("end_asked_at"),
    deletedAt: instant("deleted_at"),
  },
  (t) => [
    companyKey(t),
    ofCompany("users_referrer", t.companyId, t.referrerId, t),
    ofCompany("users_avatar", t.companyId, t.avatarMediaId, medias),
    /** Serves Lucia's join of sessions, which uses the id alone. */
    index("users_id").on(t.id),
    uniqueIndex("users_email")
      .on(t.companyId, sql`lower(${t.email})`)
      .where(sql`${t.deletedAt} IS NULL`),
    uniqueIndex("users_referral_code").on(t.companyId, t.referralCode),
    index("users_listing").on(t.companyId, t.role, t.createdAt, t.id),
    /** Serves lists without a role filter. */
    index("users_newest")
      .on(t.companyId, t.createdAt, t.id)
      .where(sql`${t.deletedAt} IS NULL`),
    /** Counts members (server/platform/queries/figures.ts) from the index alone. */
    index("users_counted")
      .on(t.companyId, t.id, t.createdAt, t.status, t.isApproved, t.verificationRefusedAt)
      .where(sql`${t.role} = 'USER' AND ${t.deletedAt} IS NULL`),
    /**
     * Serves searches (server/platform/queries/search.ts); `db/sql/search.sql` has the function.
     */
    index("users_search").using(
      "gin",
      t.companyId,
      sql`search_text(${t.name} || ' ' || ${t.mobile} || ' ' || ${t.referralCode} || ' ' || ${t.email}) gin_trgm_ops`,
    ),
    index("users_referred_by").on(t.companyId, t.referrerId, t.createdAt),
    /** Serves the deletion of files. */
    index("users_avatar_lookup")
      .on(t.companyId, t.avatarMediaId)
      .where(sql`${t.avatarMediaId} IS NOT NULL`),
    check("users_role", oneOf(t.role, COMPANY_ROLES)),
    check("users_admin_role", oneOf(t.adminRole, ADMIN_ROLES)),
    check("users_status", oneOf(t.status, MEMBER_STATUSES)),
    check(
      "users_refusal",
      sql`(${t.verificationRefusedAt} IS NULL OR NOT ${t.isApproved}) AND (${t.verificationRefusal} IS NULL OR ${t.verificationRefusedAt} IS NOT NULL)`,
    ),
    check("users_no_self_referral", sql`${t.referrerId} <> ${t.id}`),
  ],
);

/** Openings of a member's link by day in India and tag; nobody who opened it is kept. */
export const referralClicks = pgTable(
  "referral_clicks",
  {
    companyId: companyId().references(() => companies.id),
    memberId: uuid("member_id").notNull(),
    /** Empty for the link without a tag. */
    tag: text("tag").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    clicks: integer("clicks").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.memberId, t.tag, t.day] }),
    ofCompany("referral_clicks_member", t.companyId, t.memberId, users),
    check("referral_clicks_tag", sql`length(${t.tag}) <= 20`),
    check("referral_clicks_some", sql`${t.clicks} > 0`),
  ],
);

/** Global: super admins belong to no company. */
export const superAdmins = pgTable(
  "super_admins",
  {
    id: id().primaryKey(),
    email: text("email").notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("super_admins_email").on(sql`lower(${t.email})`)],
);

/** SHA-256 of the client's token; the token itself is not stored. */
const sessionId = () => text("id").notNull();

const sessionColumns = {
  userId: uuid("user_id").notNull(),
  /** Extended with use. */
  expiresAt: instant("expires_at").notNull(),
  /** Never extended. */
  absoluteExpiresAt: instant("absolute_expires_at").notNull(),
  /**
   * The time at which the person proved themself again by password or authenticator; null: at the
   * login only.
   */
  provedAt: instant("proved_at"),
  createdAt: createdAt(),
  ip: text("ip"),
  userAgent: text("user_agent"),
};

/** Sessions of members and company admins. */
export const sessions = pgTable(
  "sessions",
  { companyId: companyId(), id: sessionId(), ...sessionColumns },
  (t) => [
    companyKey(t),
    ofCompany("sessions_user", t.companyId, t.userId, users),
    /** A token is looked up before its company is known. */
    index("sessions_id").on(t.id),
    index("sessions_by_user").on(t.companyId, t.userId),
    index("sessions_expiry").on(t.expiresAt),
  ],
);

/** Global: sessions of super admins. */
export const superAdminSessions = pgTable(
  "super_admin_sessions",
  { id: sessionId().primaryKey(), ...sessionColumns },
  (t) => [
    foreignKey({
      name: "super_admin_sessions_user",
      columns: [t.userId],
      foreignColumns: [superAdmins.id],
    }),
    index("super_admin_sessions_by_user").on(t.userId),
  ],
);

/** One-time codes and set-password links, as keyed hashes. */
export const oneTimeCodes = pgTable(
  "one_time_codes",
  {
    /** The platform's id for a super admin, and for a reset requested on the platform's host. */
    companyId: companyId(),
    id: id(),
    referencedCompanyId: referencedCompanyId(),
    purpose: text("purpose", { enum: CODE_PURPOSES }).notNull(),
    channel: text("channel", { enum: CHANNELS }).notNull(),
    /** The lower-case e-mail address of the request; also for a code that is sent to a mobile. */
    subject: text("subject").notNull(),
    /** The recipient: the lower-case e-mail address or the E.164 number. */
    address: text("address").notNull(),
    codeHash: text("code_hash").notNull(),
    /** A keyed hash of the network that asked for the code; null for a link. */
    network: text("network"),
    /** Tries left to the network that asked for the code, or to everybody for a link. */
    triesLeft: integer("tries_left").notNull(),
    /** Tries left to all other networks together: their wrong tries must not use up the owner's. */
    triesElsewhere: integer("tries_elsewhere").notNull().default(5),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    createdAt: createdAt(),
  },
  (t) => [
    companyKey(t),
    foreignKey({
      name: "one_time_codes_company",
      columns: [t.referencedCompanyId],
      foreignColumns: [companies.id],
    }),
    /** Serves lookups without a company: codes by id, set-password links by hash. */
    index("one_time_codes_id").on(t.id),
    index("one_time_codes_lookup").on(t.companyId, t.purpose, t.subject, t.createdAt),
    index("one_time_codes_expiry").on(t.expiresAt),
    check("one_time_codes_tries", sql`${t.triesLeft} >= 0`),
  ],
);

/**
 * Global: counters shared by all instances. The key names what is counted; personal data in it is
 * hashed.
 */
export const loginThrottles = pgTable(
  "login_throttles",
  {
    key: text("key").primaryKey(),
    hits: integer("hits").notNull(),
    windowEndsAt: instant("window_ends_at").notNull(),
  },
  (t) => [index("login_throttles_expiry").on(t.windowEndsAt)],
);
