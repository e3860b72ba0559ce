import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { paymentApplications } from "@db/schema";
import type { Payment } from "./payments";

/**
 * Tells whether an order's present submission counts a payment, as a part of its money or as the money
 * applied to it.
 */
export async function isMoneyOf(
  db: Executor,
  { companyId, id: paymentId, unappliedBecause, receivedAt }: Payment,
  { id: orderId, submittedAt }: { id: string; submittedAt: Date | null },
): Promise<boolean> {
  if (submittedAt === null) return false;
  const isPart = unappliedBecause === "PAID_IN_PARTS";
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
