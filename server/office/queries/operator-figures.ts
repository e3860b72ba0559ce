import { type Executor, runText } from "@db/client";

/** The operator's figures of all companies together. They name no person and no company. */
export interface OperatorFigures {
  /** Submitted orders by status. */
  orders: Readonly<Record<string, number>>;
  /** Payments that await a decision, by how long: up to an hour, a day, a week, or longer. */
  pending: { hour: number; day: number; week: number; longer: number };
  /** Age of the oldest of them; 0 without any. */
  pendingOldestSeconds: number;
  /** OPEN orders, and how long ago the oldest ended hold of them should have been released. */
  holds: number;
  holdsOverdueSeconds: number;
  /** Tokens that undecided orders hold. */
  tokensHeld: number;
  /** Hosts of companies by the result of their last check. */
  hosts: { working: number; failing: number; unchecked: number };
  /** The result of the last nightly verification; null before the first. */
  verification: { faults: number; finishedAt: number } | null;
  /** Bytes of the whole database on its disk. */
  databaseBytes: number;
}

/** A scrape counts these, at most once in five seconds. */
const FIGURES = `
WITH waiting AS (
  SELECT o.submitted_at FROM companies c CROSS JOIN LATERAL (
    SELECT submitted_at FROM orders
     WHERE company_id = c.id AND status = 'PENDING' AND submitted_at IS NOT NULL) o
)
SELECT
  (SELECT coalesce(jsonb_object_agg(kind, rows), '{}') FROM (
     SELECT status AS kind, count(*) AS rows FROM orders WHERE status IN ('PENDING', 'APPROVED', 'REJECTED', 'REVERSED')
      GROUP BY status) k) AS orders,
  (SELECT jsonb_build_object(
     'hour', count(*) FILTER (WHERE submitted_at > now() - interval '1 hour'),
     'day', count(*) FILTER (WHERE submitted_at <= now() - interval '1 hour' AND submitted_at > now() - interval '1 day'),
     'week', count(*) FILTER (WHERE submitted_at <= now() - interval '1 day' AND submitted_at > now() - interval '7 days'),
     'longer', count(*) FILTER (WHERE submitted_at <= now() - interval '7 days')) FROM waiting) AS pending,
  (SELECT greatest(0, coalesce(extract(epoch FROM now() - min(submitted_at)), 0))::float8 FROM waiting) AS "pendingOldestSeconds",
  (SELECT count(*)::int FROM orders WHERE status = 'OPEN') AS holds,
  (SELECT greatest(0, coalesce(extract(epoch FROM now() - min(hold_ends_at)), 0))::float8
     FROM orders WHERE status = 'OPEN') AS "holdsOverdueSeconds",
  (SELECT coalesce(sum(held), 0)::float8 FROM supplies) AS "tokensHeld",
  (SELECT jsonb_build_object('working', count(*) FILTER (WHERE state = 'working'),
     'failing', count(*) FILTER (WHERE state = 'failing'),
     'unchecked', count(*) FILTER (WHERE state = 'unchecked')) FROM (
     SELECT CASE WHEN health->>'dns' IN ('ELSEWHERE', 'PRIVATE', 'NOWHERE')
                   OR health->>'certificate' IN ('WRONG', 'NONE') THEN 'failing'
                 WHEN health->>'dns' = 'HERE' AND health->>'certificate' IN ('VALID', 'UNUSED') THEN 'working'
                 ELSE 'unchecked' END AS state FROM domains) d) AS hosts,
  (SELECT jsonb_build_object('faults', jsonb_array_length(faults), 'finishedAt', extract(epoch FROM finished_at))
     FROM verifications ORDER BY started_at DESC LIMIT 1) AS verification,
  pg_database_size(current_database())::float8 AS "databaseBytes"`;

export async function readOperatorFigures(db: Executor): Promise<OperatorFigures> {
  const [row] = await runText<OperatorFigures>(db, FIGURES, []);
  if (!row) throw new Error("The statement always has one row.");
  return row;
}

/** A standby server that follows this one. */
export interface Replica {
  name: string;
  /** Seconds of changes that it has not replayed yet. */
  lagSeconds: number;
  lagBytes: number;
}

/**
 * The standby servers of this database. Empty without any, and for a role that may not see them:
 * PostgreSQL shows them to members of `pg_monitor`.
 */
export const listReplicas = (db: Executor): Promise<Replica[]> =>
  runText(
    db,
    `SELECT application_name AS name, coalesce(extract(epoch FROM replay_lag), 0)::float8 AS "lagSeconds",
            greatest(0, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::float8 AS "lagBytes"
       FROM pg_stat_replication WHERE replay_lsn IS NOT NULL`,
    [],
  );
