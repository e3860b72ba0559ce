import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  COUNTING_STATUSES,
  EVIDENCE_SOURCES,
  KEY_SOURCES,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
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
import { companies } from "./companies";
import { medias } from "./medias";
import { users } from "./members";
import { orders } from "./orders";
import { statementLines } from "./statements";

/**
 * Money that arrived, or is said to have arrived, once (architecture.md §6, "Payments"). The unallocated
 * rest of it is received − applied − refunded. A committed payment is never deleted. By itself a new
 * status
 * - is copied to the payment's evidence, for the lists of entries: the foreign key of `payment_evidence`
 *   cascades;
 * - computes `counts` anew, which takes or frees the payment's keys: the foreign key of `payment_keys`
 *   cascades, and `payment_keys_once` refuses a key with which another payment counts.
 */
export const payments = pgTable(
  "payments",
  {
    ...companyRow(() => companies.id),
    /** It is null while a bank's entry is its only evidence. */
    memberId: uuid("member_id"),
    /**
     * The order that it was paid for, as its member or an admin says; null while a bank's entry is
     * its only evidence.
     */
    orderId: uuid("order_id"),
    status: text("status", { enum: PAYMENT_STATUSES }).notNull(),
    /** True if its keys are taken: no other payment that counts has one of them. */
    counts: boolean("counts")
      .notNull()
      .generatedAlwaysAs((): SQL => oneOf(payments.status, COUNTING_STATUSES)),
    method: text("method", { enum: PAYMENT_METHODS }).notNull(),
    /** The number as it is shown: typed and normalised, or as the bank wrote it. Null for none. */
    reference: text("reference"),
    /** The order's total for a submission, the entry's sum for an entry. */
    amountPaise: count("amount_paise").notNull(),
    /** The amount that the member reports. */
    reportedPaise: count("reported_paise"),
    proofMediaId: uuid("proof_media_id"),
    beneficiaryId: uuid("beneficiary_id"),
    beneficiaryVersion: integer("beneficiary_version"),
    /** The code of the refusal that left it UNALLOCATED, or how an admin recorded it; kept afterwards. */
    unallocatedBecause: text("unapplied_because"),
    /** Paise that arrived; null until an admin confirmed them. */
    receivedPaise: count("received_paise"),
    /** Sums of its applications in force and of its refunds: the CHECK counts no rupee twice. */
    appliedPaise: count("applied_paise").notNull().default(0),
    refundedPaise: count("refunded_paise").notNull().default(0),
    receivedAt: instant("received_at"),
    confirmedBy: uuid("confirmed_by"),
    /**
     * The reason why an entry's payment pays nothing here, or why its money had not arrived after
     * all; by whom, when.
     */
    settledNote: text("settled_note"),
    settledBy: uuid("settled_by"),
    settledAt: instant("settled_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    companyKey(t),
    /** The target of the foreign key of `payment_keys`. */
    unique("payments_counting").on(t.companyId, t.id, t.counts),
    /** The target of the foreign key of `payment_evidence`. */
    unique("payments_in_status").on(t.companyId, t.id, t.status),
    ofCompany("payments_member", t.companyId, t.memberId, users),
    ofCompany("payments_order", t.companyId, t.orderId, orders),
    ofCompany("payments_proof", t.companyId, t.proofMediaId, medias),
    index("payments_of_order").on(t.companyId, t.orderId),
    /** Adds up members' money too. */
    index("payments_of_member").on(t.companyId, t.memberId, t.appliedPaise),
    /** Serves the deletion of files. */
    index("payments_proof_lookup")
      .on(t.companyId, t.proofMediaId)
      .where(sql`${t.proofMediaId} IS NOT NULL`),
    /** Finds the payments that no order took. */
    index("payments_unconfirmed")
      .on(t.companyId, t.createdAt, t.id)
      .where(sql`${t.status} IN ('UNALLOCATED', 'DOUBTED') AND ${t.memberId} IS NOT NULL`),
    /** Finds the payments on which no admin has decided. */
    index("payments_undecided")
      .on(t.companyId, t.id)
      .where(sql`${t.status} IN ('WAITING', 'UNALLOCATED', 'DOUBTED')`),
    index("payments_left")
      .on(t.companyId, t.receivedAt, t.id)
      .where(sql`${t.receivedPaise} > ${t.appliedPaise} + ${t.refundedPaise}`),
    /** Serves sums by day. */
    index("payments_received")
      .on(t.companyId, t.receivedAt)
      .where(sql`${t.receivedAt} IS NOT NULL`),
    check("payments_status", oneOf(t.status, PAYMENT_STATUSES)),
    check("payments_amount", sql`${t.amountPaise} > 0`),
    check("payments_paid_for", sql`(${t.memberId} IS NULL) = (${t.orderId} IS NULL)`),
    /** A payment without a member has a bank's entry as its only evidence. */
    check(
      "payments_unnamed",
      sql`${t.memberId} IS NOT NULL OR ${t.status} IN ('UNALLOCATED', 'PUT_AWAY', 'MERGED')`,
    ),
    check(
      "payments_confirmed",
      sql`(${t.status} = 'CONFIRMED') = (${t.receivedPaise} IS NOT NULL)`,
    ),
    check(
      "payments_confirmation",
      sql`(${t.receivedPaise} IS NULL) = (${t.receivedAt} IS NULL) AND ${t.receivedPaise} > 0`,
    ),
    check(
      "payments_sums",
      sql`${t.appliedPaise} >= 0 AND ${t.refundedPaise} >= 0 AND ${t.appliedPaise} + ${t.refundedPaise} <= coalesce(${t.receivedPaise}, 0)`,
    ),
    check("payments_put_away_note", sql`${t.status} <> 'PUT_AWAY' OR ${t.settledNote} IS NOT NULL`),
  ],
);

/** The key of a payment, for tables that this module imports. */
export const paymentKey = (): [AnyPgColumn, AnyPgColumn] => [payments.companyId, payments.id];

/**
 * The numbers of a payment in their canonical form (server/payments/rules/keys.ts). Among payments that
 * count, a key is unique in its company: one payment counts once.
 */
export const paymentKeys = pgTable(
  "payment_keys",
  {
    companyId: companyId(),
    paymentId: uuid("payment_id").notNull(),
    key: text("key").notNull(),
    /** The first source of the key: a person typed it, or a bank wrote it. */
    source: text("source", { enum: KEY_SOURCES }).notNull(),
    /** A copy of the payment's `counts`; the foreign key keeps them equal. */
    counts: boolean("counts").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.paymentId, t.key] }),
    foreignKey({
      name: "payment_keys_payment",
      columns: [t.companyId, t.paymentId, t.counts],
      foreignColumns: [payments.companyId, payments.id, payments.counts],
    }).onUpdate("cascade"),
    uniqueIndex("payment_keys_once")
      .on(t.companyId, t.key)
      .where(sql`${t.counts}`),
    index("payment_keys_lookup").on(t.companyId, t.key),
    /**
     * Finds the counted keys that contain a number; one of UPI and IMPS is shorter than these. Hardly a
     * key of another company does, and a list of a company's keys takes longer to read than theirs.
     */
    index("payment_keys_number")
      .using("gin", sql`${t.key} gin_trgm_ops`)
      .where(sql`${t.counts} AND length(${t.key}) > 12`),
    check("payment_keys_source", oneOf(t.source, KEY_SOURCES)),
    check("payment_keys_key", sql`${t.key} <> ''`),
  ],
);

