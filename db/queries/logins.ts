import { sql } from "drizzle-orm";
import type { Executor } from "../client";
import { named, preparedSql } from "../prepared";
import { sessions, users } from "../schema";
import { quiet, type Settlement, settlementValues, settlingHits } from "./throttles";

/** A session as it is stored. */
export interface NewSession {
  id: string;
  expiresAt: Date;
  absoluteExpiresAt: Date;
  ip: string | null;
  userAgent: string | null;
}

/** Whose password was verified, by which hash. */
export interface ProvenMember {
  companyId: string;
  id: string;
  passwordHash: string;
}

/**
 * Stores a member's session and settles the counts of the login, if the member may still log in with
 * the password that was verified, and the login changes nothing else; else it does nothing and
 * returns false. One statement with asynchronous commit: a crash may lose the latest sessions, whose
 * members log in again.
 *
 * The member is locked as by `lockMember`, and before the counts.
 */
export async function insertMemberSession(
  db: Executor,
  { companyId, id: memberId, passwordHash }: ProvenMember,
  { expiresAt, absoluteExpiresAt, ...session }: NewSession,
  { settlement, now }: { settlement: Settlement; now: Date },
): Promise<boolean> {
  const { rows } = await insertingSession(db, {
    ...{ companyId, memberId, passwordHash },
    ...session,
    ...settlementValues(settlement),
    now: now.toISOString(),
    expiresAt: expiresAt.toISOString(),
    absoluteExpiresAt: absoluteExpiresAt.toISOString(),
  });
  return rows.length === 1;
}

const insertingSession = preparedSql(
  () => sql`
    WITH ${quiet},
    person AS MATERIALIZED (
      SELECT company_id, id FROM ${users}
      WHERE company_id = ${named("companyId")} AND id = ${named("memberId")}
        AND deleted_at IS NULL AND role = 'USER' AND status = 'ACTIVE'
        AND password_hash = ${named("passwordHash")}
        AND (password_until IS NULL OR password_until > ${named("now")}::timestamptz)
        AND end_asked_at IS NULL
      FOR NO KEY UPDATE
    ),
    ${settlingHits(sql`EXISTS (SELECT FROM person)`)}
    INSERT INTO ${sessions} (company_id, id, user_id, expires_at, absolute_expires_at, ip, user_agent)
    SELECT person.company_id, ${named("id")}::text, person.id, ${named("expiresAt")}::timestamptz,
           ${named("absoluteExpiresAt")}::timestamptz, ${named("ip")}::text, ${named("userAgent")}::text
    FROM quiet, person
    RETURNING id`,
);
