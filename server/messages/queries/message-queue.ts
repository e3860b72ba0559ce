import type { Executor } from "@db/client";
import { runText, transact } from "@db/client";
import { PLATFORM_ID, tenantOf } from "@db/platform";
import {
  type Lane,
  type Language,
  MESSAGE_PRIORITIES,
  type MessageFailure,
  type MessagePriority,
} from "@db/vocabulary";

/**
 * The mail to the address of an account that has ended. Once it is settled nothing of the person is
 * left: no address, no answer of a server (which may name the address) and no contents.
 */
const LAST_MAIL = "accountEnded";

/** A message whose lease this process holds. */
export interface ClaimedMessage {
  id: string;
  /** It is null for a super admin's message. */
  companyId: string | null;
  /** The recipient, where it is a member or an admin. */
  userId: string | null;
  address: string;
  template: string;
  language: Language;
  paramsEncrypted: string | null;
  priority: MessagePriority;
  attempts: number;
  /** Seconds from the claim until the message expires. */
  secondsLeft: number;
}

export interface Claim {
  channel: Lane;
  /** The last priority that is claimed: `code` claims no notices. */
  upTo: MessagePriority;
  limit: number;
  /** The claiming process. */
  sender: string;
  leaseSeconds: number;
}

/** The most events of one company that are on their way at once, over all processes. */
const MOST_EVENTS = 2;

/**
 * Every company with waiting messages takes turns: the first message of each, then the second of
 * each. `waiting` finds the companies by skipping through `messages_queue`, so the cost depends on
 * the number of companies and not on the number of messages. More candidates are read than claimed,
 * for those that another process locks at the same time. The lot makes turns fair when there are
 * more companies than a claim takes. Of the events of a company few are claimed: its silent endpoints
 * leave the connections to others.
 */
export const CLAIM = `
WITH RECURSIVE waiting AS (
  (SELECT priority, company_id FROM messages
    WHERE status = 'QUEUED' AND channel = $1
    ORDER BY priority, company_id LIMIT 1)
  UNION ALL
  SELECT next.priority, next.company_id
    FROM waiting w CROSS JOIN LATERAL (
      SELECT m.priority, m.company_id FROM messages m
       WHERE m.status = 'QUEUED' AND m.channel = $1
         AND (m.priority, m.company_id) > (w.priority, w.company_id)
       ORDER BY m.priority, m.company_id LIMIT 1) next
), candidates AS (
  SELECT w.priority, c.*, random() AS lot
    FROM waiting w CROSS JOIN LATERAL (
      SELECT m.company_id, m.id, row_number() OVER (ORDER BY m.due_at, m.id) AS turn
        FROM messages m
       WHERE m.status = 'QUEUED' AND m.channel = $1 AND m.priority = w.priority
         AND m.company_id = w.company_id AND m.due_at <= now() AND m.expires_at > now()
       ORDER BY m.due_at, m.id
       LIMIT CASE WHEN $1 = 'WEBHOOK' THEN greatest(0, ${MOST_EVENTS} - (
         SELECT count(*) FROM messages l
          WHERE l.status = 'QUEUED' AND l.channel = $1 AND l.company_id = w.company_id
            AND l.leased_by IS NOT NULL AND l.due_at > now())) ELSE $3::int * 3 END) c
   WHERE w.priority <= $2::int
), claimed AS (
  SELECT locked.company_id, locked.id
    FROM (SELECT company_id, id FROM candidates
           ORDER BY priority, turn, lot LIMIT $3::int * 3) c
   CROSS JOIN LATERAL (
      SELECT m.company_id, m.id FROM messages m
       WHERE m.company_id = c.company_id AND m.id = c.id
         AND m.status = 'QUEUED' AND m.due_at <= now()
         FOR UPDATE SKIP LOCKED) locked
   LIMIT $3::int
)
UPDATE messages m
   SET due_at = now() + make_interval(secs => $5::float8), leased_by = $4::uuid
  FROM claimed c
 WHERE m.company_id = c.company_id AND m.id = c.id
RETURNING m.id, m.company_id, m.user_id, m.address, m.template, m.language, m.params_encrypted, m.priority,
          m.attempts, m.created_at, extract(epoch FROM m.expires_at - now())::float8 AS seconds_left`;

