import { rowOf } from "@db/row-of";
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { newId } from "@db/ids";
import { announcements, users } from "@db/schema";
import type { Audience } from "@db/vocabulary";

export type Announcement = typeof announcements.$inferSelect;

export async function insertAnnouncement(
  tx: Executor,
  {
    companyId,
    startsAt,
    ...told
  }: Pick<Announcement, "companyId" | "title" | "text" | "audience" | "createdBy"> & {
    /** The time of sending; null sends now. */
    startsAt: Date | null;
  },
): Promise<Announcement> {
  const [row] = await tx
    .insert(announcements)
    .values({ companyId, id: newId(), ...told, ...(startsAt && { startsAt }) })
    .returning();
  if (!row) throw new Error("The announcement was not stored.");
  return row;
}

/** Lists announcements with the author's name, newest first. */
export async function listAnnouncements(db: Executor, companyId: string, limit: number) {
  return db
    .select({ announcement: announcements, by: users.name })
    .from(announcements)
    .innerJoin(users, rowOf(users, companyId, announcements.createdBy))
    .where(eq(announcements.companyId, companyId))
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(limit);
}

/** Withdraws an announcement; undefined if there is none, or it is withdrawn already. */
export async function withdrawAnnouncement(
  tx: Executor,
  companyId: string,
  id: string,
): Promise<Announcement | undefined> {
  const [row] = await tx
    .update(announcements)
    .set({ withdrawnAt: sql`now()` })
    .where(and(rowOf(announcements, companyId, id), isNull(announcements.withdrawnAt)))
    .returning();
  return row;
}

/**
 * Counts the members of an audience at present, and those of them to whom it is mailed, in one
 * statement.
 */
export async function countAudience(
  db: Executor,
  companyId: string,
  audience: Audience,
): Promise<{ members: number; mailed: number }> {
  const [row] = await db
    .select({
      members: sql`count(*)`.mapWith(Number),
      mailed: sql`count(*) FILTER (WHERE ${getsMails})`.mapWith(Number),
    })
    .from(users)
    .where(ofAudience(companyId, audience));
  return row ?? { members: 0, mailed: 0 };
}

/** Conditions of an audience: members who can log in, and did not ask for the account's end. */
export const ofAudience = (companyId: string, audience: Audience) =>
  and(
    eq(users.companyId, companyId),
    eq(users.role, "USER"),
    eq(users.status, "ACTIVE"),
    isNull(users.deletedAt),
    isNull(users.endAskedAt),
    audience === "ALL" ? undefined : isIn(audience, sql`${companyId}::uuid`, sql`${users.id}`),
  );

/** True for a row of `users` who chose mails and confirmed the address. */
export const getsMails = sql`${users.mailsNotices} AND ${users.emailVerifiedAt} IS NOT NULL`;

/** Deletes announcements older than so many days, up to `limit`. Returns how many. */
export async function deleteOldAnnouncements(
  tx: Executor,
  companyId: string,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    DELETE FROM announcements WHERE (company_id, id) IN (
      SELECT company_id, id FROM announcements
       WHERE company_id = ${companyId} AND starts_at < now() - make_interval(days => ${days}::int)
       ORDER BY starts_at LIMIT ${limit})`);
  return rowCount ?? 0;
}

/** True if a member belongs to an audience at present. */
export function isIn(audience: Audience, companyId: SQL, memberId: SQL): SQL {
  const own = (table: string, column: string, where: string) =>
    sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} AS own WHERE own.company_id = ${companyId}
       AND own.${sql.raw(column)} = ${memberId} AND ${sql.raw(where)})`;
  switch (audience) {
    case "ALL":
      return sql`true`;
    case "VERIFIED":
      return own("users", "id", "own.is_approved");
    case "UNVERIFIED":
      return own("users", "id", "NOT own.is_approved");
    case "OPEN_ORDER":
      return own("orders", "member_id", "own.status IN ('OPEN', 'PENDING')");
    case "NOT_BOUGHT":
      return sql`NOT ${own("holdings", "member_id", "own.purchases > 0")}`;
    case "HOLDERS":
      return own("holdings", "member_id", "own.tokens > 0");
  }
}
