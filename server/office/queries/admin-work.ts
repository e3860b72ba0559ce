import { sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { openEntries, numberOfUnallocatedPayments } from "@server/payments";

/** What the frame of an admin's screens shows; undefined without the admin. */
export async function findAdminFrame(
  db: Executor,
  companyId: string,
  adminId: string,
): Promise<{ name: string; mailsEachOrder: boolean; waiting: number } | undefined> {
  const { rows } = await db.execute<{ name: string; mailsEachOrder: boolean; waiting: string }>(sql`
    SELECT name, mails_each_order AS "mailsEachOrder", (SELECT count(*) FROM orders
              WHERE company_id = ${companyId} AND status = 'PENDING') AS waiting FROM users
     WHERE company_id = ${companyId} AND id = ${adminId} AND deleted_at IS NULL`);
  const [row] = rows;
  return row && { ...row, waiting: Number(row.waiting) };
}

/** What waits for a company's admins; sums in paise. */
export interface WaitingWork {
  /** PENDING orders, what of their totals has not been received, and the oldest's submission. */
  waiting: number;
  waitingPaise: number;
  oldestAt: Date | null;
  /** PENDING orders with a flag. */
  flagged: number;
  /** Entries of statements that wait for an admin, and their sum. */
  unmatched: number;
  unmatchedPaise: number;
  /** Counts unallocated payments: kept ones, and confirmed ones with something left. */
  unallocatedPayments: number;
}

/** Counted in one statement, by indexes of what waits: it grows with that, not with the past. */
export async function waitingWork(db: Executor, companyId: string): Promise<WaitingWork> {
  const isPending = sql`company_id = ${companyId} AND status = 'PENDING'`;
  const { rows } = await db.execute<
    Record<
      | "waiting"
      | "waiting_paise"
      | "flagged"
      | "unmatched"
      | "unmatched_paise"
      | "unallocated_payments",
      string
    > & { oldest_at: string | null }
  >(sql`
    SELECT waiting.count AS waiting, waiting.paise - (SELECT coalesce(sum(received_paise), 0)
              FROM orders WHERE ${isPending} AND received_paise IS NOT NULL) AS waiting_paise,
           (SELECT min(submitted_at) FROM orders
             WHERE ${isPending} AND submitted_at IS NOT NULL) AS oldest_at,
           (SELECT count(*) FROM orders
             WHERE ${isPending} AND jsonb_array_length(flags) > 0) AS flagged,
           entries.count AS unmatched, entries.paise AS unmatched_paise,
           ${numberOfUnallocatedPayments(companyId)} AS unallocated_payments
      FROM (SELECT count(*) AS count, coalesce(sum(total_paise), 0) AS paise
              FROM orders WHERE ${isPending}) AS waiting,
           (${openEntries(companyId)}) AS entries`);
  const [row] = rows;
  if (!row) throw new Error("Nothing was counted.");
  return {
    waiting: Number(row.waiting),
    waitingPaise: Number(row.waiting_paise),
    oldestAt: row.oldest_at === null ? null : new Date(row.oldest_at),
    flagged: Number(row.flagged),
    unmatched: Number(row.unmatched),
    unmatchedPaise: Number(row.unmatched_paise),
    unallocatedPayments: Number(row.unallocated_payments),
  };
}