/**
 * Takes a lease on up to `limit` messages that are due, in one statement: codes before notices, and
 * fairly between companies. A message whose lease ends unsettled is claimed again, by any process.
 */
export async function claimMessages(db: Executor, claim: Claim): Promise<ClaimedMessage[]> {
  const { channel, upTo, limit, sender, leaseSeconds } = claim;
  const rows = await runText(
    db,
    CLAIM,
    [channel, upTo, limit, sender, leaseSeconds],
    "claim_messages",
  );
  return rows
    .sort(
      (a, b) =>
        Number(a.priority) - Number(b.priority) ||
        String(a.created_at).localeCompare(String(b.created_at)) ||
        String(a.id).localeCompare(String(b.id)),
    )
    .map((row) => ({
      id: String(row.id),
      companyId: row.company_id === PLATFORM_ID ? null : String(row.company_id),
      userId: row.user_id as string | null,
      address: String(row.address),
      template: String(row.template),
      language: row.language as Language,
      paramsEncrypted: row.params_encrypted as string | null,
      priority: row.priority as MessagePriority,
      attempts: Number(row.attempts),
      secondsLeft: Number(row.seconds_left),
    }));
}

type Held = Pick<ClaimedMessage, "id" | "companyId">;

const keysOf = (held: readonly Held[]) =>
  held.map(({ id, companyId }) => ({ id, company_id: companyId ?? PLATFORM_ID }));

/** Extends the leases of a process that is still sending. Returns the ids whose lease it holds. */
export async function renewLeases(
  db: Executor,
  sender: string,
  held: readonly Held[],
  leaseSeconds: number,
): Promise<string[]> {
  // Rows locked by another statement are skipped: they are being settled, or deleted.
  const rows = await runText(
    db,
    `WITH held AS (
       SELECT m.company_id, m.id
         FROM jsonb_to_recordset($1::jsonb) AS h(company_id uuid, id uuid)
         JOIN messages m ON m.company_id = h.company_id AND m.id = h.id
        WHERE m.status = 'QUEUED' AND m.leased_by = $2::uuid
          FOR UPDATE OF m SKIP LOCKED
     )
     UPDATE messages m SET due_at = now() + make_interval(secs => $3::float8)
       FROM held h WHERE m.company_id = h.company_id AND m.id = h.id
     RETURNING m.id`,
    [JSON.stringify(keysOf(held)), sender, leaseSeconds],
  );
  return rows.map(({ id }) => String(id));
}

/** The result of a claimed message. */
export type Outcome =
  | { kind: "sent"; reply?: string | null }
  /** Final; `keepsContents` lets it be sent again by hand. */
  | { kind: "failed"; failure: MessageFailure; reply: string | null; keepsContents: boolean }
  /** It waits for another try. */
  | { kind: "deferred"; reply: string | null; afterSeconds: number }
  /** Its server was away, or it was not tried: not a try of the message. */
  | { kind: "released"; afterSeconds: number };

export type Settled = Held & { outcome: Outcome };

/**
 * Records what became of messages, in one statement. What the mail server decided is recorded even
 * if the lease has ended; a message returns to the queue only while its lease is held. Contents are
 * deleted, unless `keepsAll` (the demo's outbox). An event of a machine keeps its contents, which name
 * nobody, and its answer. Returns the ids that were recorded.
 */
