import { rowOf } from "@db/row-of";
import { and, asc, desc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { personsChannel } from "@server/messages";
import { maskName } from "@server/platform/rules/people/masking";
import type { Executor } from "@db/client";
import {
  allocations,
  auditEntries,
  medias,
  messages,
  orders,
  passkeys,
  paymentEvidence,
  paymentRefunds,
  payments,
  statementLines,
  users,
  wallets,
} from "@db/schema";

/** Rows of one kind in a member's file; nobody has so many. */
const MOST = 10_000;

/**
 * Reads the records about a member, oldest first, by the names that the file has; each part in its own
 * statement. Money is in paise, prices in micro-rupees. A renamed field or meaning raises
 * OWN_DATA_VERSION.
 */
export async function readOwnData(
  db: Executor,
  {
    companyId,
    id: memberId,
    referralCode,
  }: { companyId: string; id: string; referralCode: string },
) {
  const referrers = alias(users, "referrers");
  const isOwn = and(eq(payments.companyId, companyId), eq(payments.memberId, memberId));
  const isBought = and(eq(orders.companyId, companyId), eq(orders.memberId, memberId));
  const itsOrder = rowOf(orders, companyId, payments.orderId);
  const order = orders.orderNumber;
  const referredBy = await db
    .select({ name: referrers.name, memberId: referrers.referralCode })
    .from(users)
    .innerJoin(referrers, rowOf(referrers, companyId, users.referrerId))
    .where(rowOf(users, companyId, memberId));
  const referrals = await db
    .select({
      name: users.name,
      memberId: users.referralCode,
      joinedAt: users.createdAt,
      isVerified: users.isApproved,
    })
    .from(users)
    .where(
      and(eq(users.companyId, companyId), eq(users.referrerId, memberId), isNull(users.deletedAt)),
    )
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(MOST);
  const masked = <Named extends { name: string }>(one: Named) => ({
    ...one,
    name: maskName(one.name),
  });
  return {
    referredBy: referredBy.map(masked)[0] ?? null,
    /** `number` is also the receipt's, once `submittedAt` is set. */
    orders: await db
      .select({
        number: order,
        createdAt: orders.createdAt,
        status: orders.status,
        tokens: orders.quantity,
        priceMicroRupees: orders.priceMicroRupees,
        amountPaise: orders.amountPaise,
        feePaise: orders.feePaise,
        totalPaise: orders.totalPaise,
        method: orders.paymentMethod,
        reference: orders.reference,
        paidAmountPaise: orders.paidAmountPaise,
        submittedAt: orders.submittedAt,
        decidedAt: orders.decidedAt,
        reason: orders.decisionReason,
        refundNote: orders.refundNote,
        /** The approved tokens, where they are less than the order's. */
        approvedTokens: orders.approvedQuantity,
        reversedAt: orders.reversedAt,
      })
      .from(orders)
      .where(isBought)
      .orderBy(asc(orders.createdAt), asc(orders.id))
      .limit(MOST),
    /** Stated payments, and the received part of each. */
    payments: await db
      .select({
        order,
        at: payments.createdAt,
        status: payments.status,
        method: payments.method,
        reference: payments.reference,
        amountPaise: payments.amountPaise,
        paidAmountPaise: payments.reportedPaise,
        receivedAt: payments.receivedAt,
        receivedPaise: payments.receivedPaise,
        /** The part that serves an order, and what was sent back. */
        appliedPaise: payments.appliedPaise,
        refundedPaise: payments.refundedPaise,
        /** The reason for which the company found that it had not arrived after all. */
        notReceivedReason: sql<
          string | null
        >`CASE WHEN ${payments.status} = 'REFUSED' THEN ${payments.settledNote} END`,
      })
      .from(payments)
      .innerJoin(orders, itsOrder)
      .where(and(isOwn, ne(payments.status, "MERGED")))
      .orderBy(asc(payments.createdAt), asc(payments.id))
      .limit(MOST),
    /** The entries of the bank's statements that pay the member's orders, as the bank wrote them. */
    statementEntries: await db
      .select({
        order,
        bookedOn: statementLines.bookedOn,
        amountPaise: statementLines.amountPaise,
        /** Empty once it is kept no longer. */
        text: statementLines.narration,
        reference: statementLines.reference,
      })
      .from(payments)
      .innerJoin(orders, itsOrder)
      .innerJoin(
        paymentEvidence,
        and(eq(paymentEvidence.companyId, companyId), eq(paymentEvidence.paymentId, payments.id)),
      )
      .innerJoin(statementLines, rowOf(statementLines, companyId, paymentEvidence.lineId))
      .where(isOwn)
      .orderBy(asc(statementLines.bookedOn), asc(statementLines.id))
      .limit(MOST),
    /** Refunds that the company sent, on the day `refundedOn`, with the bank's reference. */
    refunds: await db
      .select({
        order,
        refundedOn: paymentRefunds.refundedOn,
        recordedAt: paymentRefunds.createdAt,
        reference: paymentRefunds.reference,
        amountPaise: paymentRefunds.amountPaise,
      })
      .from(payments)
      .innerJoin(orders, itsOrder)
      .innerJoin(
        paymentRefunds,
        and(eq(paymentRefunds.companyId, companyId), eq(paymentRefunds.paymentId, payments.id)),
      )
      .where(isOwn)
      .orderBy(asc(paymentRefunds.createdAt), asc(paymentRefunds.id))
      .limit(MOST),
    allocations: await db
      .select({
        kind: allocations.kind,
        tokens: allocations.quantity,
        hash: allocations.hash,
        /** The own Member ID; null for a reward, whose buyer is not told. */
        buyer: sql<
          string | null
        >`CASE WHEN ${orders.memberId} = ${memberId} THEN ${referralCode}::text END`,
        at: allocations.createdAt,
      })
      .from(allocations)
      .innerJoin(orders, rowOf(orders, companyId, allocations.orderId))
      .where(and(eq(allocations.companyId, companyId), eq(allocations.memberId, memberId)))
      .orderBy(asc(allocations.sequence))
      .limit(MOST),
    referrals: referrals.map(masked),
    wallets: await db
      .select({
        address: wallets.address,
        provedAt: wallets.provedAt,
        validFrom: wallets.validFrom,
        stoppedAt: wallets.stoppedAt,
        lostAt: wallets.lostAt,
      })
      .from(wallets)
      .where(
        and(
          eq(wallets.companyId, companyId),
          eq(wallets.memberId, memberId),
          isNotNull(wallets.provedAt),
        ),
      )
      .orderBy(asc(wallets.provedAt)),
    passkeys: await db
      .select({
        name: passkeys.name,
        host: passkeys.host,
        addedAt: passkeys.createdAt,
        lastUsedAt: passkeys.lastUsedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.personId, memberId))
      .orderBy(asc(passkeys.createdAt)),
    /** Messages without their texts, which may hold a code. */
    messages: await db
      .select({
        at: messages.createdAt,
        sentAt: messages.sentAt,
        channel: personsChannel,
        address: messages.address,
        status: messages.status,
        about: messages.template,
      })
      .from(messages)
      .where(and(eq(messages.companyId, companyId), eq(messages.userId, memberId)))
      .orderBy(desc(messages.createdAt))
      .limit(MOST),
    /**
     * Agreements to privacy policy and terms of sale before a payment; their texts are kept by their
     * versions (SHA-256). What was agreed to at the registration is in `person`.
     */
    consents: await db
      .select({
        order,
        at: orders.consentedAt,
        policyVersion: orders.consentVersion,
        termsVersion: orders.consentTermsVersion,
      })
      .from(orders)
      .where(and(isBought, isNotNull(orders.consentedAt)))
      .orderBy(asc(orders.createdAt), asc(orders.id))
      .limit(MOST),
    files: await db
      .select({
        name: medias.fileName,
        type: medias.contentType,
        bytes: medias.sizeBytes,
        at: medias.createdAt,
      })
      .from(medias)
      .where(and(eq(medias.companyId, companyId), eq(medias.ownerId, memberId)))
      .orderBy(asc(medias.createdAt))
      .limit(MOST),
    activity: await db
      .select({
        at: auditEntries.createdAt,
        action: auditEntries.action,
        byYou: sql<boolean>`${auditEntries.actorId} IS NOT DISTINCT FROM ${memberId}`,
      })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.companyId, companyId),
          eq(auditEntries.subjectType, "member"),
          eq(auditEntries.subjectId, memberId),
        ),
      )
      .orderBy(asc(auditEntries.createdAt))
      .limit(MOST),
  };
}

/** Members whose account has been due to end, oldest request first, after those named. */
export async function listEndsDue(
  db: Executor,
  { days, limit, after }: { days: number; limit: number; after: string | null },
): Promise<{ companyId: string; id: string }[]> {
  return db
    .select({ companyId: users.companyId, id: users.id })
    .from(users)
    .where(
      and(
        isNotNull(users.endAskedAt),
        isNull(users.deletedAt),
        eq(users.role, "USER"),
        sql`${users.endAskedAt} <= now() - make_interval(days => ${days})`,
        after ? sql`${users.id} > ${after}::uuid` : undefined,
      ),
    )
    .orderBy(asc(users.id))
    .limit(limit);
}
