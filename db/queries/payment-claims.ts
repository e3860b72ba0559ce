import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { newId } from "../ids";
import { medias, orders, paymentClaims, paymentCredits, users } from "../schema";
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
  const { rowCount } = await tx.execute(sql`
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
  if (rowCount !== 1) throw new Error("The claim was not applied.");
}

/** What a member may change of a payment that stays the same payment. */
type StatedPayment = Pick<PaymentClaim, "proofMediaId" | "paidAmountPaise">;

/**
 * Keeps a payment that its order cannot take, for an admin. Repeated with the same method and
 * reference it is the same claim, with the proof and the amount of the repetition; another payment
 * replaces it. The caller holds the member's lock. Returns what the same claim stated before, or null
 * for a new one.
 */
export async function keepUnapplied(
  tx: Executor,
  claim: ClaimedPayment,
  because: string,
): Promise<StatedPayment | null> {
  const { rows } = await tx.execute<{
    proof_media_id: string | null;
    paid_amount_paise: string | null;
  }>(sql`
    WITH before AS (
      SELECT id, proof_media_id, paid_amount_paise FROM payment_claims
      WHERE company_id = ${claim.companyId} AND order_id = ${claim.orderId} AND status = 'UNAPPLIED'
        AND method = ${claim.method} AND reference IS NOT DISTINCT FROM ${claim.reference}::text
    ), same AS (
      UPDATE payment_claims c SET unapplied_because = ${because}, updated_at = now(),
        proof_media_id = ${claim.proofMediaId}::uuid, paid_amount_paise = ${claim.paidAmountPaise}::bigint
      FROM before WHERE c.company_id = ${claim.companyId} AND c.id = before.id AND c.status = 'UNAPPLIED'
      RETURNING before.proof_media_id, before.paid_amount_paise
    ), replaced AS (
      UPDATE payment_claims SET status = 'REPLACED', updated_at = now()
      WHERE company_id = ${claim.companyId} AND order_id = ${claim.orderId} AND status = 'UNAPPLIED'
        AND NOT (method = ${claim.method} AND reference IS NOT DISTINCT FROM ${claim.reference}::text)
      RETURNING id
    )
    SELECT proof_media_id, paid_amount_paise FROM same`);
  const [same] = rows;
  if (same) {
    const { proof_media_id: proof, paid_amount_paise: paid } = same;
    return {
      proofMediaId: proof,
      paidAmountPaise: paid === null ? null : Number(paid),
    };
  }
  // A statement of its own: the index of unapplied claims must see the replacement.
  await tx
    .insert(paymentClaims)
    .values({ ...claim, status: "UNAPPLIED", unappliedBecause: because });
  return null;
}

/** A member's orders that a payment without an order number may be for. */
export interface PayableOrders {
  /** The OPEN order. */
  open: Order | undefined;
  /** An order of an unapplied claim of the same payment. */
  claimed: Order | undefined;
}

/**
 * Locks, by id, a member's OPEN order and the orders of the member's unapplied claims of a payment:
 * of the same method and reference and, since a payment by hand has none, of the same amount. The
 * caller holds the member's lock.
 */
export async function lockPayableOrders(
  tx: Executor,
  companyId: string,
  memberId: string,
  payment: Pick<PaymentClaim, "method" | "reference"> & { amountPaise: number | null },
): Promise<PayableOrders> {
  const isClaimed = sql<boolean>`("orders"."amount_paise" = ${payment.amountPaise}::bigint AND EXISTS (
    SELECT 1 FROM payment_claims c WHERE c.company_id = ${companyId} AND c.member_id = ${memberId}
      AND c.order_id = "orders"."id" AND c.status = 'UNAPPLIED' AND c.method = ${payment.method}
      AND c.reference IS NOT DISTINCT FROM ${payment.reference}::text))`;
  const rows = await tx
    .select({ order: orders, isClaimed })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.memberId, memberId),
        or(eq(orders.status, "OPEN"), isClaimed),
      ),
    )
    .orderBy(asc(orders.id))
    .for("no key update", { of: orders });
  return {
    open: rows.find(({ order }) => order.status === "OPEN")?.order,
    claimed: rows.find((row) => row.isClaimed)?.order,
  };
}

/** A member's claims that no order took, with their orders, oldest first. */
export async function listUnappliedOf(db: Executor, companyId: string, memberId: string) {
  const { method, reference, amountPaise, createdAt } = paymentClaims;
  return db
    .select({
      claim: { method, reference, amountPaise, createdAt },
      order: { id: orders.id, orderNumber: orders.orderNumber, amountPaise: orders.amountPaise },
    })
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

/** The unapplied claim of a member's order, by its number, if it has one. */
export async function findUnappliedFor(
  db: Executor,
  companyId: string,
  memberId: string,
  orderNumber: string,
): Promise<PaymentClaim | undefined> {
  const [row] = await db
    .select({ claim: paymentClaims })
    .from(paymentClaims)
    .innerJoin(
      orders,
      and(eq(orders.companyId, paymentClaims.companyId), eq(orders.id, paymentClaims.orderId)),
    )
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.memberId, memberId),
        eq(orders.orderNumber, orderNumber),
        isUnapplied,
      ),
    );
  return row?.claim;
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

/**
 * Ends that an order that waited stands on its claim: an admin found no money, or other money pays the order
 * and the claim is left for an admin to settle.
 */
export async function endClaim(
  tx: Executor,
  order: Pick<Order, "companyId" | "id">,
  { status, because = null }: { status: "REJECTED" | "UNAPPLIED"; because?: string | null },
): Promise<void> {
  await tx.execute(sql`
    WITH claim AS (
      UPDATE payment_claims SET status = ${status}, updated_at = now(),
        unapplied_because = coalesce(${because}::text, unapplied_because)
      WHERE company_id = ${order.companyId} AND order_id = ${order.id} AND status = 'APPLIED'
      RETURNING id
    )
    UPDATE payment_applications SET ended_at = clock_timestamp()
    WHERE company_id = ${order.companyId} AND order_id = ${order.id} AND ended_at IS NULL
      AND claim_id IN (SELECT id FROM claim)`);
}

/** Payments on record for an order, the oldest first, with what was received of each. */
export const listPaymentsFor = (db: Executor, companyId: string, orderId: string) =>
  db
    .select({
      id: paymentClaims.id,
      method: paymentClaims.method,
      reference: paymentClaims.reference,
      status: paymentClaims.status,
      at: paymentClaims.createdAt,
      receivedPaise: paymentCredits.amountPaise,
      openPaise: sql<
        string | null
      >`${paymentCredits.amountPaise} - ${paymentCredits.appliedPaise} - ${paymentCredits.refundedPaise}`,
    })
    .from(paymentClaims)
    .leftJoin(
      paymentCredits,
      and(
        eq(paymentCredits.companyId, companyId),
        eq(paymentCredits.claimId, paymentClaims.id),
        isNull(paymentCredits.voidedAt),
      ),
    )
    .where(and(eq(paymentClaims.companyId, companyId), eq(paymentClaims.orderId, orderId)))
    .orderBy(asc(paymentClaims.createdAt), asc(paymentClaims.id))
    .limit(MOST_LISTED);

/** The maximum number of an order's payments that are listed. */
const MOST_LISTED = 200;

export const person = { id: users.id, name: users.name, referralCode: users.referralCode };
export const file = { id: medias.id, contentType: medias.contentType };

/** Those of a company's claims that no order took. */
export async function listUnapplied(db: Executor, companyId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ claim: paymentClaims, order: orders, member: person, proof: file })
    .from(paymentClaims)
    .innerJoin(orders, and(eq(orders.companyId, companyId), eq(orders.id, paymentClaims.orderId)))
    .innerJoin(users, and(eq(users.companyId, companyId), eq(users.id, paymentClaims.memberId)))
    .leftJoin(
      medias,
      and(eq(medias.companyId, companyId), eq(medias.id, paymentClaims.proofMediaId)),
    )
    .where(
      and(eq(paymentClaims.companyId, companyId), inArray(paymentClaims.id, [...ids]), isUnapplied),
    );
}

/** An unapplied claim with its order and member, and what its member reports; undefined if it is settled. */
export async function findUnapplied(db: Executor, companyId: string, id: string) {
  const [row] = await db
    .select({ claim: paymentClaims, order: orders, member: person })
    .from(paymentClaims)
    .innerJoin(orders, and(eq(orders.companyId, companyId), eq(orders.id, paymentClaims.orderId)))
    .innerJoin(users, and(eq(users.companyId, companyId), eq(users.id, paymentClaims.memberId)))
    .where(and(eq(paymentClaims.companyId, companyId), eq(paymentClaims.id, id), isUnapplied));
  if (!row) return undefined;
  const { claim, ...rest } = row;
  const { method, reference, updatedAt } = claim;
  const reportedPaise = claim.paidAmountPaise ?? claim.amountPaise;
  return { ...rest, method, reference, updatedAt, reportedPaise, openPaise: null };
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
