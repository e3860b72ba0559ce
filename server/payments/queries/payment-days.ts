import { sql } from "drizzle-orm";
import type { Reader } from "@db/client";
import type { PaymentMethod } from "@db/vocabulary";

/** Money received on one day by one method, and its use until now, in paise. */
export interface DayOfMoney {
  /** YYYY-MM-DD, in Indian time. */
  day: string;
  method: PaymentMethod;
  /** The number of payments. */
  count: number;
  receivedPaise: number;
  allocatedPaise: number;
  refundedPaise: number;
  openPaise: number;
  [column: string]: unknown;
}

/**
 * Sums a company's money by the day of its receipt and by method, newest day first, from one day to
 * another (YYYY-MM-DD, both included). Each payment is counted once; a CHECK limits the applied and
 * refunded sums to it. Money that an admin found not to have arrived is not counted.
 */
export async function listDaysOfMoney(
  db: Reader,
  companyId: string,
  { from, to }: { from: string; to: string },
): Promise<DayOfMoney[]> {
  const { rows } = await db.execute<DayOfMoney>(sql`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, method, count(*)::int AS count,
        sum(received_paise)::float8 AS "receivedPaise", sum(applied_paise)::float8 AS "allocatedPaise",
        sum(refunded_paise)::float8 AS "refundedPaise",
        sum(received_paise - applied_paise - refunded_paise)::float8 AS "openPaise"
      FROM (SELECT (received_at AT TIME ZONE 'Asia/Kolkata')::date AS day, method, received_paise,
                applied_paise, refunded_paise
              FROM payments
             WHERE company_id = ${companyId} AND received_at IS NOT NULL
               AND received_at >= (${from}::date)::timestamp AT TIME ZONE 'Asia/Kolkata'
               AND received_at < (${to}::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata') AS received
     GROUP BY 1, 2 ORDER BY 1 DESC, 2`);
  return rows;
}

/** Sums entries of statements that match no order by the bank's booking day, newest first. */
export async function listDaysUnmatched(
  db: Reader,
  companyId: string,
  { from, to }: { from: string; to: string },
) {
  const { rows } = await db.execute<{ day: string; count: number; paise: number }>(sql`
    SELECT to_char(l.booked_on, 'YYYY-MM-DD') AS day, count(*)::int AS count,
        sum(l.amount_paise)::float8 AS paise
      FROM payments p
      JOIN payment_evidence e ON e.company_id = p.company_id AND e.payment_id = p.id
      JOIN statement_lines l ON l.company_id = p.company_id AND l.id = e.line_id
     WHERE p.company_id = ${companyId} AND p.status = 'UNALLOCATED' AND p.member_id IS NULL
       AND l.booked_on BETWEEN ${from}::date AND ${to}::date
     GROUP BY 1 ORDER BY 1 DESC`);
  return rows;
}
