import {
  type SQL,
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  isNull,
  or,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "../client";
import { auditEntries, companies, medias, orders, users } from "../schema";
import { type PaymentMethod, SUBMITTED_STATUSES, type SubmittedStatus } from "../vocabulary";
import { type Cursor, cursorAt, following } from "./keyset";

export interface OrderFilter {
  status: SubmittedStatus | undefined;
  /** A LIKE pattern; null for no search. */
  pattern: string | null;
  limit: number;
  offset: number;
}

const listed = {
  order: orders,
  user: { referralCode: users.referralCode, name: users.name, mobile: users.mobile },
};

/** The columns of an order that its member's lists show. */
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
  amountPaise: orders.amountPaise,
  feeBps: orders.feeBps,
  feePaise: orders.feePaise,
  approvedQuantity: orders.approvedQuantity,
  approvedAmountPaise: orders.approvedAmountPaise,
  approvedFeePaise: orders.approvedFeePaise,
  status: orders.status,
  proofMediaId: orders.proofMediaId,
  decisionReason: orders.decisionReason,
  refundNote: orders.refundNote,
};

/** An order in a list of its member. */
export type ShownOrder = Pick<typeof orders.$inferSelect, keyof typeof shown>;

const withMember = and(eq(users.companyId, orders.companyId), eq(users.id, orders.memberId));

const inStatus = (status: SubmittedStatus | undefined) =>
  status ? eq(orders.status, status) : inArray(orders.status, [...SUBMITTED_STATUSES]);

/** A member's submitted orders, newest first; searches number, reference, method and amounts. */
export async function listOrdersOfMember(
  db: Executor,
  companyId: string,
  memberId: string,
  filter: OrderFilter,
) {
  const { pattern } = filter;
  const where = and(
    eq(orders.companyId, companyId),
    eq(orders.memberId, memberId),
    inStatus(filter.status),
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
  const [records, [counted]] = await Promise.all([
    db
      .select({ order: shown, user: listed.user })
      .from(orders)
      .innerJoin(users, withMember)
      .where(where)
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(filter.limit)
      .offset(filter.offset),
    db.select({ total: count() }).from(orders).where(where),
  ]);
  return { records, total: counted?.total ?? 0 };
}

/**
 * What the frame of a member's screens shows, in one statement: who they are, and their newest
 * orders, newest first, with at most `waiting` PENDING ones and at most `latest` submitted ones.
 * Null without the member.
 */
export async function findFrame(
  db: Executor,
  companyId: string,
  memberId: string,
  atMost: { waiting: number; latest: number },
) {
  const newest = (status: SubmittedStatus | undefined, limit: number) =>
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.companyId, companyId), eq(orders.memberId, memberId), inStatus(status)))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(limit);
  const ids = newest("PENDING", atMost.waiting).union(newest(undefined, atMost.latest));
  const rows = await db
    .select({ order: shown, user: { ...listed.user, avatarMediaId: users.avatarMediaId } })
    .from(users)
    .leftJoin(orders, and(eq(orders.companyId, companyId), inArray(orders.id, ids)))
    .where(and(eq(users.companyId, companyId), eq(users.id, memberId), isNull(users.deletedAt)))
    .orderBy(desc(orders.createdAt), desc(orders.id));
  const [first] = rows;
  return first ? { user: first.user, orders: rows.flatMap(({ order }) => order ?? []) } : null;
}

/** An admin's filter of the company's orders. */
export interface CompanyOrderFilter extends Pick<OrderFilter, "status" | "pattern"> {
  method?: PaymentMethod | undefined;
  /** Only orders with flags. */
  isFlagged?: boolean | undefined;
}

const companysOrders = (companyId: string, filter: CompanyOrderFilter): SQL | undefined =>
  and(
    eq(orders.companyId, companyId),
    inStatus(filter.status),
    filter.method ? eq(orders.paymentMethod, filter.method) : undefined,
    filter.isFlagged ? sql`jsonb_array_length(${orders.flags}) > 0` : undefined,
    filter.pattern === null ? undefined : searched(filter.pattern),
  );

