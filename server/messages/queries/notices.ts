import { rowOf } from "@db/row-of";
import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { runPrepared } from "@db/prepared";
import { users } from "@db/schema";
import { AUDIENCES } from "@db/vocabulary";
import { isIn } from "./announcements";

/** The bell looks at a member's newest orders, allocations and invited members, within so many days. */
const LOOKED_AT = { orders: 100, allocations: 100, joined: 100, days: 180 };

/** The bell counts so many at most. */
const MOST_COUNTED = 99;

/**
 * The notices of a member, of any time: what became of their orders and of their money (by the audit
 * log, which has the reasons), their rewards, that somebody joined by their code, each price, and what the company announced. Read from those
 * rows, so that no decision writes a notice of its own. Columns: kind, at, id of what happened, the order
 * that it is about, and the tokens of a reward (of an approval, those that it allocated).
 */
const noticesOf = (companyId: SQL, memberId: SQL): SQL => sql`
  WITH own AS MATERIALIZED (
    SELECT id, status, decided_at, undo_until, CASE status
          -- Nobody is told of a decision before the time in which it can be undone is over.
          WHEN 'APPROVED' THEN coalesce(undo_until, decided_at) WHEN 'REJECTED' THEN coalesce(undo_until, decided_at)
          WHEN 'REVERSED' THEN reversed_at
          -- A decision on an order that waits is the rejection of its rest.
          WHEN 'PENDING' THEN CASE WHEN decided_at IS NULL THEN hold_released_at ELSE coalesce(undo_until, decided_at) END
          WHEN 'CANCELLED' THEN NULL
          -- Submitted without an order, while no tokens were free, it never had time to pay.
          WHEN 'EXPIRED' THEN CASE WHEN hold_ends_at > created_at THEN hold_ends_at END
          ELSE hold_ends_at END AS at
      FROM orders WHERE company_id = ${companyId} AND member_id = ${memberId}
     ORDER BY created_at DESC, id DESC LIMIT ${sql.raw(String(LOOKED_AT.orders))})
  SELECT CASE status WHEN 'OPEN' THEN 'EXPIRED'
        WHEN 'PENDING' THEN CASE WHEN decided_at IS NULL THEN 'RELEASED' ELSE 'NOT_RECEIVED' END ELSE status END AS kind,
      at, id, id AS order_id, NULL::bigint AS tokens
    FROM own
  UNION ALL
  SELECT CASE e.action WHEN 'payment.refunded' THEN 'REFUNDED' WHEN 'payment.reused' THEN 'REUSED'
        WHEN 'payment.unapplied' THEN 'KEPT' WHEN 'order.part-received' THEN 'PART'
        WHEN 'payment.recorded' THEN 'RECORDED' WHEN 'payment.unneeded' THEN 'UNNEEDED' ELSE 'NOT_RECEIVED' END,
      -- The order waits for its rest: its part can be undone.
      CASE WHEN e.action = 'order.part-received' AND o.status = 'PENDING' AND o.decided_at IS NULL
        THEN greatest(e.created_at, o.undo_until) ELSE e.created_at END, e.id, o.id, NULL
    FROM own o
    JOIN audit_entries e ON e.company_id = ${companyId} AND e.subject_type = 'order'
     AND e.subject_id = o.id::text
     AND e.action IN ('payment.refunded', 'payment.reused', 'payment.unapplied', 'payment.not-received', 'order.part-received',
       'payment.recorded', 'payment.unneeded')
     AND NOT (e.action = 'order.part-received' AND EXISTS (
       SELECT 1 FROM audit_entries undone WHERE undone.company_id = ${companyId} AND undone.subject_type = 'order'
          AND undone.subject_id = e.subject_id AND undone.action = 'order.reopened'
          AND undone.after ->> 'undoneDecision' = e.after ->> 'endedAt'))
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
      CASE WHEN reward_state = 'WITHDRAWN' THEN greatest(undo_until, reward_decided_at)
           -- The telling of a rest moves the time of the submission; the reward was expected before.
           WHEN received_paise IS NOT NULL THEN created_at ELSE submitted_at END,
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

/** A member's notices before an instant (ISO, microseconds) with what they tell, newest first, in one statement. */
export async function listNotices(
  db: Executor,
  companyId: string,
  memberId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<NoticeRow[]> {
  const company = sql`${companyId}::uuid`;
  const member = sql`${memberId}::uuid`;
  return runPrepared<NoticeRow>(
    db,
    "notices",
    sql`
    SELECT n.kind, to_char(n.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
        n.at > u.notices_read_at AS "isUnread",
        o.order_number AS "orderNumber", coalesce(n.tokens, (
          SELECT sum(quantity) FROM allocations
           WHERE company_id = ${company} AND order_id = o.id AND decision = o.decision_count
             AND member_id = ${member})) AS tokens,
        CASE n.kind WHEN 'REFUSED' THEN u.verification_refusal ELSE o.decision_reason END AS reason, e.after AS told, p.price_micro_rupees AS "priceMicroRupees", a.title, a.text
      FROM users u
      CROSS JOIN LATERAL (
        SELECT * FROM (${noticesOf(company, member)}) AS n WHERE ${isLookedAt(sql`u.created_at`)}
           AND n.at < coalesce(${before}::timestamptz, 'infinity')
         ORDER BY at DESC, id DESC LIMIT ${limit}) AS n
      LEFT JOIN orders o ON o.company_id = ${company} AND o.id = n.order_id
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
    .where(rowOf(users, companyId, memberId));
}
