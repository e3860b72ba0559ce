import { rowOf } from "@db/row-of";
import { and, asc, eq, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "@db/client";
import { builtOnce, runPrepared } from "@db/prepared";
import { type NewOrder, type Order, orders, users } from "@db/schema";
import type { REST_OPEN } from "@server/orders/rules/submission";
import type { statedBy } from "@server/orders/rules/stated-decision";
import type { OrderStatus, PaymentMethod } from "@db/vocabulary";
import { clock } from "@db/clock";
import { waitingWith } from "@server/payments";
import { usualApprovalSeconds } from "@server/platform";

// Transactions lock these rows in the order of architecture.md §6.

const at = (companyId: string, id: string) => rowOf(orders, companyId, id);

const referrers = alias(users, "referrers");

/** True for a referrer with an approved purchase. */
const hasBought = sql<boolean>`EXISTS (SELECT 1 FROM holdings h
  WHERE h.company_id = ${referrers.companyId} AND h.member_id = ${referrers.id} AND h.purchases > 0)`;

/** The facts about a referrer that decide on a reward. */
const referrer = {
  id: referrers.id,
  role: referrers.role,
  status: referrers.status,
  deletedAt: referrers.deletedAt,
  isApproved: referrers.isApproved,
  hasBought,
};

/**
 * Locks the member, so that concurrent calls do not count or change their orders, and returns them with
 * their referrer and the time. Other transactions can still refer to the row (a referred member's order
 * does).
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
      referrer: {
        ...referrer,
        email: referrers.email,
        language: referrers.language,
        mailsNotices: referrers.mailsNotices,
      },
      now: clock,
    })
    .from(users)
    .leftJoin(referrers, rowOf(referrers, users.companyId, users.referrerId))
    .where(
      and(
        rowOf(users, companyId, memberId),
        // A member who was made an admin or blocked in the meantime can no longer buy.
        eq(users.role, "USER"),
        eq(users.status, "ACTIVE"),
        isNull(users.deletedAt),
      ),
    )
    .for("no key update", { of: users })
    .prepare("lock_buyer")
    .execute();
  return row;
}
export type Buyer = NonNullable<Awaited<ReturnType<typeof lockBuyer>>>;

/** Returns a member's referrer, and the current time. */
export async function findBuyerFacts(tx: Executor, companyId: string, memberId: string) {
  const [row] = await tx
    .select({ referrer, now: clock })
    .from(users)
    .leftJoin(referrers, rowOf(referrers, users.companyId, users.referrerId))
    .where(rowOf(users, companyId, memberId));
  return row;
}
export type BuyerFacts = NonNullable<Awaited<ReturnType<typeof findBuyerFacts>>>;

/** Returns a member's OPEN order; there is at most one. */
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

/** Locks the order that a condition selects; undefined for none. */
async function lockWhere(
  tx: Executor,
  where: SQL | undefined,
  name: string,
): Promise<Order | undefined> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(where)
    .for("no key update")
    .prepare(name)
    .execute();
  return row;
}

export const lockOpenOrder = (tx: Executor, companyId: string, memberId: string) =>
  lockWhere(
    tx,
    and(
      eq(orders.companyId, companyId),
      eq(orders.memberId, memberId),
      // A literal, so that the plan uses the index of OPEN orders.
      sql`${orders.status} = 'OPEN'`,
    ),
    "lock_open_order",
  );

const own = (companyId: string, memberId: string, orderNumber: string) =>
  and(
    eq(orders.companyId, companyId),
    eq(orders.memberId, memberId),
    eq(orders.orderNumber, orderNumber),
  );

const ownOrder = builtOnce((db) =>
  db
    .select({ order: orders, now: clock })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, sql.placeholder("companyId")),
        eq(orders.memberId, sql.placeholder("memberId")),
        eq(orders.orderNumber, sql.placeholder("orderNumber")),
      ),
    )
    .prepare("own_order"),
);

