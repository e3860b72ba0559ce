import { rowOf, firstRow } from "@db/row-of";
import {
  and,
  asc,
  eq,
  exists,
  inArray,
  isNull,
  lte,
  ne,
  notExists,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "@db/client";
import { builtOnce } from "@db/prepared";
import { medias, orders, paymentKeys, payments, users } from "@db/schema";
import type { PaymentMethod, PaymentSort } from "@db/vocabulary";
import {
  type List,
  type ListPage,
  pageOfList,
  type Sorting,
  orderMatch,
  personMatch,
  referencePattern,
  valuesIn,
} from "@server/platform";
import type { Order } from "@db/schema";
import { isLeft, keysAt, leftPaise, type Payment } from "./payments";

/**
 * Matches payments that no order took and that no admin decided on: submissions that were refused, and ones whose
 * number counts with another payment. A payment of a waiting order waits with that order.
 */
export const isUnconfirmed = (
  companyId: string | Placeholder,
): SQL => sql`(${payments.status} IN ('UNALLOCATED', 'DOUBTED') AND ${payments.memberId} IS NOT NULL
  AND (${payments.status} = 'UNALLOCATED' OR NOT EXISTS (
    SELECT 1 FROM orders standing
     WHERE standing.company_id = ${companyId} AND standing.payment_id = ${payments.id}
       AND standing.status = 'PENDING')))`;

/** Matches unallocated payments: they serve no order, whole or in part, and are not settled. */
const isOpen = (companyId: string): SQL => sql`(${isUnconfirmed(companyId)} OR ${isLeft})`;

/** Paise that are unallocated: its total until it is confirmed, else the rest. */
const openPaise = sql<number>`coalesce(${leftPaise}, ${payments.amountPaise})`;

/** Filter of the unallocated payments. Days begin and end in India; `before` is exclusive. */
export interface UnallocatedPaymentFilter {
  id?: string | undefined;
  /** A CLAIM is not confirmed yet, a CREDIT is. */
  kind?: "CLAIM" | "CREDIT" | undefined;
  method?: PaymentMethod | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
  /** Paise of the unallocated sum, both inclusive. */
  leastPaise?: number | undefined;
  mostPaise?: number | undefined;
  /** A LIKE pattern; null for no search. */
  pattern: string | null;
}

const since = sql`coalesce(${payments.receivedAt}, ${payments.createdAt})`;
/** Paise that its member reports, until it is confirmed. */
const reportedPaise = sql`CASE WHEN ${payments.receivedPaise} IS NULL THEN ${payments.reportedPaise} END`;
const because = sql`CASE WHEN ${payments.receivedPaise} IS NULL THEN ${payments.unallocatedBecause} END`;

const itsOrder = rowOf(orders, payments.companyId, payments.orderId);
const itsMember = rowOf(users, payments.companyId, payments.memberId);
const itsProof = rowOf(medias, payments.companyId, payments.proofMediaId);

/** Selects a company's unallocated payments, by the indexes that hold nothing else. */
const unallocatedPayments = (companyId: string): SQL => sql`(
  SELECT * FROM ${payments} WHERE ${payments.companyId} = ${companyId} AND ${isUnconfirmed(companyId)}
   UNION ALL
  SELECT * FROM ${payments} WHERE ${payments.companyId} = ${companyId} AND ${isLeft}
) AS payments`;

function unallocatedPaymentList(
  companyId: string,
  filter: UnallocatedPaymentFilter,
): List<PaymentSort> {
  const order = sql`JOIN ${orders} ON ${itsOrder}`;
  const member = sql`JOIN ${users} ON ${itsMember}`;
  // A search joins both tables already.
  const isSearch = filter.pattern !== null;
  const ofOrder = isSearch ? {} : { joins: order };
  const ofMember = isSearch ? {} : { joins: member };
  return {
    table: unallocatedPayments(companyId),
    companyId: payments.companyId,
    id: payments.id,
    where: and(...conditions(filter)),
    ...(isSearch && { joins: sql`${order} ${member}` }),
    sum: openPaise,
    byDate: "since",
    sorts: {
      since: { by: since, isIndexed: true },
      open: { by: openPaise, isIndexed: true },
      member: { by: sql`lower(${users.name})`, ...ofMember },
      memberId: { by: users.referralCode, ...ofMember },
      order: { by: orders.orderNumber, ...ofOrder },
      tokens: { by: orders.quantity, ...ofOrder },
      method: { by: payments.method },
      reference: { by: payments.reference },
      entered: { by: reportedPaise },
      reason: { by: because },
    },
  };
}

/** Returns a page of a company's unallocated payments, and their sum in paise. Reads no settled ones. */
export const pageOfUnallocatedPayments = (
  db: Executor,
  companyId: string,
  filter: UnallocatedPaymentFilter,
  sorting: Sorting<PaymentSort>,
  page: { limit: number; offset: number },
): Promise<ListPage> => pageOfList(db, unallocatedPaymentList(companyId, filter), sorting, page);

function conditions(filter: UnallocatedPaymentFilter): SQL[] {
  const { id, kind, method, from, before, leastPaise, mostPaise, pattern } = filter;
  return [
    ...(id ? [sql`${payments.id} = ${id}`] : []),
    ...(kind
      ? [sql`${payments.receivedPaise} IS ${kind === "CLAIM" ? sql`NULL` : sql`NOT NULL`}`]
      : []),
    ...(method ? [sql`${payments.method} = ${method}`] : []),
    ...(from ? [sql`${since} >= ${from.toISOString()}::timestamptz`] : []),
    ...(before ? [sql`${since} < ${before.toISOString()}::timestamptz`] : []),
    ...(leastPaise === undefined ? [] : [sql`${openPaise} >= ${leastPaise}::bigint`]),
    ...(mostPaise === undefined ? [] : [sql`${openPaise} <= ${mostPaise}::bigint`]),
    ...(pattern === null ? [] : [sql`(${sql.join(matches(pattern), sql` OR `)})`]),
  ];
}

/** Matches the fields of Manage Purchase's search, of the payment and the order that it was meant for. */
function matches(pattern: string): SQL[] {
  const { sum, time } = valuesIn(pattern);
  return [
    personMatch(pattern),
    orderMatch(pattern),
    sql`${payments.reference} ILIKE ${referencePattern(pattern)}`,
    ...(sum === null
      ? []
      : [openPaise, reportedPaise, orders.totalPaise, orders.amountPaise].map(
          (paise) => sql`${paise} = ${sum}::bigint`,
        )),
    ...(time === null
      ? []
      : [
          sql`(${since} >= ${time.from.toISOString()}::timestamptz AND ${since} < ${time.before.toISOString()}::timestamptz)`,
        ]),
  ];
}

/** Orders of the same member that wait for their payment. */
const waiting = alias(orders, "waiting");

const person = { id: users.id, name: users.name, referralCode: users.referralCode };
const file = { id: medias.id, contentType: medias.contentType };

/**
 * Returns those of the payments that are unallocated, with their order, member and proof, and whether an
 * order of the member waits that they may pay.
 */
export async function listUnallocatedPayments(
  db: Executor,
  companyId: string,
  ids: readonly string[],
) {
  if (ids.length === 0) return [];
  return db
    .select({
      payment: payments,
      openPaise: openPaise.mapWith(Number),
      order: orders,
      member: person,
      proof: file,
      paysOrder: sql<boolean>`${exists(
        db
          .select({ id: waiting.id })
          .from(waiting)
          .where(
            and(
              eq(waiting.companyId, companyId),
              eq(waiting.memberId, payments.memberId),
              eq(waiting.status, "PENDING"),
              isNull(waiting.receivedPaise),
              ne(waiting.id, payments.orderId),
              or(isNull(payments.receivedPaise), lte(waiting.totalPaise, leftPaise)),
            ),
          ),
      )}`,
    })
    .from(payments)
    .innerJoin(orders, itsOrder)
    .innerJoin(users, itsMember)
    .leftJoin(medias, itsProof)
    .where(
      and(eq(payments.companyId, companyId), inArray(payments.id, [...ids]), isOpen(companyId)),
    );
}

/** Returns an unallocated payment; undefined if it is settled. */
export const findUnallocatedPayment = (db: Executor, companyId: string, id: string) =>
  firstRow(listUnallocatedPayments(db, companyId, [id]));

export async function countUnallocatedPayments(db: Executor, companyId: string): Promise<number> {
  const { rows } = await db.execute<{ total: string }>(
    sql`SELECT ${numberOfUnallocatedPayments(companyId)} AS total`,
  );
  return Number(rows[0]?.total ?? 0);
}

/**
 * Returns the SQL of `countUnallocatedPayments`. Each of its two counts reads an index that holds
 * nothing else.
 */
export const numberOfUnallocatedPayments = (companyId: string): SQL => sql`(
  (SELECT count(*) FROM ${payments} WHERE ${payments.companyId} = ${companyId} AND ${isUnconfirmed(companyId)})
  + (SELECT count(*) FROM ${payments} WHERE ${payments.companyId} = ${companyId} AND ${isLeft}))`;

export async function hasUnallocatedPayments(
  db: Executor,
  companyId: string,
  memberId: string,
): Promise<boolean> {
  const found = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(eq(payments.companyId, companyId), eq(payments.memberId, memberId), isOpen(companyId)),
    )
    .limit(1);
  return found.length > 0;
}

