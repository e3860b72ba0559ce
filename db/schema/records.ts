import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
  smallint,
} from "drizzle-orm/pg-core";
import { NOBODYS_ID } from "../platform";
import {
  LANES,
  LANGUAGES,
  MESSAGE_FAILURES,
  MESSAGE_PRIORITIES,
  MESSAGE_STATUSES,
  ROLES,
} from "../vocabulary";
import { companies } from "./companies";
import {
  companyId,
  count,
  createdAt,
  id,
  instant,
  oneOf,
  referencedCompanyId,
  companyKey,
} from "./columns";

/**
 * The audit log. Append-only (`db/sql/append-only.sql`). An insert lists the entry as not sealed yet
 * (`db/sql/unsealed-entries.sql`).
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    /** The platform's id for entries that concern no company. */
    companyId: companyId(),
    id: id(),
    referencedCompanyId: referencedCompanyId(),
    /** A person or an API key; null for the system and for anonymous callers. */
    actorId: uuid("actor_id"),
    actorRole: text("actor_role", { enum: [...ROLES, "KEY", "SYSTEM", "NOBODY"] }).notNull(),
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
    companyKey(t),
    foreignKey({
      name: "audit_entries_company",
      columns: [t.referencedCompanyId],
      foreignColumns: [companies.id],
    }),
    index("audit_entries_listing").on(t.companyId, t.createdAt, t.id),
    /** Serve the system's entries, which are listed apart, and the groups of the filter. */
    index("audit_entries_of_system")
      .on(t.companyId, t.createdAt, t.id)
      .where(sql`${t.actorRole} = 'SYSTEM'`),
    index("audit_entries_group").on(
      t.companyId,
      sql`split_part(${t.action}, '.', 1)`,
      t.createdAt,
      t.id,
    ),
    index("audit_entries_subject").on(t.companyId, t.subjectType, t.subjectId, t.createdAt),
  ],
);

/** Successful calls with a key; deleted after 30 days (server/access/queries/idempotency.ts). */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** The actor's company; the platform's id for super admins and anonymous callers. */
    companyId: companyId(),
    actorId: uuid("actor_id").notNull(),
    key: text("key").notNull(),
    referencedCompanyId: referencedCompanyId(),
    requestHash: text("request_hash").notNull(),
    response: jsonb("response"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.actorId, t.key] }),
    foreignKey({
      name: "idempotency_keys_company",
      columns: [t.referencedCompanyId],
      foreignColumns: [companies.id],
    }),
    /** Serves the deletion of a member. */
    index("idempotency_keys_about")
      .on(t.companyId, sql`(${t.response} ->> 'memberId')`)
      .where(sql`${t.response} ? 'memberId'`),
    /** Serves the sweep. */
    index("idempotency_keys_age").on(t.createdAt),
    index("idempotency_keys_nobodys_age")
      .on(t.createdAt)
      .where(sql`${t.actorId} = ${sql.raw(`'${NOBODYS_ID}'`)}::uuid`),
    check("idempotency_keys_length", sql`length(${t.key}) BETWEEN 1 AND 200`),
  ],
);

/**
 * Messages to people, written in the transaction that causes them. The rows that wait are the queue
 * that every instance sends from (`server/messages/queries/message-queue.ts`).
 */