const of = { company: sql.placeholder("companyId"), member: sql.placeholder("memberId") };

const orderToPay = builtOnce((db) =>
  db
    .select({
      order: orders,
      now: clock,
      lastMethod: sql<PaymentMethod | null>`
        (SELECT paid.payment_method FROM orders paid
          WHERE paid.company_id = ${of.company} AND paid.member_id = ${of.member}
            AND paid.submitted_at IS NOT NULL
          ORDER BY paid.submitted_at DESC LIMIT 1)`,
      usualSeconds: usualApprovalSeconds(of.company),
    })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, of.company),
        eq(orders.memberId, of.member),
        eq(orders.orderNumber, sql.placeholder("orderNumber")),
      ),
    )
    .prepare("order_to_pay"),
);

/**
 * Returns a member's order by its number, with the current time, the method of their last submission
 * and the seconds that the company's approvals usually take.
 */
export async function findOrderToPay(
  db: Executor,
  companyId: string,
  memberId: string,
  orderNumber: string,
) {
  const [row] = await orderToPay(db).execute({ companyId, memberId, orderNumber });
  return row;
}

/** Returns a member's order by its number, with the current time. */
export async function findOwnOrder(
  db: Executor,
  companyId: string,
  memberId: string,
  orderNumber: string,
): Promise<{ order: Order; now: Date } | undefined> {
  const [row] = await ownOrder(db).execute({ companyId, memberId, orderNumber });
  return row;
}

/** Locks a member's order by its number. */
export const lockOwnOrder = (
  tx: Executor,
  companyId: string,
  memberId: string,
  orderNumber: string,
) => lockWhere(tx, own(companyId, memberId, orderNumber), "lock_own_order");

/**
 * Lists a member's waiting orders of which no part was received, of at most a total, the longest wait
 * first.
 */
export const listWaitingOf = (
  db: Executor,
  companyId: string,
  { memberId, but, mostPaise }: { memberId: string; but: string; mostPaise: number | null },
): Promise<Order[]> =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.memberId, memberId),
        eq(orders.status, "PENDING"),
        isNull(orders.receivedPaise),
        ne(orders.id, but),
        mostPaise === null ? undefined : lte(orders.totalPaise, mostPaise),
      ),
    )
    .orderBy(asc(orders.submittedAt), asc(orders.id))
    .limit(200);

export const lockOrder = (tx: Executor, companyId: string, id: string) =>
  lockWhere(tx, at(companyId, id), "lock_order");

/** Locks the orders that wait with one of these payments, or have received it as a part, by id. */
export async function lockWaitingWith(
  tx: Executor,
  companyId: string,
  paymentIds: readonly string[],
): Promise<Order[]> {
  if (paymentIds.length === 0) return [];
  const these = sql`= ANY (${sql.param([...paymentIds])}::uuid[])`;
  return tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.status, "PENDING"),
        sql`${orders.id} IN (${waitingWith(companyId, these)})`,
      ),
    )
    .orderBy(asc(orders.id))
    .for("no key update");
}

/** Locks an order of a company by its number. */
export const lockOrderByNumber = (tx: Executor, companyId: string, orderNumber: string) =>
  lockWhere(
    tx,
    and(eq(orders.companyId, companyId), eq(orders.orderNumber, orderNumber)),
    "lock_order_by_number",
  );

/**
 * Inserts an order with the first of `numbers` that its company does not use yet; undefined if it uses
 * all, or if another transaction takes the number at the same time.
 */
export async function insertOrder(
  tx: Executor,
  order: Omit<NewOrder, "orderNumber">,
  numbers: readonly string[],
): Promise<Order | undefined> {
  const listed = sql`${sql.param([...numbers])}::text[]`;
  const [row] = await tx
    .insert(orders)
    .values({
      ...order,
      orderNumber: sql`coalesce((
        SELECT number FROM unnest(${listed}) WITH ORDINALITY AS numbers (number, place)
        WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.company_id = ${order.companyId} AND o.order_number = number)
        ORDER BY place LIMIT 1), ${numbers[0]})`,
    })
    .onConflictDoNothing({ target: [orders.companyId, orders.orderNumber] })
    .returning();
  return row;
}

