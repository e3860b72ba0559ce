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
  CHANNELS,
  CODE_PURPOSES,
  COLOUR_SCHEMES,
  COMPANY_ROLES,
  GENDERS,
  LANGUAGES,
  MEMBER_STATUSES,
} from "../vocabulary";
import { companies } from "./companies";
import { companyId, createdAt, id, instant, updatedAt } from "./columns";

/** Members (USER) and admins (ADMIN) of a company. A deleted one is anonymised and kept. */
export const users = pgTable(
  "users",
  {
    companyId: companyId().references(() => companies.id),
    id: id(),
    role: text("role", { enum: COMPANY_ROLES }).notNull(),
    name: text("name").notNull(),
    /** As typed; compared folded to lower case. */
    email: text("email").notNull(),
    /** E.164. */
    mobile: text("mobile").notNull(),
    /** Null for an invited admin who has not set one yet. */
    passwordHash: text("password_hash"),
    /** The Member ID. */
    referralCode: text("referral_code").notNull(),
    referrerId: uuid("referrer_id"),
    dateOfBirth: date("date_of_birth", { mode: "string" }),
    pincode: text("pincode"),
    gender: text("gender", { enum: GENDERS }),
    status: text("status", { enum: MEMBER_STATUSES }).notNull().default("ACTIVE"),
    isApproved: boolean("is_approved").notNull().default(false),
    kycEncrypted: text("kyc_encrypted"),
    walletAddress: text("wallet_address"),
    avatarMediaId: uuid("avatar_media_id"),
    language: text("language", { enum: LANGUAGES }).notNull().default("en"),
    colourScheme: text("colour_scheme", { enum: COLOUR_SCHEMES }).notNull().default("system"),
    emailVerifiedAt: instant("email_verified_at"),
    mobileVerifiedAt: instant("mobile_verified_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant("deleted_at"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      name: "users_referrer",
      columns: [t.companyId, t.referrerId],
      foreignColumns: [t.companyId, t.id],
    }),
    /** Sessions point at a user by id alone, so the id is unique by itself too. */
    uniqueIndex("users_id").on(t.id),
    uniqueIndex("users_email")
      .on(t.companyId, sql`lower(${t.email})`)
      .where(sql`${t.deletedAt} IS NULL`),
    uniqueIndex("users_referral_code").on(t.companyId, t.referralCode),
    index("users_listing").on(t.companyId, t.role, t.createdAt, t.id),
    index("users_referred_by").on(t.companyId, t.referrerId),
    check("users_role", sql`${t.role} IN ('USER', 'ADMIN')`),
    check("users_status", sql`${t.status} IN ('ACTIVE', 'INACTIVE', 'BLOCKED')`),
    check("users_no_self_referral", sql`${t.referrerId} <> ${t.id}`),
  ],
);

/** Global. They belong to no company. */
export const superAdmins = pgTable(
  "super_admins",
  {
    id: id().primaryKey(),
    email: text("email").notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("super_admins_email").on(sql`lower(${t.email})`)],
);

const sessionColumns = {
  /** SHA-256 of the token that the client holds; the token itself is nowhere. */
  id: text("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  /** Slides with use. */
  expiresAt: instant("expires_at").notNull(),
  /** Never slides. */
  absoluteExpiresAt: instant("absolute_expires_at").notNull(),
  createdAt: createdAt(),
  ip: text("ip"),
  userAgent: text("user_agent"),
};

/** Global: sessions of members and company admins. */
export const sessions = pgTable("sessions", { ...sessionColumns, companyId: companyId() }, (t) => [
  foreignKey({
    name: "sessions_user",
    columns: [t.companyId, t.userId],
    foreignColumns: [users.companyId, users.id],
  }),
  index("sessions_by_user").on(t.companyId, t.userId),
  index("sessions_expiry").on(t.expiresAt),
]);

/** Global: sessions of super admins. */
export const superAdminSessions = pgTable("super_admin_sessions", sessionColumns, (t) => [
  foreignKey({
    name: "super_admin_sessions_user",
    columns: [t.userId],
    foreignColumns: [superAdmins.id],
  }),
  index("super_admin_sessions_by_user").on(t.userId),
]);

/** Global: one-time codes and set-password links, as keyed hashes. */
export const oneTimeCodes = pgTable(
  "one_time_codes",
  {
    id: id().primaryKey(),
    /** Null for a super admin's. */
    companyId: uuid("company_id").references(() => companies.id),
    purpose: text("purpose", { enum: CODE_PURPOSES }).notNull(),
    channel: text("channel", { enum: CHANNELS }).notNull(),
    /** The folded e-mail the person asked under; a mobile's code carries the e-mail it belongs to. */
    subject: text("subject").notNull(),
    /** Where it was sent: the folded e-mail or the E.164 number. */
    address: text("address").notNull(),
    codeHash: text("code_hash").notNull(),
    triesLeft: integer("tries_left").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    createdAt: createdAt(),
  },
  (t) => [
    index("one_time_codes_lookup").on(t.companyId, t.purpose, t.subject, t.createdAt),
    index("one_time_codes_expiry").on(t.expiresAt),
    check("one_time_codes_tries", sql`${t.triesLeft} >= 0`),
  ],
);

/** Global: counters that hold across instances. The key says what is counted, hashed where personal. */
export const loginThrottles = pgTable(
  "login_throttles",
  {
    key: text("key").primaryKey(),
    hits: integer("hits").notNull(),
    windowEndsAt: instant("window_ends_at").notNull(),
  },
  (t) => [index("login_throttles_expiry").on(t.windowEndsAt)],
);
