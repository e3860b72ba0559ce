import { rowOf } from "@db/row-of";
import { and, asc, desc, eq, exists, gt, inArray, notInArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "@db/client";
import { auditEntries, medias, type Order, orders, users } from "@db/schema";
import { SUBMITTED_STATUSES } from "@db/vocabulary";
import { bonusOf } from "@server/ledger/rules/reward";
import { nameOrKey } from "@server/platform";
import { byDecider, deciders, listed, ofOrder } from "./order-filter";

/** Returns orders of a company by id, with the name of the admin who decided. */
export async function findOrdersOfCompany(db: Executor, companyId: string, ids: readonly string[]) {
  return db
    .select({ ...listed, decidedBy: nameOrKey(deciders.name, orders.companyId, orders.decidedBy) })
    .from(orders)
    .innerJoin(users, ofOrder)
    .leftJoin(deciders, byDecider)
    .where(
      and(
        eq(orders.companyId, companyId),
        inArray(orders.id, [...ids]),
        inArray(orders.status, [...SUBMITTED_STATUSES]),
      ),
    );
}

/** Returns an order of a company by its number, in any status, with its member. */
export async function findOrderByNumber(db: Executor, companyId: string, orderNumber: string) {
  const [row] = await db
    .select({
      order: orders,
      member: { id: users.id, name: users.name, referralCode: users.referralCode },
    })
    .from(orders)
    .innerJoin(users, ofOrder)
    .where(and(eq(orders.companyId, companyId), eq(orders.orderNumber, orderNumber)));
  return row;
}

/** Returns the number of an order; null if the company has no such order. */
export async function findOrderNumber(
  db: Executor,
  companyId: string,
  id: string,
): Promise<string | null> {
  const [row] = await db
    .select({ orderNumber: orders.orderNumber })
    .from(orders)
    .where(rowOf(orders, companyId, id));
  return row?.orderNumber ?? null;
}

/** The order whose unallocated payment pays another one. */
const sources = alias(orders, "sources");
const referrers = alias(users, "referrers");

/** Returns one order of a company with its member, referrer and proof. */
export async function findOrderInFull(db: Executor, companyId: string, id: string) {
  const [row] = await db
    .select({
      ...listed,
      member: { email: users.email, isApproved: users.isApproved },
      referrer: { referralCode: referrers.referralCode, name: referrers.name },
      proof: {
        id: medias.id,
        contentType: medias.contentType,
        fileName: medias.fileName,
        sha256: medias.sha256,
      },
      source: { id: sources.id, orderNumber: sources.orderNumber },
    })
    .from(orders)
    .innerJoin(users, ofOrder)
    .leftJoin(referrers, rowOf(referrers, orders.companyId, orders.referrerId))
    .leftJoin(medias, rowOf(medias, orders.companyId, orders.proofMediaId))
    .leftJoin(sources, rowOf(sources, orders.companyId, orders.sourceOrderId))
    .where(rowOf(orders, companyId, id));
  return row;
}

/** Lists the audit entries of an order, oldest first, with names from its company. */
export async function listOrderActivity(db: Executor, companyId: string, orderId: string) {
  return db
    .select({
      at: auditEntries.createdAt,
      action: auditEntries.action,
      actorRole: auditEntries.actorRole,
      actorName: nameOrKey(users.name, auditEntries.companyId, auditEntries.actorId),
      after: auditEntries.after,
    })
    .from(auditEntries)
    .leftJoin(users, rowOf(users, companyId, auditEntries.actorId))
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        eq(auditEntries.subjectType, "order"),
        eq(auditEntries.subjectId, orderId),
      ),
    )
    .orderBy(asc(auditEntries.createdAt), asc(auditEntries.id))
    .limit(200);
}

/** Lists the values of an order's submissions from the audit log, oldest first. */
export async function listSubmissions(
  db: Executor,
  companyId: string,
  orderId: string,
): Promise<unknown[]> {
  const rows = await db
    .select({ after: auditEntries.after })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        eq(auditEntries.subjectType, "order"),
        eq(auditEntries.subjectId, orderId),
        eq(auditEntries.action, "order.submitted"),
      ),
    )
    .orderBy(asc(auditEntries.createdAt), asc(auditEntries.id));
  return rows.map(({ after }) => after);
}

/** Returns a member's details for the page of a transaction. */
export async function findOrderMember(db: Executor, companyId: string, memberId: string) {
  const [row] = await db
    .select(listed.user)
    .from(users)
    .where(rowOf(users, companyId, memberId));
  return row;
}

/** Returns the statuses of some of a member's orders. */
export async function statusesOfOwnOrders(
  db: Executor,
  companyId: string,
  memberId: string,
  orderNumbers: readonly string[],
) {
  if (orderNumbers.length === 0) return [];
  const found = await db
    .select({
      orderNumber: orders.orderNumber,
      status: orders.status,
      quantity: orders.quantity,
      approvedQuantity: orders.approvedQuantity,
      bonusTokens: orders.bonusTokens,
      bonusBps: orders.bonusBps,
    })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.memberId, memberId),
        inArray(orders.orderNumber, [...orderNumbers]),
      ),
    );
  return found.map((order) => ({
    orderNumber: order.orderNumber,
    status: order.status,
    allTokens: (order.approvedQuantity ?? order.quantity) + bonusOf(order),
  }));
}

/**
 * Returns a member's newest order after the given one that is neither cancelled nor expired, if the given
 * one was cancelled for another; by the audit log, since a member may cancel an order themselves.
 */
export async function findSuccessor(
  db: Executor,
  companyId: string,
  memberId: string,
  replacedId: string,
): Promise<Pick<Order, "orderNumber" | "status" | "amountPaise"> | undefined> {
  const replacedAt = db
    .select({ createdAt: orders.createdAt })
    .from(orders)
    .where(rowOf(orders, companyId, replacedId));
  const replacement = db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        eq(auditEntries.subjectType, "order"),
        eq(auditEntries.subjectId, replacedId),
        eq(auditEntries.action, "order.replaced"),
      ),
    );
  const [row] = await db
    .select({
      orderNumber: orders.orderNumber,
      status: orders.status,
      amountPaise: orders.amountPaise,
    })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.memberId, memberId),
        gt(orders.createdAt, replacedAt),
        notInArray(orders.status, ["CANCELLED", "EXPIRED"]),
        exists(replacement),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1)
    .prepare("successor")
    .execute();
  return row;
}
