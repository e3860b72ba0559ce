import {
  and,
  asc,
  count,
  desc,
  eq,
  ilike,
  isNotNull,
  isNull,
  notExists,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import type { Executor } from "../client";
import { domains, orders, users } from "../schema";
import { type Cursor, cursorAt, following } from "./keyset";
import type { CompanyRole, MemberStatus } from "../vocabulary";

export type User = typeof users.$inferSelect;
export type NewUser = Omit<typeof users.$inferInsert, "createdAt" | "updatedAt">;

const emailIs = (email: string) => sql`lower(${users.email}) = lower(${email})`;
const isThere = isNull(users.deletedAt);

export async function findUserByEmail(
  db: Executor,
  companyId: string,
  email: string,
): Promise<User | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.companyId, companyId), emailIs(email), isThere));
  return row;
}

/**
 * Admins of every company with this address, or of those that have no host; two at most. For a
 * login on the platform's own host.
 */
export async function listAdminsByEmail(
  db: Executor,
  email: string,
  { withoutHostOnly = false }: { withoutHostOnly?: boolean } = {},
): Promise<User[]> {
  const hasNoHost = notExists(
    db.select().from(domains).where(eq(domains.companyId, users.companyId)),
  );
  return db
    .select()
    .from(users)
    .where(
      and(
        eq(users.role, "ADMIN"),
        emailIs(email),
        isThere,
        withoutHostOnly ? hasNoHost : undefined,
      ),
    )
    .limit(2);
}

export async function findUser(
  db: Executor,
  companyId: string,
  id: string,
): Promise<User | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.id, id), isThere));
  return row;
}

/**
 * The same, locked until the transaction ends. Others may still refer to the row: a referred
 * member who buys must not wait for, or stand in the way of, a change of their referrer.
 */
export async function lockUser(
  tx: Executor,
  companyId: string,
  id: string,
): Promise<User | undefined> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.id, id), isThere))
    .for("no key update");
  return row;
}

/** The same, kept from changing until the transaction ends; several may hold it so at once. */
export async function holdUser(
  tx: Executor,
  companyId: string,
  id: string,
): Promise<User | undefined> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.id, id), isThere))
    .for("share");
  return row;
}

/** An active member whom a referral code names. */
export async function findReferrer(
  db: Executor,
  companyId: string,
  referralCode: string,
): Promise<User | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(
      and(
        eq(users.companyId, companyId),
        eq(users.referralCode, referralCode),
        eq(users.role, "USER"),
        eq(users.status, "ACTIVE"),
        isThere,
      ),
    );
  return row;
}

export async function insertUser(db: Executor, user: NewUser): Promise<User> {
  const [row] = await db.insert(users).values(user).returning();
  if (!row) throw new Error("The person was not stored.");
  return row;
}

export async function updateUser(
  db: Executor,
  companyId: string,
  id: string,
  changes: Partial<NewUser>,
): Promise<User | undefined> {
  const [row] = await db
    .update(users)
    .set(changes)
    .where(and(eq(users.companyId, companyId), eq(users.id, id), isThere))
    .returning();
  return row;
}

export interface UserFilter {
  search?: string | undefined;
  isApproved?: boolean | undefined;
  role?: CompanyRole | undefined;
  status?: MemberStatus | undefined;
}

type PatternFilter = Omit<UserFilter, "search"> & { pattern?: string | undefined };

const ofCompany = (companyId: string, filter: PatternFilter): SQL | undefined =>
  and(
    eq(users.companyId, companyId),
    isThere,
    filter.isApproved === undefined ? undefined : eq(users.isApproved, filter.isApproved),
    filter.role ? eq(users.role, filter.role) : undefined,
    filter.status ? eq(users.status, filter.status) : undefined,
    filter.pattern
      ? or(
          ilike(users.name, filter.pattern),
          ilike(users.email, filter.pattern),
          ilike(users.mobile, filter.pattern),
          ilike(users.referralCode, filter.pattern),
        )
      : undefined,
  );

/** `pattern` of a search is already escaped for LIKE. */
export async function listUsers(
  db: Executor,
  companyId: string,
  filter: PatternFilter,
  page: { limit: number; offset: number },
) {
  const [records, total] = await Promise.all([
    db
      .select()
      .from(users)
      .where(ofCompany(companyId, filter))
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(page.limit)
      .offset(page.offset),
    countUsers(db, companyId, filter),
  ]);
  return { records, total };
}

/** How many the whole list holds. */
export async function countUsers(
  db: Executor,
  companyId: string,
  filter: PatternFilter,
): Promise<number> {
  const where = ofCompany(companyId, filter);
  const [counted] = await db.select({ total: count() }).from(users).where(where);
  return counted?.total ?? 0;
}

/** The same list from a row on, without counting. */
export async function readUsers(
  db: Executor,
  companyId: string,
  filter: PatternFilter,
  { after, limit }: { after: Cursor | null; limit: number },
) {
  return db
    .select({ user: users, at: cursorAt(users.createdAt) })
    .from(users)
    .where(and(ofCompany(companyId, filter), following(users.createdAt, users.id, after)))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit);
}

/** Members only; admins are not counted. */
export async function countMembers(db: Executor, companyId: string) {
  const [row] = await db
    .select({
      userActive: sql<number>`count(*) FILTER (WHERE ${users.status} = 'ACTIVE')::int`,
      userInactive: sql<number>`count(*) FILTER (WHERE ${users.status} = 'INACTIVE')::int`,
      userBlock: sql<number>`count(*) FILTER (WHERE ${users.status} = 'BLOCKED')::int`,
      totalMember: sql<number>`count(*)::int`,
      verificationCompleted: sql<number>`count(*) FILTER (WHERE ${users.isApproved})::int`,
      verificationPending: sql<number>`count(*) FILTER (WHERE NOT ${users.isApproved})::int`,
    })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.role, "USER"), isThere));
  if (!row) throw new Error("Nothing was counted.");
  return row;
}

/** A company's admins who can log in, in one order, so that two who lock them never wait crosswise. */
export async function lockActiveAdmins(tx: Executor, companyId: string): Promise<User[]> {
  return tx
    .select()
    .from(users)
    .where(
      and(
        eq(users.companyId, companyId),
        eq(users.role, "ADMIN"),
        eq(users.status, "ACTIVE"),
        // One who was invited and never came is nobody to leave a company to.
        isNotNull(users.passwordHash),
        isThere,
      ),
    )
    .orderBy(asc(users.id))
    .for("update");
}

/** How many orders a member has, and how many of them are waiting for a decision or for money. */
export async function countOrdersOf(db: Executor, companyId: string, memberId: string) {
  const [row] = await db
    .select({
      all: count(),
      pending: sql<number>`count(*) FILTER (WHERE ${orders.status} = 'PENDING')::int`,
      open: sql<number>`count(*) FILTER (WHERE ${orders.status} = 'OPEN')::int`,
      /** Until the open one's hold ends, or 0. */
      openSeconds: sql<number>`coalesce(ceil(extract(epoch FROM max(${orders.holdEndsAt}) FILTER (WHERE ${orders.status} = 'OPEN') - now())), 0)::int`,
    })
    .from(orders)
    .where(and(eq(orders.companyId, companyId), eq(orders.memberId, memberId)));
  return row ?? { all: 0, pending: 0, open: 0, openSeconds: 0 };
}
