import { rowOf } from "@db/row-of";
import { and, count, desc, eq, gt, ilike, inArray, isNull, or, sql } from "drizzle-orm";
import type { Executor, Reader } from "@db/client";
import { companies, orders, users } from "@db/schema";
import {
  ORDER_STATUSES,
  type OrderSort,
  type OrderStatus,
  SUBMITTED_STATUSES,
  type SubmittedStatus,
} from "@db/vocabulary";
import {
  type Cursor,
  nameOrKey,
  cursorAt,
  following,
  countList,
  inOrderOf,
  type Key,
  type List,
  MOST_SORTED,
  pageOfList,
  type Sorting,
  finalPaise,
  referencePattern,
} from "@server/platform";
import { builtOnce } from "@db/prepared";
import { unreadNotices } from "@server/messages";
import type { MemberFrame } from "@server/orders/contracts/orders";
import {
  byDecider,
  deciders,
  listed,
  ofOrder,
  orderList,
  type OrderListFilter,
} from "./order-filter";
import { findOrderLines } from "./order-lines";
import { clock } from "@db/clock";

export interface OrderFilter {
  status: SubmittedStatus | undefined;
  /** A LIKE pattern; null for no search. */
  pattern: string | null;
  limit: number;
  offset: number;
}

/** Columns of an order that its member's lists show. */
const shown = {
  id: orders.id,
  orderNumber: orders.orderNumber,
  createdAt: orders.createdAt,
  submittedAt: orders.submittedAt,
  decidedAt: orders.decidedAt,
  paymentMethod: orders.paymentMethod,
  reference: orders.reference,
  priceMicroRupees: orders.priceMicroRupees,
  quantity: orders.quantity,
  bonusBps: orders.bonusBps,
  bonusTokens: orders.bonusTokens,
  amountPaise: orders.amountPaise,
  feeBps: orders.feeBps,
  feePaise: orders.feePaise,
  totalPaise: orders.totalPaise,
  paidAmountPaise: orders.paidAmountPaise,
  receivedPaise: orders.receivedPaise,
  restAskedAt: orders.restAskedAt,
  approvedQuantity: orders.approvedQuantity,
  approvedAmountPaise: orders.approvedAmountPaise,
  approvedFeePaise: orders.approvedFeePaise,
  status: orders.status,
  proofMediaId: orders.proofMediaId,
  decisionReason: orders.decisionReason,
  refundNote: orders.refundNote,
};

export type ShownOrder = Pick<typeof orders.$inferSelect, keyof typeof shown>;

/**
 * Lists a member's orders in these statuses, newest first; searches number, reference, method and
 * amounts.
 */
export async function listOrdersOfMember(
  db: Executor,
  companyId: string,
  memberId: string,
  {
    statuses,
    pattern,
    limit,
    offset,
  }: Omit<OrderFilter, "status"> & { statuses: readonly OrderStatus[] },
) {
  const where = and(
    eq(orders.companyId, companyId),
    eq(orders.memberId, memberId),
    statuses.length === ORDER_STATUSES.length ? undefined : inArray(orders.status, [...statuses]),
    pattern === null
      ? undefined
      : or(
          ilike(orders.orderNumber, pattern),
          ilike(orders.reference, referencePattern(pattern)),
          ilike(orders.paymentMethod, pattern),
          sql`${inRupees(orders.amountPaise)} LIKE ${amountPattern(pattern)}`,
          sql`${inRupees(orders.totalPaise)} LIKE ${amountPattern(pattern)}`,
        ),
  );
  const records = await db
    .select({ order: shown, user: listed.user })
    .from(orders)
    .innerJoin(users, ofOrder)
    .where(where)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(offset);
  // A page that is not full is the last one: most members have one page.
  const isLast = records.length < limit && (records.length > 0 || offset === 0);
  if (isLast) return { records, total: offset + records.length };
  const [counted] = await db.select({ total: count() }).from(orders).where(where);
  return { records, total: counted?.total ?? 0 };
}

/** Number of a member's newest orders that the frame reads. */
const LOOKED_AT = 200;

const ofFrame = { company: sql.placeholder("companyId"), member: sql.placeholder("memberId") };

const frameMember = builtOnce((db) =>
  db
    .select({
      user: { ...listed.user, avatarMediaId: users.avatarMediaId },
      unread: unreadNotices(sql`${ofFrame.company}::uuid`, sql`${ofFrame.member}::uuid`),
      identity: sql<MemberFrame["identity"]>`(
        SELECT json_build_object('state', c.state, 'reason', coalesce(c.reason, (
                 SELECT d.reason FROM identity_documents d
                  WHERE d.company_id = c.company_id AND d.member_id = c.member_id AND d.decided_at = c.decided_at
                    AND d.state = 'REFUSED' LIMIT 1)))
          FROM identity_cases c
         WHERE c.company_id = ${ofFrame.company} AND c.member_id = ${ofFrame.member} AND c.state IN ('ASKED', 'REFUSED'))`,
    })
    .from(users)
    .where(and(rowOf(users, ofFrame.company, ofFrame.member), isNull(users.deletedAt)))
    .prepare("frame_member"),
);

