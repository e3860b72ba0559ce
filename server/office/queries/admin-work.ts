import { sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { orders } from "@db/schema";
import { isAskedForRest } from "@server/platform";
import { openEntries, numberOfUnallocatedPayments } from "@server/payments";

/** Reads the figures in the frame of an admin's screens; undefined without the admin. */
export async function findAdminFrame(db: Executor, companyId: string, adminId: string) {
  const { rows } = await db.execute<{
    name: string;
    mailsEachOrder: boolean;
    waiting: number;
    identities: number;
    first: FirstOrders;
  }>(sql`
    SELECT name, mails_each_order AS "mailsEachOrder", to_json(first) AS first,
           ${numberToDecide(companyId)}::int AS waiting,
           (SELECT count(*)::int FROM identity_cases WHERE company_id = ${companyId} AND state = 'SENT') AS identities
      FROM users, (${firstOrders(companyId)}) AS first
     WHERE company_id = ${companyId} AND id = ${adminId} AND deleted_at IS NULL`);
  return rows[0];
}

/** The numbers of what waits for a company's admins, each the number of rows of its list. */
export type WaitingCounts = {
  /** PENDING orders that an admin can decide. */
  waiting: number;
  /** Those of them with a flag. */
  flagged: number;
  /** Entries of statements that wait for an admin, and their sum in paise. */
  unmatched: number;
  unmatchedPaise: number;
  /** Unallocated payments: unconfirmed ones, and confirmed ones with something left. */
  unallocatedPayments: number;
};

/** A company's first approved payments. */
export type FirstOrders = {
  /** Approved ones, up to two. */
  approved: number;
  /** Their tokens. */
  approvedTokens: number;
  /** True if a test, an order of one token, was approved and taken back; not read for two approved. */
  reversed: boolean;
  /** One of the approved ones. */
  orderId: string | null;
};

/** One row: of at most two approved orders, and of tests while there are fewer. */
const firstOrders = (companyId: string) => sql`
  SELECT count(*)::int AS approved, coalesce(sum(quantity), 0)::float8 AS "approvedTokens", min(id::text) AS "orderId",
         CASE WHEN count(*) < 2 THEN EXISTS (SELECT 1 FROM orders
           WHERE company_id = ${companyId} AND status = 'REVERSED' AND quantity = 1) ELSE false END AS reversed
    FROM (SELECT id, quantity FROM orders WHERE company_id = ${companyId} AND status = 'APPROVED' LIMIT 2) AS two`;

export async function findFirstOrders(db: Executor, companyId: string): Promise<FirstOrders> {
  const { rows } = await db.execute<FirstOrders>(firstOrders(companyId));
  const [row] = rows;
  if (!row) throw new Error("Nothing was counted.");
  return row;
}

/**
 * True while the money of a test that was taken back counts as received: nobody sent it back or marked it
 * as not received.
 */
export async function isTestReceived(db: Executor, companyId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT 1 FROM orders o JOIN payments p ON p.company_id = o.company_id AND p.order_id = o.id
     WHERE o.company_id = ${companyId} AND o.status = 'REVERSED' AND o.quantity = 1
       AND p.received_paise > p.applied_paise + p.refunded_paise LIMIT 1`);
  return rows.length > 0;
}

/** Counts in one statement, by indexes of what waits: it grows with that, not with the past. */
export async function countWaiting(db: Executor, companyId: string): Promise<WaitingCounts> {
  const { rows } = await db.execute<WaitingCounts>(sql`
    SELECT ${numberToDecide(companyId)}::int AS waiting,
           (SELECT count(*)::int FROM orders
             WHERE ${isPending(companyId)} AND jsonb_array_length(flags) > 0 AND NOT ${isAskedForRest}) AS flagged,
           entries.count::int AS unmatched, entries.paise::float8 AS "unmatchedPaise",
           ${numberOfUnallocatedPayments(companyId)}::int AS "unallocatedPayments"
      FROM (${openEntries(companyId)}) AS entries`);
  const [row] = rows;
  if (!row) throw new Error("Nothing was counted.");
  return row;
}

/** Sums the open amounts of PENDING orders, in paise, and finds the oldest submission. */
export async function sumWaiting(
  db: Executor,
  companyId: string,
): Promise<{ paise: number; oldestAt: string | null }> {
  const { rows } = await db.execute<{ paise: string; oldest_at: string | null }>(sql`
    SELECT (SELECT coalesce(sum(total_paise), 0) FROM orders WHERE ${isPending(companyId)})
           - (SELECT coalesce(sum(CASE WHEN ${isAskedForRest} THEN total_paise ELSE received_paise END), 0)
                FROM orders WHERE ${isPending(companyId)} AND received_paise IS NOT NULL) AS paise,
           (SELECT min(submitted_at) FROM orders
             WHERE ${isPending(companyId)} AND submitted_at IS NOT NULL AND NOT ${isAskedForRest}) AS oldest_at`);
  const [row] = rows;
  return {
    paise: Number(row?.paise ?? 0),
    oldestAt: row?.oldest_at ? new Date(row.oldest_at).toISOString() : null,
  };
}

const isPending = (companyId: string) =>
  sql`${orders.companyId} = ${companyId} AND ${orders.status} = 'PENDING'`;

/**
 * Counts the PENDING orders that an admin can decide, as their list has them: all of them by the narrow
 * index, less those whose member is asked for the rest.
 */
const numberToDecide = (companyId: string) => sql`(
  (SELECT count(*) FROM orders WHERE ${isPending(companyId)})
  - (SELECT count(*) FROM orders
      WHERE ${isPending(companyId)} AND received_paise IS NOT NULL AND ${isAskedForRest}))`;
