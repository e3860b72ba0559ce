import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { newId } from "@db/ids";
import { runPrepared } from "@db/prepared";
import { announcements, noticeMailings, users } from "@db/schema";
import { type Audience, AUDIENCES, type MailedNotice, type Reminder } from "@db/vocabulary";
import { recipient } from "./recipients";

/** The bell looks at a member's newest orders, allocations and invited members, within so many days. */
const LOOKED_AT = { orders: 100, allocations: 100, joined: 100, days: 180 };

/** The bell counts so many at most. */
const MOST_COUNTED = 99;

/** True if a member belongs to an audience at present. */
function isIn(audience: Audience, companyId: SQL, memberId: SQL): SQL {
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

/**
 * The notices of a member, of any time: what became of their orders and of their money (by the audit
 * log, which has the reasons), their rewards, that somebody joined by their code, each price, and what the company announced. Read from those
 * rows, so that no decision writes a notice of its own. Columns: kind, at, id of what happened, the order
 * that it is about, and the tokens of a reward.
 */
const noticesOf = (companyId: SQL, memberId: SQL): SQL => sql`
  WITH own AS MATERIALIZED (
    SELECT id, status, CASE status
          -- Nobody is told of a decision before the time in which it can be undone is over.
          WHEN 'APPROVED' THEN coalesce(undo_until, decided_at) WHEN 'REJECTED' THEN coalesce(undo_until, decided_at)
          WHEN 'REVERSED' THEN reversed_at WHEN 'PENDING' THEN hold_released_at
          WHEN 'CANCELLED' THEN NULL
          -- Submitted without an order, while no tokens were free, it never had time to pay.
          WHEN 'EXPIRED' THEN CASE WHEN hold_ends_at > created_at THEN hold_ends_at END
          ELSE hold_ends_at END AS at
      FROM orders WHERE company_id = ${companyId} AND member_id = ${memberId}
     ORDER BY created_at DESC, id DESC LIMIT ${sql.raw(String(LOOKED_AT.orders))})
  SELECT CASE status WHEN 'OPEN' THEN 'EXPIRED' WHEN 'PENDING' THEN 'RELEASED' ELSE status END AS kind,
      at, id, id AS order_id, NULL::bigint AS tokens
    FROM own
  UNION ALL
  SELECT CASE e.action WHEN 'payment.refunded' THEN 'REFUNDED' WHEN 'payment.reused' THEN 'REUSED'
        WHEN 'payment.unapplied' THEN 'KEPT' WHEN 'order.part-received' THEN 'PART'
        WHEN 'payment.recorded' THEN 'RECORDED' WHEN 'payment.unneeded' THEN 'UNNEEDED' ELSE 'NOT_RECEIVED' END,
      e.created_at, e.id, o.id, NULL
    FROM own o
    JOIN audit_entries e ON e.company_id = ${companyId} AND e.subject_type = 'order'
     AND e.subject_id = o.id::text
     AND e.action IN ('payment.refunded', 'payment.reused', 'payment.unapplied', 'payment.not-received', 'order.part-received',
       'payment.recorded', 'payment.unneeded')
  UNION ALL
  SELECT CASE r.kind WHEN 'REFERRAL' THEN 'REWARD' ELSE 'REWARD_REVERSED' END,
      CASE r.kind WHEN 'REFERRAL' THEN greatest(o.undo_until, r.created_at) ELSE r.created_at END,
      r.id, r.order_id, abs(r.quantity)
    FROM (SELECT * FROM allocations WHERE company_id = ${companyId} AND member_id = ${memberId}
           ORDER BY sequence DESC LIMIT ${sql.raw(String(LOOKED_AT.allocations))}) AS r
    -- An undone decision is not told: neither the reward nor its reversal.
    JOIN orders o ON o.company_id = ${companyId} AND o.id = r.order_id
     AND o.decision_count = r.decision AND o.status IN ('APPROVED', 'REVERSED')
   WHERE r.kind = 'REFERRAL' OR (r.kind = 'REVERSAL' AND EXISTS (
     SELECT 1 FROM allocations reward WHERE reward.company_id = ${companyId}
        AND reward.order_id = r.order_id AND reward.decision = r.decision AND reward.kind = 'REFERRAL' AND reward.member_id = ${memberId}))
  UNION ALL
  -- An allocated reward that was reversed is told of by its entries.
  SELECT CASE reward_state WHEN 'WITHDRAWN' THEN 'REWARD_WITHDRAWN' ELSE 'REWARD_PROMISED' END,
      CASE reward_state WHEN 'WITHDRAWN' THEN greatest(undo_until, reward_decided_at) ELSE submitted_at END,
      id, id, coalesce(reward_tokens, held_reward)
    FROM (SELECT * FROM orders WHERE company_id = ${companyId} AND referrer_id = ${memberId} AND (held_reward > 0 OR reward_state IS NOT NULL)
           ORDER BY created_at DESC, id DESC LIMIT ${sql.raw(String(LOOKED_AT.allocations))}) AS rewards
   WHERE held_reward > 0 OR (reward_state = 'WITHDRAWN' AND NOT EXISTS (
     SELECT 1 FROM allocations given WHERE given.company_id = ${companyId} AND given.order_id = rewards.id
        AND given.decision = rewards.decision_count AND given.kind = 'REFERRAL'))
  UNION ALL
  SELECT 'JOINED', created_at, id, NULL, NULL
    FROM (SELECT created_at, id FROM users AS joined
           WHERE company_id = ${companyId} AND referrer_id = ${memberId} AND deleted_at IS NULL
           ORDER BY created_at DESC LIMIT ${sql.raw(String(LOOKED_AT.joined))}) AS joined
  UNION ALL
  SELECT 'REFUSED', verification_refused_at, id, NULL, NULL FROM users AS refused
   WHERE company_id = ${companyId} AND id = ${memberId} AND verification_refused_at IS NOT NULL
  UNION ALL
  SELECT 'PRICE', starts_at, id, NULL, NULL FROM prices
   WHERE company_id = ${companyId} AND cancelled_at IS NULL
  UNION ALL
  SELECT 'ANNOUNCEMENT', starts_at, id, NULL, NULL FROM announcements
   WHERE company_id = ${companyId} AND withdrawn_at IS NULL
     AND CASE audience ${sql.join(
       AUDIENCES.map(
         (one) => sql`WHEN ${sql.raw(`'${one}'`)} THEN ${isIn(one, companyId, memberId)}`,
       ),
       sql` `,
     )} END`;

/** Limits rows to the bell's time: since an instant, the member's registration at the earliest. */
const isLookedAt = (since: SQL): SQL => sql`
  n.at <= statement_timestamp()
  AND n.at > greatest(${since}, statement_timestamp() - make_interval(days => ${sql.raw(String(LOOKED_AT.days))}))`;

/**
 * Counts the notices a member has not seen, at most MOST_COUNTED: an expression for a statement
 * that reads the member's row of `users`.
 */
export const unreadNotices = (companyId: SQL, memberId: SQL): SQL<number> => sql<number>`(
  SELECT count(*)::int FROM (
    SELECT 1 FROM (${noticesOf(companyId, memberId)}) AS n
     WHERE ${isLookedAt(sql`users.created_at, users.notices_read_at`)}
     LIMIT ${sql.raw(String(MOST_COUNTED))}) AS unread)`;

interface NoticeRow {
  kind:
    | ("APPROVED" | "REJECTED" | "REVERSED" | "EXPIRED" | "RELEASED")
    | (
        | "KEPT"
        | "PART"
        | "RECORDED"
        | "UNNEEDED"
        | "NOT_RECEIVED"
        | "REFUNDED"
        | "REUSED"
        | "REWARD"
        | "REWARD_REVERSED"
        | "REWARD_PROMISED"
        | "REWARD_WITHDRAWN"
      )
    | ("JOINED" | "REFUSED" | "PRICE" | "ANNOUNCEMENT");
  at: string;
  isUnread: boolean;
  orderNumber: string | null;
  tokens: string | null;
  reason: string | null;
  /** The Member ID of the order's buyer. */
  buyer: string | null;
  /** The audit log's facts about the money. */
  told: {
    amountPaise?: number;
    reference?: string;
    refundedOn?: string;
    reason?: string;
    newOrder?: string;
  } | null;
  priceMicroRupees: string | null;
  title: string | null;
  text: string | null;
  [column: string]: unknown;
}

/** A member's notices with what they tell, newest first, in one statement. */
export async function listNotices(
  db: Executor,
  companyId: string,
  memberId: string,
  limit: number,
): Promise<NoticeRow[]> {
  const company = sql`${companyId}::uuid`;
  const member = sql`${memberId}::uuid`;
  return runPrepared<NoticeRow>(
    db,
    "notices",
    sql`
    SELECT n.kind, to_char(n.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
        n.at > u.notices_read_at AS "isUnread",
        o.order_number AS "orderNumber", coalesce(n.tokens, o.approved_quantity, o.quantity) AS tokens,
        CASE n.kind WHEN 'REFUSED' THEN u.verification_refusal ELSE o.decision_reason END AS reason, b.referral_code AS buyer, e.after AS told, p.price_micro_rupees AS "priceMicroRupees", a.title, a.text
      FROM users u
      CROSS JOIN LATERAL (
        SELECT * FROM (${noticesOf(company, member)}) AS n WHERE ${isLookedAt(sql`u.created_at`)}
         ORDER BY at DESC, id DESC LIMIT ${limit}) AS n
      LEFT JOIN orders o ON o.company_id = ${company} AND o.id = n.order_id
      LEFT JOIN users b ON b.company_id = ${company} AND b.id = o.member_id
      LEFT JOIN audit_entries e ON e.company_id = ${company} AND e.id = n.id
      LEFT JOIN prices p ON p.company_id = ${company} AND p.id = n.id
      LEFT JOIN announcements a ON a.company_id = ${company} AND a.id = n.id
     WHERE u.company_id = ${company} AND u.id = ${member}
     ORDER BY n.at DESC, n.id DESC`,
  );
}

/** Notes that a member has seen the notices up to an instant (ISO, microseconds), never a later one. */
export async function markNoticesRead(
  db: Executor,
  companyId: string,
  memberId: string,
  until: string,
): Promise<void> {
  await db
    .update(users)
    .set({
      noticesReadAt: sql`greatest(${users.noticesReadAt}, least(${until}::timestamptz, statement_timestamp()))`,
    })
    .where(and(eq(users.companyId, companyId), eq(users.id, memberId)));
}

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
    .innerJoin(users, and(eq(users.companyId, companyId), eq(users.id, announcements.createdBy)))
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
    .where(
      and(
        eq(announcements.companyId, companyId),
        eq(announcements.id, id),
        isNull(announcements.withdrawnAt),
      ),
    )
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
const ofAudience = (companyId: string, audience: Audience) =>
  and(
    eq(users.companyId, companyId),
    eq(users.role, "USER"),
    eq(users.status, "ACTIVE"),
    isNull(users.deletedAt),
    isNull(users.endAskedAt),
    audience === "ALL" ? undefined : isIn(audience, sql`${companyId}::uuid`, sql`${users.id}`),
  );

const getsMails = sql`${users.mailsNotices} AND ${users.emailVerifiedAt} IS NOT NULL`;

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
    ...{ companyId, subjectId, kind },
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
