import { type Executor, runText } from "@db/client";

/** What may still change a batch before its freeze. */
export interface Obstacles {
  /** Payments that wait for a decision, and orders whose rest is awaited. */
  pendingOrders: number;
  awaitedRests: number;
  /** Rewards on hold, for their days or a review. */
  heldRewards: number;
  /** Changes that wait for a second admin. */
  waitingChanges: number;
}

/** Counts what may still change a company's next batch. */
export async function countObstacles(db: Executor, companyId: string): Promise<Obstacles> {
  const [row] = await runText<Obstacles>(
    db,
    `SELECT (SELECT count(*)::int FROM orders WHERE company_id = $1 AND status = 'PENDING'
               AND received_paise IS NULL) AS "pendingOrders",
            (SELECT count(*)::int FROM orders WHERE company_id = $1 AND status = 'PENDING'
               AND received_paise IS NOT NULL) AS "awaitedRests",
            (SELECT count(*)::int FROM orders WHERE company_id = $1
               AND reward_state = 'ON_HOLD') AS "heldRewards",
            (SELECT count(*)::int FROM pending_changes WHERE company_id = $1 AND state = 'PENDING'
               AND kind NOT LIKE 'BATCH%') AS "waitingChanges"`,
    [companyId],
  );
  if (!row) throw new Error("The statement always has one row.");
  return row;
}