const { id, method, reference, amountPaise, createdAt } = payments;
const unallocatedOf = builtOnce((db) =>
  db
    .select({
      payment: { id, method, reference, amountPaise, createdAt },
      order: { id: orders.id, orderNumber: orders.orderNumber, amountPaise: orders.amountPaise },
    })
    .from(payments)
    .innerJoin(orders, itsOrder)
    .where(
      and(
        eq(payments.companyId, sql.placeholder("companyId")),
        eq(payments.memberId, sql.placeholder("memberId")),
        isUnconfirmed(sql.placeholder("companyId")),
      ),
    )
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .prepare("unallocated_of_member"),
);

/** Lists a member's payments that no order took, with their orders, oldest first. */
export const listUnallocatedOf = (db: Executor, companyId: string, memberId: string) =>
  unallocatedOf(db).execute({ companyId, memberId });

/** Returns the oldest payment that an order, by its number, did not take; undefined for none. */
export async function findUnallocatedFor(
  db: Executor,
  companyId: string,
  memberId: string,
  orderNumber: string,
) {
  const found = await listUnallocatedOf(db, companyId, memberId);
  return found.find(({ order }) => order.orderNumber === orderNumber)?.payment;
}

/** Maximum of an order's payments that are listed. */
const MOST_LISTED = 200;