/** A member's submission, a bank's entry and an admin's word are evidence of a payment. */
export const paymentEvidence = pgTable(
  "payment_evidence",
  {
    companyId: companyId(),
    id: id(),
    paymentId: uuid("payment_id").notNull(),
    /** A copy of the payment's status; the foreign key keeps them equal. */
    paymentStatus: text("payment_status", { enum: PAYMENT_STATUSES }).notNull(),
    source: text("source", { enum: EVIDENCE_SOURCES }).notNull(),
    /** The bank's entry and its day; null for the others. */
    lineId: uuid("line_id"),
    bookedOn: date("booked_on", { mode: "string" }),
    /** Paise that were paid according to this evidence. */
    amountPaise: count("amount_paise").notNull(),
    /** The number as this evidence has it. */
    reference: text("reference"),
    proofMediaId: uuid("proof_media_id"),
    /** The person who submitted, imported or recorded it. */
    by: uuid("by"),
    createdAt: createdAt(),
    /**
     * The time of a person's decision about a bank's sum that is not the payment's, and the person.
     */
    decidedAt: instant("decided_at"),
    decidedBy: uuid("decided_by"),
  },
  (t) => [
    companyKey(t),
    foreignKey({
      name: "payment_evidence_payment",
      columns: [t.companyId, t.paymentId, t.paymentStatus],
      foreignColumns: [payments.companyId, payments.id, payments.status],
    }).onUpdate("cascade"),
    foreignKey({
      name: "payment_evidence_line",
      columns: [t.companyId, t.lineId, t.bookedOn],
      foreignColumns: [statementLines.companyId, statementLines.id, statementLines.bookedOn],
    }),
    ofCompany("payment_evidence_proof", t.companyId, t.proofMediaId, medias),
    uniqueIndex("payment_evidence_line_once").on(t.companyId, t.lineId),
    /** Finds entries about which nobody has decided (server/payments/queries/entries.ts). */
    index("payment_evidence_undecided")
      .on(t.companyId, t.paymentId)
      .where(sql`${t.source} = 'BANK' AND ${t.decidedAt} IS NULL`),
    /**
     * Serves the lists of entries in a status, by decision, day and sum
     * (server/payments/queries/entry-list.ts). The payment follows the key, so that PostgreSQL
     * reads the index alone.
     */
    index("payment_evidence_decided")
      .on(t.companyId, t.paymentStatus, t.decidedAt, t.lineId, t.paymentId)
      .where(sql`${t.source} = 'BANK'`),
    index("payment_evidence_booked")
      .on(t.companyId, t.paymentStatus, t.bookedOn, t.lineId, t.paymentId)
      .where(sql`${t.source} = 'BANK'`),
    index("payment_evidence_amounts")
      .on(t.companyId, t.paymentStatus, t.amountPaise, t.lineId, t.paymentId)
      .where(sql`${t.source} = 'BANK'`),
    index("payment_evidence_of_payment").on(t.companyId, t.paymentId),
    index("payment_evidence_proof_lookup")
      .on(t.companyId, t.proofMediaId)
      .where(sql`${t.proofMediaId} IS NOT NULL`),
    check("payment_evidence_source", oneOf(t.source, EVIDENCE_SOURCES)),
    check(
      "payment_evidence_line_of_bank",
      sql`CASE ${t.source} WHEN 'BANK' THEN num_nonnulls(${t.lineId}, ${t.bookedOn}) = 2 ELSE num_nonnulls(${t.lineId}, ${t.bookedOn}) = 0 END`,
    ),
    check("payment_evidence_amount", sql`${t.amountPaise} > 0`),
  ],
);

