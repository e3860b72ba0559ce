import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { noticeMailings, users } from "@db/schema";
import type { Audience, MailedNotice, Reminder } from "@db/vocabulary";
import { getsMails, ofAudience } from "./announcements";
import { recipient } from "./recipients";

/** A notice whose mails are not all stored. */
export interface DueMailing {
  companyId: string;
  subjectId: string;
  kind: MailedNotice;
}

/** Days before the launch from which the members who hold tokens are mailed. */
const LAUNCH_DAYS = 3;

const isLaunchNear = sql`launch_at > statement_timestamp()
  AND launch_at <= statement_timestamp() + make_interval(days => ${sql.raw(String(LAUNCH_DAYS))})`;

/** True for a row of `companies` whose company has the reminder on. */
export const hasReminder = (kind: Reminder): SQL =>
  sql`settings #>> ${sql.raw(`'{reminders,${kind},isOn}'`)} = 'true'`;

/** A mail about it is begun within so many hours; later nobody is surprised by it. */
const MAILED_WITHIN_HOURS = 24;

/** Announcements and prices of the last day, and launches of the next ones, whose mails are not all stored, of active companies, oldest first. */
export async function listDueMailings(db: Executor, limit: number): Promise<DueMailing[]> {
  const since = sql`statement_timestamp() - make_interval(hours => ${sql.raw(String(MAILED_WITHIN_HOURS))})`;
  const { rows } = await db.execute<{
    company_id: string;
    subject_id: string;
    kind: MailedNotice;
  }>(sql`
    SELECT n.company_id, n.subject_id, n.kind FROM (
      SELECT company_id, id AS subject_id, 'ANNOUNCEMENT' AS kind, starts_at AS at
        FROM announcements WHERE starts_at > ${since} AND starts_at <= statement_timestamp()
         AND withdrawn_at IS NULL
      UNION ALL
      SELECT company_id, id, 'PRICE', starts_at
        FROM prices WHERE starts_at > ${since} AND starts_at <= statement_timestamp()
         AND cancelled_at IS NULL
      UNION ALL
      SELECT id, id, 'LAUNCH', launch_at
        FROM companies WHERE ${isLaunchNear} AND ${hasReminder("LAUNCH_NEAR")}) AS n
      JOIN companies c ON c.id = n.company_id AND c.status = 'ACTIVE'
     WHERE NOT EXISTS (SELECT 1 FROM notice_mailings m
                        WHERE m.company_id = n.company_id AND m.subject_id = n.subject_id
                          AND m.done_at IS NOT NULL)
     ORDER BY n.at, n.subject_id LIMIT ${limit}`);
  return rows.map(({ company_id: companyId, subject_id: subjectId, kind }) => ({
    companyId,
    subjectId,
    kind,
  }));
}

/**
 * Locks how far a mailing has come; null if it is done, or another process is at it. `what` is told
 * with it: the announcement or the price, unless it was withdrawn.
 */
export async function lockMailing(
  tx: Executor,
  { companyId, subjectId, kind }: DueMailing,
): Promise<{ through: string | null } | null> {
  await tx.insert(noticeMailings).values({ companyId, subjectId, kind }).onConflictDoNothing();
  const [row] = await tx
    .select({ through: noticeMailings.through, doneAt: noticeMailings.doneAt })
    .from(noticeMailings)
    .where(and(eq(noticeMailings.companyId, companyId), eq(noticeMailings.subjectId, subjectId)))
    .for("update", { skipLocked: true });
  return row && row.doneAt === null ? { through: row.through } : null;
}

/** Reads the text of an announcement, a price or a launch; null once withdrawn, cancelled or moved. */
export async function findMailed(
  db: Executor,
  { companyId, subjectId, kind }: DueMailing,
): Promise<{
  title: string;
  text: string;
  audience: Audience;
  priceMicroRupees: number;
  at: Date;
} | null> {
  const { rows } = await db.execute<{
    title: string;
    text: string;
    audience: Audience;
    price: string;
    at: string;
  }>(
    kind === "LAUNCH"
      ? sql`SELECT '' AS title, '' AS text, 'HOLDERS' AS audience, 0 AS price, launch_at AS at
              FROM companies WHERE id = ${companyId} AND ${isLaunchNear}`
      : kind === "PRICE"
        ? sql`SELECT '' AS title, '' AS text, 'ALL' AS audience, price_micro_rupees AS price, starts_at AS at FROM prices
             WHERE company_id = ${companyId} AND id = ${subjectId} AND cancelled_at IS NULL`
        : sql`SELECT title, text, audience, 0 AS price, starts_at AS at FROM announcements
             WHERE company_id = ${companyId} AND id = ${subjectId} AND withdrawn_at IS NULL`,
  );
  const [row] = rows;
  return row
    ? {
        title: row.title,
        text: row.text,
        audience: row.audience,
        priceMicroRupees: Number(row.price),
        at: new Date(row.at),
      }
    : null;
}

/**
 * Lists members of an audience who chose mails and registered before an instant, by id after the one
 * named.
 */
export async function listMailedMembers(
  db: Executor,
  companyId: string,
  {
    audience,
    after,
    before,
    limit,
  }: { audience: Audience; after: string | null; before: Date; limit: number },
) {
  return db
    .select(recipient)
    .from(users)
    .where(
      and(
        ofAudience(companyId, audience),
        getsMails,
        sql`${users.createdAt} <= ${before.toISOString()}::timestamptz`,
        after === null ? undefined : sql`${users.id} > ${after}`,
      ),
    )
    .orderBy(users.id)
    .limit(limit);
}

export async function saveMailing(
  tx: Executor,
  { companyId, subjectId }: DueMailing,
  { through, isDone }: { through: string | null; isDone: boolean },
): Promise<void> {
  await tx
    .update(noticeMailings)
    .set({ ...(through !== null && { through }), ...(isDone && { doneAt: sql`now()` }) })
    .where(and(eq(noticeMailings.companyId, companyId), eq(noticeMailings.subjectId, subjectId)));
}

/** Deletes mailings of what is too old to be mailed, up to `limit`. */
export async function deleteOldMailings(db: Executor, limit: number): Promise<void> {
  // A price's mailing may begin at the end of its day, and a launch's at the first of its days.
  const hours = sql.raw(String((LAUNCH_DAYS + 1) * MAILED_WITHIN_HOURS));
  await db.execute(sql`
    DELETE FROM notice_mailings WHERE (company_id, subject_id) IN (
      SELECT company_id, subject_id FROM notice_mailings
       WHERE created_at < now() - make_interval(hours => ${hours}) ORDER BY created_at LIMIT ${limit})`);
}
