import { and, asc, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { newId } from "../ids";
import {
  medias,
  orders,
  paymentApplications,
  paymentClaims,
  paymentCredits,
  paymentRefunds,
  users,
} from "../schema";
import type { CreditSource, PaymentMethod } from "../vocabulary";
import type { Order } from "./orders";
import { file, isUnapplied, person, type PaymentClaim, setClaimStatus } from "./payment-claims";

/**
 * Records that an admin confirmed an order's money: a credit of what was received, of which
 * `appliedPaise` serves the order. The rest stays open.
 */
export async function confirmPayment(
  tx: Executor,
  { companyId, id, paymentMethod: method, reference }: Order,
  {
    receivedPaise,
    appliedPaise,
    by,
    source = "ADMIN",
  }: { receivedPaise: number; appliedPaise: number; by: string; source?: CreditSource },
): Promise<void> {
  if (method === null) throw new Error("The order was not submitted.");
  const [claim, ...others] = await tx
    .update(paymentClaims)
    .set({ status: "CONFIRMED" })
    .where(
      and(
        eq(paymentClaims.companyId, companyId),
        eq(paymentClaims.orderId, id),
        inArray(paymentClaims.status, ["APPLIED", "UNAPPLIED"]),
      ),
    )
    .returning({ id: paymentClaims.id });
  if (others.length > 0) throw new Error("An order has two payments that wait.");
  const creditId = newId();
  await tx.insert(paymentCredits).values({
    companyId,
    id: creditId,
    source,
    method,
    reference,
    amountPaise: receivedPaise,
    appliedPaise,
    claimId: claim?.id ?? null,
    receivedAt: sql`clock_timestamp()`,
    recordedBy: by,
  });
  await tx
    .insert(paymentApplications)
    .values({ companyId, orderId: id, creditId, amountPaise: appliedPaise });
}

/**
 * Why a claim that an admin recorded was not submitted: it is a further part of an order's money, or
 * another payment, which the order does not need.
 */
const FURTHER_PART = "PAID_IN_PARTS";
const OTHER_PAYMENT = "RECORDED";

interface RecordedMoney {
  receivedPaise: number;
  reference: string | null;
  by: string;
  source: CreditSource;
}

/** Records a further part of an order's money, none of which serves the order yet. */
export async function addPart(tx: Executor, order: Order, part: RecordedMoney): Promise<void> {
  const { paymentMethod: method } = order;
  if (method === null) throw new Error("The order was not submitted.");
  await addMoney(tx, order, { ...part, method, because: FURTHER_PART });
}

/** Records money that was paid for an order which does not need it. All of it is open. */
export const addOtherPayment = (
  tx: Executor,
  order: Order,
  payment: RecordedMoney & { method: PaymentMethod },
): Promise<void> => addMoney(tx, order, { ...payment, because: OTHER_PAYMENT });

/** A credit with a claim of its own, since a credit confirms one claim. */
async function addMoney(
  tx: Executor,
  { companyId, memberId, id: orderId, totalPaise }: Order,
  money: RecordedMoney & { method: PaymentMethod; because: string },
): Promise<void> {
  const { receivedPaise, because, source } = money;
  const payment = { companyId, method: money.method, reference: money.reference };
  const claimId = newId();
  await tx.insert(paymentClaims).values({
    ...payment,
    ...{ id: claimId, memberId, orderId, status: "CONFIRMED", unappliedBecause: because },
    amountPaise: totalPaise,
    paidAmountPaise: receivedPaise,
  });
  await tx.insert(paymentCredits).values({
    ...payment,
    ...{ claimId, source, amountPaise: receivedPaise, recordedBy: money.by },
    receivedAt: sql`clock_timestamp()`,
  });
}

/**
 * Gives an order `appliedPaise` of the money that was received for it in parts, the oldest part first.
 * The order is locked. What it does not need of a part is open.
 */
export async function applyParts(
  tx: Executor,
  order: Pick<Order, "companyId" | "id">,
  appliedPaise: number,
): Promise<void> {
  const { companyId, id: orderId } = order;
  await releaseCredits(tx, order);
  const parts = await tx
    .select({ id: paymentCredits.id, openPaise: openPaise.mapWith(Number) })
    .from(paymentCredits)
    .innerJoin(
      paymentClaims,
      and(eq(paymentClaims.companyId, companyId), eq(paymentClaims.id, paymentCredits.claimId)),
    )
    .where(
      and(
        eq(paymentCredits.companyId, companyId),
        eq(paymentClaims.orderId, orderId),
        isOpen,
        sql`${paymentClaims.unappliedBecause} IS DISTINCT FROM ${OTHER_PAYMENT}`,
        // A part of this submission; what an earlier one left open stays open.
        gte(
          paymentCredits.receivedAt,
          tx
            .select({ submittedAt: orders.submittedAt })
            .from(orders)
            .where(and(eq(orders.companyId, companyId), eq(orders.id, orderId))),
        ),
      ),
    )
    .orderBy(asc(paymentCredits.receivedAt), asc(paymentCredits.id))
    .for("no key update", { of: paymentCredits });
  let left = appliedPaise;
  for (const { id: creditId, openPaise: open } of parts) {
    const amountPaise = Math.min(open, left);
    if (amountPaise === 0) break;
    left -= amountPaise;
    await tx.insert(paymentApplications).values({ companyId, orderId, creditId, amountPaise });
    await tx
      .update(paymentCredits)
      .set({ appliedPaise: sql`${paymentCredits.appliedPaise} + ${amountPaise}::bigint` })
      .where(and(eq(paymentCredits.companyId, companyId), eq(paymentCredits.id, creditId)));
  }
  if (left > 0) throw new Error("The parts are less than the order takes.");
}

/** Locks an order's payments, before its tokens are taken from the pool (architecture.md §6). */
export async function lockPaymentsOf(
  tx: Executor,
  order: Pick<Order, "companyId" | "id">,
): Promise<void> {
  const claims = await tx
    .select({ id: paymentClaims.id })
    .from(paymentClaims)
    .where(and(eq(paymentClaims.companyId, order.companyId), eq(paymentClaims.orderId, order.id)))
    .orderBy(asc(paymentClaims.id))
    .for("no key update");
  const ids = claims.map(({ id }) => id);
  await tx
    .select({ id: paymentCredits.id })
    .from(paymentCredits)
    .where(and(eq(paymentCredits.companyId, order.companyId), inArray(paymentCredits.claimId, ids)))
    .orderBy(asc(paymentCredits.id))
    .for("no key update");
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

/** What was received for an order, payment by payment, whatever became of it. */
export async function receivedFor(
  db: Executor,
  { companyId, id: orderId }: Pick<Order, "companyId" | "id">,
): Promise<number[]> {
  const rows = await db
    .select({ amountPaise: paymentCredits.amountPaise })
    .from(paymentCredits)
    .innerJoin(
      paymentClaims,
      and(eq(paymentClaims.companyId, companyId), eq(paymentClaims.id, paymentCredits.claimId)),
    )
    .where(
      and(
        eq(paymentCredits.companyId, companyId),
        eq(paymentClaims.orderId, orderId),
        isNull(paymentCredits.voidedAt),
      ),
    );
  return rows.map(({ amountPaise }) => amountPaise);
}

export const openPaise = sql<number>`${paymentCredits.amountPaise} - ${paymentCredits.appliedPaise} - ${paymentCredits.refundedPaise}`;
export const isOpen = sql`${paymentCredits.voidedAt} IS NULL AND ${paymentCredits.amountPaise} > ${paymentCredits.appliedPaise} + ${paymentCredits.refundedPaise}`;

/** Those of the credits of which a part serves no order and was not sent back. */
export async function listOpenCredits(db: Executor, companyId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
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
    .where(
      and(eq(paymentCredits.companyId, companyId), inArray(paymentCredits.id, [...ids]), isOpen),
    );
}

/** The number of a company's payments that serve no order. */
export async function countOpenPayments(db: Executor, companyId: string): Promise<number> {
  const { rows } = await db.execute(sql`
    SELECT (SELECT count(*) FROM ${paymentClaims}
             WHERE ${paymentClaims.companyId} = ${companyId} AND ${isUnapplied})
         + (SELECT count(*) FROM ${paymentCredits}
             WHERE ${paymentCredits.companyId} = ${companyId} AND ${isOpen}) AS total`);
  return Number(rows[0]?.["total"] ?? 0);
}

/** Whether a member has a payment that serves no order and is not settled. */
export async function hasOpenPayments(
  db: Executor,
  companyId: string,
  memberId: string,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT EXISTS (
      SELECT 1 FROM ${paymentClaims}
      LEFT JOIN ${paymentCredits} ON ${paymentCredits.companyId} = ${paymentClaims.companyId}
        AND ${paymentCredits.claimId} = ${paymentClaims.id}
      WHERE ${paymentClaims.companyId} = ${companyId} AND ${paymentClaims.memberId} = ${memberId}
        AND (${isUnapplied} OR (${paymentCredits.id} IS NOT NULL AND ${isOpen}))
    ) AS found`);
  return rows[0]?.["found"] === true;
}

/** The order of a claim or a credit; undefined if the company has no such payment. */
export async function orderOfPayment(
  db: Executor,
  companyId: string,
  kind: "CLAIM" | "CREDIT",
  id: string,
): Promise<Pick<Order, "id" | "quantity" | "memberId"> | undefined> {
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
    .select({ id: orders.id, quantity: orders.quantity, memberId: orders.memberId })
    .from(paymentClaims)
    .innerJoin(orders, and(eq(orders.companyId, companyId), eq(orders.id, paymentClaims.orderId)))
    .where(and(eq(paymentClaims.companyId, companyId), isPayment));
  return row;
}

/** A credit of which a part is open, with its order and member; undefined if there is none. */
export async function findOpenCredit(db: Executor, companyId: string, id: string) {
  const [row] = await db
    .select({
      order: orders,
      member: person,
      method: paymentCredits.method,
      reference: paymentCredits.reference,
      updatedAt: paymentCredits.updatedAt,
      openPaise: openPaise.mapWith(Number),
    })
    .from(paymentCredits)
    .innerJoin(
      paymentClaims,
      and(eq(paymentClaims.companyId, companyId), eq(paymentClaims.id, paymentCredits.claimId)),
    )
    .innerJoin(orders, and(eq(orders.companyId, companyId), eq(orders.id, paymentClaims.orderId)))
    .innerJoin(users, and(eq(users.companyId, companyId), eq(users.id, paymentClaims.memberId)))
    .where(and(eq(paymentCredits.companyId, companyId), eq(paymentCredits.id, id), isOpen));
  return row && { ...row, reportedPaise: null };
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

/**
 * Gives another order of the member a part of a locked credit's open money. The credit's CHECK keeps
 * what is applied and refunded within its sum.
 */
export async function applyCredit(
  tx: Executor,
  { companyId, creditId, orderId }: { companyId: string; creditId: string; orderId: string },
  amountPaise: number,
): Promise<void> {
  await tx
    .update(paymentCredits)
    .set({ appliedPaise: sql`${paymentCredits.appliedPaise} + ${amountPaise}::bigint` })
    .where(and(eq(paymentCredits.companyId, companyId), eq(paymentCredits.id, creditId)));
  await tx.insert(paymentApplications).values({ companyId, orderId, creditId, amountPaise });
}

/** Records that a locked claim's money arrived. All of it is open. Returns the credit's id. */
export async function creditClaim(
  tx: Executor,
  claim: PaymentClaim,
  { receivedPaise, by }: { receivedPaise: number; by: string },
): Promise<string> {
  const creditId = newId();
  await tx.insert(paymentCredits).values({
    companyId: claim.companyId,
    id: creditId,
    source: "ADMIN",
    method: claim.method,
    reference: claim.reference,
    amountPaise: receivedPaise,
    claimId: claim.id,
    receivedAt: sql`clock_timestamp()`,
    recordedBy: by,
  });
  await setClaimStatus(tx, claim, "CONFIRMED");
  return creditId;
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

/** Records that a locked claim's money arrived, and that a part or all of it was sent back. */
export async function refundClaim(
  tx: Executor,
  claim: PaymentClaim,
  { receivedPaise, ...refund }: Refund & { receivedPaise: number },
): Promise<void> {
  const { recordedBy: by } = refund;
  await refundCredit(tx, await creditClaim(tx, claim, { receivedPaise, by }), refund);
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
