import { and, desc, eq, gte, inArray, lte, or, sql } from "drizzle-orm";
import { rowOf } from "@db/row-of";
import type { Executor } from "@db/client";
import { orders, users } from "@db/schema";

const MOST = 500;

/**
 * Lists orders that wait or were never submitted, of these sums or with these numbers, made between two
 * times, the newest first: what entries without a match may be for.
 */
export const listUnpaid = (
  db: Executor,
  companyId: string,
  asked: { sums: readonly number[]; numbers: readonly string[]; from: Date; to: Date },
) =>
  db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      memberName: users.name,
      totalPaise: orders.totalPaise,
      status: orders.status,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .innerJoin(users, rowOf(users, companyId, orders.memberId))
    .where(
      and(
        eq(orders.companyId, companyId),
        inArray(orders.status, ["OPEN", "PENDING", "EXPIRED", "CANCELLED"]),
        // The expression of the index `orders_amounts`.
        or(
          inArray(
            sql`coalesce(${orders.approvedAmountPaise} + ${orders.approvedFeePaise}, ${orders.totalPaise})`,
            [...asked.sums],
          ),
          inArray(orders.orderNumber, [...asked.numbers]),
        ),
        gte(orders.createdAt, asked.from),
        lte(orders.createdAt, asked.to),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(MOST);
