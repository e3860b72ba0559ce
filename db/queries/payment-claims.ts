import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { newId } from "../ids";
import { medias, orders, paymentClaims, users } from "../schema";
import type { Order } from "./orders";

export type PaymentClaim = typeof paymentClaims.$inferSelect;

/** A literal: with a parameter, a generic plan could not use the index of unapplied claims. */
export const isUnapplied = sql`${paymentClaims.status} = 'UNAPPLIED'`;

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

export const COLUMNS = sql`company_id, member_id, order_id, method, reference, amount_paise,
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
 * Keeps a payment that its order cannot take, for an admin. Repeated with the same method and
 * reference it is the same claim; another payment replaces it. The caller holds the member's lock.
 * Returns whether it is new.
 */
export async function keepUnapplied(
  tx: Executor,
  claim: ClaimedPayment,
  because: string,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    WITH same AS (
      UPDATE payment_claims SET unapplied_because = ${because}, updated_at = now(),
        proof_media_id = ${claim.proofMediaId}::uuid, paid_amount_paise = ${claim.paidAmountPaise}::bigint
      WHERE company_id = ${claim.companyId} AND order_id = ${claim.orderId} AND status = 'UNAPPLIED'
        AND method = ${claim.method} AND reference IS NOT DISTINCT FROM ${claim.reference}::text
      RETURNING id
    ), replaced AS (
      UPDATE payment_claims SET status = 'REPLACED', updated_at = now()
      WHERE company_id = ${claim.companyId} AND order_id = ${claim.orderId} AND status = 'UNAPPLIED'
        AND NOT (method = ${claim.method} AND reference IS NOT DISTINCT FROM ${claim.reference}::text)
      RETURNING id
    )
    SELECT (SELECT count(*) FROM same)::int AS same, (SELECT count(*) FROM replaced)::int AS replaced`);
  if (Number(rows[0]?.["same"]) > 0) return false;
  // A statement of its own: the index of unapplied claims must see the replacement.
  await tx
    .insert(paymentClaims)
    .values({ ...claim, status: "UNAPPLIED", unappliedBecause: because });
  return true;
}

/**
 * The order, locked, of a member's unapplied claim of this payment: of the same method and reference
 * and, since a payment by hand has none, of the same amount. The caller holds the member's lock.
 */
export async function lockUnappliedOrder(
  tx: Executor,
  companyId: string,
  memberId: string,
  payment: Pick<PaymentClaim, "method" | "reference"> & { amountPaise: number },
): Promise<Order | undefined> {
  const [row] = await tx
    .select({ order: orders })
    .from(paymentClaims)
    .innerJoin(orders, and(eq(orders.companyId, companyId), eq(orders.id, paymentClaims.orderId)))
    .where(
      and(
        eq(paymentClaims.companyId, companyId),
        eq(paymentClaims.memberId, memberId),
        isUnapplied,
        eq(paymentClaims.method, payment.method),
        sql`${paymentClaims.reference} IS NOT DISTINCT FROM ${payment.reference}::text`,
        eq(orders.amountPaise, payment.amountPaise),
      ),
    )
    .limit(1)
    .for("no key update", { of: orders });
  return row?.order;
}

/** A member's claims that no order took, with their orders, oldest first. */
export async function listUnappliedOf(db: Executor, companyId: string, memberId: string) {
  return db
    .select({ claim: paymentClaims, order: orders })
    .from(paymentClaims)
    .innerJoin(orders, and(eq(orders.companyId, companyId), eq(orders.id, paymentClaims.orderId)))
    .where(
      and(
        eq(paymentClaims.companyId, companyId),
        eq(paymentClaims.memberId, memberId),
        isUnapplied,
      ),
    )
    .orderBy(asc(paymentClaims.createdAt), asc(paymentClaims.id));
}

/** The unapplied claim of an order, if it has one. */
export async function findUnappliedFor(
  db: Executor,
  order: Pick<Order, "companyId" | "id">,
): Promise<PaymentClaim | undefined> {
  const [row] = await db
    .select()
    .from(paymentClaims)
    .where(
      and(
        eq(paymentClaims.companyId, order.companyId),
        eq(paymentClaims.orderId, order.id),
        isUnapplied,
      ),
    );
  return row;
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

/** Orders by the references that members named for them, whatever became of the payments. */
export async function ordersWithReferences(
  db: Executor,
  companyId: string,
  references: readonly string[],
) {
  if (references.length === 0) return [];
  return db
    .selectDistinct({
      reference: paymentClaims.reference,
      orderId: orders.id,
      orderNumber: orders.orderNumber,
    })
    .from(paymentClaims)
    .innerJoin(orders, and(eq(orders.companyId, companyId), eq(orders.id, paymentClaims.orderId)))
    .where(
      and(
        eq(paymentClaims.companyId, companyId),
        inArray(paymentClaims.reference, [...references]),
      ),
    )
    .orderBy(asc(orders.orderNumber));
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

/** The maximum number of open payments that a page lists. */
export const MOST_LISTED = 200;

export const person = { id: users.id, name: users.name, referralCode: users.referralCode };
export const file = { id: medias.id, contentType: medias.contentType };

/** A company's claims that no order took, oldest first. */
export async function listUnapplied(db: Executor, companyId: string) {
  return db
    .select({ claim: paymentClaims, order: orders, member: person, proof: file })
    .from(paymentClaims)
    .innerJoin(orders, and(eq(orders.companyId, companyId), eq(orders.id, paymentClaims.orderId)))
    .innerJoin(users, and(eq(users.companyId, companyId), eq(users.id, paymentClaims.memberId)))
    .leftJoin(
      medias,
      and(eq(medias.companyId, companyId), eq(medias.id, paymentClaims.proofMediaId)),
    )
    .where(and(eq(paymentClaims.companyId, companyId), isUnapplied))
    .orderBy(asc(paymentClaims.createdAt), asc(paymentClaims.id))
    .limit(MOST_LISTED);
}

/** An unapplied claim, locked; undefined if it is settled. */
export async function lockUnapplied(
  tx: Executor,
  companyId: string,
  id: string,
): Promise<PaymentClaim | undefined> {
  const [row] = await tx
    .select()
    .from(paymentClaims)
    .where(and(eq(paymentClaims.companyId, companyId), eq(paymentClaims.id, id), isUnapplied))
    .for("no key update");
  return row;
}

/** Records that a locked claim's money did not arrive. */
export const dismissClaim = (tx: Executor, claim: PaymentClaim): Promise<void> =>
  setClaimStatus(tx, claim, "REJECTED");

/** Moves a locked claim. */
export async function setClaimStatus(
  tx: Executor,
  claim: Pick<PaymentClaim, "companyId" | "id">,
  status: PaymentClaim["status"],
): Promise<void> {
  await tx
    .update(paymentClaims)
    .set({ status })
    .where(and(eq(paymentClaims.companyId, claim.companyId), eq(paymentClaims.id, claim.id)));
}
