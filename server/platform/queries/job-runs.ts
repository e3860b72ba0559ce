import { type Database, type Executor, runText, transact, withoutTimeouts } from "@db/client";

/** Keys of pg_try_advisory_xact_lock: the instance that holds one runs these jobs. */
export const JOB_LOCKS = { sweeps: 778_004, nightly: 778_005 } as const;

/** The last 02:00 in India. */
const NIGHT =
  "(date_trunc('day', now() AT TIME ZONE 'Asia/Kolkata' - interval '2 hours') + interval '2 hours') AT TIME ZONE 'Asia/Kolkata'";
const TRIES_A_NIGHT = 3;
const DUE = {
  sweeps: "run.begun_at <= now() - interval '1 minute'",
  nightly: `(run.begun_at < ${NIGHT} OR run.tries BETWEEN 1 AND ${TRIES_A_NIGHT - 1})`,
};

/** True if one of these jobs is due, or was never seen before. */
export async function areDue(
  db: Executor,
  kind: keyof typeof DUE,
  names: readonly string[],
): Promise<boolean> {
  const due = await runText(
    db,
    `SELECT 1 FROM unnest($1::text[]) AS job (name) LEFT JOIN job_runs run USING (name)
      WHERE run.name IS NULL OR ${DUE[kind]} LIMIT 1`,
    [names],
  );
  return due.length > 0;
}

/**
 * Runs `work` unless another instance runs it. Its statements are no part of the transaction that
 * holds the lock, which has no snapshot. If that connection is lost, the lock is free at once, while
 * `work` goes on to its end here.
 */
export async function runInOneInstance(
  database: Database,
  lock: number,
  work: () => Promise<unknown>,
): Promise<void> {
  let working: Promise<unknown> | undefined;
  try {
    const holdLock = async (tx: Executor) => {
      await withoutTimeouts(tx);
      await runText(tx, "SET LOCAL idle_in_transaction_session_timeout = 0", []);
      const [row] = await runText(tx, "SELECT pg_try_advisory_xact_lock($1) AS is_ours", [lock]);
      if (row?.is_ours === true) await (working = work());
    };
    await transact(database.db, holdLock, { tries: 1 });
  } finally {
    await working?.catch(() => undefined);
  }
}

/** Begins the minute's sweeps if they are due; returns whether they were. */
export async function beginSweeps(db: Executor): Promise<boolean> {
  const begun = await runText(
    db,
    `INSERT INTO job_runs AS run (name, begun_at, tries) VALUES ('sweeps', now(), 0)
     ON CONFLICT (name) DO UPDATE SET begun_at = now() WHERE ${DUE.sweeps}
     RETURNING name`,
    [],
  );
  return begun.length > 0;
}

/**
 * Begins a nightly job if it is due: it did not begin since the last 02:00 in India, or has failed
 * since, fewer than three times. Returns whether it was. A job never seen before waits for the next
 * night.
 */
export async function beginNightly(db: Executor, name: string): Promise<boolean> {
  const [row] = await runText(
    db,
    `INSERT INTO job_runs AS run (name, begun_at, tries) VALUES ($1, now(), 0)
     ON CONFLICT (name) DO UPDATE
       SET begun_at = now(), tries = CASE WHEN run.begun_at < ${NIGHT} THEN 1 ELSE run.tries + 1 END
       WHERE ${DUE.nightly}
     RETURNING tries`,
    [name],
  );
  return Number(row?.tries ?? 0) > 0;
}

export async function endNightly(db: Executor, name: string): Promise<void> {
  await runText(db, "UPDATE job_runs SET tries = 0 WHERE name = $1", [name]);
}
