import { and, count, desc, eq, isNull, sql, sum } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "../client";
import { isResendable } from "./messages";
import { allocations, auditEntries, messages, orders, users } from "../schema";

interface Slice {
  limit: number;
  offset: number;
}

/** The number of people a member referred, without deleted ones. */
export async function countReferralsOf(
  db: Executor,
  companyId: string,
  memberId: string,
): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.referrerId, memberId), isThere));
  return row?.total ?? 0;
}

const isThere = isNull(users.deletedAt);

/** A member's referrer, deleted or not. */
export async function findReferrerOf(db: Executor, companyId: string, referrerId: string) {
  const [row] = await db
    .select({
      id: users.id,
      name: users.name,
      referralCode: users.referralCode,
      deletedAt: users.deletedAt,
    })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.id, referrerId)));
  return row;
}

/** All orders of a member in any status, newest first. */
export async function listEveryOrderOf(
  db: Executor,
  companyId: string,
  memberId: string,
  { limit, offset }: Slice,
) {
  const where = and(eq(orders.companyId, companyId), eq(orders.memberId, memberId));
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(orders)
      .where(where)
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(orders).where(where),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** The people a member referred, newest first, each with the rewards from their purchases. */
export async function listReferralsOf(
  db: Executor,
  companyId: string,
  memberId: string,
  { limit, offset }: Slice,
) {
  const where = and(eq(users.companyId, companyId), eq(users.referrerId, memberId), isThere);
  const rewards = db
    .select({
      buyerId: orders.memberId,
      quantity: sum(allocations.quantity).mapWith(Number).as("rewarded"),
    })
    .from(allocations)
    .innerJoin(
      orders,
      and(eq(orders.companyId, allocations.companyId), eq(orders.id, allocations.orderId)),
    )
    .where(and(eq(allocations.companyId, companyId), eq(allocations.memberId, memberId)))
    .groupBy(orders.memberId)
    .as("rewards");
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        id: users.id,
        name: users.name,
        referralCode: users.referralCode,
        createdAt: users.createdAt,
        isApproved: users.isApproved,
        rewarded: sql<number>`coalesce(${rewards.quantity}, 0)`.mapWith(Number),
      })
      .from(users)
      .leftJoin(rewards, eq(rewards.buyerId, users.id))
      .where(where)
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(users).where(where),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** Messages sent to a person, newest first, without their contents: these may hold a code. */
export async function listMessagesTo(
  db: Executor,
  companyId: string,
  userId: string,
  { limit, offset }: Slice,
) {
  const where = and(eq(messages.companyId, companyId), eq(messages.userId, userId));
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        id: messages.id,
        channel: messages.channel,
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
    db.select({ total: count() }).from(messages).where(where),
  ]);
  return { rows, total: counted?.total ?? 0 };
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
  const [rows, [counted]] = await Promise.all([
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
      .leftJoin(actors, and(eq(actors.companyId, companyId), eq(actors.id, auditEntries.actorId)))
      .where(where)
      .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(auditEntries).where(where),
  ]);
  return { rows, total: counted?.total ?? 0 };
}
