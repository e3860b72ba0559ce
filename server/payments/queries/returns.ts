import { sql } from "drizzle-orm";
import type { Executor, Reader } from "@db/client";
import type { Days, ReturnDay } from "@server/payments/rules/days";
import type { Moved, ReturnableCredit, ReturnedPayment } from "@server/payments/rules/returns";

/** Days after a credit within which a bank sends it back: chargebacks take months. */
const MOST_DAYS = 180;

const MOVED = sql`l.id, l.account_id AS "accountId", l.booked_on::text AS "bookedOn",
  l.amount_paise::float8 AS "amountPaise", l.narration, l.reference`;

/** Lists debits that may send back one of these entries, or are among them, and send back none yet. */
export async function listOpenDebits(
  db: Executor,
  companyId: string,
  lineIds: readonly string[],
): Promise<Moved[]> {
  const { rows } = await db.execute<Moved & Record<string, unknown>>(sql`
    WITH added AS (
      SELECT account_id, min(booked_on) AS first, max(booked_on) + ${MOST_DAYS}::int AS last
        FROM statement_lines
       WHERE company_id = ${companyId} AND id = ANY (${sql.param([...lineIds])}::uuid[])
       GROUP BY account_id)
    SELECT ${MOVED} FROM added a JOIN statement_lines l ON l.company_id = ${companyId}
       AND l.account_id = a.account_id AND l.side = 'DEBIT' AND l.returns_id IS NULL
       AND l.booked_on BETWEEN a.first AND a.last
     ORDER BY l.booked_on, l.id`);
  return rows;
}

/**
 * Lists the credits whose payments have one of these keys, and those of one of these sums which were
 * booked in the time in which banks return them, with their payments.
 */
export async function listReturnable(
  db: Executor,
  companyId: string,
  { keys, sums, since }: { keys: readonly string[]; sums: readonly number[]; since: string },
): Promise<(ReturnableCredit & { paymentId: string })[]> {
  const { rows } = await db.execute<
    ReturnableCredit & { paymentId: string } & Record<string, unknown>
  >(sql`
    SELECT ${MOVED}, e.payment_id AS "paymentId",
           (SELECT coalesce(json_agg(k.key), '[]') FROM payment_keys k
             WHERE k.company_id = ${companyId} AND k.payment_id = e.payment_id) AS keys,
           (SELECT coalesce(sum(d.amount_paise), 0)::float8 FROM statement_lines d
             WHERE d.company_id = ${companyId} AND d.returns_id = l.id) AS "returnedPaise"
      FROM statement_lines l
      JOIN payment_evidence e ON e.company_id = ${companyId} AND e.line_id = l.id
     WHERE l.company_id = ${companyId} AND l.id IN (
       SELECT v.line_id FROM payment_keys k
         JOIN payment_evidence v ON v.company_id = ${companyId} AND v.payment_id = k.payment_id
        WHERE k.company_id = ${companyId} AND k.key = ANY (${sql.param([...keys])}::text[])
        UNION
       SELECT c.id FROM statement_lines c
        WHERE c.company_id = ${companyId} AND c.side = 'CREDIT'
          AND c.amount_paise = ANY (${sql.param([...sums])}::bigint[])
          AND c.booked_on >= ${since}::date - ${MOST_DAYS}::int)`);
  return rows;
}

/** Records which credits debits send back. */
export async function setReturns(
  tx: Executor,
  companyId: string,
  pairs: readonly { debitId: string; creditId: string }[],
): Promise<void> {
  await tx.execute(sql`
    UPDATE statement_lines l SET returns_id = r."creditId"
      FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS r ("debitId" uuid, "creditId" uuid)
     WHERE l.company_id = ${companyId} AND l.id = r."debitId"`);
}

/**
 * Opens the decision on confirmed payments of which more went back than was recorded as a refund, so
 * that they wait for an admin again.
 */
export async function openReturned(
  tx: Executor,
  companyId: string,
  paymentIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    UPDATE payment_evidence AS seen SET decided_at = NULL, decided_by = NULL
      FROM payments p
     WHERE seen.company_id = ${companyId} AND seen.payment_id = ANY (${sql.param([...paymentIds])}::uuid[])
       AND seen.source = 'BANK' AND p.company_id = ${companyId} AND p.id = seen.payment_id
       AND p.status = 'CONFIRMED' AND p.refunded_paise < (
         SELECT sum(d.amount_paise) FROM payment_evidence e
           JOIN statement_lines d ON d.company_id = ${companyId} AND d.returns_id = e.line_id
          WHERE e.company_id = ${companyId} AND e.payment_id = p.id)`);
}

/** A debit that sent back an entry of a payment. */
export interface Return {
  id: string;
  /** The entry that it sends back, and its payment. */
  lineId: string;
  paymentId: string;
  bookedOn: string;
  amountPaise: number;
  narration: string;
  reference: string | null;
  [column: string]: unknown;
}

/** Lists what went back of payments, the oldest first. */
export async function listReturnsOf(
  db: Reader,
  companyId: string,
  paymentIds: readonly string[],
): Promise<Return[]> {
  if (paymentIds.length === 0) return [];
  const { rows } = await db.execute<Return>(sql`
    SELECT ${MOVED}, e.line_id AS "lineId", e.payment_id AS "paymentId"
      FROM payment_evidence e
      JOIN statement_lines l ON l.company_id = ${companyId} AND l.returns_id = e.line_id
     WHERE e.company_id = ${companyId} AND e.payment_id = ANY (${sql.param([...paymentIds])}::uuid[])
     ORDER BY l.booked_on, l.id`);
  return rows;
}

/** Sums what the bank sent back by the day of the return. */
export async function sumDaysReturned(
  db: Reader,
  companyId: string,
  { from, to }: Days,
): Promise<ReturnDay[]> {
  const { rows } = await db.execute<ReturnDay>(sql`
    SELECT to_char(booked_on, 'YYYY-MM-DD') AS day, sum(amount_paise)::float8 AS paise
      FROM statement_lines
     WHERE company_id = ${companyId} AND returns_id IS NOT NULL
       AND booked_on BETWEEN ${from}::date AND ${to}::date
     GROUP BY 1`);
  return rows;
}

/** Lists what went back of a company's payments on a day, or of one member's, with their orders. */
export async function listReturnsWithOrders(
  db: Reader,
  companyId: string,
  of: { day: string } | { memberId: string },
): Promise<ReturnedPayment[]> {
  const isListed =
    "day" in of ? sql`l.booked_on = ${of.day}::date` : sql`p.member_id = ${of.memberId}`;
  const { rows } = await db.execute<ReturnedPayment>(sql`
    SELECT l.id, l.booked_on::text AS "bookedOn", l.amount_paise::float8 AS "amountPaise", l.narration,
           o.id AS "orderId", o.order_number AS "orderNumber",
           p.status = 'CONFIRMED' AND e.decided_at IS NULL AND p.refunded_paise < l.amount_paise AS "isOpen"
      FROM statement_lines l
      JOIN payment_evidence e ON e.company_id = ${companyId} AND e.line_id = l.returns_id
      JOIN payments p ON p.company_id = ${companyId} AND p.id = e.payment_id
      LEFT JOIN orders o ON o.company_id = ${companyId} AND o.id = p.order_id
     WHERE l.company_id = ${companyId} AND l.returns_id IS NOT NULL AND ${isListed}
     ORDER BY l.booked_on, l.id`);
  return rows;
}
