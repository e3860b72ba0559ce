import { and, eq, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "../client";
import {
  auditEntries,
  orders,
  paymentApplications,
  paymentCredits,
  pendingChanges,
} from "../schema";
import type { PendingChange } from "./pending-changes";

/**
 * The order that this change opened by its payment, a claim or a credit, and what stayed open then. A
 * payment may open several: the order's entry in the audit log is of the transaction that ended the
 * change, and so of its instant.
 */
export async function findOrderOpenedBy(
  db: Executor,
  companyId: string,
  { id: changeId, subjectId: paymentId }: Pick<PendingChange, "id" | "subjectId">,
) {
  const source = alias(orders, "source_orders");
  const decidedAt = db
    .select({ decidedAt: pendingChanges.decidedAt })
    .from(pendingChanges)
    .where(and(eq(pendingChanges.companyId, companyId), eq(pendingChanges.id, changeId)));
  const [row] = await db
    .select({
      order: orders,
      sourceNumber: source.orderNumber,
      restPaise: sql`(${auditEntries.after} ->> 'restPaise')::bigint`.mapWith(Number),
    })
    .from(paymentCredits)
    .innerJoin(
      paymentApplications,
      and(
        eq(paymentApplications.companyId, companyId),
        eq(paymentApplications.creditId, paymentCredits.id),
      ),
    )
    .innerJoin(
      orders,
      and(eq(orders.companyId, companyId), eq(orders.id, paymentApplications.orderId)),
    )
    .innerJoin(source, and(eq(source.companyId, companyId), eq(source.id, orders.sourceOrderId)))
    .innerJoin(
      auditEntries,
      and(
        eq(auditEntries.companyId, companyId),
        eq(auditEntries.subjectType, "order"),
        eq(auditEntries.subjectId, sql`${source.id}::text`),
        eq(auditEntries.createdAt, decidedAt),
        eq(auditEntries.action, "payment.reused"),
        sql`${auditEntries.after} ->> 'newOrder' = ${orders.orderNumber}`,
      ),
    )
    .where(
      and(
        eq(paymentCredits.companyId, companyId),
        or(eq(paymentCredits.id, paymentId), eq(paymentCredits.claimId, paymentId)),
      ),
    );
  return row;
}