const isUnpaid = and(
  or(
    inArray(orders.status, ["EXPIRED", "CANCELLED"]),
    // The sweep has not ended this hold yet.
    and(eq(orders.status, "OPEN"), sql`${orders.holdEndsAt} <= clock_timestamp()`),
  ),
  sql`${orders.createdAt} > clock_timestamp() - make_interval(secs => ${sql.placeholder("unpaidSeconds")})`,
  // An order with a payment on record is shown by that payment.
  sql`NOT EXISTS (SELECT 1 FROM payments p
    WHERE p.company_id = ${ofFrame.company} AND p.order_id = ${orders.id} AND p.status IN ('UNALLOCATED', 'DOUBTED'))`,
);

const frameOrders = builtOnce((db) =>
  db
    .select({
      ...shown,
      holdEndsAt: orders.holdEndsAt,
      now: clock,
      isUnpaid: sql<boolean>`${isUnpaid}`,
    })
    .from(orders)
    .where(and(eq(orders.companyId, ofFrame.company), eq(orders.memberId, ofFrame.member)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(LOOKED_AT)
    .prepare("frame_orders"),
);

/**
 * Reads the data of the frame of a member's screens: the member, and of their newest orders, newest
 * first, at most `waiting` PENDING ones, `latest` submitted ones, and `unpaid` ones that ended without
 * a payment and are younger than `unpaidSeconds`; separately the OPEN one, which is the newest; and the
 * number of unseen notices. Null without the member.
 */
export async function findFrame(
  db: Executor,
  companyId: string,
  memberId: string,
  atMost: { waiting: number; latest: number; unpaid: number; unpaidSeconds: number },
) {
  const of = { companyId, memberId };
  const [[person], own] = await Promise.all([
    frameMember(db).execute(of),
    frameOrders(db).execute({ ...of, unpaidSeconds: atMost.unpaidSeconds }),
  ]);
  if (!person) return null;
  const submitted: readonly string[] = SUBMITTED_STATUSES;
  const ids = new Set(
    [
      own.filter(({ status }) => status === "PENDING").slice(0, atMost.waiting),
      own.filter(({ status }) => submitted.includes(status)).slice(0, atMost.latest),
      own.filter((order) => order.isUnpaid).slice(0, atMost.unpaid),
    ].flatMap((part) => part.map(({ id }) => id)),
  );
  return {
    ...person,
    open: own.find(({ status }) => status === "OPEN") ?? null,
    orders: own.filter(({ id }) => ids.has(id)),
  };
}

/** An admin's filter of the company's orders. */
export type CompanyOrderFilter = OrderListFilter;
type Paged = Pick<OrderFilter, "limit" | "offset">;

const NEWEST: Sorting<OrderSort> = { by: "date", isDescending: true };

/** Lists a company's submitted orders, newest first; searches member, number and reference. */
export async function listOrdersOfCompany(
  db: Executor,
  companyId: string,
  filter: CompanyOrderFilter & Paged,
) {
  const { keys, total } = await pageOfList(db, orderList(filter, { companyId }), NEWEST, filter);
  const rows = await db
    .select(listed)
    .from(orders)
    .innerJoin(users, ofOrder)
    .where(and(eq(orders.companyId, companyId), inArray(orders.id, idsOf(keys))));
  return { records: inOrderOf(keys, rows, ({ order }) => order.id), total };
}

/**
 * Lists a company's submitted orders by any column, with the admin who decided, their statement lines,
 * and the sum of the final amounts in paise: of a list of at most MOST_SORTED orders, or with `isWhole`
 * of any; else null.
 */
export async function sortOrdersOfCompany(
  db: Executor,
  companyId: string,
  filter: CompanyOrderFilter & Paged,
  sorting: Sorting<OrderSort>,
  isWhole: boolean,
) {
  const list = orderList(filter, { companyId });
  const { keys, total, isSorted } = await pageOfList(db, list, sorting, filter);
  const ids = idsOf(keys);
  const [rows, ofStatements, sumPaise] = await Promise.all([
    db
      .select({
        ...listed,
        decidedBy: nameOrKey(deciders.name, orders.companyId, orders.decidedBy),
      })
      .from(orders)
      .innerJoin(users, ofOrder)
      .leftJoin(deciders, byDecider)
      .where(and(eq(orders.companyId, companyId), inArray(orders.id, ids))),
    findOrderLines(db, companyId, ids),
    isWhole || total <= MOST_SORTED ? sumOfOrders(db, list) : null,
  ]);
  const records = inOrderOf(keys, rows, ({ order }) => order.id);
  return { records, total, isSorted, sumPaise, ...ofStatements };
}

async function sumOfOrders(db: Reader, { where }: List): Promise<number> {
  const [row] = await db
    .select({ paise: sql`coalesce(sum(${finalPaise}), 0)`.mapWith(Number) })
    .from(orders)
    .where(where);
  return row?.paise ?? 0;
}

export const countOrdersOfCompany = (
  db: Reader,
  companyId: string,
  filter: CompanyOrderFilter,
): Promise<number> => countList(db, orderList(filter, { companyId }));

/** The database's state at an instant: `snapshot` is PostgreSQL's `pg_current_snapshot()`. */
export interface Moment {
  at: Date;
  snapshot: string;
}

/** Exceeds the time that any transaction takes from a submission's time to its commit. */
const LONGEST_SUBMISSION_MS = 3_600_000;

/**
 * Counts the submissions that were committed after a moment, and returns the current moment. The
 * snapshot finds submissions with an earlier time and a later commit. The instant bounds the search,
 * also after a restore, when transaction ids mean nothing.
 */
export async function countOrdersSince(
  db: Executor,
  companyId: string,
  filter: CompanyOrderFilter,
  since: Moment | undefined,
): Promise<{ count: number; now: Moment }> {
  const { rows } = await db.execute<{ now: string; snapshot: string }>(
    sql`SELECT now() AS now, pg_current_snapshot()::text AS snapshot`,
  );
  const now = { at: new Date(rows[0]?.now ?? Number.NaN), snapshot: rows[0]?.snapshot ?? "" };
  if (!since) return { count: 0, now };
  const earliest = new Date(since.at.getTime() - LONGEST_SUBMISSION_MS);
  const isNew = sql`CASE WHEN ${orders.submittedXact} IS NULL THEN ${orders.submittedAt} > ${since.at.toISOString()}::timestamptz
    ELSE NOT pg_visible_in_snapshot(${orders.submittedXact}, ${since.snapshot}::pg_snapshot) END`;
  const [counted] = await db
    .select({ total: count() })
    .from(orders)
    .where(and(orderList(filter, { companyId }).where, gt(orders.submittedAt, earliest), isNew));
  return { count: counted?.total ?? 0, now };
}

/** Reads a company's submitted orders by cursor, without a total. */
export async function readOrdersOfCompany(
  db: Reader,
  companyId: string,
  filter: CompanyOrderFilter,
  { after, limit }: { after: Cursor | null; limit: number },
) {
  return db
    .select({
      ...listed,
      decidedBy: nameOrKey(deciders.name, orders.companyId, orders.decidedBy),
      at: cursorAt(orders.createdAt),
    })
    .from(orders)
    .innerJoin(users, ofOrder)
    .leftJoin(deciders, byDecider)
    .where(
      and(orderList(filter, { companyId }).where, following(orders.createdAt, orders.id, after)),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
}

type PlatformOrderFilter = OrderListFilter & { companyId: string | undefined };

const platformList = (filter: PlatformOrderFilter) =>
  orderList(filter, { companyId: filter.companyId, isOfPlatform: true });

const withCompany = { ...listed, company: { id: companies.id, companyName: companies.name } };

/** Lists submitted orders of one company or of all. Only for a super admin. */
export async function listOrdersOfPlatform(db: Executor, filter: PlatformOrderFilter & Paged) {
  const { keys, total } = await pageOfList(db, platformList(filter), NEWEST, filter);
  const rows = await db
    .select(withCompany)
    .from(orders)
    .innerJoin(users, ofOrder)
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .where(
      and(
        inArray(orders.companyId, [...new Set(keys.map((key) => key.companyId))]),
        inArray(orders.id, idsOf(keys)),
      ),
    );
  return { records: inOrderOf(keys, rows, ({ order }) => order.id), total };
}

/** Counts the orders of the unpaged list. Only for a super admin. */
export const countOrdersOfPlatform = (db: Reader, filter: PlatformOrderFilter): Promise<number> =>
  countList(db, platformList(filter));

/** Reads submitted orders of one company or of all by cursor, without a total. Only for a super admin. */
export async function readOrdersOfPlatform(
  db: Reader,
  filter: PlatformOrderFilter,
  { after, limit }: { after: Cursor | null; limit: number },
) {
  return db
    .select({ ...withCompany, at: cursorAt(orders.createdAt) })
    .from(orders)
    .innerJoin(users, ofOrder)
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .where(and(platformList(filter).where, following(orders.createdAt, orders.id, after)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
}

const idsOf = (keys: readonly Key[]): string[] => keys.map(({ id }) => id);

/** Removes rupee sign and commas from a search: "₹1,00,000" finds 100000.00. */
const amountPattern = (pattern: string): string => pattern.replace(/[₹,\s]/g, "");

const inRupees = (paise: typeof orders.amountPaise | typeof orders.totalPaise) =>
  sql`to_char(${paise} / 100.0, 'FM9999999999999990.00')`;
