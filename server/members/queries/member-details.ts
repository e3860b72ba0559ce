import { rowOf, firstRow } from "@db/row-of";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "@db/client";
import { referralFigures } from "@server/platform";
import { isResendable, personsChannel } from "@server/messages";
import { auditEntries, messages, orders, users } from "@db/schema";

interface Slice {
  limit: number;
  offset: number;
}

const isThere = isNull(users.deletedAt);

/** A member's referrer, deleted or not. */
export const findReferrerOf = (db: Executor, companyId: string, referrerId: string) =>
  firstRow(
    db
      .select({
        id: users.id,
        name: users.name,
        referralCode: users.referralCode,
        deletedAt: users.deletedAt,
      })
      .from(users)
      .where(rowOf(users, companyId, referrerId)),
  );

/** All orders of a member in any status, newest first. */
export async function listEveryOrderOf(
  db: Executor,
  companyId: string,
  memberId: string,
  { limit, offset }: Slice,
) {
  const where = and(eq(orders.companyId, companyId), eq(orders.memberId, memberId));
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(orders)
      .where(where)
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(limit)
      .offset(offset),
    db.$count(orders, where),
  ]);
  return { rows, total };
}

/** The people a member referred, newest first, each with the rewards from their purchases. */
export async function listReferralsOf(
  db: Executor,
  companyId: string,
  memberId: string,
  { limit, offset }: Slice,
) {
  const where = and(eq(users.companyId, companyId), eq(users.referrerId, memberId), isThere);
  const [rows, { invited }] = await Promise.all([
    db
      .select({
        id: users.id,
        name: users.name,
        referralCode: users.referralCode,
        createdAt: users.createdAt,
        isApproved: users.isApproved,
        // The sum is read for the rows of the page only, by the few orders of each.
        rewarded: sql<number>`(SELECT coalesce(sum(a.quantity), 0) FROM orders o
          JOIN allocations a ON a.company_id = o.company_id AND a.order_id = o.id AND a.member_id = ${memberId}
          WHERE o.company_id = ${companyId} AND o.member_id = "users"."id")`.mapWith(Number),
      })
      .from(users)
      .where(where)
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(limit)
      .offset(offset),
    referralFigures(db, companyId, memberId),
  ]);
  return { rows, total: invited };
}

/** Messages sent to a person, newest first, without their contents: these may hold a code. */
export async function listMessagesTo(
  db: Executor,
  companyId: string,
  userId: string,
  { limit, offset }: Slice,
) {
  const where = and(eq(messages.companyId, companyId), eq(messages.userId, userId));
  const [rows, total] = await Promise.all([
    db
      .select({
        id: messages.id,
        channel: personsChannel,
        template: messages.template,
        status: messages.status,
        address: messages.address,
        failure: messages.failure,
        reply: messages.reply,
        canSendAgain: isResendable,
        createdAt: messages.createdAt,
        sentAt: messages.sentAt,
      })
      .from(messages)
      .where(where)
      .orderBy(desc(messages.createdAt), desc(messages.id))
      .limit(limit)
      .offset(offset),
    db.$count(messages, where),
  ]);
  return { rows, total };
}

const actors = alias(users, "actors");

/** Audit entries about a person, newest first, with names from the company. */
export async function listAuditEntriesAbout(
  db: Executor,
  companyId: string,
  memberId: string,
  { limit, offset }: Slice,
) {
  const where = and(
    eq(auditEntries.companyId, companyId),
    eq(auditEntries.subjectType, "member"),
    eq(auditEntries.subjectId, memberId),
  );
  const [rows, total] = await Promise.all([
    db
      .select({
        id: auditEntries.id,
        action: auditEntries.action,
        actorId: auditEntries.actorId,
        actorRole: auditEntries.actorRole,
        actorName: actors.name,
        before: auditEntries.before,
        after: auditEntries.after,
        createdAt: auditEntries.createdAt,
      })
      .from(auditEntries)
      .leftJoin(actors, rowOf(actors, companyId, auditEntries.actorId))
      .where(where)
      .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
      .limit(limit)
      .offset(offset),
    db.$count(auditEntries, where),
  ]);
  return { rows, total };
}
