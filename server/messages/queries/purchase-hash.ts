import { and, desc, eq } from "drizzle-orm";
import type { Executor } from "@db/client";
import { allocations } from "@db/schema";

/** Selects the hash of the buyer's allocation of an order's newest approval; null without one. */
export async function purchaseHash(
  db: Executor,
  companyId: string,
  orderId: string,
): Promise<string | null> {
  const [row] = await db
    .select({ hash: allocations.hash })
    .from(allocations)
    .where(
      and(
        eq(allocations.companyId, companyId),
        eq(allocations.orderId, orderId),
        eq(allocations.kind, "PURCHASE"),
      ),
    )
    .orderBy(desc(allocations.sequence))
    .limit(1);
  return row?.hash ?? null;
}
