import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { allocations } from "../schema";

const total = sql<number>`coalesce(sum(${allocations.quantity}), 0)::float8`;

/** Tokens allocated to all of a company's members; every count is below 2^53. */
export async function sumAllocated(db: Executor, companyId: string): Promise<number> {
  const [row] = await db
    .select({ total })
    .from(allocations)
    .where(eq(allocations.companyId, companyId));
  return row?.total ?? 0;
}

/** Tokens allocated to one member. */
export async function sumAllocatedTo(
  db: Executor,
  companyId: string,
  memberId: string,
): Promise<number> {
  const [row] = await db
    .select({ total })
    .from(allocations)
    .where(and(eq(allocations.companyId, companyId), eq(allocations.memberId, memberId)));
  return row?.total ?? 0;
}