/** Lists payments on record for an order, oldest first, with the received sum of each. */
export const listPaymentsFor = (db: Executor, companyId: string, orderId: string) =>
  db
    .select({
      id: payments.id,
      method: payments.method,
      reference: payments.reference,
      status: payments.status,
      at: payments.createdAt,
      receivedPaise: payments.receivedPaise,
      openPaise: sql`${leftPaise}`.mapWith(payments.receivedPaise),
    })
    .from(payments)
    .where(
      and(
        eq(payments.companyId, companyId),
        eq(payments.orderId, orderId),
        sql`${payments.status} <> 'MERGED'`,
      ),
    )
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .limit(MOST_LISTED);

/** An order with which the number of an unallocated payment counts, or waits. */
export type OtherWithNumber = {
  orderNumber: string;
  /** True for an order of the same member. */
  isOwn: boolean;
  /** True if its payment counts, or an order waits with it; false if it was refused or replaced. */
  counts: boolean;
};

/**
 * Returns, by payment, the orders of other payments with one of its keys; those of the same member come
 * first.
 */
export async function othersWithNumber(
  db: Executor,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, OtherWithNumber[]>> {
  const found = new Map<string, OtherWithNumber[]>();
  if (ids.length === 0) return found;
  const { rows } = await db.execute<OtherWithNumber & { id: string }>(sql`
    SELECT p.id, o.order_number AS "orderNumber", bool_or(o.member_id = p.member_id) AS "isOwn",
           bool_or(q.counts OR o.payment_id = q.id AND o.status = 'PENDING') AS counts
      FROM payments p
      JOIN payment_keys mine ON mine.company_id = p.company_id AND mine.payment_id = p.id
      JOIN payment_keys theirs ON theirs.company_id = p.company_id AND theirs.key = mine.key
       AND theirs.payment_id <> p.id
      JOIN payments q ON q.company_id = p.company_id AND q.id = theirs.payment_id AND q.status <> 'MERGED'
      JOIN orders o ON o.company_id = p.company_id AND (o.id = q.order_id OR o.payment_id = q.id)
     WHERE p.company_id = ${companyId} AND p.id = ANY (${sql.param([...ids])}::uuid[])
     GROUP BY p.id, o.order_number
     ORDER BY p.id, "isOwn" DESC, o.order_number`);
  for (const { id, ...other } of rows) found.set(id, [...(found.get(id) ?? []), other]);
  return found;
}

/**
 * Returns the order that waits with another payment which has a key of this one and does not count;
 * undefined for none.
 */
export async function findOrderInDoubt(
  db: Executor,
  payment: Pick<Payment, "companyId" | "id">,
): Promise<Pick<Order, "id" | "orderNumber"> | undefined> {
  const own = db.select({ key: paymentKeys.key }).from(paymentKeys).where(keysAt(payment));
  const [row] = await db
    .select({ id: orders.id, orderNumber: orders.orderNumber })
    .from(paymentKeys)
    .innerJoin(payments, rowOf(payments, payment.companyId, paymentKeys.paymentId))
    .innerJoin(
      orders,
      and(eq(orders.companyId, payment.companyId), eq(orders.paymentId, payments.id)),
    )
    .where(
      and(
        eq(paymentKeys.companyId, payment.companyId),
        inArray(paymentKeys.key, own),
        ne(paymentKeys.paymentId, payment.id),
        eq(payments.status, "DOUBTED"),
        eq(orders.status, "PENDING"),
      ),
    )
    .limit(1);
  return row;
}

/** Orders of a member that a payment without an order number may be for. */
export interface PayableOrders {
  /** The OPEN order. */
  open: Order | undefined;
  /** An order of the same payment, which it could not take. */
  same: Order | undefined;
}

/**
 * Locks, by id, a member's OPEN order and those of the member's unallocated payments that are this one: of the
 * same amount, and with its number or, without one, of its method. The caller holds the member's lock.
 */
export async function lockPayableOrders(
  tx: Executor,
  companyId: string,
  memberId: string,
  { method, keys, amountPaise }: { method: PaymentMethod; keys: string[]; amountPaise: number },
): Promise<PayableOrders> {
  const itsKeys = tx
    .select({ key: paymentKeys.key })
    .from(paymentKeys)
    .where(
      and(
        eq(paymentKeys.companyId, companyId),
        eq(paymentKeys.paymentId, payments.id),
        keys.length === 0 ? undefined : sql`${paymentKeys.key} = ANY (${sql.param(keys)}::text[])`,
      ),
    );
  const itsPayment = tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.companyId, companyId),
        eq(payments.memberId, memberId),
        eq(payments.orderId, orders.id),
        isUnconfirmed(companyId),
        keys.length === 0 ? and(eq(payments.method, method), notExists(itsKeys)) : exists(itsKeys),
      ),
    );
  const isSame = and(eq(orders.amountPaise, amountPaise), exists(itsPayment));
  const rows = await tx
    .select({ order: orders, isSame: sql<boolean>`(${isSame})` })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.memberId, memberId),
        or(eq(orders.status, "OPEN"), isSame),
      ),
    )
    .orderBy(asc(orders.id))
    .for("no key update", { of: orders })
    .prepare(keys.length === 0 ? "lock_payable_orders" : "lock_payable_orders_by_number")
    .execute();
  return {
    open: rows.find(({ order }) => order.status === "OPEN")?.order,
    same: rows.find((row) => row.isSame)?.order,
  };
}

/**
 * Lists received payments that share a key with one that does not count, with the order that they were
 * paid for.
 */
export async function listReceivedWith(db: Executor, companyId: string, paymentId: string) {
  const itself = keysAt({ companyId, id: paymentId });
  const own = db.select({ key: paymentKeys.key }).from(paymentKeys).where(itself);
  return db
    .selectDistinct({
      payment: payments,
      order: { id: orders.id, orderNumber: orders.orderNumber },
    })
    .from(paymentKeys)
    .innerJoin(payments, rowOf(payments, companyId, paymentKeys.paymentId))
    .innerJoin(orders, itsOrder)
    .where(
      and(
        eq(paymentKeys.companyId, companyId),
        inArray(paymentKeys.key, own),
        ne(paymentKeys.paymentId, paymentId),
        eq(payments.status, "CONFIRMED"),
      ),
    );
}