export async function settleMessages(
  db: Executor,
  sender: string,
  settled: readonly Settled[],
  { keepsAll = false }: { keepsAll?: boolean } = {},
): Promise<string[]> {
  const outcomes = settled.map(({ outcome, ...held }) => ({
    ...keysOf([held])[0],
    status: { sent: "SENT", failed: "FAILED", deferred: "QUEUED", released: "QUEUED" }[
      outcome.kind
    ],
    failure: "failure" in outcome ? outcome.failure : null,
    reply: "reply" in outcome ? outcome.reply : null,
    tries: outcome.kind === "released" ? 0 : 1,
    after_seconds: "afterSeconds" in outcome ? outcome.afterSeconds : 0,
    keeps: "keepsContents" in outcome && outcome.keepsContents,
  }));
  // A message that was never tried keeps its place in the queue.
  return transact(db, async (tx) => {
    const rows = await runText(
      tx,
      `UPDATE messages m
          SET status = o.status,
              sent_at = CASE WHEN o.status = 'SENT' THEN now() END,
              failure = o.failure,
              reply = CASE WHEN m.channel = 'WEBHOOK' THEN coalesce(o.reply, m.reply)
                           WHEN o.status = 'SENT' OR (m.template = '${LAST_MAIL}' AND o.status <> 'QUEUED')
                           THEN NULL ELSE coalesce(o.reply, m.reply) END,
              attempts = m.attempts + o.tries,
              due_at = CASE WHEN o.after_seconds > 0 THEN now() + make_interval(secs => o.after_seconds)
                            WHEN m.attempts = 0 THEN m.created_at ELSE now() END,
              leased_by = NULL,
              address = CASE WHEN m.template = '${LAST_MAIL}' AND o.status <> 'QUEUED' THEN ''
                             ELSE m.address END,
              params_encrypted = CASE WHEN o.status = 'QUEUED' OR $3::boolean OR m.channel = 'WEBHOOK'
                                        OR (o.keeps AND m.template <> '${LAST_MAIL}')
                                      THEN m.params_encrypted END
         FROM jsonb_to_recordset($1::jsonb) AS o(company_id uuid, id uuid, status text, failure text,
              reply text, tries int, after_seconds float8, keeps boolean)
        WHERE m.company_id = o.company_id AND m.id = o.id AND m.status = 'QUEUED'
          AND (m.leased_by = $2::uuid OR o.status <> 'QUEUED')
       RETURNING m.id`,
      [JSON.stringify(outcomes), sender, keepsAll],
    );
    return rows.map(({ id }) => String(id));
  });
}

/**
 * Marks waiting messages that have expired, up to `limit` of them, and deletes the contents of
 * codes. A message that is being sent is left to its sender. Returns how many.
 */
export async function expireMessages(
  db: Executor,
  limit: number,
  { keepsAll = false }: { keepsAll?: boolean } = {},
): Promise<number> {
  const rows = await runText(
    db,
    `WITH ended AS (
       SELECT company_id, id FROM messages
        WHERE status = 'QUEUED' AND expires_at <= now() AND (leased_by IS NULL OR due_at <= now())
        ORDER BY expires_at LIMIT $1::int FOR UPDATE SKIP LOCKED
     )
     UPDATE messages m
        SET status = 'FAILED', failure = 'expired', leased_by = NULL,
            address = CASE WHEN m.template = '${LAST_MAIL}' THEN '' ELSE m.address END,
            reply = CASE WHEN m.template = '${LAST_MAIL}' THEN NULL ELSE m.reply END,
            params_encrypted = CASE WHEN $2::boolean OR (m.priority = ${MESSAGE_PRIORITIES.notice}
                                                         AND m.template <> '${LAST_MAIL}')
                                    THEN m.params_encrypted END
       FROM ended o WHERE m.company_id = o.company_id AND m.id = o.id
     RETURNING m.id`,
    [limit, keepsAll],
  );
  return rows.length;
}

/** Deletes messages that were sent or have failed `days` ago or earlier, up to `limit` of them. */
export async function deleteOldMessages(
  db: Executor,
  companyId: string | null,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const rows = await runText(
    db,
    `WITH old AS (
       SELECT company_id, id FROM messages
        WHERE company_id = $3::uuid AND status <> 'QUEUED'
          AND created_at < now() - make_interval(days => $1::int)
        ORDER BY created_at LIMIT $2::int FOR UPDATE SKIP LOCKED
     )
     DELETE FROM messages m USING old o WHERE m.company_id = o.company_id AND m.id = o.id
     RETURNING m.id`,
    [days, limit, tenantOf(companyId)],
  );
  return rows.length;
}

/** The waiting messages of one channel and priority. */
export interface QueueFigures {
  channel: Lane;
  priority: MessagePriority;
  waiting: number;
  /** The age of the oldest one; 0 without any. */
  oldestSeconds: number;
}

export async function readQueueFigures(db: Executor): Promise<QueueFigures[]> {
  const rows = await runText(
    db,
    `SELECT channel, priority, count(*)::int AS waiting,
            extract(epoch FROM now() - min(created_at))::float8 AS oldest
       FROM messages WHERE status = 'QUEUED' GROUP BY channel, priority`,
    [],
  );
  return rows.map((row) => ({
    channel: row.channel as Lane,
    priority: row.priority as MessagePriority,
    waiting: Number(row.waiting),
    oldestSeconds: Math.max(0, Number(row.oldest)),
  }));
}