/** A company's submitted orders, newest first; searches member, number and reference. */
export async function listOrdersOfCompany(
  db: Executor,
  companyId: string,
  filter: CompanyOrderFilter & Pick<OrderFilter, "limit" | "offset">,
) {
  const [records, total] = await Promise.all([
    db
      .select(listed)
      .from(orders)
      .innerJoin(users, withMember)
      .where(companysOrders(companyId, filter))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(filter.limit)
      .offset(filter.offset),
    countOrdersOfCompany(db, companyId, filter),
  ]);
  return { records, total };
}

/** The number of orders in the unpaged list. */
export async function countOrdersOfCompany(
  db: Executor,
  companyId: string,
  filter: CompanyOrderFilter,
): Promise<number> {
  const counting = db.select({ total: count() }).from(orders).$dynamic();
  const [counted] = await (
    filter.pattern === null ? counting : counting.innerJoin(users, withMember)
  ).where(companysOrders(companyId, filter));
  return counted?.total ?? 0;
}

/** What the database shows at an instant: `snapshot` is PostgreSQL's `pg_current_snapshot()`. */
export interface Moment {
  at: Date;
  snapshot: string;
}

/** More than the longest transaction takes from a submission's time to its commit. */
const LONGEST_SUBMISSION_MS = 3_600_000;

