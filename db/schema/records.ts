import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { CHANNELS, LANGUAGES, ROLES } from "../vocabulary";
import { companies } from "./companies";
import { createdAt, id, instant } from "./columns";

/** Who did what and when. Append-only: a trigger refuses UPDATE, DELETE and TRUNCATE. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: id().primaryKey(),
    /** Null for what concerns the platform. */
    companyId: uuid("company_id").references(() => companies.id),
    /** Null for the system itself and for nobody. */
    actorId: uuid("actor_id"),
    actorRole: text("actor_role", { enum: [...ROLES, "SYSTEM", "NOBODY"] }).notNull(),
    /** `noun.verb`, for example `order.approved`. */
    action: text("action").notNull(),
    subjectType: text("subject_type").notNull(),
    subjectId: text("subject_id").notNull(),
    before: jsonb("before"),
    after: jsonb("after"),
    requestId: text("request_id"),
    createdAt: createdAt(),
  },
  (t) => [
    index("audit_entries_listing").on(t.companyId, t.createdAt, t.id),
    index("audit_entries_subject").on(t.companyId, t.subjectType, t.subjectId, t.createdAt),
  ],
);

/** A success of a money-moving call, remembered as long as its order. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    actorId: uuid("actor_id").notNull(),
    key: text("key").notNull(),
    companyId: uuid("company_id").references(() => companies.id),
    requestHash: text("request_hash").notNull(),
    response: jsonb("response"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.actorId, t.key] }),
    check("idempotency_keys_length", sql`length(${t.key}) BETWEEN 1 AND 200`),
  ],
);

/** Messages to people. Written in the transaction that causes them, sent by the job queue. */
export const messages = pgTable(
  "messages",
  {
    id: id().primaryKey(),
    /** Null for a super admin's. */
    companyId: uuid("company_id").references(() => companies.id),
    /** The member or admin it is for, where there is one. */
    userId: uuid("user_id"),
    channel: text("channel", { enum: CHANNELS }).notNull(),
    address: text("address").notNull(),
    template: text("template").notNull(),
    language: text("language", { enum: LANGUAGES }).notNull(),
    /** What the template says. Encrypted, since it may hold a code; emptied once sent outside demo. */
    paramsEncrypted: text("params_encrypted"),
    status: text("status", { enum: ["QUEUED", "SENT", "FAILED"] })
      .notNull()
      .default("QUEUED"),
    /** The host the links in it lead to. */
    origin: text("origin").notNull(),
    sentAt: instant("sent_at"),
    failure: text("failure"),
    createdAt: createdAt(),
  },
  (t) => [
    index("messages_listing").on(t.companyId, t.createdAt),
    index("messages_by_user").on(t.companyId, t.userId, t.createdAt),
    index("messages_waiting")
      .on(t.createdAt)
      .where(sql`${t.status} = 'QUEUED'`),
    check("messages_status", sql`${t.status} IN ('QUEUED', 'SENT', 'FAILED')`),
  ],
);
