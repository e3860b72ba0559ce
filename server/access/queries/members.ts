import { rowOf, firstRow } from "@db/row-of";
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import type { Executor, Reader } from "@db/client";
import { holdings, hosts, orders, users } from "@db/schema";
import type { CompanyRole, MemberSort, MemberStatus } from "@db/vocabulary";
import {
  type Cursor,
  cursorAt,
  following,
  countList,
  inOrderOf,
  type List,
  pageOfList,
  type Sorting,
  memberMatch,
} from "@server/platform";
import { orRefuse } from "@server/platform/rules/refusals/refuse";

export type MemberRow = typeof users.$inferSelect;
export type NewMember = Omit<typeof users.$inferInsert, "createdAt" | "updatedAt">;

const emailIs = (email: string) => sql`lower(${users.email}) = lower(${email})`;
const isThere = isNull(users.deletedAt);

export const findMemberByEmail = (db: Executor, companyId: string, email: string) =>
  firstRow(
    db
      .select()
      .from(users)
      .where(and(eq(users.companyId, companyId), emailIs(email), isThere))
      .prepare("member_by_email")
      .execute(),
  );

/**
 * Finds the admins with this address, of all companies or of those without a host; at most two. A
 * login on the platform's host uses it.
 */
export async function listAdminsByEmail(
  db: Executor,
  email: string,
  { withoutHostOnly = false }: { withoutHostOnly?: boolean } = {},
): Promise<MemberRow[]> {
  const hasNoHost = notExists(db.select().from(hosts).where(eq(hosts.companyId, users.companyId)));
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

export const findMember = (db: Executor, companyId: string, id: string) =>
  firstRow(
    db
      .select()
      .from(users)
      .where(and(rowOf(users, companyId, id), isThere)),
  );

/** Maps the ids of people of a company to their names. */
export async function namesOf(
  db: Executor,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { id, name } = users;
  const rows = await db
    .select({ id, name })
    .from(users)
    .where(and(eq(users.companyId, companyId), inArray(id, [...ids])));
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Finds the row of who calls. Refuses with NOT_SIGNED_IN if it is gone. */
export const findSelf = async (
  db: Executor,
  { companyId, id }: { companyId: string; id: string },
): Promise<MemberRow> => orRefuse(await findMember(db, companyId, id), "NOT_SIGNED_IN");

/**
 * Finds a member and locks the row until the transaction ends. Under `no key update`, for a change,
 * foreign keys to the row stay possible: a referred member's purchase and a change of the referrer
 * must not block each other. Under `share` the row cannot change.
 */
export const lockMember = (
  tx: Executor,
  companyId: string,
  id: string,
  strength: "no key update" | "share" = "no key update",
) =>
  firstRow(
    tx
      .select()
      .from(users)
      .where(and(rowOf(users, companyId, id), isThere))
      .for(strength),
  );

/** Finds the active member who has a referral code. */
export const findReferrer = (db: Executor, companyId: string, referralCode: string) =>
  firstRow(
    db
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
      ),
  );

export async function insertMember(db: Executor, user: NewMember): Promise<MemberRow> {
  const [row] = await db.insert(users).values(user).returning();
  if (!row) throw new Error("The person was not stored.");
  return row;
}

export const updateMember = (
  db: Executor,
  companyId: string,
  id: string,
  changes: Partial<NewMember>,
) =>
  firstRow(
    db
      .update(users)
      .set(changes)
      .where(and(rowOf(users, companyId, id), isThere))
      .returning(),
  );

export async function rememberHost(
  db: Executor,
  { companyId, id }: { companyId: string; id: string },
  host: string,
): Promise<void> {
  await db
    .update(users)
    .set({ host })
    .where(and(rowOf(users, companyId, id), sql`${users.host} IS DISTINCT FROM ${host}`));
}

/**
 * Replaces the hash of an unchanged password; false if the password was changed since the hash was
 * read.
 */
export async function replacePasswordHash(
  db: Executor,
  { companyId, id, passwordHash }: Pick<MemberRow, "companyId" | "id" | "passwordHash">,
  next: string,
): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ passwordHash: next })
    .where(and(rowOf(users, companyId, id), isThere, eq(users.passwordHash, passwordHash ?? "")))
    .returning({ id: users.id });
  return rows.length === 1;
}

export interface MemberFilter {
  search?: string | undefined;
  isApproved?: boolean | undefined;
  /** Unverified members: those who wait for the decision, or those who were refused. */
  isRefused?: boolean | undefined;
  role?: CompanyRole | undefined;
  status?: MemberStatus | undefined;
}

type PatternFilter = Omit<MemberFilter, "search"> & { pattern?: string | undefined };

