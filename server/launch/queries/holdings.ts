import { and, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { rowOf } from "@db/row-of";
import { allocations, orders } from "@db/schema";

/** A member's allocation; a reversal is negative, and of the kind of what it takes back. */
interface Holding {
  isBought: boolean;
  quantity: number;
}

/** Lists the allocations of members. */
export const listHoldings = (
  db: Executor,
  companyId: string,
  memberIds: readonly string[],
): Promise<(Holding & { memberId: string })[]> =>
  db
    .select({
      memberId: allocations.memberId,
      isBought: sql<boolean>`${orders.memberId} = ${allocations.memberId} AND ${allocations.kind} IN ('PURCHASE', 'REVERSAL')`,
      quantity: allocations.quantity,
    })
    .from(allocations)
    .innerJoin(orders, rowOf(orders, allocations.companyId, allocations.orderId))
    .where(
      and(eq(allocations.companyId, companyId), inArray(allocations.memberId, [...memberIds])),
    );