/** Joins received money to an order, with the amount that serves it. Ended, never deleted. */
export const paymentApplications = pgTable(
  "payment_applications",
  {
    ...companyRow(() => companies.id),
    paymentId: uuid("payment_id").notNull(),
    orderId: uuid("order_id").notNull(),
    amountPaise: count("amount_paise").notNull(),
    createdAt: createdAt(),
    endedAt: instant("ended_at"),
  },
  (t) => [
    companyKey(t),
    ofCompany("payment_applications_payment", t.companyId, t.paymentId, payments),
    ofCompany("payment_applications_order", t.companyId, t.orderId, orders),
    uniqueIndex("payment_applications_once")
      .on(t.companyId, t.paymentId, t.orderId)
      .where(sql`${t.endedAt} IS NULL`),
    index("payment_applications_order_lookup").on(t.companyId, t.orderId),
    index("payment_applications_of_payment").on(t.companyId, t.paymentId),
    check("payment_applications_amount", sql`${t.amountPaise} > 0`),
  ],
);

/** Money of a payment that was sent back. */
export const paymentRefunds = pgTable(
  "payment_refunds",
  {
    ...companyRow(() => companies.id),
    paymentId: uuid("payment_id").notNull(),
    amountPaise: count("amount_paise").notNull(),
    /** The bank's reference of the refund. */
    reference: text("reference").notNull(),
    /** The day on which it was sent. */
    refundedOn: date("refunded_on", { mode: "string" }).notNull(),
    recordedBy: uuid("recorded_by").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    companyKey(t),
    ofCompany("payment_refunds_payment", t.companyId, t.paymentId, payments),
    uniqueIndex("payment_refunds_reference").on(t.companyId, t.paymentId, t.reference),
    check("payment_refunds_amount", sql`${t.amountPaise} > 0`),
  ],
);
