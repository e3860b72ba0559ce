import { and, asc, count, eq, gt, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { auditEntries, medias, orders, users } from "../schema";
import type { OrderStatus } from "../vocabulary";

/**
 * Locks are taken in one order everywhere, so that nobody waits in a ring: the member, then their
 * orders, then the company's pool (`supplies`), then the chain of allocations.
 */

export type Order = typeof orders.$inferSelect;
type NewOrder = typeof orders.$inferInsert;

const at = (companyId: string, id: string) =>
  and(eq(orders.companyId, companyId), eq(orders.id, id));

/** The database's clock, which all instances share. */
const clock = sql`clock_timestamp()`.mapWith(orders.createdAt);

/** The time by the database's clock. */
export async function databaseNow(db: Executor): Promise<Date> {
  const [row] = await db.select({ now: clock }).from(sql`(SELECT 1) AS one`);
  if (!row) throw new Error("The database did not tell the time.");
  return row.now;
}

/**
 * The member, locked so that their orders are counted and changed by one call at a time, and the
 * time. Others may still refer to the row (a referred member's order does).
 */
export async function lockBuyer(tx: Executor, companyId: string, memberId: string) {
  const [row] = await tx
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      mobile: users.mobile,
      referralCode: users.referralCode,
      referrerId: users.referrerId,
      isApproved: users.isApproved,
      language: users.language,
      now: clock,
    })
    .from(users)
    .where(
      and(
        eq(users.companyId, companyId),
        eq(users.id, memberId),
        // Made an admin or blocked while the call came in: nobody's buyer any more.
        eq(users.role, "USER"),
        eq(users.status, "ACTIVE"),
        isNull(users.deletedAt),
      ),
    )
    .for("no key update");
  return row;
}
export type Buyer = NonNullable<Awaited<ReturnType<typeof lockBuyer>>>;

/** How many orders of a member wait for a decision, and their tokens. */
export async function pendingOf(db: Executor, companyId: string, memberId: string) {
  const [row] = await db
    .select({
      orders: count(),
      tokens: sql<number>`coalesce(sum(${orders.quantity}), 0)`.mapWith(Number),
    })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.memberId, memberId),
        eq(orders.status, "PENDING"),
      ),
    );
  return row ?? { orders: 0, tokens: 0 };
}

/** A member's one OPEN order. */
export async function findOpenOrder(
  db: Executor,
  companyId: string,
  memberId: string,
): Promise<{ order: Order; now: Date } | undefined> {
  const [row] = await db
    .select({ order: orders, now: clock })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.memberId, memberId),
        eq(orders.status, "OPEN"),
      ),
    );
  return row;
}

/** The same, locked. */
export async function lockOpenOrder(
  tx: Executor,
  companyId: string,
  memberId: string,
): Promise<Order | undefined> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.memberId, memberId),
        eq(orders.status, "OPEN"),
      ),
    )
    .for("update");
  return row;
}

const own = (companyId: string, memberId: string, orderNumber: string) =>
  and(
    eq(orders.companyId, companyId),
    eq(orders.memberId, memberId),
    eq(orders.orderNumber, orderNumber),
  );

/** A member's own order by its number, with the time. */
export async function findOwnOrder(
  db: Executor,
  companyId: string,
  memberId: string,
  orderNumber: string,
): Promise<{ order: Order; now: Date } | undefined> {
  const [row] = await db
    .select({ order: orders, now: clock })
    .from(orders)
    .where(own(companyId, memberId, orderNumber));
  return row;
}

/** The same, locked. */
export async function lockOwnOrder(
  tx: Executor,
  companyId: string,
  memberId: string,
  orderNumber: string,
): Promise<Order | undefined> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(own(companyId, memberId, orderNumber))
    .for("update");
  return row;
}

/** An order of a company by its id, locked. */
export async function lockOrder(
  tx: Executor,
  companyId: string,
  id: string,
): Promise<Order | undefined> {
  const [row] = await tx.select().from(orders).where(at(companyId, id)).for("update");
  return row;
}

/** Makes an order; undefined when the company already used its number. */
export async function insertOrder(tx: Executor, order: NewOrder): Promise<Order | undefined> {
  const [row] = await tx
    .insert(orders)
    .values(order)
    .onConflictDoNothing({ target: [orders.companyId, orders.orderNumber] })
    .returning();
  return row;
}

/**
 * Moves an order on, if it is still in the status the caller saw: the one winner of a race gets the
 * row, everybody else undefined.
 */