/**
 * The number of submissions that were committed after a moment, and the current moment. The instant
 * alone would miss those that had their time then, but not their commit. It bounds the search, also
 * after a restore, when ids of transactions mean nothing.
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
    .innerJoin(users, withMember)
    .where(and(companysOrders(companyId, filter), gt(orders.submittedAt, earliest), isNew));
  return { count: counted?.total ?? 0, now };
}

/** The same list by cursor, without a total. */
export async function readOrdersOfCompany(
  db: Executor,
  companyId: string,
  filter: CompanyOrderFilter,
  { after, limit }: { after: Cursor | null; limit: number },
) {
  return db
    .select({ ...listed, at: cursorAt(orders.createdAt) })
    .from(orders)
    .innerJoin(users, withMember)
    .where(and(companysOrders(companyId, filter), following(orders.createdAt, orders.id, after)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
}

const deciders = alias(users, "deciders");

/** Orders of a company by id, with the name of the admin who decided. */
export async function findOrdersOfCompany(db: Executor, companyId: string, ids: readonly string[]) {
  return db
    .select({ ...listed, decidedBy: deciders.name })
    .from(orders)
    .innerJoin(users, withMember)
    .leftJoin(
      deciders,
      and(eq(deciders.companyId, orders.companyId), eq(deciders.id, orders.decidedBy)),
    )
    .where(
      and(
        eq(orders.companyId, companyId),
        inArray(orders.id, [...ids]),
        inArray(orders.status, [...SUBMITTED_STATUSES]),
      ),
    );
}

type PlatformOrderFilter = Pick<OrderFilter, "status" | "pattern"> & {
  companyId: string | undefined;
};

const platformsOrders = ({ companyId, status, pattern }: PlatformOrderFilter) =>
  and(
    companyId ? eq(orders.companyId, companyId) : undefined,
    inStatus(status),
    pattern === null ? undefined : or(searched(pattern), ilike(companies.name, pattern)),
  );

const withCompany = { ...listed, company: { id: companies.id, companyName: companies.name } };

/** Submitted orders of one company or of all. Only for a super admin. */
export async function listOrdersOfPlatform(
  db: Executor,
  filter: OrderFilter & { companyId: string | undefined },
) {
  const [records, total] = await Promise.all([
    db
      .select(withCompany)
      .from(orders)
      .innerJoin(users, withMember)
      .innerJoin(companies, eq(companies.id, orders.companyId))
      .where(platformsOrders(filter))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(filter.limit)
      .offset(filter.offset),
    countOrdersOfPlatform(db, filter),
  ]);
  return { records, total };
}

/** The number of orders in the unpaged list. Only for a super admin. */
export async function countOrdersOfPlatform(
  db: Executor,
  filter: PlatformOrderFilter,
): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(orders)
    .innerJoin(users, withMember)
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .where(platformsOrders(filter));
  return counted?.total ?? 0;
}

/** The same list by cursor, without a total. Only for a super admin. */
export async function readOrdersOfPlatform(
  db: Executor,
  filter: PlatformOrderFilter,
  { after, limit }: { after: Cursor | null; limit: number },
) {
  return db
    .select({ ...withCompany, at: cursorAt(orders.createdAt) })
    .from(orders)
    .innerJoin(users, withMember)
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .where(and(platformsOrders(filter), following(orders.createdAt, orders.id, after)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
}

const searched = (pattern: string): SQL | undefined =>
  or(
    ilike(users.referralCode, pattern),
    ilike(users.name, pattern),
    ilike(users.mobile, pattern),
    ilike(orders.orderNumber, pattern),
    ilike(orders.reference, referencePattern(pattern)),
  );

/** References are stored without spaces and hyphens; banks print them with both. */
const referencePattern = (pattern: string): string => pattern.replace(/[\s-]/g, "");

/** "₹1,00,000" finds 100000.00. */
const amountPattern = (pattern: string): string => pattern.replace(/[₹,\s]/g, "");

const inRupees = (paise: typeof orders.amountPaise | typeof orders.totalPaise) =>
  sql`to_char(${paise} / 100.0, 'FM9999999999999990.00')`;

const referrers = alias(users, "referrers");

/** One order of a company with its member, referrer and proof. */
export async function findOrderInFull(db: Executor, companyId: string, id: string) {
  const [row] = await db
    .select({
      ...listed,
      member: { email: users.email, isApproved: users.isApproved },
      referrer: { referralCode: referrers.referralCode, name: referrers.name },
      proof: {
        id: medias.id,
        contentType: medias.contentType,
        fileName: medias.fileName,
        sha256: medias.sha256,
      },
    })
    .from(orders)
    .innerJoin(users, withMember)
    .leftJoin(
      referrers,
      and(eq(referrers.companyId, orders.companyId), eq(referrers.id, orders.referrerId)),
    )
    .leftJoin(
      medias,
      and(eq(medias.companyId, orders.companyId), eq(medias.id, orders.proofMediaId)),
    )
    .where(and(eq(orders.companyId, companyId), eq(orders.id, id)));
  return row;
}

/** The audit entries of an order, oldest first, with names from its company. */
export async function listOrderActivity(db: Executor, companyId: string, orderId: string) {
  return db
    .select({
      at: auditEntries.createdAt,
      action: auditEntries.action,
      actorRole: auditEntries.actorRole,
      actorName: users.name,
      after: auditEntries.after,
    })
    .from(auditEntries)
    .leftJoin(users, and(eq(users.companyId, companyId), eq(users.id, auditEntries.actorId)))
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        eq(auditEntries.subjectType, "order"),
        eq(auditEntries.subjectId, orderId),
      ),
    )
    .orderBy(asc(auditEntries.createdAt), asc(auditEntries.id))
    .limit(200);
}

/** The values of an order's submissions, from the audit log, oldest first. */
export async function listSubmissions(
  db: Executor,
  companyId: string,
  orderId: string,
): Promise<unknown[]> {
  const rows = await db
    .select({ after: auditEntries.after })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        eq(auditEntries.subjectType, "order"),
        eq(auditEntries.subjectId, orderId),
        eq(auditEntries.action, "order.submitted"),
      ),
    )
    .orderBy(asc(auditEntries.createdAt), asc(auditEntries.id));
  return rows.map(({ after }) => after);
}

/** A member's details for the page of a transaction. */
export async function findOrderMember(db: Executor, companyId: string, memberId: string) {
  const [row] = await db
    .select(listed.user)
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.id, memberId)));
  return row;
}

/** The statuses of some of a member's orders. */
export async function statusesOfOwnOrders(
  db: Executor,
  companyId: string,
  memberId: string,
  orderNumbers: readonly string[],
) {
  if (orderNumbers.length === 0) return [];
  return db
    .select({
      orderNumber: orders.orderNumber,
      status: orders.status,
      totalQuantity: orders.quantity,
    })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.memberId, memberId),
        inArray(orders.orderNumber, [...orderNumbers]),
      ),
    );
}
