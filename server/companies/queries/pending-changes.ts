import { rowOf, firstRow } from "@db/row-of";
import { and, count, desc, eq, inArray, lte, not, or, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import {
  orders,
  PAYMENT_ID,
  PAYMENT_VERSION,
  payments,
  pendingChanges,
  STATEMENT_LINE,
  users,
} from "@db/schema";
import type { ChangeKind, ChangeState } from "@db/vocabulary";

export type PendingChange = typeof pendingChanges.$inferSelect;

export const isPending = eq(pendingChanges.state, "PENDING");

export const changeWithId = (companyId: string, id: string) => rowOf(pendingChanges, companyId, id);

/**
 * Stores a change, which waits from now on: for a second admin, or for the end of its cool-off. Null if
 * another one of its subject waits already.
 */
export async function insertChange(
  tx: Executor,
  {
    hours,
    ...change
  }: Omit<typeof pendingChanges.$inferInsert, "endsAt"> & {
    /** Hours that the change waits. */
    hours: number;
  },
): Promise<PendingChange | null> {
  const [row] = await tx
    .insert(pendingChanges)
    .values({ ...change, endsAt: sql`now() + make_interval(hours => ${hours})` })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

export const findChange = (db: Executor, companyId: string, id: string) =>
  firstRow(db.select().from(pendingChanges).where(changeWithId(companyId, id)));

/** Finds the waiting change of an account, order, payment or company. */
export const findPendingOf = (db: Executor, companyId: string, subjectId: string) =>
  firstRow(
    db
      .select()
      .from(pendingChanges)
      .where(
        and(
          eq(pendingChanges.companyId, companyId),
          eq(pendingChanges.subjectId, subjectId),
          isPending,
        ),
      ),
  );

/** Counts a company's waiting changes of these kinds. */
export const countPending = async (
  db: Executor,
  companyId: string,
  kinds: readonly ChangeKind[],
): Promise<number> =>
  db.$count(
    pendingChanges,
    and(eq(pendingChanges.companyId, companyId), isPending, inArray(pendingChanges.kind, kinds)),
  );

/**
 * Ends a waiting change; undefined if it does not wait any more. The condition is what lets exactly one
 * of several decisions succeed: a second one waits for the row, and then finds it ended. `whenDue`: only
 * at the end of its cool-off; else only before its end, unless it is one.
 */
export async function endChange(
  tx: Executor,
  { companyId, id }: Pick<PendingChange, "companyId" | "id">,
  { state, by, whenDue = false }: { state: ChangeState; by: string | null; whenDue?: boolean },
): Promise<PendingChange | undefined> {
  const isOver = lte(pendingChanges.endsAt, sql`now()`);
  const [row] = await tx
    .update(pendingChanges)
    .set({ state, decidedBy: by, decidedAt: sql`now()` })
    .where(
      and(
        changeWithId(companyId, id),
        isPending,
        whenDue
          ? and(pendingChanges.isCoolOff, isOver)
          : or(pendingChanges.isCoolOff, sql`NOT ${isOver}`),
      ),
    )
    .returning();
  return row;
}

/**
 * Ends a change that is overtaken: one that waits, or one that was claimed in the same transaction. False
 * if it is not in the given state any more.
 */
export async function markOvertaken(
  tx: Executor,
  { companyId, id, state }: Pick<PendingChange, "companyId" | "id" | "state">,
): Promise<boolean> {
  const rows = await tx
    .update(pendingChanges)
    .set({ state: "OVERTAKEN", decidedBy: null, decidedAt: sql`now()` })
    .where(and(changeWithId(companyId, id), eq(pendingChanges.state, state)))
    .returning({ id: pendingChanges.id });
  return rows.length === 1;
}

/** Ends the waiting changes of an admin that they may not make any more; returns them. */
export async function endChangesOf(
  tx: Executor,
  companyId: string,
  requestedBy: string,
  kinds: readonly ChangeKind[],
): Promise<PendingChange[]> {
  if (kinds.length === 0) return [];
  return tx
    .update(pendingChanges)
    .set({ state: "ENDED", decidedAt: sql`now()` })
    .where(
      and(
        eq(pendingChanges.companyId, companyId),
        eq(pendingChanges.requestedBy, requestedBy),
        isPending,
        inArray(pendingChanges.kind, kinds),
      ),
    )
    .returning();
}

/** Accounts, rules and terms: at most as many as a company may have waiting. */
const isOfMoneysWay = sql<boolean>`(${pendingChanges.kind} IN ('RULES', 'TERMS') OR ${pendingChanges.kind} LIKE 'ACCOUNT%')`;

const isOfAnOrder = inArray(pendingChanges.kind, ["ORDER_APPROVAL", "PAYMENT_ORDER"]);

/** Joins the order of an approval, or of the payment of an allocation. */
const isItsOrder = and(
  eq(orders.companyId, pendingChanges.companyId),
  or(and(isOfAnOrder, eq(orders.id, pendingChanges.subjectId)), eq(orders.id, payments.orderId)),
);
const isItsPayment = and(
  eq(payments.companyId, pendingChanges.companyId),
  eq(pendingChanges.kind, "PAYMENT_ALLOCATION"),
  eq(payments.id, pendingChanges.subjectId),
);

/**
 * Lists a company's waiting changes with their requester and their order: accounts and rules first,
 * which approvals, as many as there are orders, must not hide; of each the newest first. Leaves out
 * approvals of orders that were decided or submitted again meanwhile.
 */
export async function listPending(db: Executor, companyId: string, limit: number) {
  return db
    .select({
      change: pendingChanges,
      requester: users.name,
      isOver: sql<boolean>`${pendingChanges.endsAt} <= now()`,
      order: {
        id: orders.id,
        orderNumber: orders.orderNumber,
        totalPaise: orders.totalPaise,
      },
    })
    .from(pendingChanges)
    .leftJoin(users, rowOf(users, pendingChanges.companyId, pendingChanges.requestedBy))
    .leftJoin(payments, isItsPayment)
    .leftJoin(orders, isItsOrder)
    .where(and(eq(pendingChanges.companyId, companyId), isPending, isUpToDate))
    .orderBy(desc(isOfMoneysWay), desc(pendingChanges.createdAt), desc(pendingChanges.id))
    .limit(limit);
}

/** Counts the waiting changes that `listPending` would list without its limit. */
export async function countListed(db: Executor, companyId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(pendingChanges)
    .leftJoin(payments, isItsPayment)
    .leftJoin(orders, isItsOrder)
    .where(and(eq(pendingChanges.companyId, companyId), isPending, isUpToDate));
  return row?.total ?? 0;
}

/** Excludes approvals of orders that were decided or submitted again meanwhile. */
const isUpToDate = or(
  not(isOfAnOrder),
  and(
    eq(orders.status, "PENDING"),
    or(
      eq(pendingChanges.kind, "PAYMENT_ORDER"),
      eq(orders.submissionVersion, pendingChanges.subjectVersion),
    ),
  ),
);

const named = (field: string) => sql`(${pendingChanges.change} #>> ARRAY['after', ${field}::text])`;

/**
 * Selects approvals whose order was decided or submitted again or whose entry of a statement was
 * settled, and allocations and orders that an unallocated payment pays, whose payment was settled
 * or changed.
 */
export const isOvertaken = or(
  and(
    eq(pendingChanges.kind, "ORDER_APPROVAL"),
    sql`(NOT EXISTS (
      SELECT 1 FROM orders o
       WHERE o.company_id = ${pendingChanges.companyId} AND o.id = ${pendingChanges.subjectId}
         AND o.status = 'PENDING' AND o.submission_version = ${pendingChanges.subjectVersion})
      OR EXISTS (
      SELECT 1 FROM payment_evidence e
        JOIN payments p ON p.company_id = e.company_id AND p.id = e.payment_id
       WHERE e.company_id = ${pendingChanges.companyId} AND e.line_id = ${named(STATEMENT_LINE)}::uuid
         AND p.status NOT IN ('UNALLOCATED', 'WAITING')))`,
  ),
  and(
    eq(pendingChanges.kind, "PAYMENT_ALLOCATION"),
    sql`NOT EXISTS (
      SELECT 1 FROM payments p
       WHERE p.company_id = ${pendingChanges.companyId} AND p.id = ${pendingChanges.subjectId}
         AND p.status IN ('UNALLOCATED', 'DOUBTED')
         AND date_trunc('milliseconds', p.updated_at)
           = ${named(PAYMENT_VERSION)}::timestamptz)`,
  ),
  and(
    eq(pendingChanges.kind, "PAYMENT_ORDER"),
    sql`NOT EXISTS (
      SELECT 1 FROM orders o
        JOIN payments p ON p.company_id = o.company_id AND p.id = ${named(PAYMENT_ID)}::uuid
       WHERE o.company_id = ${pendingChanges.companyId} AND o.id = ${pendingChanges.subjectId}
         AND o.status = 'PENDING' AND p.status IN ('UNALLOCATED', 'DOUBTED', 'CONFIRMED')
         AND date_trunc('milliseconds', p.updated_at) = ${named(PAYMENT_VERSION)}::timestamptz)`,
  ),
);

/**
 * Lists the requests for the approval of an order (null: of any), without approvals of an earlier
 * submission.
 */
export async function listWaitingApprovals(
  db: Executor,
  companyId: string,
  orderId: string | null,
) {
  return db
    .select({
      orderId: pendingChanges.subjectId,
      id: pendingChanges.id,
      requestedBy: pendingChanges.requestedBy,
      by: users.name,
      since: pendingChanges.createdAt,
      isCoolOff: pendingChanges.isCoolOff,
      endsAt: pendingChanges.endsAt,
      change: pendingChanges.change,
    })
    .from(pendingChanges)
    .innerJoin(orders, rowOf(orders, pendingChanges.companyId, pendingChanges.subjectId))
    .leftJoin(users, rowOf(users, pendingChanges.companyId, pendingChanges.requestedBy))
    .where(
      and(
        eq(pendingChanges.companyId, companyId),
        eq(pendingChanges.kind, "ORDER_APPROVAL"),
        orderId === null ? undefined : eq(pendingChanges.subjectId, orderId),
        isPending,
        isUpToDate,
      ),
    )
    .limit(500);
}
