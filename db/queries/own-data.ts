import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "../client";
import {
  allocations,
  auditEntries,
  medias,
  messages,
  orders,
  passkeys,
  paymentClaims,
  paymentCredits,
  paymentRefunds,
  statementLines,
  users,
} from "../schema";

/** Rows of one kind in a member's file; nobody has so many. */
const MOST = 10_000;

/** What the records hold about a member, oldest first; each part in its own statement. */
export async function readOwnData(db: Executor, companyId: string, memberId: string) {
  const referrers = alias(users, "referrers");
  const buyers = alias(users, "buyers");
  // Of the claims that they confirm, and those from before claims were kept, which serve an order.
  const ownCredits = sql`(
    SELECT p.id FROM payment_claims c
      JOIN payment_credits p ON p.company_id = c.company_id AND p.claim_id = c.id
     WHERE c.company_id = ${companyId} AND c.member_id = ${memberId}
    UNION
    SELECT a.credit_id FROM orders o
      JOIN payment_applications a ON a.company_id = o.company_id AND a.order_id = o.id
     WHERE o.company_id = ${companyId} AND o.member_id = ${memberId} AND a.credit_id IS NOT NULL)`;
  const paidFor = sql<string>`(
    SELECT o.order_number FROM orders o
     WHERE o.company_id = ${companyId} AND o.id = coalesce(
       (SELECT c.order_id FROM payment_claims c
         WHERE c.company_id = ${companyId} AND c.id = ${paymentCredits.claimId}),
       (SELECT a.order_id FROM payment_applications a
         WHERE a.company_id = ${companyId} AND a.credit_id = ${paymentCredits.id}
         ORDER BY a.created_at LIMIT 1)))`;
  const [
    bought,
    claims,
    credits,
    entries,
    refunds,
    allocated,
    referred,
    referrer,
    keys,
    sent,
    files,
    activity,
  ] = await Promise.all([
    db
      .select()
      .from(orders)
      .where(and(eq(orders.companyId, companyId), eq(orders.memberId, memberId)))
      .orderBy(asc(orders.createdAt), asc(orders.id))
      .limit(MOST),
    db
      .select({ claim: paymentClaims, orderNumber: orders.orderNumber })
      .from(paymentClaims)
      .innerJoin(orders, and(eq(orders.companyId, companyId), eq(orders.id, paymentClaims.orderId)))
      .where(and(eq(paymentClaims.companyId, companyId), eq(paymentClaims.memberId, memberId)))
      .orderBy(asc(paymentClaims.createdAt), asc(paymentClaims.id))
      .limit(MOST),
    db
      .select({ credit: paymentCredits, orderNumber: paidFor })
      .from(paymentCredits)
      .where(
        and(eq(paymentCredits.companyId, companyId), sql`${paymentCredits.id} IN ${ownCredits}`),
      )
      .orderBy(asc(paymentCredits.receivedAt), asc(paymentCredits.id))
      .limit(MOST),
    db
      .select({ line: statementLines, orderNumber: orders.orderNumber })
      .from(statementLines)
      .innerJoin(
        orders,
        and(eq(orders.companyId, companyId), eq(orders.id, statementLines.orderId)),
      )
      .where(and(eq(statementLines.companyId, companyId), eq(orders.memberId, memberId)))
      .orderBy(asc(statementLines.bookedOn), asc(statementLines.id))
      .limit(MOST),
    db
      .select({ refund: paymentRefunds, orderNumber: paidFor })
      .from(paymentRefunds)
      .innerJoin(
        paymentCredits,
        and(
          eq(paymentCredits.companyId, companyId),
          eq(paymentCredits.id, paymentRefunds.creditId),
        ),
      )
      .where(
        and(
          eq(paymentRefunds.companyId, companyId),
          sql`${paymentRefunds.creditId} IN ${ownCredits}`,
        ),
      )
      .orderBy(asc(paymentRefunds.createdAt), asc(paymentRefunds.id))
      .limit(MOST),
    db
      .select({
        kind: allocations.kind,
        quantity: allocations.quantity,
        hash: allocations.hash,
        createdAt: allocations.createdAt,
        buyerCode: buyers.referralCode,
      })
      .from(allocations)
      .innerJoin(orders, and(eq(orders.companyId, companyId), eq(orders.id, allocations.orderId)))
      .innerJoin(buyers, and(eq(buyers.companyId, companyId), eq(buyers.id, orders.memberId)))
      .where(and(eq(allocations.companyId, companyId), eq(allocations.memberId, memberId)))
      .orderBy(asc(allocations.sequence))
      .limit(MOST),
    db
      .select({
        name: users.name,
        referralCode: users.referralCode,
        createdAt: users.createdAt,
        isApproved: users.isApproved,
      })
      .from(users)
      .where(
        and(
          eq(users.companyId, companyId),
          eq(users.referrerId, memberId),
          isNull(users.deletedAt),
        ),
      )
      .orderBy(asc(users.createdAt), asc(users.id))
      .limit(MOST),
    db
      .select({ name: referrers.name, referralCode: referrers.referralCode })
      .from(users)
      .innerJoin(
        referrers,
        and(eq(referrers.companyId, companyId), eq(referrers.id, users.referrerId)),
      )
      .where(and(eq(users.companyId, companyId), eq(users.id, memberId))),
    db
      .select()
      .from(passkeys)
      .where(eq(passkeys.personId, memberId))
      .orderBy(asc(passkeys.createdAt)),
    db
      .select({
        createdAt: messages.createdAt,
        sentAt: messages.sentAt,
        channel: messages.channel,
        address: messages.address,
        template: messages.template,
        status: messages.status,
      })
      .from(messages)
      .where(and(eq(messages.companyId, companyId), eq(messages.userId, memberId)))
      .orderBy(desc(messages.createdAt))
      .limit(MOST),
    db
      .select({
        fileName: medias.fileName,
        contentType: medias.contentType,
        sizeBytes: medias.sizeBytes,
        createdAt: medias.createdAt,
      })
      .from(medias)
      .where(and(eq(medias.companyId, companyId), eq(medias.ownerId, memberId)))
      .orderBy(asc(medias.createdAt))
      .limit(MOST),
    db
      .select({
        createdAt: auditEntries.createdAt,
        action: auditEntries.action,
        actorId: auditEntries.actorId,
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
  ]);
  return {
    orders: bought,
    claims,
    credits,
    entries,
    refunds,
    allocations: allocated,
    referred,
    referrer: referrer[0],
    passkeys: keys,
    messages: sent,
    files,
    activity,
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
