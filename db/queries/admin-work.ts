import { type SQL, sql } from "drizzle-orm";
import type { Executor, Reader } from "../client";
import type { PaymentMethod } from "../vocabulary";

const ZONE = sql.raw("'Asia/Kolkata'");

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
  /** Received money of statements that no order has. */
  unmatched: number;
  unmatchedPaise: number;
  /** Payments that serve no order: claims, and credits with a rest. */
  openPayments: number;
}

/** Counted in one statement, by indexes of what waits: it grows with that, not with the past. */
export async function waitingWork(db: Executor, companyId: string): Promise<WaitingWork> {
  const { rows } = await db.execute<
    Record<
      "waiting" | "waiting_paise" | "flagged" | "unmatched" | "unmatched_paise" | "open_payments",
      string
    > & { oldest_at: string | null }
  >(sql`
    SELECT waiting.*,
           lines.count AS unmatched, lines.paise AS unmatched_paise,
           (SELECT count(*) FROM payment_claims
             WHERE company_id = ${companyId} AND status = 'UNAPPLIED')
         + (SELECT count(*) FROM payment_credits
             WHERE company_id = ${companyId} AND voided_at IS NULL
               AND amount_paise > applied_paise + refunded_paise) AS open_payments
      FROM (SELECT count(*) AS waiting,
                   coalesce(sum(total_paise - coalesce(received_paise, 0)), 0) AS waiting_paise,
                   min(submitted_at) AS oldest_at,
                   count(*) FILTER (WHERE jsonb_array_length(flags) > 0) AS flagged
              FROM orders WHERE company_id = ${companyId} AND status = 'PENDING') AS waiting,
           (SELECT count(*) AS count, coalesce(sum(amount_paise), 0) AS paise FROM statement_lines
             WHERE company_id = ${companyId} AND status = 'OPEN' AND side = 'CREDIT') AS lines`);
  const [row] = rows;
  if (!row) throw new Error("Nothing was counted.");
  return {
    waiting: Number(row.waiting),
    waitingPaise: Number(row.waiting_paise),
    oldestAt: row.oldest_at === null ? null : new Date(row.oldest_at),
    flagged: Number(row.flagged),
    unmatched: Number(row.unmatched),
    unmatchedPaise: Number(row.unmatched_paise),
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

/** Lengths of the spans of a history. */
export type SpanUnit = "day" | "week" | "month";

/**
 * The approved orders and the new members since a day (YYYY-MM-DD, in India), by spans that begin as
 * PostgreSQL's date_trunc says: weeks on Mondays. Orders count where they were decided, without those
 * that were reversed since; members without deleted ones and admins.
 */
export async function readHistory(
  db: Reader,
  companyId: string,
  { unit, from }: { unit: SpanUnit; from: string },
): Promise<{ collected: Collected[]; joined: Joined[] }> {
  const since = sql`(${from}::timestamp AT TIME ZONE ${ZONE})`;
  const spanOf = (column: string): SQL =>
    sql`to_char(date_trunc(${unit}::text, ${sql.raw(column)} AT TIME ZONE ${ZONE}), 'YYYY-MM-DD')`;
  const { rows } = await db.execute<{ collected: Collected[] | null; joined: Joined[] | null }>(sql`
    SELECT (SELECT json_agg(spans) FROM (
             SELECT ${spanOf("decided_at")} AS start, payment_method AS method, count(*) AS orders,
                    sum(coalesce(approved_amount_paise + approved_fee_paise, total_paise)) AS paise
               FROM orders
              WHERE company_id = ${companyId} AND status = 'APPROVED'
                -- As the index orders_decisions has it; an approved order was not reversed.
                AND decided_at IS NOT NULL AND coalesce(reversed_at, decided_at) >= ${since}
              GROUP BY 1, 2) AS spans) AS collected,
           (SELECT json_agg(spans) FROM (
             SELECT ${spanOf("u.created_at")} AS start, count(*) AS registered,
                    count(*) FILTER (WHERE EXISTS (
                      SELECT 1 FROM orders o WHERE o.company_id = u.company_id AND o.member_id = u.id
                         AND o.submitted_at IS NOT NULL)) AS paid,
                    count(*) FILTER (WHERE h.purchases > 0) AS approved
               FROM users u LEFT JOIN holdings h ON h.company_id = u.company_id AND h.member_id = u.id
              WHERE u.company_id = ${companyId} AND u.role = 'USER' AND u.deleted_at IS NULL
                AND u.created_at >= ${since}
              GROUP BY 1) AS spans) AS joined`);
  const [row] = rows;
  return { collected: row?.collected ?? [], joined: row?.joined ?? [] };
}
