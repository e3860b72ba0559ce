import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "../client";
import { orders } from "../schema";
import { noneOf } from "../schema/columns";
import { REFERENCE_FREE_STATUSES } from "../vocabulary";
import type { Order } from "./orders";

/*
 * The rule of payment numbers (architecture.md §6): money with a number is received once, except as parts
 * of one submission of one order, and at most one live order names a number.
 *
 * A caller that decides by these answers holds the number's lock, and asks in a statement after it. A live
 * order's own number needs no lock: whoever records money with a number refuses one that a live order names,
 * so what was received with it was received before that order was submitted, or for the order itself, whose
 * row is locked.
 */

type OrderKey = Pick<Order, "companyId" | "id">;

/** Serialises what uses a payment's number until the transaction ends. */
export async function lockReference(
  tx: Executor,
  companyId: string,
  reference: string,
): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${companyId}:reference:${reference}`}, 0))`,
  );
}

/** Money on record as received, with the order that it was paid for; null where that is not known. */
export interface ReceivedMoney {
  orderId: string | null;
  orderNumber: string | null;
  amountPaise: number;
  /** What serves no order and was not sent back. */
  openPaise: number;
  refundedPaise: number;
}

/**
 * The money that was received with a number before, open money first, whatever became of it unless it was
 * found to be missing. With `butPartsOf`, parts of that order's present submission are not meant.
 */
export async function receivedBefore(
  tx: Executor,
  companyId: string,
  reference: string,
  butPartsOf: string | null = null,
): Promise<ReceivedMoney[]> {
  const { rows } = await tx.execute<Record<keyof ReceivedMoney, string | null>>(sql`
    SELECT r.order_id AS "orderId", o.order_number AS "orderNumber",
        coalesce(c.amount_paise, 0) AS "amountPaise", coalesce(c.refunded_paise, 0) AS "refundedPaise",
        coalesce(c.amount_paise - c.applied_paise - c.refunded_paise, 0) AS "openPaise"
      FROM received_before(${companyId}::uuid, ${reference}::text, ${butPartsOf}::uuid) AS r
      LEFT JOIN orders o ON o.company_id = ${companyId} AND o.id = r.order_id
      LEFT JOIN payment_credits c ON c.company_id = ${companyId} AND c.id = r.credit_id
     ORDER BY "openPaise" DESC, r.credit_id`);
  return rows.map(({ orderId, orderNumber, ...sums }) => ({
    orderId,
    orderNumber,
    amountPaise: Number(sums.amountPaise),
    openPaise: Number(sums.openPaise),
    refundedPaise: Number(sums.refundedPaise),
  }));
}

/** The same of the number of an order's present submission, as a part of a statement that reads the order. */
export const isReceivedBefore = sql<boolean>`is_received_before(${orders.companyId}, ${orders.reference}, ${orders.id})`;

interface Naming {
  /** The order that may name it. */
  butBy?: string;
  /** For open money: the order may not have been submitted with its number after it was received. */
  creditId?: string | null;
  /** A payment that no order took, of another order, counts as well. */
  orKept?: boolean;
}

/** The order that a number is named for: a live one, or that of a kept payment; undefined if there is none. */
export async function findNaming(
  tx: Executor,
  companyId: string,
  reference: string,
  { butBy, creditId = null, orKept = false }: Naming = {},
): Promise<Pick<Order, "id" | "orderNumber"> | undefined> {
  const { rows } = await tx.execute<{ id: string; orderNumber: string }>(sql`
    (SELECT ${orders.id}, ${orders.orderNumber} AS "orderNumber" FROM ${orders}
      WHERE ${orders.companyId} = ${companyId} AND ${orders.reference} = ${reference}
        AND ${noneOf(orders.status, REFERENCE_FREE_STATUSES)}
        AND (${orders.id} IS DISTINCT FROM ${butBy ?? null}::uuid OR ${orders.submittedAt} > (
          SELECT received_at FROM payment_credits WHERE company_id = ${companyId} AND id = ${creditId}::uuid)))
    UNION ALL
    (SELECT o.id, o.order_number FROM payment_claims c
       JOIN orders o ON o.company_id = ${companyId} AND o.id = c.order_id
      WHERE ${orKept}::boolean AND c.company_id = ${companyId} AND c.reference = ${reference}
        AND c.status = 'UNAPPLIED' AND c.order_id IS DISTINCT FROM ${butBy ?? null}::uuid)
    LIMIT 1`);
  return rows[0];
}

/** Orders that money which was received with a number serves now, also those that do not name it. */
const servedBy = (companyId: string, reference: string | null) => sql`
  SELECT r.order_id AS paid_for, coalesce(a.order_id, o.id) AS order_id
    FROM received_before(${companyId}::uuid, ${reference}::text, NULL) AS r
    LEFT JOIN payment_applications a
      ON a.company_id = ${companyId} AND a.credit_id = r.credit_id AND a.ended_at IS NULL
    LEFT JOIN orders o ON o.company_id = ${companyId} AND o.id = r.order_id AND r.credit_id IS NULL
      AND o.status IN ('PENDING', 'APPROVED')
   WHERE coalesce(a.order_id, o.id) IS NOT NULL`;

