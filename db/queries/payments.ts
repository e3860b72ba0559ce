import { and, asc, desc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { newId } from "../ids";
import { medias, orders, paymentClaims, paymentCredits, paymentRefunds, users } from "../schema";
import type { Order } from "./orders";

export type PaymentClaim = typeof paymentClaims.$inferSelect;

/** What a member submits as paid for an order. */
export type ClaimedPayment = Pick<
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
        eq(paymentClaims.status, "UNAPPLIED"),
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
        eq(paymentClaims.status, "UNAPPLIED"),
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
        eq(paymentClaims.status, "UNAPPLIED"),
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

/** Earlier and later payments with the reference, newest first. */
export async function paymentsWithReference(
  db: Executor,
  companyId: string,
  reference: string,
  exceptOrderId: string,
) {
  return db
    .select({
      orderNumber: orders.orderNumber,
      status: paymentClaims.status,
      memberName: users.name,
      referralCode: users.referralCode,
      at: paymentClaims.createdAt,
    })
    .from(paymentClaims)
    .innerJoin(orders, and(eq(orders.companyId, companyId), eq(orders.id, paymentClaims.orderId)))
    .innerJoin(users, and(eq(users.companyId, companyId), eq(users.id, paymentClaims.memberId)))
    .where(
      and(
        eq(paymentClaims.companyId, companyId),
        eq(paymentClaims.reference, reference),
        ne(paymentClaims.orderId, exceptOrderId),
      ),
    )
    .orderBy(desc(paymentClaims.createdAt), desc(paymentClaims.id))
    .limit(20);
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

/** The maximum number of open payments that a page lists. */
const MOST_LISTED = 200;

const person = { id: users.id, name: users.name, referralCode: users.referralCode };
const file = { id: medias.id, contentType: medias.contentType };

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
    .where(and(eq(paymentClaims.companyId, companyId), eq(paymentClaims.status, "UNAPPLIED")))
    .orderBy(asc(paymentClaims.createdAt), asc(paymentClaims.id))
    .limit(MOST_LISTED);
}

const openPaise = sql<number>`${paymentCredits.amountPaise} - ${paymentCredits.appliedPaise} - ${paymentCredits.refundedPaise}`;
const isOpen = sql`${paymentCredits.voidedAt} IS NULL AND ${paymentCredits.amountPaise} > ${paymentCredits.appliedPaise} + ${paymentCredits.refundedPaise}`;

/** A company's credits of which a part serves no order and was not sent back, oldest first. */
export async function listOpenCredits(db: Executor, companyId: string) {
  return db
    .select({
      credit: paymentCredits,
      openPaise: openPaise.mapWith(Number),
      order: orders,
      member: person,
      proof: file,
    })
    .from(paymentCredits)
    .innerJoin(
      paymentClaims,
      and(eq(paymentClaims.companyId, companyId), eq(paymentClaims.id, paymentCredits.claimId)),
    )
    .innerJoin(orders, and(eq(orders.companyId, companyId), eq(orders.id, paymentClaims.orderId)))
    .innerJoin(users, and(eq(users.companyId, companyId), eq(users.id, paymentClaims.memberId)))
    .leftJoin(
      medias,
      and(eq(medias.companyId, companyId), eq(medias.id, paymentClaims.proofMediaId)),
    )
    .where(and(eq(paymentCredits.companyId, companyId), isOpen))
    .orderBy(asc(paymentCredits.receivedAt), asc(paymentCredits.id))
    .limit(MOST_LISTED);
}

/** The number of a company's payments that serve no order. */
export async function countOpenPayments(db: Executor, companyId: string): Promise<number> {
  const { rows } = await db.execute(sql`
    SELECT (SELECT count(*) FROM ${paymentClaims}
             WHERE ${paymentClaims.companyId} = ${companyId} AND ${paymentClaims.status} = 'UNAPPLIED')
         + (SELECT count(*) FROM ${paymentCredits}
             WHERE ${paymentCredits.companyId} = ${companyId} AND ${isOpen}) AS total`);
  return Number(rows[0]?.["total"] ?? 0);
}

/** The order of a claim or a credit; undefined if the company has no such payment. */
export async function orderOfPayment(
  db: Executor,
  companyId: string,
  kind: "CLAIM" | "CREDIT",
  id: string,
): Promise<Pick<Order, "id" | "quantity"> | undefined> {
  const isPayment =
    kind === "CLAIM"
      ? eq(paymentClaims.id, id)
      : inArray(
          paymentClaims.id,
          db
            .select({ id: paymentCredits.claimId })
            .from(paymentCredits)
            .where(and(eq(paymentCredits.companyId, companyId), eq(paymentCredits.id, id))),
        );
  const [row] = await db
    .select({ id: orders.id, quantity: orders.quantity })
    .from(paymentClaims)
    .innerJoin(orders, and(eq(orders.companyId, companyId), eq(orders.id, paymentClaims.orderId)))
    .where(and(eq(paymentClaims.companyId, companyId), isPayment));
  return row;
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
    .where(
      and(
        eq(paymentClaims.companyId, companyId),
        eq(paymentClaims.id, id),
        eq(paymentClaims.status, "UNAPPLIED"),
      ),
    )
    .for("no key update");
  return row;
}

/** A credit of which a part is open, locked; undefined if there is none. */
export async function lockOpenCredit(tx: Executor, companyId: string, id: string) {
  const [row] = await tx
    .select({ credit: paymentCredits, openPaise: openPaise.mapWith(Number) })
    .from(paymentCredits)
    .where(and(eq(paymentCredits.companyId, companyId), eq(paymentCredits.id, id), isOpen))
    .for("no key update");
  return row;
}

export type Refund = Pick<
  typeof paymentRefunds.$inferInsert,
  "companyId" | "amountPaise" | "reference" | "refundedOn" | "recordedBy"
>;

/** Records a refund of a locked credit's open money. */
export async function refundCredit(tx: Executor, creditId: string, refund: Refund): Promise<void> {
  await tx
    .update(paymentCredits)
    .set({ refundedPaise: sql`${paymentCredits.refundedPaise} + ${refund.amountPaise}::bigint` })
    .where(and(eq(paymentCredits.companyId, refund.companyId), eq(paymentCredits.id, creditId)));
  await tx.insert(paymentRefunds).values({ ...refund, creditId });
}

/** Records that a locked claim's money arrived and was sent back. */
export async function refundClaim(
  tx: Executor,
  claim: PaymentClaim,
  refund: Refund,
): Promise<void> {
  const creditId = newId();
  await tx.insert(paymentCredits).values({
    companyId: claim.companyId,
    id: creditId,
    source: "ADMIN",
    method: claim.method,
    reference: claim.reference,
    amountPaise: refund.amountPaise,
    refundedPaise: refund.amountPaise,
    claimId: claim.id,
    receivedAt: sql`clock_timestamp()`,
    recordedBy: refund.recordedBy,
  });
  await tx.insert(paymentRefunds).values({ ...refund, creditId });
  await setClaimStatus(tx, claim, "CONFIRMED");
}

/** Records that a locked claim's money did not arrive. */
export const dismissClaim = (tx: Executor, claim: PaymentClaim): Promise<void> =>
  setClaimStatus(tx, claim, "REJECTED");

async function setClaimStatus(
  tx: Executor,
  claim: Pick<PaymentClaim, "companyId" | "id">,
  status: PaymentClaim["status"],
): Promise<void> {
  await tx
    .update(paymentClaims)
    .set({ status })
    .where(and(eq(paymentClaims.companyId, claim.companyId), eq(paymentClaims.id, claim.id)));
}

/** Records that a locked credit's money, which serves no order, had not arrived after all. */
export async function voidCredit(
  tx: Executor,
  credit: Pick<typeof paymentCredits.$inferSelect, "companyId" | "id" | "claimId">,
  { by, note }: { by: string; note: string },
): Promise<void> {
  await tx
    .update(paymentCredits)
    .set({ voidedAt: sql`clock_timestamp()`, voidedBy: by, voidNote: note })
    .where(and(eq(paymentCredits.companyId, credit.companyId), eq(paymentCredits.id, credit.id)));
  if (credit.claimId === null) return;
  await setClaimStatus(tx, { companyId: credit.companyId, id: credit.claimId }, "REJECTED");
}
