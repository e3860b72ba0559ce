import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { builtOnce } from "@db/prepared";
import { orders, payments } from "@db/schema";
import { clock } from "@db/clock";
import { isUnconfirmed } from "@server/payments";

const of = { company: sql.placeholder("companyId"), member: sql.placeholder("memberId") };

const timeline = builtOnce((db) =>
  db
    .select({
      order: orders,
      now: clock,
      cancelled: sql<{ action: string; at: string } | null>`
        CASE WHEN ${orders.status} = 'CANCELLED' THEN (
          SELECT jsonb_build_object('action', a.action, 'at', a.created_at) FROM audit_entries a
           WHERE a.company_id = ${of.company} AND a.subject_type = 'order'
             AND a.subject_id = ${orders.id}::text
             AND a.action IN ('order.cancelled', 'order.replaced')
           ORDER BY a.created_at DESC LIMIT 1) END`,
      onRecordAt: payments.createdAt,
      onRecordMethod: payments.method,
    })
    .from(orders)
    .leftJoin(
      payments,
      and(
        eq(payments.companyId, of.company),
        eq(payments.memberId, of.member),
        eq(payments.orderId, orders.id),
        isUnconfirmed(of.company),
      ),
    )
    .where(
      and(
        eq(orders.companyId, of.company),
        eq(orders.memberId, of.member),
        eq(orders.orderNumber, sql.placeholder("orderNumber")),
      ),
    )
    .prepare("order_timeline"),
);

/**
 * Returns a member's order for its timeline: the end of a cancelled one from the audit log, and a
 * payment on record that it could not take. One statement.
 */
export async function findOrderTimeline(
  db: Executor,
  companyId: string,
  memberId: string,
  orderNumber: string,
) {
  const [row] = await timeline(db).execute({ companyId, memberId, orderNumber });
  return row;
}