const submission = { submittedXact: sql`pg_current_xact_id()` };

type Move = Partial<NewOrder> & { status: OrderStatus };

const moving = (tx: Executor, order: Pick<Order, "companyId" | "id" | "status">, change: Move) =>
  tx
    .update(orders)
    // A member is not notified of a hold's end any more once the order has moved on.
    .set({ expiryNoticeDue: false, ...change, ...(change.status === "PENDING" && submission) })
    .where(and(at(order.companyId, order.id), eq(orders.status, order.status)));

/** Returns the write that changes an order's status: of one row, or of none if it is another one by now. */
export const moveOf = (...move: Parameters<typeof moving>): SQL => moving(...move).getSQL();

/**
 * Changes an order's status if it is still the one that the caller read. Of concurrent callers one gets
 * the row, the others undefined.
 */
export async function moveOrder(...move: Parameters<typeof moving>): Promise<Order | undefined> {
  const [row] = await moving(...move).returning();
  return row;
}

/** Moves an order that the transaction has locked. Throws if it is not as it was read. */
export async function moveLockedOrder(
  tx: Executor,
  order: Pick<Order, "companyId" | "id" | "status">,
  change: Move,
): Promise<void> {
  const moved = await moveOrder(tx, order, change);
  if (!moved) throw new Error("The order is not as it was read.");
}

/** Changes an order without changing its status. */
export async function amendOrder(
  tx: Executor,
  order: Pick<Order, "companyId" | "id">,
  change: Pick<
    Partial<NewOrder>,
    | "heldQuantity"
    | "heldReward"
    | "bonusTokens"
    | "holdReleasedAt"
    | "rewardBps"
    | "flags"
    | "presentPriceMicroRupees"
    | "presentFeeBps"
    | "consentedAt"
    | "consentVersion"
    | "consentTermsVersion"
    | "receivedPaise"
    | "restAskedAt"
    | "submissionVersion"
    | keyof ReturnType<typeof statedBy>
    | keyof typeof REST_OPEN
    | `reward${"State" | "Tokens" | "ReleaseAt" | "HeldBecause" | "Reason" | "Note" | "DecidedAt" | "DecidedBy"}`
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

/**
 * Serialises submissions of a proof with these bytes until the transaction ends: the later of two
 * concurrent ones finds the earlier.
 */
export async function lockProof(tx: Executor, companyId: string, sha256: string): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${companyId}:${sha256}`}, 0))`,
  );
}

/**
 * Lists numbers of a company's other orders whose proof has the same bytes, also of a payment that was
 * received before; and of this order, if such a payment other than its own has it.
 */
export async function ordersWithProof(
  db: Executor,
  { companyId, id, paymentId }: Pick<Order, "companyId" | "id" | "paymentId">,
  sha256: string,
): Promise<string[]> {
  const rows = await runPrepared<{ number: string }>(
    db,
    "orders_with_proof",
    sql`
    WITH same AS (SELECT id FROM medias WHERE company_id = ${companyId} AND sha256 = ${sha256})
    SELECT o.order_number AS number FROM orders o
     WHERE o.company_id = ${companyId} AND o.id <> ${id} AND o.proof_media_id IN (SELECT id FROM same)
     UNION
    SELECT o.order_number FROM payments p
      JOIN orders o ON o.company_id = p.company_id AND o.id = p.order_id
     WHERE p.company_id = ${companyId} AND p.status = 'CONFIRMED' AND p.proof_media_id IN (SELECT id FROM same)
       AND (o.id <> ${id} OR p.id IS DISTINCT FROM ${paymentId}::uuid)
     LIMIT 20`,
  );
  return rows.map(({ number }) => number);
}
