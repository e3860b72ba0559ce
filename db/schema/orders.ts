import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
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
  ALLOCATION_KINDS,
  ORDER_STATUSES,
  PAYMENT_METHODS,
  REWARD_REASONS,
  STATED_REWARDS,
  SUBMITTED_STATUSES,
  type OrderFlag,
  type RewardHold,
} from "../vocabulary";
import { beneficiaries } from "./beneficiaries";
import { campaigns } from "./campaigns";
import { companies } from "./companies";
import {
  companyId,
  count,
  createdAt,
  id,
  instant,
  oneOf,
  updatedAt,
  transactionId,
  ofCompany,
  companyKey,
  companyRow,
} from "./columns";
import { newSalt } from "../ids";
import { medias } from "./medias";
import { users } from "./members";
import { paymentKey } from "./payments";

const submitted = (t: { status: AnyPgColumn }): SQL => oneOf(t.status, SUBMITTED_STATUSES);

const rewarded = (t: { heldReward: AnyPgColumn; rewardState: AnyPgColumn }): SQL =>
  sql`(${t.heldReward} > 0 OR ${t.rewardState} IS NOT NULL)`;

/**
 * Purchases, from the hold to the decision (architecture.md §6). The table has no trigger: a new
 * status writes this row alone. The program writes an approval's allocations, and the rows of its
 * pool, payments, audit log and messages, in the same transaction. The CHECKs refuse an APPROVED
 * order that still holds tokens, or has no decision. Those other rows have consequences of their
 * own, described at their tables: allocations update the members' `holdings`, payments show their
 * new status at their keys and evidence, and an audit entry is listed in `audit_unsealed`.
 * `db/sql/statistics.sql` tells the planner about flags and days of decisions.
 */
