import { rowOf } from "@db/row-of";
import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { orders, payments, users } from "@db/schema";
import { UNDO_SECONDS } from "@server/platform/rules/undo-time";

/** Returns the time up to which an order's member has seen the notices under the bell. */
export async function findNoticesRead(
  db: Executor,
  companyId: string,
  orderId: string,
): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: users.noticesReadAt })
    .from(orders)
    .innerJoin(users, rowOf(users, companyId, orders.memberId))
    .where(rowOf(orders, companyId, orderId));
  return row?.at;
}

/**
 * Lists an admin's decisions that can still be undone, newest first, with the seconds until their
 * messages are sent.
 */
export async function listUndoable(db: Executor, companyId: string, adminId: string) {
  const secondsLeft = sql<number>`ceil(extract(epoch FROM ${orders.undoUntil} - clock_timestamp()))`;
  const at = sql`coalesce(${orders.decidedAt}, ${orders.restAskedAt})`.mapWith(orders.decidedAt);
  return db
    .select({
      orderId: orders.id,
      orderNumber: orders.orderNumber,
      status: orders.status,
      isPart: sql<boolean>`${orders.decidedAt} IS NULL`,
      decidedAt: at,
      secondsLeft: secondsLeft.mapWith(Number),
      isOneOfMany: sql<boolean>`${orders.undoUntil} - ${at} > make_interval(secs => ${UNDO_SECONDS})`,
      leftPaise:
        sql`coalesce(${payments.receivedPaise} - ${payments.appliedPaise} - ${payments.refundedPaise}, 0)`.mapWith(
          Number,
        ),
      paise:
        sql`${orders.totalPaise} - CASE WHEN ${orders.decidedAt} IS NULL THEN coalesce(${orders.receivedPaise}, 0) ELSE 0 END`.mapWith(
          Number,
        ),
    })
    .from(orders)
    .leftJoin(payments, rowOf(payments, companyId, orders.paymentId))
    .where(
      and(
        eq(orders.companyId, companyId),
        gt(orders.undoUntil, sql`clock_timestamp()`),
        eq(orders.decidedBy, adminId),
      ),
    )
    .orderBy(desc(at), asc(orders.id));
}
