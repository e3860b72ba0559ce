import { rowOf } from "@db/row-of";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "@db/client";
import { type Order, orders, payments, users } from "@db/schema";
import { recipient } from "@server/messages";
import { lockOrder } from "./orders";
import { clock } from "@db/clock";

const referrers = alias(users, "referrers");

/** An order's member, its referrer and the time. */
const people = {
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
};

/**
 * Locks an order of a company, and returns it with its member, its referrer and the time; undefined if
 * there is none. The people's rows are not locked.
 */
export async function lockOrderWithPeople(tx: Executor, companyId: string, id: string) {
  const order = await lockOrder(tx, companyId, id);
  return order && { order, ...(await peopleOf(tx, order)) };
}

/**
 * Returns the people of a locked order. This is a second statement, so it sees rows that were committed
 * while the first waited for the lock.
 */
export async function peopleOf(tx: Executor, { companyId, id }: Pick<Order, "companyId" | "id">) {
  const [found] = await tx
    .select(people)
    .from(orders)
    .innerJoin(users, rowOf(users, orders.companyId, orders.memberId))
    .leftJoin(referrers, rowOf(referrers, orders.companyId, orders.referrerId))
    .where(rowOf(orders, companyId, id))
    .prepare("people_of_order")
    .execute();
  if (!found) throw new Error("The order has no member.");
  return found;
}

/** Locks the payment of a locked order, and returns it with the people of the order. */
export async function lockPaymentWithPeople(
  tx: Executor,
  { companyId, id }: Pick<Order, "companyId" | "id">,
) {
  const [found] = await tx
    .select({ payment: payments, ...people })
    .from(orders)
    .innerJoin(payments, rowOf(payments, orders.companyId, orders.paymentId))
    .innerJoin(users, rowOf(users, orders.companyId, orders.memberId))
    .leftJoin(referrers, rowOf(referrers, orders.companyId, orders.referrerId))
    .where(rowOf(orders, companyId, id))
    .for("no key update", { of: payments })
    .prepare("payment_with_people")
    .execute();
  if (!found) throw new Error("The order has no payment.");
  return found;
}
export type OrderWithPeople = NonNullable<Awaited<ReturnType<typeof lockOrderWithPeople>>>;
