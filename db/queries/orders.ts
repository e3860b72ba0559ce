import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  notInArray,
  sql,
} from "drizzle-orm";
import type { Executor } from "../client";
import { auditEntries, medias, orders, users } from "../schema";
import type { OrderStatus } from "../vocabulary";

// architecture.md §6 states the order in which transactions lock these rows.

export type Order = typeof orders.$inferSelect;
type NewOrder = typeof orders.$inferInsert;

const at = (companyId: string, id: string) =>
  and(eq(orders.companyId, companyId), eq(orders.id, id));

/** The database's clock, shared by all instances. */
const clock = sql`clock_timestamp()`.mapWith(orders.createdAt);

/** The current time by the database's clock. */
export async function databaseNow(db: Executor): Promise<Date> {
  const [row] = await db.select({ now: clock }).from(sql`(SELECT 1) AS one`);
  if (!row) throw new Error("The database did not tell the time.");
  return row.now;
}

/**
 * Locks the member, so that concurrent calls do not count or change their orders, and returns the
 * time. Foreign keys to the row stay possible (a referred member's order has one).
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
        // A member who was made an admin or blocked in the meantime can no longer buy.
        eq(users.role, "USER"),
        eq(users.status, "ACTIVE"),
        isNull(users.deletedAt),
      ),
    )
    .for("no key update");
  return row;
}
export type Buyer = NonNullable<Awaited<ReturnType<typeof lockBuyer>>>;

/** The number of a member's orders that await a decision, and their tokens. */
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

/** A member's OPEN order; there is at most one. */
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
    .for("no key update");
  return row;
}

const own = (companyId: string, memberId: string, orderNumber: string) =>
  and(
    eq(orders.companyId, companyId),
    eq(orders.memberId, memberId),
    eq(orders.orderNumber, orderNumber),
  );

/** A member's order by its number, with the current time. */
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
    .for("no key update");
  return row;
}

/** A member's newest later order that is neither cancelled nor expired. */
export async function findSuccessor(
  db: Executor,
  { companyId, memberId, createdAt }: Pick<Order, "companyId" | "memberId" | "createdAt">,
): Promise<Pick<Order, "orderNumber" | "status" | "amountPaise"> | undefined> {
  const [row] = await db
    .select({
      orderNumber: orders.orderNumber,
      status: orders.status,
      amountPaise: orders.amountPaise,
    })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.memberId, memberId),
        gt(orders.createdAt, createdAt),
        notInArray(orders.status, ["CANCELLED", "EXPIRED"]),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1);
  return row;
}

/** An order of a company by its id, locked. */
export async function lockOrder(
  tx: Executor,
  companyId: string,
  id: string,
): Promise<Order | undefined> {
  const [row] = await tx.select().from(orders).where(at(companyId, id)).for("no key update");
  return row;
}

/** Creates an order; undefined if the company already uses its number. */
export async function insertOrder(tx: Executor, order: NewOrder): Promise<Order | undefined> {
  const [row] = await tx
    .insert(orders)
    .values(order)
    .onConflictDoNothing({ target: [orders.companyId, orders.orderNumber] })
    .returning();
  return row;
}

/**
 * Changes an order's status if it is still the one that the caller read. Of concurrent callers, one
 * gets the row, the others undefined.
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

/** Changes an order without changing its status. */
export async function amendOrder(
  tx: Executor,
  order: Pick<Order, "companyId" | "id">,
  change: Pick<
    Partial<NewOrder>,
    | "heldReward"
    | "rewardBps"
    | "consentedAt"
    | "consentVersion"
    | "beneficiaryId"
    | "beneficiaryVersion"
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

/** Companies with OPEN orders whose hold has ended. */
export async function listCompaniesOverdue(db: Executor, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ companyId: orders.companyId })
    .from(orders)
    .where(and(eq(orders.status, "OPEN"), lte(orders.holdEndsAt, sql`statement_timestamp()`)))
    .limit(limit);
  return rows.map((row) => row.companyId);
}

/** Locks a company's overdue OPEN orders, oldest first; skips orders that are locked already. */
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
    .for("no key update", { skipLocked: true });
}

/** Expires locked orders and ends their holds. Returns the ids of those that were still OPEN. */
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

/** Adds the audit entries of expired orders. */
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

/**
 * Removes a referrer's held rewards from undecided orders. Returns the number of tokens released.
 */
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
    .for("no key update");
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
 * Serialises submissions of a proof with these bytes until the transaction ends: of two concurrent
 * ones, the later finds the earlier.
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
