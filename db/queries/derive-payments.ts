import { sql } from "drizzle-orm";
import type { Executor } from "../client";
import { COLUMNS } from "./payment-claims";

/**
 * Derives the payments of a company whose orders were written without them, from its orders and its
 * audit log.
 */
export async function derivePayments(tx: Executor, companyId: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO payment_claims (id, status, ${COLUMNS}, created_at, updated_at)
    SELECT gen_random_uuid(),
      CASE status WHEN 'PENDING' THEN 'APPLIED' WHEN 'REJECTED' THEN 'REJECTED' ELSE 'CONFIRMED' END,
      company_id, member_id, id, payment_method, reference, total_paise, paid_amount_paise,
      beneficiary_id, beneficiary_version, proof_media_id, submitted_at,
      coalesce(reversed_at, decided_at, submitted_at)
    FROM orders
    WHERE company_id = ${companyId} AND status IN ('PENDING', 'APPROVED', 'REJECTED', 'REVERSED')`);
  await tx.execute(sql`
    INSERT INTO payment_claims (id, status, ${COLUMNS}, created_at, updated_at)
    SELECT gen_random_uuid(), 'REPLACED', o.company_id, o.member_id, o.id, e.after ->> 'method',
      e.after ->> 'reference', o.total_paise, (e.after ->> 'paidAmountPaise')::bigint, NULL, NULL,
      NULL, e.created_at, e.created_at
    FROM (
      SELECT subject_id, after, created_at,
        row_number() OVER (PARTITION BY subject_id ORDER BY created_at DESC, id DESC) AS age
      FROM audit_entries WHERE company_id = ${companyId} AND action = 'order.submitted'
    ) AS e
    JOIN orders o ON o.company_id = ${companyId} AND o.id::text = e.subject_id
    WHERE e.age > 1`);
  await tx.execute(sql`
    WITH credit AS (
      INSERT INTO payment_credits (company_id, id, source, method, reference, amount_paise,
        applied_paise, claim_id, received_at, recorded_by, created_at, updated_at)
      SELECT c.company_id, gen_random_uuid(), 'ADMIN', c.method, c.reference, c.amount_paise,
        CASE o.status WHEN 'APPROVED' THEN c.amount_paise ELSE 0 END, c.id, o.decided_at,
        o.decided_by, o.decided_at, o.decided_at
      FROM payment_claims c
      JOIN orders o ON o.company_id = c.company_id AND o.id = c.order_id
      WHERE c.company_id = ${companyId} AND c.status = 'CONFIRMED'
      RETURNING id, claim_id, received_at
    )
    INSERT INTO payment_applications (company_id, id, order_id, claim_id, credit_id, amount_paise,
      created_at, ended_at)
    SELECT c.company_id, gen_random_uuid(), o.id, c.id, NULL, c.amount_paise, c.created_at,
      CASE o.status WHEN 'REJECTED' THEN o.decided_at END
    FROM payment_claims c
    JOIN orders o ON o.company_id = c.company_id AND o.id = c.order_id
    WHERE c.company_id = ${companyId} AND c.status IN ('APPLIED', 'CONFIRMED', 'REJECTED')
    UNION ALL
    SELECT c.company_id, gen_random_uuid(), o.id, NULL, credit.id, c.amount_paise,
      credit.received_at, CASE o.status WHEN 'REVERSED' THEN o.reversed_at END
    FROM credit
    JOIN payment_claims c ON c.company_id = ${companyId} AND c.id = credit.claim_id
    JOIN orders o ON o.company_id = c.company_id AND o.id = c.order_id`);
}
