import { sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import type { OrderLine } from "@server/orders/contracts/order-lists";
import { returnedOf } from "@server/payments";

/** Number of the newest open credits that are searched for a page. */
const MOST_OPEN = 1000;
/** Minimum length: a shorter reference is part of too many narrations. */
const SHORTEST_REFERENCE = 8;

/**
 * Returns for each of these orders the sum of the bank's entries of its money that did not go back. A pending order without
 * one gets an open entry whose reference or narration contains the order's reference or number,
 * preferably of the same sum. Also tells whether the company has statements at all.
 */
export async function findOrderLines(
  db: Executor,
  companyId: string,
  ids: readonly string[],
): Promise<{ lines: Map<string, OrderLine>; hasStatements: boolean }> {
  const these = sql.param([...ids]);
  const { rows } = await db.execute<{
    order_id: string | null;
    booked_on: string | null;
    amount: string | null;
    is_matched: boolean | null;
  }>(sql`
    WITH wanted AS (
      SELECT id, total_paise - coalesce(received_paise, 0) AS paise, name FROM orders CROSS JOIN LATERAL (VALUES
             (regexp_replace(upper(reference), '[^0-9A-Z]', '', 'g')),
             (replace(order_number, '-', ''))) AS names (name)
       WHERE company_id = ${companyId} AND id = ANY (${these}::uuid[])
         AND status = 'PENDING' AND length(name) >= ${SHORTEST_REFERENCE}
    ), credits AS MATERIALIZED (
      SELECT l.booked_on, l.amount_paise,
             regexp_replace(upper(coalesce(l.reference, '') || ' ' || l.narration), '[^0-9A-Z]', '', 'g') AS text
        FROM payments p
        JOIN payment_evidence e ON e.company_id = p.company_id AND e.payment_id = p.id
        JOIN statement_lines l ON l.company_id = e.company_id AND l.id = e.line_id
       WHERE p.company_id = ${companyId} AND p.status = 'UNALLOCATED' AND p.member_id IS NULL
         AND EXISTS (SELECT FROM wanted)
       ORDER BY l.booked_on DESC, l.id DESC LIMIT ${MOST_OPEN}
    ), open AS (
      SELECT DISTINCT ON (w.id) w.id, c.booked_on, c.amount_paise
        FROM wanted AS w JOIN credits AS c ON position(w.name IN c.text) > 0
       ORDER BY w.id, c.amount_paise <> w.paise, c.booked_on
    ), paying AS (
      SELECT id AS order_id, payment_id FROM orders
       WHERE company_id = ${companyId} AND id = ANY (${these}::uuid[]) AND payment_id IS NOT NULL
       UNION
      SELECT order_id, payment_id FROM payment_applications
       WHERE company_id = ${companyId} AND order_id = ANY (${these}::uuid[]) AND ended_at IS NULL
    ), lines AS (
      SELECT paying.order_id, max(l.booked_on) AS booked_on, sum(e.amount_paise - ${returnedOf("e")})::bigint AS amount_paise,
             NOT bool_or(l.is_unsure) AS is_matched
        FROM paying
        JOIN payment_evidence e ON e.company_id = ${companyId} AND e.payment_id = paying.payment_id
        JOIN statement_lines l ON l.company_id = e.company_id AND l.id = e.line_id
       GROUP BY paying.order_id
       UNION ALL
      SELECT id, booked_on, amount_paise, false FROM open
    )
    SELECT order_id, booked_on::text, amount_paise AS amount, is_matched
      FROM (SELECT FROM statements WHERE company_id = ${companyId} LIMIT 1) AS any_statement
      LEFT JOIN lines ON true
     ORDER BY is_matched`);
  const lines = new Map<string, OrderLine>();
  for (const { order_id: id, booked_on: bookedOn, amount, is_matched: isMatched } of rows) {
    if (id === null) continue;
    lines.set(id, {
      bookedOn: bookedOn ?? "",
      amountPaise: Number(amount),
      isMatched: isMatched === true,
      isPerhaps: false,
    });
  }
  return { lines, hasStatements: rows.length > 0 };
}
