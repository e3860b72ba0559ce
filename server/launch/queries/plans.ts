import { and, eq, gt } from "drizzle-orm";
import type { Executor } from "@db/client";
import { allocations } from "@db/schema";

/** True if an order of the company was ever approved. */
export async function hasAllocations(db: Executor, companyId: string): Promise<boolean> {
  const [row] = await db
    .select({ sequence: allocations.sequence })
    .from(allocations)
    .where(eq(allocations.companyId, companyId))
    .limit(1);
  return row !== undefined;
}

/** Lists the different amounts of a company's allocations, bought ones and others. */
export async function listAmounts(
  db: Executor,
  companyId: string,
): Promise<{ bought: number[]; earned: number[] }> {
  const rows = await db
    .selectDistinct({ kind: allocations.kind, quantity: allocations.quantity })
    .from(allocations)
    .where(and(eq(allocations.companyId, companyId), gt(allocations.quantity, 0)));
  const amounts = (isBought: boolean) =>
    rows.filter((row) => (row.kind === "PURCHASE") === isBought).map((row) => row.quantity);
  return { bought: amounts(true), earned: amounts(false) };
}
