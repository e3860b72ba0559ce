import { and, eq, ne, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { newId } from "../ids";
import { paymentClaims } from "../schema";
import type { Order } from "./orders";

type PaymentClaim = typeof paymentClaims.$inferSelect;

/** What a member submits as paid for an order. */
type ClaimedPayment = Pick<
  PaymentClaim,
  | "companyId"
  | "memberId"
  | "orderId"
  | "method"
  | "reference"
  | "amountPaise"
  | "paidAmountPaise"
  | "beneficiaryId"
  | "beneficiaryVersion"
  | "proofMediaId"
>;

/** The payment that a submitted order states. */
export function claimOf(order: Order): ClaimedPayment {
  if (order.paymentMethod === null) throw new Error("The order was not submitted.");
  return {
    companyId: order.companyId,
    memberId: order.memberId,
    orderId: order.id,
    method: order.paymentMethod,
    reference: order.reference,
    amountPaise: order.totalPaise,
    paidAmountPaise: order.paidAmountPaise,
    beneficiaryId: order.beneficiaryId,
    beneficiaryVersion: order.beneficiaryVersion,
    proofMediaId: order.proofMediaId,
  };
}

const values = (claim: ClaimedPayment) => sql`${claim.companyId}::uuid, ${claim.memberId}::uuid,
  ${claim.orderId}::uuid, ${claim.method}::text, ${claim.reference}::text, ${claim.amountPaise}::bigint,
  ${claim.paidAmountPaise}::bigint, ${claim.beneficiaryId}::uuid, ${claim.beneficiaryVersion}::int,
  ${claim.proofMediaId}::uuid`;

const COLUMNS = sql`company_id, member_id, order_id, method, reference, amount_paise,
  paid_amount_paise, beneficiary_id, beneficiary_version, proof_media_id`;

/**
 * Keeps the payment of an order that now waits for a decision, applied to it. An unapplied claim of
 * the order is the same payment if method and reference agree; otherwise it is replaced.
 */
export async function applyClaim(tx: Executor, claim: ClaimedPayment): Promise<void> {
  await tx.execute(sql`
    WITH earlier AS (
      UPDATE payment_claims SET updated_at = now(),
        status = CASE WHEN method = ${claim.method} AND reference IS NOT DISTINCT FROM ${claim.reference}::text
          THEN 'APPLIED' ELSE 'REPLACED' END
      WHERE company_id = ${claim.companyId} AND order_id = ${claim.orderId} AND status = 'UNAPPLIED'
      RETURNING id, status
    ), made AS (
      INSERT INTO payment_claims (id, status, ${COLUMNS})
      SELECT ${newId()}::uuid, 'APPLIED', ${values(claim)}
      WHERE NOT EXISTS (SELECT 1 FROM earlier WHERE status = 'APPLIED')
      RETURNING id
    )
    INSERT INTO payment_applications (company_id, id, order_id, claim_id, amount_paise)
    SELECT ${claim.companyId}, ${newId()}, ${claim.orderId}, id, ${claim.amountPaise}::bigint
    FROM (SELECT id FROM made UNION ALL SELECT id FROM earlier WHERE status = 'APPLIED') AS applied`);
}

/**
 * Whether the company knows the reference from another order, which has one member, whatever became
 * of that payment.
 */
export async function isReferenceKnown(
  db: Executor,
  companyId: string,
  { orderId, reference }: { orderId: string; reference: string | null },
): Promise<boolean> {
  if (reference === null) return false;
  const [row] = await db
    .select({ id: paymentClaims.id })
    .from(paymentClaims)
    .where(
      and(
        eq(paymentClaims.companyId, companyId),
        eq(paymentClaims.reference, reference),
        ne(paymentClaims.orderId, orderId),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/**
 * Records that an admin confirmed an order's money: a credit of the whole sum, of which
 * `appliedPaise` serves the order. The rest stays open.
 */
export async function confirmPayment(
  tx: Executor,
  order: Order,
  { appliedPaise, by }: { appliedPaise: number; by: string },
): Promise<void> {
  const creditId = newId();
  await tx.execute(sql`
    WITH claim AS (
      UPDATE payment_claims SET status = 'CONFIRMED', updated_at = now()
      WHERE company_id = ${order.companyId} AND order_id = ${order.id} AND status IN ('APPLIED', 'UNAPPLIED')
      RETURNING id
    ), credit AS (
      INSERT INTO payment_credits
        (company_id, id, source, method, reference, amount_paise, applied_paise, claim_id, received_at, recorded_by)
      SELECT ${order.companyId}, ${creditId}, 'ADMIN', ${order.paymentMethod}, ${order.reference}::text,
        ${order.totalPaise}::bigint, ${appliedPaise}::bigint, (SELECT id FROM claim), clock_timestamp(), ${by}
      RETURNING id
    )
    INSERT INTO payment_applications (company_id, id, order_id, credit_id, amount_paise)
    SELECT ${order.companyId}, ${newId()}, ${order.id}, id, ${appliedPaise}::bigint FROM credit`);
}

/** Records that an admin found no money for an order that waited. */
export async function rejectClaim(tx: Executor, order: Pick<Order, "companyId" | "id">) {
  await tx.execute(sql`
    WITH claim AS (
      UPDATE payment_claims SET status = 'REJECTED', updated_at = now()
      WHERE company_id = ${order.companyId} AND order_id = ${order.id} AND status = 'APPLIED'
      RETURNING id
    )
    UPDATE payment_applications SET ended_at = clock_timestamp()
    WHERE company_id = ${order.companyId} AND order_id = ${order.id} AND ended_at IS NULL
      AND claim_id IN (SELECT id FROM claim)`);
}

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

/** Opens the money of a reversed order again: it was received, and serves nothing. */
export async function releaseCredits(tx: Executor, order: Pick<Order, "companyId" | "id">) {
  await tx.execute(sql`
    WITH ended AS (
      UPDATE payment_applications SET ended_at = clock_timestamp()
      WHERE company_id = ${order.companyId} AND order_id = ${order.id} AND ended_at IS NULL
        AND credit_id IS NOT NULL
      RETURNING credit_id, amount_paise
    )
    UPDATE payment_credits SET applied_paise = applied_paise - ended.amount_paise, updated_at = now()
    FROM ended
    WHERE payment_credits.company_id = ${order.companyId} AND payment_credits.id = ended.credit_id`);
}
