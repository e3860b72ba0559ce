import { sql } from "drizzle-orm";
import {
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
import { CLAIM_STATUSES, CREDIT_SOURCES, PAYMENT_METHODS } from "../vocabulary";
import { companyId, count, createdAt, id, instant, oneOf, updatedAt } from "./columns";
import { companies } from "./companies";
import { medias } from "./medias";
import { users } from "./members";
import { orders } from "./orders";

/** What members submit as paid; never deleted (architecture.md §6, "Payments"). */
export const paymentClaims = pgTable(
  "payment_claims",
  {
    companyId: companyId().references(() => companies.id),
    id: id(),
    memberId: uuid("member_id").notNull(),
    /** The order that the member names. */
    orderId: uuid("order_id").notNull(),
    status: text("status", { enum: CLAIM_STATUSES }).notNull(),
    method: text("method", { enum: PAYMENT_METHODS }).notNull(),
    /** Normalised; null for a method without one. */
    reference: text("reference"),
    /** The order's total. */
    amountPaise: count("amount_paise").notNull(),
    /** The amount that the member reports. */
    paidAmountPaise: count("paid_amount_paise"),
    beneficiaryId: uuid("beneficiary_id"),
    beneficiaryVersion: integer("beneficiary_version"),
    proofMediaId: uuid("proof_media_id"),
    /** The code of the refusal that left it UNAPPLIED; kept afterwards. */
    unappliedBecause: text("unapplied_because"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      name: "payment_claims_member",
      columns: [t.companyId, t.memberId],
      foreignColumns: [users.companyId, users.id],
    }),
    foreignKey({
      name: "payment_claims_order",
      columns: [t.companyId, t.orderId],
      foreignColumns: [orders.companyId, orders.id],
    }),
    foreignKey({
      name: "payment_claims_proof",
      columns: [t.companyId, t.proofMediaId],
      foreignColumns: [medias.companyId, medias.id],
    }),
    /** A repeated submission finds the claim that stands unapplied. */
    uniqueIndex("payment_claims_unapplied")
      .on(t.companyId, t.memberId, t.orderId)
      .where(sql`${t.status} = 'UNAPPLIED'`),
    /** An order stands on one claim at a time. */
    uniqueIndex("payment_claims_applied")
      .on(t.companyId, t.orderId)
      .where(sql`${t.status} = 'APPLIED'`),
    index("payment_claims_reference").on(t.companyId, t.reference),
    index("payment_claims_order_lookup").on(t.companyId, t.orderId),
    /** For the deletion of files. */
    index("payment_claims_proof_lookup")
      .on(t.companyId, t.proofMediaId)
      .where(sql`${t.proofMediaId} IS NOT NULL`),
    index("payment_claims_waiting")
      .on(t.companyId, t.createdAt, t.id)
      .where(sql`${t.status} = 'UNAPPLIED'`),
    check("payment_claims_status", oneOf(t.status, CLAIM_STATUSES)),
    check("payment_claims_amount", sql`${t.amountPaise} > 0`),
  ],
);

/**
 * Money that the company received. Only credits count as received. `db/sql/received-before.sql` tells
 * whether there was money of a number before.
 */