export async function moveOrder(
  tx: Executor,
  order: Pick<Order, "companyId" | "id" | "status">,
  change: Partial<NewOrder> & { status: OrderStatus },
): Promise<Order | undefined> {
  const [row] = await tx
    .update(orders)
    .set(change)
    .where(and(at(order.companyId, order.id), eq(orders.status, order.status)))
    .returning();
  return row;
}

/** Changes what an order says without moving it on. */
export async function amendOrder(
  tx: Executor,
  order: Pick<Order, "companyId" | "id">,
  change: Pick<
    Partial<NewOrder>,
    "heldReward" | "consentedAt" | "consentVersion" | "beneficiaryId" | "beneficiaryVersion"
  >,
): Promise<Order> {
  const [row] = await tx
    .update(orders)
    .set(change)
    .where(at(order.companyId, order.id))
    .returning();
  if (!row) throw new Error("The order is not there any more.");
  return row;
}

/** Companies that have OPEN orders whose hold is over. */
export async function listCompaniesOverdue(db: Executor, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ companyId: orders.companyId })
    .from(orders)
    .where(and(eq(orders.status, "OPEN"), lte(orders.holdEndsAt, sql`statement_timestamp()`)))
    .limit(limit);
  return rows.map((row) => row.companyId);
}

/** Locks overdue OPEN orders of a company, the oldest first, leaving those in other hands alone. */
export async function lockOverdueOrders(tx: Executor, companyId: string, limit: number) {
  return tx
    .select({
      companyId: orders.companyId,
      id: orders.id,
      orderNumber: orders.orderNumber,
      memberId: orders.memberId,
      held: sql<number>`${orders.heldQuantity} + ${orders.heldReward}`.mapWith(Number),
    })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.status, "OPEN"),
        lte(orders.holdEndsAt, sql`statement_timestamp()`),
      ),
    )
    .orderBy(asc(orders.holdEndsAt))
    .limit(limit)
    .for("update", { skipLocked: true });
}

/** Ends locked orders' holds. Returns the ids of those that were still OPEN. */
export async function expireOrders(
  tx: Executor,
  companyId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .update(orders)
    .set({ status: "EXPIRED", heldQuantity: 0, heldReward: 0 })
    .where(
      and(eq(orders.companyId, companyId), inArray(orders.id, [...ids]), eq(orders.status, "OPEN")),
    )
    .returning({ id: orders.id });
  return new Set(rows.map((row) => row.id));
}

/** The books' lines for orders that ran out by themselves. */
export async function auditExpired(
  tx: Executor,
  companyId: string,
  expired: readonly { id: string; orderNumber: string }[],
): Promise<void> {
  if (expired.length === 0) return;
  await tx.insert(auditEntries).values(
    expired.map(({ id, orderNumber }) => ({
      companyId,
      actorId: null,
      actorRole: "SYSTEM" as const,
      action: "order.expired",
      subjectType: "order",
      subjectId: id,
      before: { status: "OPEN" },
      after: { status: "EXPIRED", orderNumber },
      requestId: null,
    })),
  );
}

/** Takes a referrer's promised rewards off the orders that wait. Returns the tokens set free. */
export async function dropHeldRewards(
  tx: Executor,
  companyId: string,
  referrerId: string,
): Promise<number> {
  const waiting = await tx
    .select({ id: orders.id, heldReward: orders.heldReward })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        inArray(orders.status, ["OPEN", "PENDING"]),
        eq(orders.referrerId, referrerId),
        gt(orders.heldReward, 0),
      ),
    )
    .orderBy(asc(orders.id))
    .for("update");
  if (waiting.length === 0) return 0;
  await tx
    .update(orders)
    .set({ heldReward: 0 })
    .where(
      and(
        eq(orders.companyId, companyId),
        inArray(
          orders.id,
          waiting.map(({ id }) => id),
        ),
      ),
    );
  return waiting.reduce((sum, { heldReward }) => sum + heldReward, 0);
}

/**
 * One at a time for a proof of these bytes, until the transaction ends: of two that come together,
 * the later finds the earlier.
 */
export async function lockProof(tx: Executor, companyId: string, sha256: string): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${companyId}:${sha256}`}, 0))`,
  );
}

/** Numbers of a company's other orders whose proof has the same bytes. */
export async function ordersWithProof(
  db: Executor,
  companyId: string,
  sha256: string,
  exceptOrderId: string,
): Promise<string[]> {
  const rows = await db
    .select({ orderNumber: orders.orderNumber })
    .from(medias)
    .innerJoin(orders, and(eq(orders.companyId, companyId), eq(orders.proofMediaId, medias.id)))
    .where(
      and(eq(medias.companyId, companyId), eq(medias.sha256, sha256), ne(orders.id, exceptOrderId)),
    )
    .limit(20);
  return rows.map((row) => row.orderNumber);
}
