import { rowOf } from "@db/row-of";
import { and, asc, desc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { personsChannel } from "@server/messages";
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

/** Reads the records about a member, oldest first; each part in its own statement. */
export async function readOwnData(db: Executor, companyId: string, memberId: string) {
  const referrers = alias(users, "referrers");
  const buyers = alias(users, "buyers");
  const isOwn = and(eq(payments.companyId, companyId), eq(payments.memberId, memberId));
  const itsOrder = rowOf(orders, companyId, payments.orderId);
  const [
    bought,
    paid,
    entries,
    refunds,
    allocated,
    referred,
    referrer,
    keys,
    sent,
    files,
    activity,
    proven,
  ] = await Promise.all([
    db
      .select()
      .from(orders)
      .where(and(eq(orders.companyId, companyId), eq(orders.memberId, memberId)))
      .orderBy(asc(orders.createdAt), asc(orders.id))
      .limit(MOST),
    db
      .select({ payment: payments, orderNumber: orders.orderNumber })
      .from(payments)
      .innerJoin(orders, itsOrder)
      .where(and(isOwn, ne(payments.status, "MERGED")))
      .orderBy(asc(payments.createdAt), asc(payments.id))
      .limit(MOST),
    db
      .select({ line: statementLines, orderNumber: orders.orderNumber })
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
    db
      .select({ refund: paymentRefunds, orderNumber: orders.orderNumber })
      .from(payments)
      .innerJoin(orders, itsOrder)
      .innerJoin(
        paymentRefunds,
        and(eq(paymentRefunds.companyId, companyId), eq(paymentRefunds.paymentId, payments.id)),
      )
      .where(isOwn)
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
      .innerJoin(orders, rowOf(orders, companyId, allocations.orderId))
      .innerJoin(buyers, rowOf(buyers, companyId, orders.memberId))
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
      .innerJoin(referrers, rowOf(referrers, companyId, users.referrerId))
      .where(rowOf(users, companyId, memberId)),
    db
      .select()
      .from(passkeys)
      .where(eq(passkeys.personId, memberId))
      .orderBy(asc(passkeys.createdAt)),
    db
      .select({
        createdAt: messages.createdAt,
        sentAt: messages.sentAt,
        channel: personsChannel,
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
    db
      .select()
      .from(wallets)
      .where(
        and(
          eq(wallets.companyId, companyId),
          eq(wallets.memberId, memberId),
          isNotNull(wallets.provedAt),
        ),
      )
      .orderBy(asc(wallets.provedAt)),
  ]);
  return {
    orders: bought,
    payments: paid,
    entries,
    refunds,
    allocations: allocated,
    referred,
    referrer: referrer[0],
    wallets: proven,
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
