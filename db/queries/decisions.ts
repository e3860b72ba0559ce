import { and, desc, eq, gte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "../client";
import { allocations, orders, supplies, users } from "../schema";
import { recipient } from "./recipients";
import { clock, lockOrder, type Move, moveOrder, type Order } from "./orders";
import { isReceivedBefore } from "./payment-references";

const referrers = alias(users, "referrers");

/**
 * An order of a company by its id, locked, with its member, its referrer and the time; undefined if
 * there is none. The people's rows are not locked.
 */
export async function lockOrderWithPeople(tx: Executor, companyId: string, id: string) {
  const order = await lockOrder(tx, companyId, id);
  if (!order) return undefined;
  // A statement of its own: it sees what was committed while the lock was waited for.
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
      },
      now: clock,
      /** Whether money with the number of its submission was received before, for it or another order. */
      isReceived: isReceivedBefore,
    })
    .from(orders)
    .innerJoin(users, and(eq(users.companyId, orders.companyId), eq(users.id, orders.memberId)))
    .leftJoin(
      referrers,
      and(eq(referrers.companyId, orders.companyId), eq(referrers.id, orders.referrerId)),
    )
    .where(and(eq(orders.companyId, companyId), eq(orders.id, id)));
  return found && { order, ...found };
}
export type OrderWithPeople = NonNullable<Awaited<ReturnType<typeof lockOrderWithPeople>>>;

/** The next allocations of a company's chain, given its last one and their time. */
export type Append = (
  head: { sequence: number; hash: string } | null,
  createdAt: Date,
) => (typeof allocations.$inferInsert)[];

interface Settlement {
  /** As it was read under its lock. */
  order: Pick<Order, "companyId" | "id" | "status">;
  change: Move;
  /** Tokens that are held no longer, and tokens that are allocated from now on (negative: no longer). */
  pool: { fromHeld: number; toAllocated: number };
  /** Without it, nothing is appended. */
  appended?: Append;
}

/**
 * Decides an order: moves it and the tokens of its pool, and appends its allocations to the company's
 * chain. Call it last: the pool's row, locked until COMMIT, is what every buyer and decision of the
 * company waits for. Throws if the order or the pool is not as it was read.
 */
export async function settleOrder(
  tx: Executor,
  { order, change, pool: { fromHeld, toAllocated }, appended }: Settlement,
): Promise<void> {
  const { companyId } = order;
  const moved = await moveOrder(tx, order, change);
  if (!moved) throw new Error("The order is not as it was read.");
  const [pool] = await tx
    .update(supplies)
    .set({
      held: sql`${supplies.held} - ${fromHeld}::bigint`,
      allocated: sql`${supplies.allocated} + ${toAllocated}::bigint`,
    })
    .where(
      and(
        eq(supplies.companyId, companyId),
        eq(supplies.pool, "REFERRAL"),
        gte(supplies.held, fromHeld),
        gte(supplies.allocated, -toAllocated),
      ),
    )
    // The time of the allocations: that of the lock, so that it grows along the chain.
    .returning({ lockedAt: clock });
  if (!pool) throw new Error("The pool has too few tokens.");
  if (!appended) return;
  const [head] = await tx
    .select({ sequence: allocations.sequence, hash: allocations.hash })
    .from(allocations)
    .where(eq(allocations.companyId, companyId))
    .orderBy(desc(allocations.sequence))
    .limit(1);
  await tx.insert(allocations).values(appended(head ?? null, pool.lockedAt));
}