/**
 * Another order that money which was received with a number serves; undefined if there is none. With
 * `butPaidFor`, what was paid for the order itself is not meant: its rest serves several.
 */
export async function findServed(
  tx: Executor,
  { companyId, id }: OrderKey,
  reference: string,
  { butPaidFor }: { butPaidFor: boolean },
): Promise<Pick<Order, "id" | "orderNumber"> | undefined> {
  const { rows } = await tx.execute<{ id: string; orderNumber: string }>(sql`
    SELECT o.id, o.order_number AS "orderNumber" FROM (${servedBy(companyId, reference)}) AS served
      JOIN orders o ON o.company_id = ${companyId} AND o.id = served.order_id
     WHERE served.order_id <> ${id}
       AND NOT (${butPaidFor}::boolean AND served.paid_for IS NOT DISTINCT FROM ${id}::uuid)
     LIMIT 1`);
  return rows[0];
}

interface Sightings extends Record<string, unknown> {
  reference: string[];
  served: string[];
  proof: string[];
  isReceived: boolean;
}

/**
 * Ids of a company's orders for which a member named this reference, whatever became of the payment; of
 * those that received money with it serves; and of those whose proof has these bytes, at most two each. And
 * whether money with it was received. Null looks for nothing.
 */
export async function findSightings(
  tx: Executor,
  companyId: string,
  { reference, sha256 }: { reference: string | null; sha256: string | null },
): Promise<Sightings> {
  const { rows } = await tx.execute<Sightings>(sql`
    SELECT
      ARRAY(SELECT DISTINCT order_id FROM payment_claims
        WHERE company_id = ${companyId} AND reference = ${reference}::text LIMIT 2) AS reference,
      ARRAY(SELECT DISTINCT order_id FROM (${servedBy(companyId, reference)}) AS served LIMIT 2) AS served,
      EXISTS (SELECT 1 FROM received_before(${companyId}::uuid, ${reference}::text, NULL)) AS "isReceived",
      ARRAY(SELECT o.id FROM medias m JOIN orders o ON o.company_id = m.company_id AND o.proof_media_id = m.id
        WHERE m.company_id = ${companyId} AND m.sha256 = ${sha256}::text LIMIT 2) AS proof`);
  return rows[0] ?? { reference: [], served: [], proof: [], isReceived: false };
}

/** An open payment: a claim, or a credit. */
interface OpenPaymentKey {
  id: string;
  reference: string | null;
  orderId: string;
}

/** With which order an open payment's money counts already. */
export type CountedWith = {
  orderNumber: string;
  /** Whether it is an order of the same member. */
  isOwn: boolean;
};

const naming = alias(orders, "naming");

/**
 * Open payments whose number's money counts with an order already: other money with it was received, or a
 * live order names it; their own only if it was submitted with it after this money was received. By their
 * ids; an order of the same member comes first.
 */
export async function countedElsewhere(
  db: Executor,
  companyId: string,
  payments: readonly OpenPaymentKey[],
): Promise<Map<string, CountedWith>> {
  if (payments.length === 0) return new Map();
  const all = JSON.stringify(
    payments.map(({ id, reference, orderId }) => ({ id, reference, order_id: orderId })),
  );
  const { rows } = await db.execute<CountedWith & { id: string }>(sql`
    SELECT DISTINCT ON (open.id) open.id, o.order_number AS "orderNumber", o.member_id = own.member_id AS "isOwn"
      FROM jsonb_to_recordset(${all}::jsonb) AS open (id uuid, reference text, order_id uuid)
      JOIN orders own ON own.company_id = ${companyId} AND own.id = open.order_id
      LEFT JOIN payment_credits c ON c.company_id = ${companyId} AND c.id = open.id
      CROSS JOIN LATERAL (
        SELECT r.order_id FROM received_before(${companyId}::uuid, open.reference, NULL) AS r
         WHERE r.credit_id IS DISTINCT FROM open.id AND (c.id IS NULL OR r.order_id <> open.order_id)
        UNION ALL
        SELECT ${naming.id} FROM ${orders} naming
         WHERE ${naming.companyId} = ${companyId} AND ${naming.reference} = open.reference
           AND ${noneOf(naming.status, REFERENCE_FREE_STATUSES)}
           AND (${naming.id} <> open.order_id OR ${naming.submittedAt} > c.received_at)
      ) AS other
      JOIN orders o ON o.company_id = ${companyId} AND o.id = other.order_id
     ORDER BY open.id, "isOwn" DESC, o.order_number`);
  return new Map(rows.map(({ id, ...counted }) => [id, counted]));
}
