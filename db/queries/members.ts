import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  notExists,
  sql,
  type SQL,
} from "drizzle-orm";
import type { Executor, Reader } from "../client";
import { hosts, orders, users } from "../schema";
import { COMPANY_ROLES, type CompanyRole, MEMBER_STATUSES, type MemberStatus } from "../vocabulary";
import { type Cursor, cursorAt, following } from "./keyset";
import { placeOf, until } from "./list-counts";
import {
  capped,
  type Counted,
  exactly,
  found,
  memberMatch,
  MOST_COUNTED,
  type Totals,
} from "./search";

export type MemberRow = typeof users.$inferSelect;
export type NewMember = Omit<typeof users.$inferInsert, "createdAt" | "updatedAt">;

const emailIs = (email: string) => sql`lower(${users.email}) = lower(${email})`;
const isThere = isNull(users.deletedAt);

export async function findMemberByEmail(
  db: Executor,
  companyId: string,
  email: string,
): Promise<MemberRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.companyId, companyId), emailIs(email), isThere));
  return row;
}

/**
 * Admins with this address, of all companies or of those without a host; at most two. For a login
 * on the platform's host.
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

export async function findMember(
  db: Executor,
  companyId: string,
  id: string,
): Promise<MemberRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.id, id), isThere));
  return row;
}

/**
 * The same, locked until the transaction ends. For a change (`no key update`), foreign keys to the
 * row stay possible: a referred member's purchase and a change of the referrer must not block each
 * other. Under `share` the row cannot change.
 */
export async function lockMember(
  tx: Executor,
  companyId: string,
  id: string,
  strength: "no key update" | "share" = "no key update",
): Promise<MemberRow | undefined> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.id, id), isThere))
    .for(strength);
  return row;
}

/** The active member who has a referral code. */
export async function findReferrer(
  db: Executor,
  companyId: string,
  referralCode: string,
): Promise<MemberRow | undefined> {
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

export async function insertMember(db: Executor, user: NewMember): Promise<MemberRow> {
  const [row] = await db.insert(users).values(user).returning();
  if (!row) throw new Error("The person was not stored.");
  return row;
}

export async function updateMember(
  db: Executor,
  companyId: string,
  id: string,
  changes: Partial<NewMember>,
): Promise<MemberRow | undefined> {
  const [row] = await db
    .update(users)
    .set(changes)
    .where(and(eq(users.companyId, companyId), eq(users.id, id), isThere))
    .returning();
  return row;
}

/**
 * Puts another hash of the same password in the place of the one that was read; false if that was
 * changed meanwhile.
 */
export async function replacePasswordHash(
  db: Executor,
  { companyId, id, passwordHash }: Pick<MemberRow, "companyId" | "id" | "passwordHash">,
  next: string,
): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ passwordHash: next })
    .where(
      and(
        eq(users.companyId, companyId),
        eq(users.id, id),
        isThere,
        eq(users.passwordHash, passwordHash ?? ""),
      ),
    )
    .returning({ id: users.id });
  return rows.length === 1;
}

export interface MemberFilter {
  search?: string | undefined;
  isApproved?: boolean | undefined;
  role?: CompanyRole | undefined;
  status?: MemberStatus | undefined;
}

type PatternFilter = Omit<MemberFilter, "search"> & { pattern?: string | undefined };

const ofCompany = (companyId: string, filter: PatternFilter): SQL | undefined =>
  and(
    eq(users.companyId, companyId),
    isThere,
    filter.isApproved === undefined ? undefined : eq(users.isApproved, filter.isApproved),
    filter.role ? eq(users.role, filter.role) : undefined,
    filter.status ? eq(users.status, filter.status) : undefined,
    filter.pattern ? memberMatch(filter.pattern).is : undefined,
  );

/** The search `pattern` is escaped for LIKE. */
export async function listMembers(
  db: Executor,
  companyId: string,
  filter: PatternFilter,
  page: { limit: number; offset: number },
  totals: Totals = "exact",
) {
  const { ids, ...counted } = await pageOfMembers(db, companyId, filter, page, totals);
  const records = await db
    .select()
    .from(users)
    .where(and(eq(users.companyId, companyId), inArray(users.id, ids)))
    .orderBy(desc(users.createdAt), desc(users.id));
  return { records, ...counted };
}

/** A page as ids, found in an index alone; see `pageOfOrders`. */
async function pageOfMembers(
  db: Executor,
  companyId: string,
  filter: PatternFilter,
  { limit, offset }: { limit: number; offset: number },
  totals: Totals,
): Promise<{ ids: string[] } & Counted> {
  const idsOf = async (from: Reader, where: SQL | undefined, skipped: number) => {
    const rows = await from
      .select({ id: users.id })
      .from(users)
      .where(where)
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(limit)
      .offset(skipped);
    return rows.map(({ id }) => id);
  };
  const where = ofCompany(companyId, filter);
  if (filter.pattern) {
    const candidates = found(memberMatch(filter.pattern));
    const few =
      candidates &&
      (await db
        .select({ id: users.id })
        .from(users)
        .where(and(ofCompany(companyId, { ...filter, pattern: undefined }), candidates))
        .limit(MOST_COUNTED + 1));
    if (few && few.length <= MOST_COUNTED) {
      const these = inArray(
        users.id,
        few.map(({ id }) => id),
      );
      const ids = await idsOf(db, and(eq(users.companyId, companyId), these), offset);
      return { ids, ...exactly(few.length) };
    }
    const ids = await idsOf(db, where, offset);
    if (totals === "exact" || offset >= MOST_COUNTED) {
      return { ids, ...exactly(await countRows(db, where)) };
    }
    return { ids, ...capped(few ? few.length : await countSome(db, where)) };
  }
  const counts = { list: "users", companyId, kinds: kindsOf(filter) } as const;
  if (offset === 0) {
    const [{ total }, ids] = await Promise.all([placeOf(db, counts, 0), idsOf(db, where, 0)]);
    return { ids, ...exactly(total) };
  }
  const place = await placeOf(db, counts, offset);
  if (offset >= place.total) return { ids: [], ...exactly(place.total) };
  const ids = await idsOf(db, and(where, until(users.createdAt, place)), place.skipped);
  return { ids, ...exactly(place.total) };
}

/** The kinds in `list_counts` that a filter shows. */
const kindsOf = ({ role, status, isApproved }: PatternFilter): string[] =>
  (role ? [role] : COMPANY_ROLES).flatMap((one) =>
    (status ? [status] : MEMBER_STATUSES).flatMap((state) =>
      (isApproved === undefined ? [true, false] : [isApproved]).map(
        (approved) => `${one} ${state} ${String(approved)}`,
      ),
    ),
  );

async function countRows(db: Reader, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(users).where(where);
  return row?.total ?? 0;
}

/** Counts no further than one more than MOST_COUNTED. */
async function countSome(db: Reader, where: SQL | undefined): Promise<number> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(users)
    .where(where)
    .limit(MOST_COUNTED + 1)
    .as("some");
  const [row] = await db.select({ total: count() }).from(some);
  return row?.total ?? 0;
}

/** The number of members in the unpaged list. */
export async function countListedMembers(
  db: Reader,
  companyId: string,
  filter: PatternFilter,
): Promise<number> {
  return countRows(db, ofCompany(companyId, filter));
}

/** The same list by cursor, without a total. */
export async function readMembers(
  db: Reader,
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

/** The number of a member's orders, and of those that await a decision or a payment. */
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