export const paymentCredits = pgTable(
  "payment_credits",
  {
    companyId: companyId().references(() => companies.id),
    id: id(),
    source: text("source", { enum: CREDIT_SOURCES }).notNull(),
    method: text("method", { enum: PAYMENT_METHODS }).notNull(),
    reference: text("reference"),
    amountPaise: count("amount_paise").notNull(),
    /** Sums of its applications in force and of its refunds: the CHECK counts no rupee twice. */
    appliedPaise: count("applied_paise").notNull().default(0),
    refundedPaise: count("refunded_paise").notNull().default(0),
    /** The claim that it confirms. */
    claimId: uuid("claim_id"),
    receivedAt: instant("received_at").notNull(),
    /** The admin who confirmed it; null for a credit from before credits were kept. */
    recordedBy: uuid("recorded_by"),
    /** When an admin found that the money had not arrived after all; it then counts as nothing. */
    voidedAt: instant("voided_at"),
    voidedBy: uuid("voided_by"),
    voidNote: text("void_note"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      name: "payment_credits_claim",
      columns: [t.companyId, t.claimId],
      foreignColumns: [paymentClaims.companyId, paymentClaims.id],
    }),
    /** A claim is confirmed once. */
    uniqueIndex("payment_credits_claim_once")
      .on(t.companyId, t.claimId)
      .where(sql`${t.voidedAt} IS NULL`),
    index("payment_credits_reference").on(t.companyId, t.reference),
    index("payment_credits_open")
      .on(t.companyId, t.receivedAt, t.id)
      .where(
        sql`${t.voidedAt} IS NULL AND ${t.amountPaise} > ${t.appliedPaise} + ${t.refundedPaise}`,
      ),
    check("payment_credits_source", oneOf(t.source, CREDIT_SOURCES)),
    check(
      "payment_credits_sums",
      sql`${t.amountPaise} > 0 AND ${t.appliedPaise} >= 0 AND ${t.refundedPaise} >= 0 AND ${t.appliedPaise} + ${t.refundedPaise} <= ${t.amountPaise}`,
    ),
    check("payment_credits_void", sql`${t.voidedAt} IS NULL OR ${t.appliedPaise} = 0`),
  ],
);

/** Joins a claim or a credit to an order, with the amount that serves it. Ended, never deleted. */
export const paymentApplications = pgTable(
  "payment_applications",
  {
    companyId: companyId().references(() => companies.id),
    id: id(),
    orderId: uuid("order_id").notNull(),
    claimId: uuid("claim_id"),
    creditId: uuid("credit_id"),
    amountPaise: count("amount_paise").notNull(),
    createdAt: createdAt(),
    endedAt: instant("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      name: "payment_applications_order",
      columns: [t.companyId, t.orderId],
      foreignColumns: [orders.companyId, orders.id],
    }),
    foreignKey({
      name: "payment_applications_claim",
      columns: [t.companyId, t.claimId],
      foreignColumns: [paymentClaims.companyId, paymentClaims.id],
    }),
    foreignKey({
      name: "payment_applications_credit",
      columns: [t.companyId, t.creditId],
      foreignColumns: [paymentCredits.companyId, paymentCredits.id],
    }),
    uniqueIndex("payment_applications_claim_once")
      .on(t.companyId, t.claimId, t.orderId)
      .where(sql`${t.endedAt} IS NULL AND ${t.claimId} IS NOT NULL`),
    uniqueIndex("payment_applications_credit_once")
      .on(t.companyId, t.creditId, t.orderId)
      .where(sql`${t.endedAt} IS NULL AND ${t.creditId} IS NOT NULL`),
    index("payment_applications_order_lookup").on(t.companyId, t.orderId),
    check("payment_applications_one_source", sql`num_nonnulls(${t.claimId}, ${t.creditId}) = 1`),
    check("payment_applications_amount", sql`${t.amountPaise} > 0`),
  ],
);

/** Money of a credit that was sent back. */
export const paymentRefunds = pgTable(
  "payment_refunds",
  {
    companyId: companyId().references(() => companies.id),
    id: id(),
    creditId: uuid("credit_id").notNull(),
    amountPaise: count("amount_paise").notNull(),
    /** The bank's reference of the refund. */
    reference: text("reference").notNull(),
    /** The day on which it was sent. */
    refundedOn: date("refunded_on", { mode: "string" }).notNull(),
    recordedBy: uuid("recorded_by").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      name: "payment_refunds_credit",
      columns: [t.companyId, t.creditId],
      foreignColumns: [paymentCredits.companyId, paymentCredits.id],
    }),
    uniqueIndex("payment_refunds_reference").on(t.companyId, t.creditId, t.reference),
    check("payment_refunds_amount", sql`${t.amountPaise} > 0`),
  ],
);
