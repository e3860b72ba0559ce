import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { paymentApplications } from "@db/schema";
import type { Payment } from "./payments";

/**
 * Tells whether an order's present submission counts a payment, as a part of its money or as the money
 * applied to it.
 */
export async function isMoneyOf(
  db: Executor,
  { companyId, id: paymentId, unallocatedBecause, receivedAt }: Payment,
  { id: orderId, submittedAt }: { id: string; submittedAt: Date | null },
): Promise<boolean> {
  if (submittedAt === null) return false;
  const isPart = unallocatedBecause === "PAID_IN_PARTS";
  if (isPart && receivedAt !== null && receivedAt >= submittedAt) return true;
  const [applied] = await db
    .select({ id: paymentApplications.id })
    .from(paymentApplications)
    .where(
      and(
        eq(paymentApplications.companyId, companyId),
        eq(paymentApplications.paymentId, paymentId),
        eq(paymentApplications.orderId, orderId),
        sql`(${paymentApplications.endedAt} IS NULL OR ${paymentApplications.endedAt} >= ${submittedAt.toISOString()}::timestamptz)`,
      ),
    )
    .limit(1);
  return applied !== undefined;
}

/** Sums by payment what is received of orders that wait for the rest: it pays for no tokens yet. */
export const waitingParts = (companyId: string): SQL => sql`
  SELECT a.payment_id, sum(a.amount_paise) AS paise
    FROM orders o
    JOIN payment_applications a ON a.company_id = o.company_id AND a.order_id = o.id
   WHERE o.company_id = ${companyId} AND o.status = 'PENDING' AND o.received_paise IS NOT NULL
     AND a.ended_at IS NULL
   GROUP BY a.payment_id`;
