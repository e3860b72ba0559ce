import { sql } from "drizzle-orm";
import type { Executor, Reader } from "../client";
import type { PaymentMethod } from "../vocabulary";
import { openEntries } from "./entries";
import { numberOfOpenPayments } from "./payment-lists";

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
  /** Payments of which the bank shows another sum than is on record. */
  otherSum: number;
  /** Counts payments without an order: kept ones, and confirmed ones with something left. */
  openPayments: number;
}

/** Counted in one statement, by indexes of what waits: it grows with that, not with the past. */
export async function waitingWork(db: Executor, companyId: string): Promise<WaitingWork> {
  const isPending = sql`company_id = ${companyId} AND status = 'PENDING'`;
  const { rows } = await db.execute<
    Record<
      | ("waiting" | "waiting_paise" | "flagged" | "unmatched" | "unmatched_paise")
      | ("other_sum" | "open_payments"),
      string
    > & { oldest_at: string | null }
  >(sql`
    SELECT waiting.count AS waiting, waiting.paise - (SELECT coalesce(sum(received_paise), 0)
              FROM orders WHERE ${isPending} AND received_paise IS NOT NULL) AS waiting_paise,
           (SELECT min(submitted_at) FROM orders
             WHERE ${isPending} AND submitted_at IS NOT NULL) AS oldest_at,
           (SELECT count(*) FROM orders
             WHERE ${isPending} AND jsonb_array_length(flags) > 0) AS flagged,
           entries.count AS unmatched, entries.paise AS unmatched_paise, entries.other_sum,
           ${numberOfOpenPayments(companyId)} AS open_payments
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
    otherSum: Number(row.other_sum),
    openPayments: Number(row.open_payments),
  };
}

/** What was approved in a span of days, with its fee, by method. */
export interface Collected {
  /** The first day of the span, YYYY-MM-DD in India. */
  start: string;
  method: PaymentMethod;
  orders: number;
  paise: number;
}

/** Members who registered in a span of days, and how far they came until now. */
export interface Joined {
  start: string;
  registered: number;
  /** Who submitted a payment, whatever became of it. */
  paid: number;
  /** Who have an approved purchase. */
  approved: number;
}

/**
 * The approved orders and the new members of spans, whose first days are given in order (YYYY-MM-DD, in
 * India); the last one has no end. Orders count where they were decided, without those that were
 * reversed since; members without deleted ones and admins.
 */
export async function readHistory(
  db: Reader,
  companyId: string,
  starts: readonly string[],
): Promise<{ collected: Collected[]; joined: Joined[] }> {
  const edges = sql`${sql.param(starts.map((day) => `${day}T00:00:00+05:30`))}::timestamptz[]`;
  const since = sql`(${edges})[1]`;
  const [collected, joined] = await Promise.all([
    db.execute<Record<"span" | "method" | "orders" | "paise", string>>(sql`
      SELECT spans.span, decided.*
        FROM (SELECT span, first, lead(first, 1, 'infinity') OVER (ORDER BY span) AS next
                FROM unnest(${edges}) WITH ORDINALITY AS edges (first, span)) AS spans,
             LATERAL (
               SELECT payment_method AS method, count(*) AS orders,
                      sum(coalesce(approved_amount_paise + approved_fee_paise, total_paise)) AS paise
                 FROM orders
                WHERE company_id = ${companyId} AND status = 'APPROVED'
                  -- As the index orders_decisions has it; an approved order was not reversed.
                  AND decided_at IS NOT NULL
                  AND coalesce(reversed_at, decided_at) >= spans.first
                  AND coalesce(reversed_at, decided_at) < spans.next
                GROUP BY payment_method) AS decided`),
    db.execute<Record<"span" | "registered" | "paid" | "approved", string>>(sql`
      SELECT width_bucket(u.created_at, ${edges}) AS span, count(*) AS registered,
             count(payers.member_id) AS paid, count(*) FILTER (WHERE h.purchases > 0) AS approved
        FROM users u LEFT JOIN holdings h ON h.company_id = u.company_id AND h.member_id = u.id
        -- No member has orders from before the registration.
        LEFT JOIN (SELECT DISTINCT member_id FROM orders
                    WHERE company_id = ${companyId} AND submitted_at IS NOT NULL
                      AND created_at >= ${since}) AS payers
          ON payers.member_id = u.id
       WHERE u.company_id = ${companyId} AND u.role = 'USER' AND u.deleted_at IS NULL
         AND u.created_at >= ${since}
       GROUP BY 1`),
  ]);
  const startOf = (span: string) => starts[Number(span) - 1] ?? "";
  return {
    collected: collected.rows.map((row) => ({
      start: startOf(row.span),
      method: row.method as PaymentMethod,
      orders: Number(row.orders),
      paise: Number(row.paise),
    })),
    joined: joined.rows.map((row) => ({
      start: startOf(row.span),
      registered: Number(row.registered),
      paid: Number(row.paid),
      approved: Number(row.approved),
    })),
  };
}