export const messages = pgTable(
  "messages",
  {
    /** The platform's id for a super admin's message. */
    companyId: companyId(),
    id: id(),
    referencedCompanyId: referencedCompanyId(),
    /** The recipient, if a member or admin. */
    userId: uuid("user_id"),
    channel: text("channel", { enum: LANES }).notNull(),
    address: text("address").notNull(),
    template: text("template").notNull(),
    language: text("language", { enum: LANGUAGES }).notNull(),
    /**
     * The template's parameters. Encrypted, since they may hold a code; cleared after sending,
     * except in demo mode, and kept in a notice that failed, so that it can be sent again.
     */
    paramsEncrypted: text("params_encrypted"),
    status: text("status", { enum: MESSAGE_STATUSES }).notNull().default("QUEUED"),
    sentAt: instant("sent_at"),
    failure: text("failure", { enum: MESSAGE_FAILURES }),
    /** The last answer of the mail server or SMS provider that did not accept the message. */
    reply: text("reply"),
    /** Codes before notices: `MESSAGE_PRIORITIES`. */
    priority: smallint("priority").notNull().default(MESSAGE_PRIORITIES.notice),
    /** Tries that failed because of the message, not because its server was away. */
    attempts: integer("attempts").notNull().default(0),
    /** The next try; while an instance sends the message, the end of its lease. */
    dueAt: instant("due_at")
      .notNull()
      .default(sql`now()`),
    /** The sender process that holds the lease. */
    leasedBy: uuid("leased_by"),
    /**
     * The decision of which the message tells, while that can be undone
     * (server/orders/rules/undo-window.ts).
     */
    undoKey: text("undo_key"),
    /** The end of the time in which a waiting message is still sent. */
    expiresAt: instant("expires_at")
      .notNull()
      .default(sql`now() + interval '7 days'`),
    createdAt: createdAt(),
  },
  (t) => [
    companyKey(t),
    foreignKey({
      name: "messages_company",
      columns: [t.referencedCompanyId],
      foreignColumns: [companies.id],
    }),
    /** Serves the job that sends a message, which knows only its id. */
    index("messages_id").on(t.id),
    index("messages_listing").on(t.companyId, t.createdAt),
    index("messages_by_user").on(t.companyId, t.userId, t.createdAt),
    /** The queue: finds the companies with waiting messages, and each company's next ones. */
    index("messages_queue")
      .on(t.channel, t.priority, t.companyId, t.dueAt, t.id)
      .where(sql`${t.status} = 'QUEUED'`),
    index("messages_expiring")
      .on(t.expiresAt)
      .where(sql`${t.status} = 'QUEUED'`),
    /** Serves the retention of messages that are sent or have failed. */
    index("messages_settled")
      .on(t.createdAt)
      .where(sql`${t.status} <> 'QUEUED'`),
    index("messages_failed")
      .on(t.companyId, t.createdAt, t.id)
      .where(sql`${t.status} = 'FAILED'`),
    check("messages_status", oneOf(t.status, MESSAGE_STATUSES)),
    check("messages_failure", oneOf(t.failure, MESSAGE_FAILURES)),
  ],
);

/**
 * Rows that the nightly retention of each company deleted; each part is counted in the transaction
 * of the deletion.
 */
export const retentionRuns = pgTable("retention_runs", {
  companyId: companyId()
    .references(() => companies.id)
    .primaryKey(),
  ranAt: instant("ran_at").notNull(),
  /** Messages of the last night, its repetitions included. */
  messages: integer("messages").notNull(),
  proofs: integer("proofs").notNull(),
  /** Messages of all nights. */
  messagesTotal: count("messages_total").notNull().default(0),
  proofsTotal: count("proofs_total").notNull().default(0),
  /** The part of the totals of which the activity tells. */
  messagesTold: count("messages_told").notNull().default(0),
  proofsTold: count("proofs_told").notNull().default(0),
  /** The end of the last run without a fault; null before. */
  succeededAt: instant("succeeded_at"),
});

/** The last day in India for which a company's admins have their daily mail, or needed none. */
export const orderDigests = pgTable("order_digests", {
  companyId: companyId()
    .references(() => companies.id)
    .primaryKey(),
  lastOn: date("last_on", { mode: "string" }).notNull(),
});

/**
 * The last start of each job that runs by the clock (`server/platform/queries/job-runs.ts`).
 * Global.
 */
export const jobRuns = pgTable("job_runs", {
  /** The name of a nightly task; `sweeps` for all tasks of the minute. */
  name: text("name").primaryKey(),
  begunAt: instant("begun_at").notNull(),
  /** Number of attempts this night; 0 once it has succeeded. */
  tries: smallint("tries").notNull(),
});

/** Keyed hashes of a known text by the database's secret (1), and by the one that replaces it (2). */
export const secretChecks = pgTable("secret_checks", {
  id: smallint("id").primaryKey().default(1),
  hash: text("hash").notNull(),
  createdAt: createdAt(),
});

/**
 * Privacy policies and terms of sale to which a member agreed, so that each stays readable after
 * the company changes it. Append-only (`db/sql/append-only.sql`).
 */
export const agreedPolicies = pgTable(
  "agreed_policies",
  {
    companyId: companyId().references(() => companies.id),
    /** SHA-256 of the text, in hex. */
    version: text("version").notNull(),
    language: text("language", { enum: LANGUAGES }).notNull(),
    text: text("text").notNull(),
    /** The time of the first agreement. */
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.version] }),
    check("agreed_policies_version", sql`${t.version} ~ '^[0-9a-f]{64}$'`),
    // Checks the format only, so that a new language needs no migration; contracts check the list.
    check("agreed_policies_language", sql`${t.language} ~ '^[a-z]{2,3}(-[A-Za-z0-9]+)*$'`),
  ],
);
