import { sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { runPrepared } from "@db/prepared";
import { sessions, users } from "@db/schema";
import { asynchronousCommit, type Settlement, settlingHits } from "./throttles";

export interface NewSession {
  id: string;
  expiresAt: Date;
  absoluteExpiresAt: Date;
  ip: string | null;
  userAgent: string | null;
}

/** A member whose password was verified, by the hash that was read. */
export interface ProvenMember {
  companyId: string;
  id: string;
  passwordHash: string;
  /** The host that the member uses now; null: none to remember. */
  host: string | null;
}

/**
 * Stores a member's session and settles the counts of the login, if the member may still log in
 * with the password that was verified, and the login changes nothing else. Otherwise it does
 * nothing and returns false. The one statement commits asynchronously: a crash may lose the latest
 * sessions, whose members log in again. The member is locked as by `lockMember`, and before the
 * counts.
 */
export async function insertMemberSession(
  db: Executor,
  { companyId, id: memberId, passwordHash, host }: ProvenMember,
  session: NewSession,
  { settlement, now }: { settlement: Settlement; now: Date },
): Promise<boolean> {
  const rows = await runPrepared(
    db,
    "member_session",
    sql`
    WITH ${asynchronousCommit},
    person AS MATERIALIZED (
      SELECT company_id, id FROM ${users}
      WHERE company_id = ${companyId} AND id = ${memberId}
        AND deleted_at IS NULL AND role = 'USER' AND status = 'ACTIVE'
        AND password_hash = ${passwordHash}
        AND (password_until IS NULL OR password_until > ${now.toISOString()}::timestamptz)
        AND end_asked_at IS NULL
      FOR NO KEY UPDATE
    ),
    remembered AS (
      UPDATE ${users} AS u SET host = ${host}::text FROM person
      WHERE u.company_id = person.company_id AND u.id = person.id
        AND ${host}::text IS NOT NULL AND u.host IS DISTINCT FROM ${host}::text
    ),
    ${settlingHits(settlement, sql`EXISTS (SELECT FROM person)`)}
    INSERT INTO ${sessions} (company_id, id, user_id, expires_at, absolute_expires_at, ip, user_agent)
    SELECT person.company_id, ${session.id}::text, person.id, ${session.expiresAt.toISOString()}::timestamptz,
           ${session.absoluteExpiresAt.toISOString()}::timestamptz, ${session.ip}::text, ${session.userAgent}::text
    FROM asynchronous_commit, person
    RETURNING id`,
  );
  return rows.length === 1;
}