export const orders = pgTable(
  "orders",
  {
    ...companyRow(() => companies.id),
    memberId: uuid("member_id").notNull(),
    /** 'PUR-' and digits of the clock; unique per company. The spec's transactionId. */
    orderNumber: text("order_number").notNull(),
    amountPaise: count("amount_paise").notNull(),
    priceMicroRupees: count("price_micro_rupees").notNull(),
    feeBps: integer("fee_bps").notNull(),
    quantity: count("quantity").notNull(),
    feePaise: count("fee_paise").notNull(),
    totalPaise: count("total_paise").notNull(),
    status: text("status", { enum: ORDER_STATUSES }).notNull().default("OPEN"),
    /** Tokens that the order holds at present, for the buyer with the bonus, and for the referrer. */
    heldQuantity: count("held_quantity").notNull().default(0),
    heldReward: count("held_reward").notNull().default(0),
    /** The rate of the campaign, else the company's when a reward was last held; null if none was. */
    rewardBps: integer("reward_bps"),
    /** The campaign that ran when the order was created, if its referrer may refer; its terms stay. */
    campaignId: uuid("campaign_id"),
    /** Is null without a bonus. */
    bonusBps: integer("bonus_bps"),
    /** The buyer's bonus for the whole order, as it was last held. */
    bonusTokens: count("bonus_tokens").notNull().default(0),
    /** True from the submission until a sweep has judged the reward by the signs of its payment. */
    riskDue: boolean("risk_due").notNull().default(false),
    /** Receives the reward on approval; fixed when the order is created. */
    referrerId: uuid("referrer_id"),
    /**
     * The reward from the approval on, and a withdrawn one from before
     * (server/orders/rules/reward-life.ts); null for one that is only held or promised, and without
     * one.
     */
    rewardState: text("reward_state", { enum: STATED_REWARDS }),
    /** Tokens of the stated reward: those on hold, allocated, or withdrawn, which are nowhere else. */
    rewardTokens: count("reward_tokens"),
    /** The end of the days for which it is held; null where it never was. */
    rewardReleaseAt: instant("reward_release_at"),
    rewardHeldBecause: jsonb("reward_held_because").$type<RewardHold[]>().notNull().default([]),
    rewardReason: text("reward_reason", { enum: REWARD_REASONS }),
    /** The words of the admin who released or withdrew it. */
    rewardNote: text("reward_note"),
    /** The time of the release or withdrawal, and the admin; null for the product itself. */
    rewardDecidedAt: instant("reward_decided_at"),
    rewardDecidedBy: uuid("reward_decided_by"),
    holdEndsAt: instant("hold_ends_at").notNull(),
    /** True until the member is told that the hold has ended; a sweep tells them. */
    expiryNoticeDue: boolean("expiry_notice_due").notNull().default(false),
    /** The payment on which the present submission stands. */
    paymentId: uuid("payment_id"),
    /** The order whose unallocated payment pays this one; null where its own payment does. */
    sourceOrderId: uuid("source_order_id"),
    /**
     * The time at which the present submission gave its tokens back undecided; null if it did not.
     */
    holdReleasedAt: instant("hold_released_at"),
    /** The account version that the payer was shown. */
    beneficiaryId: uuid("beneficiary_id"),
    beneficiaryVersion: integer("beneficiary_version"),
    paymentMethod: text("payment_method", { enum: PAYMENT_METHODS }),
    /** Normalised (server/orders/rules/submission.ts). */
    reference: text("reference"),
    proofMediaId: uuid("proof_media_id"),
    /** The amount that the member reports; only compared with the total. */
    paidAmountPaise: count("paid_amount_paise"),
    flags: jsonb("flags").$type<OrderFlag[]>().notNull().default([]),
    /** The company's price and fee at the submission, with the flag QUOTE_ENDED; null otherwise. */
    presentPriceMicroRupees: count("present_price_micro_rupees"),
    presentFeeBps: integer("present_fee_bps"),
    /**
     * The time of the member's agreement to the privacy policy and the terms of sale for this
     * order, and the versions of both (SHA-256).
     */
    consentedAt: instant("consented_at"),
    consentVersion: text("consent_version"),
    consentTermsVersion: text("consent_terms_version"),
    submittedAt: instant("submitted_at"),
    /** The transaction of the latest submission: it is new to a snapshot that did not see it. */
    submittedXact: transactionId("submitted_xact"),
    /** The number of submissions; a decision names the one that the admin was shown. */
    submissionVersion: integer("submission_version").notNull().default(0),
    /** The number of the latest decision: approvals and rejections so far, undone ones included. */
    decisionCount: integer("decision_count").notNull().default(0),
    /**
     * 32 random bytes in hex. A reward's allocation covers these terms by a hash with it, since its
     * referrer may not read them; only the buyer's receipt states it.
     */
    termsSalt: text("terms_salt").notNull().$defaultFn(newSalt),
    decidedAt: instant("decided_at"),
    decidedBy: uuid("decided_by"),
    /**
     * The end of the time in which the person who decided may undo it; nobody is told before. Null
     * where the decision cannot be undone.
     */
    undoUntil: instant("undo_until"),
    decisionReason: text("decision_reason"),
    /** The approved tokens, if they are fewer than the order's; null for the whole order. */
    approvedQuantity: count("approved_quantity"),
    approvedAmountPaise: count("approved_amount_paise"),
    approvedFeePaise: count("approved_fee_paise"),
    /** Paise that were received for it, if that is not its total; null otherwise. */
    receivedPaise: count("received_paise"),
    /**
     * The time at which its member was last asked for the rest of a part that was received; null
     * without one.
     */
    restAskedAt: instant("rest_asked_at"),
    refundNote: text("refund_note"),
    reversedAt: instant("reversed_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    companyKey(t),
    ofCompany("orders_member", t.companyId, t.memberId, users),
    ofCompany("orders_referrer", t.companyId, t.referrerId, users),
    foreignKey({
      name: "orders_beneficiary",
      columns: [t.companyId, t.beneficiaryId, t.beneficiaryVersion],
      foreignColumns: [beneficiaries.companyId, beneficiaries.id, beneficiaries.version],
    }),
    ofCompany("orders_proof", t.companyId, t.proofMediaId, medias),
    foreignKey({
      name: "orders_payment_on_record",
      columns: [t.companyId, t.paymentId],
      foreignColumns: paymentKey(),
    }),
    ofCompany("orders_source", t.companyId, t.sourceOrderId, t),
    ofCompany("orders_campaign", t.companyId, t.campaignId, campaigns),
    uniqueIndex("orders_number").on(t.companyId, t.orderNumber),
    uniqueIndex("orders_one_open_per_member")
      .on(t.companyId, t.memberId)
      .where(sql`${t.status} = 'OPEN'`),
    index("orders_payment")
      .on(t.companyId, t.paymentId)
      .where(sql`${t.paymentId} IS NOT NULL`),
    /** Counts the orders of a list. It is narrow, so that equal keys share an entry. */
    index("orders_counted").on(t.companyId, t.status),
    index("orders_listing").on(t.companyId, t.status, t.createdAt, t.id),
    /** Serves lists without a status filter that show submitted orders only. */
    index("orders_submitted").on(t.companyId, t.createdAt, t.id).where(submitted(t)),
    index("orders_flagged")
      .on(t.companyId, t.status, t.createdAt, t.id)
      .where(sql`jsonb_array_length(${t.flags}) > 0`),
    /**
     * Serves the history by decision, and lists and sums of the final amount. The columns of the
     * expressions follow the key, so that PostgreSQL reads the index alone.
     */
    index("orders_decisions")
      .on(
        t.companyId,
        t.status,
        sql`coalesce(${t.reversedAt}, ${t.decidedAt})`,
        t.id,
        t.reversedAt,
        t.decidedAt,
        t.paymentMethod,
        t.approvedAmountPaise,
        t.approvedFeePaise,
        t.totalPaise,
      )
      .where(sql`${t.decidedAt} IS NOT NULL`),
    index("orders_amounts").on(
      t.companyId,
      t.status,
      sql`coalesce(${t.approvedAmountPaise} + ${t.approvedFeePaise}, ${t.totalPaise})`,
      t.id,
      t.approvedAmountPaise,
      t.approvedFeePaise,
      t.totalPaise,
    ),
    /** Serves searches by a sum without the fee. */
    index("orders_ordered").on(t.companyId, t.amountPaise),
    /** Serves searches by a sum that the member entered, if it is not the total. */
    index("orders_entered")
      .on(t.companyId, t.paidAmountPaise)
      .where(sql`${t.paidAmountPaise} <> ${t.totalPaise}`),
    /** Serves a super admin's lists over all companies. */
    index("orders_submitted_anywhere").on(t.createdAt, t.id).where(submitted(t)),
    /**
     * Serves searches (server/platform/queries/search.ts); `db/sql/search.sql` has the function.
     */
    index("orders_search").using(
      "gin",
      t.companyId,
      sql`search_text(regexp_replace(${t.orderNumber}, '^PUR-', '') || ' ' || coalesce(${t.reference}, '')) gin_trgm_ops`,
    ),
    /** Serves a member's orders, and counts members with a submission. */
    index("orders_of_member").on(t.companyId, t.memberId, t.createdAt, t.id, t.submittedAt),
    /** Serves the rewards of a referrer, and those of a company. */
    index("orders_rewards").on(t.companyId, t.referrerId, t.createdAt, t.id).where(rewarded(t)),
    index("orders_rewards_newest").on(t.companyId, t.createdAt, t.id).where(rewarded(t)),
    /** Serves the sums of a campaign. */
    index("orders_of_campaign")
      .on(t.companyId, t.campaignId)
      .where(sql`${t.campaignId} IS NOT NULL`),
    /** Finds the rewards that nothing but their days holds. */
    index("orders_rewards_due")
      .on(t.rewardReleaseAt)
      .where(sql`${t.rewardState} = 'ON_HOLD' AND ${t.rewardHeldBecause} <@ '["DAYS"]'`),
    /** Serves the oldest submission that waits, and those since a moment. */
    index("orders_submissions")
      .on(t.companyId, t.status, t.submittedAt)
      .where(sql`${t.submittedAt} IS NOT NULL`),
    /** Sums the money that orders have received while they wait for the rest. */
    index("orders_part_received")
      .on(t.companyId, t.receivedPaise)
      .where(sql`${t.status} = 'PENDING' AND ${t.receivedPaise} IS NOT NULL`),
    index("orders_risk_due")
      .on(t.submittedAt)
      .where(sql`${t.riskDue}`),
    index("orders_overdue")
      .on(t.holdEndsAt)
      .where(sql`${t.status} = 'OPEN'`),
    index("orders_expiry_notices")
      .on(t.companyId, t.id)
      .where(sql`${t.expiryNoticeDue}`),
    /** Finds the submissions that give their tokens back if nobody decides. */
    index("orders_unproved")
      .on(t.submittedAt)
      .where(
        sql`${t.status} = 'PENDING' AND ${t.proofMediaId} IS NULL AND ${t.holdReleasedAt} IS NULL`,
      ),
    /**
     * Finds the decisions that can be undone, or could be until now; the last seconds of them are
     * read.
     */
    index("orders_undoable")
      .on(t.companyId, t.undoUntil)
      .where(sql`${t.undoUntil} IS NOT NULL`),
    index("orders_proof_lookup").on(t.companyId, t.proofMediaId),
    check("orders_status", oneOf(t.status, ORDER_STATUSES)),
    check(
      "orders_amounts",
      sql`${t.amountPaise} > 0 AND ${t.quantity} > 0 AND ${t.priceMicroRupees} > 0 AND ${t.feePaise} >= 0 AND ${t.totalPaise} = ${t.amountPaise} + ${t.feePaise} AND ${t.totalPaise} <= 9000000000000000`,
    ),
    /** An order holds its tokens while it is undecided, unless it gave them back; a reward also on hold. */
    check(
      "orders_hold",
      sql`CASE WHEN ${t.status} = 'OPEN' OR (${t.status} = 'PENDING' AND ${t.holdReleasedAt} IS NULL) THEN ${t.heldQuantity} = ${t.quantity} + ${t.bonusTokens} AND ${t.heldReward} >= 0 ELSE ${t.heldQuantity} = 0 AND (${t.heldReward} = 0 OR ${t.rewardState} = 'ON_HOLD') END`,
    ),
    /** A reward on hold keeps its tokens in the pool; a withdrawn one has a reason. */
    check(
      "orders_reward",
      sql`CASE WHEN ${t.rewardState} IS NULL THEN num_nonnulls(${t.rewardTokens}, ${t.rewardReleaseAt}, ${t.rewardReason}, ${t.rewardNote}, ${t.rewardDecidedAt}, ${t.rewardDecidedBy}) = 0 ELSE ${t.referrerId} IS NOT NULL AND ${t.rewardTokens} > 0 AND CASE ${t.rewardState} WHEN 'ON_HOLD' THEN ${t.status} = 'APPROVED' AND ${t.heldReward} = ${t.rewardTokens} AND ${t.rewardReleaseAt} IS NOT NULL AND ${t.rewardReason} IS NULL WHEN 'ALLOCATED' THEN ${t.status} = 'APPROVED' AND ${t.heldReward} = 0 AND ${t.rewardReason} IS NULL ELSE ${t.heldReward} = 0 AND ${t.rewardReason} IS NOT NULL END END`,
    ),
    check(
      "orders_bonus",
      sql`CASE WHEN ${t.bonusBps} IS NULL THEN ${t.bonusTokens} = 0 ELSE ${t.campaignId} IS NOT NULL AND ${t.bonusTokens} BETWEEN 0 AND ${t.quantity} END`,
    ),
    check("orders_reward_state", oneOf(t.rewardState, STATED_REWARDS)),
    check("orders_reward_reason", oneOf(t.rewardReason, REWARD_REASONS)),
    check(
      "orders_approved_part",
      sql`num_nonnulls(${t.approvedQuantity}, ${t.approvedAmountPaise}, ${t.approvedFeePaise}) IN (0, 3) AND (${t.approvedQuantity} IS NULL OR (${t.status} IN ('APPROVED', 'REVERSED') AND ${t.approvedQuantity} BETWEEN 1 AND ${t.quantity} AND ${t.approvedAmountPaise} BETWEEN 1 AND ${t.amountPaise} AND ${t.approvedFeePaise} BETWEEN 0 AND ${t.feePaise}))`,
    ),
    check(
      "orders_received",
      sql`${t.receivedPaise} IS NULL OR (${t.receivedPaise} > 0 AND ${t.receivedPaise} <= 9000000000000000 AND ${t.receivedPaise} <> ${t.totalPaise})`,
    ),
    check(
      "orders_submitted",
      sql`${t.status} NOT IN ('PENDING', 'APPROVED', 'REJECTED', 'REVERSED') OR (${t.paymentMethod} IS NOT NULL AND ${t.submittedAt} IS NOT NULL)`,
    ),
    check("orders_decisions_counted", sql`${t.decisionCount} >= 0`),
    check(
      "orders_decided",
      sql`${t.status} NOT IN ('APPROVED', 'REJECTED', 'REVERSED') OR ${t.decidedAt} IS NOT NULL`,
    ),
  ],
);

/**
 * Allocations of tokens, one hash chain for each company, which the program computes. Append-only
 * (`db/sql/append-only.sql`): a trigger refuses UPDATE, DELETE and TRUNCATE. A trigger adds an
 * insert to the member's row of `holdings` (`db/sql/holdings.sql`); the program writes the pool,
 * the order and the payments.
 */
export const allocations = pgTable(
  "allocations",
  {
    companyId: companyId().references(() => companies.id),
    /** Starts at 1, without gaps. */
    sequence: count("sequence").notNull(),
    id: id(),
    memberId: uuid("member_id").notNull(),
    /** Tokens; negative for what takes another back. */
    quantity: count("quantity").notNull(),
    kind: text("kind", { enum: ALLOCATION_KINDS }).notNull(),
    orderId: uuid("order_id").notNull(),
    /**
     * The number of the order's decision, from 1; a REVERSAL has the number of the decision that it
     * takes back.
     */
    decision: integer("decision").notNull(),
    previousHash: text("previous_hash").notNull(),
    /** The exact text that is hashed, after the previous hash, into `hash`. */
    hashedBytes: text("hashed_bytes").notNull(),
    hash: text("hash").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.sequence] }),
    ofCompany("allocations_member", t.companyId, t.memberId, users),
    ofCompany("allocations_order", t.companyId, t.orderId, orders),
    /** A decision on an order allocates each kind to each person at most once. */
    uniqueIndex("allocations_once").on(t.companyId, t.orderId, t.decision, t.kind, t.memberId),
    uniqueIndex("allocations_hash").on(t.companyId, t.hash),
    /** Has all that adds up members' tokens at a moment, so that no row is read for it. */
    index("allocations_of_member").on(
      t.companyId,
      t.memberId,
      t.sequence,
      t.createdAt,
      t.kind,
      t.quantity,
      t.orderId,
    ),
    check("allocations_kind", oneOf(t.kind, ALLOCATION_KINDS)),
    check("allocations_decision", sql`${t.decision} >= 1`),
    check(
      "allocations_quantity",
      sql`CASE WHEN ${t.kind} IN ('REVERSAL', 'BONUS_REVERSAL') THEN ${t.quantity} < 0 ELSE ${t.quantity} > 0 END`,
    ),
  ],
);

export type Order = typeof orders.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;