/** The time since when a member waits for verification; null for the others. */
const waitsSince =
  sql<Date | null>`CASE WHEN ${users.role} = 'USER' AND NOT ${users.isApproved} AND ${users.verificationRefusedAt} IS NULL
  THEN coalesce(${users.verificationAskedAt}, ${users.createdAt}) END`.mapWith(users.createdAt);

const memberList = (companyId: string, filter: PatternFilter): List<MemberSort> => ({
  table: users,
  companyId: users.companyId,
  id: users.id,
  where: and(
    eq(users.companyId, companyId),
    isThere,
    filter.isApproved === undefined ? undefined : eq(users.isApproved, filter.isApproved),
    filter.isRefused === undefined
      ? undefined
      : and(
          eq(users.isApproved, false),
          filter.isRefused
            ? isNotNull(users.verificationRefusedAt)
            : isNull(users.verificationRefusedAt),
        ),
    filter.role ? eq(users.role, filter.role) : undefined,
    filter.status ? eq(users.status, filter.status) : undefined,
    filter.pattern ? memberMatch(filter.pattern) : undefined,
  ),
  byDate: "date",
  sorts: {
    date: { by: users.createdAt, isIndexed: true },
    name: { by: sql`lower(${users.name})` },
    email: { by: sql`lower(${users.email})` },
    mobile: { by: users.mobile },
    referralCode: { by: users.referralCode },
    approval: { by: waitsSince },
  },
});

/**
 * Lists a page of a company's people; with the time since when they wait for verification, and whether a
 * purchase of theirs is approved. The search `pattern` is escaped for LIKE.
 */
export async function sortMembers(
  db: Executor,
  companyId: string,
  filter: PatternFilter,
  page: { limit: number; offset: number },
  sorting: Sorting<MemberSort>,
) {
  const list = memberList(companyId, filter);
  const { keys, total, isSorted } = await pageOfList(db, list, sorting, page);
  const ids = keys.map(({ id }) => id);
  const rows = await findListed(db, companyId, ids);
  return { records: inOrderOf(keys, rows, ({ user }) => user.id), total, isSorted };
}

/** Lists a page of a company's people, newest first. */
export async function listMembers(
  db: Executor,
  companyId: string,
  filter: PatternFilter,
  page: { limit: number; offset: number },
) {
  const newest = { by: "date", isDescending: true } as const;
  const { records, total } = await sortMembers(db, companyId, filter, page, newest);
  return { records: records.map(({ user }) => user), total };
}

/** Reads the people with these ids as the list shows them. */
export const findListed = (db: Executor, companyId: string, ids: string[]) =>
  db
    .select({
      user: users,
      waitsSince,
      hasBought: sql<boolean>`coalesce(${holdings.purchases} > 0, false)`,
    })
    .from(users)
    .leftJoin(
      holdings,
      and(eq(holdings.companyId, users.companyId), eq(holdings.memberId, users.id)),
    )
    .where(and(eq(users.companyId, companyId), inArray(users.id, ids), isThere));

export const countListedMembers = (
  db: Reader,
  companyId: string,
  filter: PatternFilter,
): Promise<number> => countList(db, memberList(companyId, filter));

/** Reads the member list by cursor, without a total. */
export async function readMembers(
  db: Reader,
  companyId: string,
  filter: PatternFilter,
  { after, limit }: { after: Cursor | null; limit: number },
) {
  return db
    .select({ user: users, at: cursorAt(users.createdAt) })
    .from(users)
    .where(and(memberList(companyId, filter).where, following(users.createdAt, users.id, after)))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit);
}

/** Locks a company's active admins in a fixed order, so that concurrent callers do not deadlock. */
export async function lockActiveAdmins(tx: Executor, companyId: string): Promise<MemberRow[]> {
  return tx
    .select()
    .from(users)
    .where(
      and(
        eq(users.companyId, companyId),
        eq(users.role, "ADMIN"),
        eq(users.status, "ACTIVE"),
        // An invited admin without a password cannot manage the company.
        isNotNull(users.passwordHash),
        isThere,
      ),
    )
    .orderBy(asc(users.id))
    .for("no key update");
}

/** Counts a member's orders, and those that await a decision or a payment. */
export async function countOrdersOf(db: Executor, companyId: string, memberId: string) {
  const [row] = await db
    .select({
      all: count(),
      pending: sql<number>`count(*) FILTER (WHERE ${orders.status} = 'PENDING')::int`,
      open: sql<number>`count(*) FILTER (WHERE ${orders.status} = 'OPEN')::int`,
      /** Seconds until the hold of the open order ends; 0 without one. */
      openSeconds: sql<number>`coalesce(ceil(extract(epoch FROM max(${orders.holdEndsAt}) FILTER (WHERE ${orders.status} = 'OPEN') - now())), 0)::int`,
    })
    .from(orders)
    .where(and(eq(orders.companyId, companyId), eq(orders.memberId, memberId)));
  return row ?? { all: 0, pending: 0, open: 0, openSeconds: 0 };
}
