import { and, eq, exists, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "../client";
import { allocations, orders, users } from "../schema";

const buyers = alias(users, "buyers");

/** The number of people a member referred, by progress, without deleted ones. */
export async function countReferred(db: Executor, companyId: string, memberId: string) {
  const hasBought = exists(
    db
      .select({ one: sql`1` })
      .from(orders)
      .where(
        and(
          eq(orders.companyId, companyId),
          eq(orders.memberId, buyers.id),
          eq(orders.status, "APPROVED"),
        ),
      ),
  );
  const [row] = await db
    .select({
      invited: sql<number>`count(*)`.mapWith(Number),
      verified: sql<number>`count(*) FILTER (WHERE ${buyers.isApproved})`.mapWith(Number),
      buying: sql<number>`count(*) FILTER (WHERE ${hasBought})`.mapWith(Number),
    })
    .from(buyers)
    .where(
      and(
        eq(buyers.companyId, companyId),
        eq(buyers.referrerId, memberId),
        isNull(buyers.deletedAt),
      ),
    );
  return { invited: row?.invited ?? 0, verified: row?.verified ?? 0, buying: row?.buying ?? 0 };
}

/** Reward tokens of a member: allocated (net of reversals), and held for pending payments. */
export async function rewardsOf(db: Executor, companyId: string, memberId: string) {
  const [[earned], [waiting]] = await Promise.all([
    db
      .select({ tokens: sql<number>`coalesce(sum(${allocations.quantity}), 0)`.mapWith(Number) })
      .from(allocations)
      .innerJoin(
        orders,
        and(eq(orders.companyId, allocations.companyId), eq(orders.id, allocations.orderId)),
      )
      .where(
        and(
          eq(allocations.companyId, companyId),
          eq(allocations.memberId, memberId),
          ne(orders.memberId, memberId),
        ),
      ),
    db
      .select({ tokens: sql<number>`coalesce(sum(${orders.heldReward}), 0)`.mapWith(Number) })
      .from(orders)
      .where(
        and(
          eq(orders.companyId, companyId),
          eq(orders.referrerId, memberId),
          eq(orders.status, "PENDING"),
        ),
      ),
  ]);
  return { earned: earned?.tokens ?? 0, waiting: waiting?.tokens ?? 0 };
}
