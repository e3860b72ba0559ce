import { rowOf } from "@db/row-of";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "@db/client";
import { orders, users } from "@db/schema";
import { recipient } from "@server/messages";
import { lockOrder } from "./orders";
import { clock } from "@db/clock";

const referrers = alias(users, "referrers");

/**
 * Locks an order of a company, and returns it with its member, its referrer and the time; undefined if
 * there is none. The people's rows are not locked.
 */
export async function lockOrderWithPeople(tx: Executor, companyId: string, id: string) {
  const order = await lockOrder(tx, companyId, id);
  if (!order) return undefined;
  // This is a second statement, so it sees rows that were committed while the first waited for the
  // lock.
  const [found] = await tx
    .select({
      member: { ...recipient, mobile: users.mobile },
      referrer: {
        id: referrers.id,
        email: referrers.email,
        language: referrers.language,
        referralCode: referrers.referralCode,
        role: referrers.role,
        status: referrers.status,
        deletedAt: referrers.deletedAt,
        isApproved: referrers.isApproved,
        mailsNotices: referrers.mailsNotices,
      },
      now: clock,
    })
    .from(orders)
    .innerJoin(users, rowOf(users, orders.companyId, orders.memberId))
    .leftJoin(referrers, rowOf(referrers, orders.companyId, orders.referrerId))
    .where(rowOf(orders, companyId, id))
    .prepare("people_of_order")
    .execute();
  return found && { order, ...found };
}
export type OrderWithPeople = NonNullable<Awaited<ReturnType<typeof lockOrderWithPeople>>>;
