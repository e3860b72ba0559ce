import { sql, type SQL } from "drizzle-orm";
import type { Executor } from "@db/client";
import type { Language, OrderReminder } from "@db/vocabulary";
import { hasReminder } from "@server/messages";

/** The condition under which each reminder is due. A payment is not found once a later day of the bank is on record. */
const DUE: Readonly<Record<OrderReminder, SQL>> = {
  ORDER_OPEN: sql`o.status = 'OPEN' AND o.hold_ends_at > statement_timestamp()
    AND o.hold_ends_at <= statement_timestamp() + interval '5 minutes'`,
  // The quote stands for a day after the hold. One that never had time to pay is another matter.
  PROOF_MISSING: sql`o.status = 'EXPIRED' AND o.hold_ends_at > o.created_at
    AND o.created_at > statement_timestamp() - interval '2 days'
    AND o.hold_ends_at BETWEEN statement_timestamp() - interval '20 hours' AND statement_timestamp() - interval '6 hours'
    AND NOT EXISTS (SELECT 1 FROM orders later WHERE later.company_id = o.company_id
      AND later.member_id = o.member_id AND later.created_at > o.created_at)
    AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.company_id = o.company_id AND p.order_id = o.id)`,
  PAYMENT_NOT_FOUND: sql`o.status = 'PENDING' AND o.received_paise IS NULL
    AND o.submitted_at BETWEEN statement_timestamp() - interval '30 days' AND statement_timestamp() - interval '2 days'
    AND NOT EXISTS (SELECT 1 FROM payment_evidence e WHERE e.company_id = o.company_id
      AND e.payment_id = o.payment_id AND e.line_id IS NOT NULL)
    AND EXISTS (SELECT 1 FROM statement_lines l WHERE l.company_id = o.company_id AND l.side = 'CREDIT'
      AND l.booked_on > (o.submitted_at AT TIME ZONE 'Asia/Kolkata')::date)`,
};

/** An order whose member is to be reminded. */
export interface DueReminder {
  companyId: string;
  orderId: string;
  orderNumber: string;
  totalPaise: number;
  holdEndsAt: Date;
  userId: string;
  email: string;
  language: Language;
  /** The company's own text in that language; empty for none. */
  text: string;
}

/**
 * Takes due reminders of a kind, at most `limit`, in one statement: each order is taken once, by one
 * instance. Members who cannot log in or asked for their account's end get none.
 */
export async function takeReminders(
  tx: Executor,
  kind: OrderReminder,
  limit: number,
): Promise<DueReminder[]> {
  const { rows } = await tx.execute<{
    company_id: string;
    order_id: string;
    order_number: string;
    total_paise: string;
    hold_ends_at: string;
    user_id: string;
    email: string;
    language: Language;
    text: string | null;
  }>(sql`
    WITH due AS (
      SELECT o.company_id, o.id AS order_id, o.order_number, o.total_paise, o.hold_ends_at, u.id AS user_id,
          u.email, u.language, c.settings #>> ARRAY['reminders', ${kind}::text, 'texts', u.language] AS text
        FROM companies c
        JOIN orders o ON o.company_id = c.id
        JOIN users u ON u.company_id = o.company_id AND u.id = o.member_id
       WHERE c.status = 'ACTIVE' AND ${hasReminder(kind)} AND ${DUE[kind]}
         AND u.status = 'ACTIVE' AND u.deleted_at IS NULL AND u.end_asked_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM order_reminders r
           WHERE r.company_id = o.company_id AND r.order_id = o.id AND r.kind = ${kind})
       LIMIT ${limit}),
    taken AS (
      INSERT INTO order_reminders (company_id, order_id, kind)
      SELECT company_id, order_id, ${kind} FROM due ORDER BY company_id, order_id
      ON CONFLICT DO NOTHING RETURNING company_id, order_id)
    SELECT due.* FROM due JOIN taken USING (company_id, order_id)`);
  return rows.map((row) => ({
    companyId: row.company_id,
    orderId: row.order_id,
    orderNumber: row.order_number,
    totalPaise: Number(row.total_paise),
    holdEndsAt: new Date(row.hold_ends_at),
    userId: row.user_id,
    email: row.email,
    language: row.language,
    text: row.text ?? "",
  }));
}
