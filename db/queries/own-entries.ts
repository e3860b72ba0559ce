import { type Executor, runText } from "../client";

/** An entry of the audit log; an entry of the platform has the platform's id (db/platform.ts). */
export interface OwnEntry {
  companyId: string;
  id: string;
  secondsAgo: number;
}

/** Includes entries that began before the last one and were committed after it. */
const MOST = 50;

/**
 * The last entries of an admin or a super admin, newest first: who must not see an older state than
 * these left.
 */
export async function lastEntriesOfStaff(
  db: Executor,
  { companyId, actorId }: { companyId: string | null; actorId: string },
): Promise<OwnEntry[]> {
  return runText<OwnEntry>(
    db,
    `SELECT company_id AS "companyId", id,
            extract(epoch FROM clock_timestamp() - created_at)::float8 AS "secondsAgo"
       FROM audit_entries
      WHERE actor_id = $1 AND actor_role IN ('ADMIN', 'SUPER_ADMIN')${companyId === null ? "" : " AND company_id = $3"}
      ORDER BY created_at DESC LIMIT $2`,
    companyId === null ? [actorId, MOST] : [actorId, MOST, companyId],
  );
}
