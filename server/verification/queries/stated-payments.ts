import { type Executor, runText } from "@db/client";
import type { OddPayment } from "./payment-faults";
import { instantOf } from "./stated-decisions";

/** An audit entry's statement of a payment. */
export interface PaymentStatement {
  stated: Record<string, unknown> | null;
  /** Time of a decision that the entry undoes: statements of that time are void. */
  undone: string | null;
  /** Time at which a received sum was corrected; null for a confirmation. */
  correctedAt: string | null;
}

/** A confirmed payment with the statements of its order's audit entries, in their sealed order. */
export interface ConfirmedPayment {
  id: string;
  method: string;
  reference: string | null;
  proofMediaId: string | null;
  beneficiaryId: string | null;
  beneficiaryVersion: number | null;
  receivedPaise: number;
  receivedAt: Date;
  confirmedBy: string | null;
  statements: PaymentStatement[];
}

/** Lists a range of a company's confirmed payments by id. */
export async function listConfirmedPayments(
  db: Executor,
  companyId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<ConfirmedPayment[]> {
  type Row = Omit<ConfirmedPayment, "receivedAt" | "receivedPaise"> &
    Record<"received" | "paise", string>;
  const rows = await runText<Row>(
    db,
    `SELECT p.id, p.method, p.reference, p.proof_media_id AS "proofMediaId",
            p.beneficiary_id AS "beneficiaryId", p.beneficiary_version AS "beneficiaryVersion",
            p.received_paise AS paise, p.confirmed_by AS "confirmedBy",
            (extract(epoch FROM p.received_at) * 1000000)::bigint AS received,
            (SELECT coalesce(json_agg(json_build_object(
                      'stated', e.after -> 'payment', 'undone', e.after ->> 'undoneDecision',
                      'correctedAt', CASE WHEN e.action IN ('statement.sum-accepted', 'statement.line-unlinked') THEN e.after ->> 'decidedAt' END)
                    ORDER BY s.sequence, e.created_at, e.id), '[]')
               FROM audit_entries e
               LEFT JOIN audit_seals s ON s.company_id = e.company_id AND s.entry_id = e.id
              WHERE e.company_id = $1 AND e.subject_type = 'order' AND e.subject_id = p.order_id::text
                AND (e.after -> 'payment' ->> 'id' = p.id::text OR e.action = 'order.reopened')) AS statements
       FROM payments p
      WHERE p.company_id = $1 AND p.status = 'CONFIRMED' AND ($2::uuid IS NULL OR p.id > $2)
      ORDER BY p.id LIMIT $3`,
    [companyId, after, limit],
  );
  return rows.map(({ received, paise, ...row }) => ({
    ...row,
    receivedPaise: Number(paise),
    receivedAt: instantOf(received),
  }));
}

/** Formats a time as an audit entry does, with microseconds, which the product's times do not have. */
const written = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const stated = (field: string) => `regexp_replace(e.after ->> '${field}', 'Z$', '000Z')`;

/**
 * Lists one condition for each record of a payment that states a person or a time. Each compares it
 * with the payment, which {@link listConfirmedPayments} compares, or with an audit entry.
 */
const CHECKS: { record: OddPayment["record"]; id: string; from: string; isRight: string }[] = [
  {
    record: "application",
    id: "a.id",
    from: "payment_applications a WHERE a.company_id = $1 AND a.ended_at IS NOT NULL",
    isRight: `EXISTS (SELECT 1 FROM audit_entries e
      WHERE e.company_id = $1 AND e.subject_type = 'order' AND e.subject_id = a.order_id::text
        AND ${written("a.ended_at")} IN (${["endedAt", "decidedAt", "reversedAt"].map(stated).join(", ")}))`,
  },
  {
    record: "refund",
    id: "f.id",
    from: `payment_refunds f JOIN payments p ON p.company_id = $1 AND p.id = f.payment_id
      WHERE f.company_id = $1`,
    isRight: `EXISTS (SELECT 1 FROM audit_entries e
      WHERE e.company_id = $1 AND e.subject_type = 'order' AND e.subject_id = p.order_id::text
        AND e.action = 'payment.refunded' AND e.after -> 'refund' = jsonb_build_object('id', f.id,
          'paymentId', f.payment_id, 'amountPaise', f.amount_paise, 'reference', f.reference,
          'refundedOn', f.refunded_on, 'recordedBy', f.recorded_by))`,
  },
  {
    record: "evidence",
    id: "v.id",
    from: `payment_evidence v
      JOIN payments p ON p.company_id = $1 AND p.id = v.payment_id AND p.status = 'CONFIRMED'
      WHERE v.company_id = $1 AND (v.source = 'BANK' AND v.decided_by IS NOT NULL
        OR v.source = 'ADMIN' AND v.created_at >= p.received_at)`,
    isRight: `CASE v.source WHEN 'ADMIN' THEN v.by = p.confirmed_by
      ELSE (v.decided_by, v.decided_at) = (p.confirmed_by, p.received_at) OR EXISTS (
        SELECT 1 FROM audit_entries e
         WHERE e.company_id = $1 AND e.actor_id = v.decided_by AND ${written("v.decided_at")} = ${stated("decidedAt")}
           AND (e.action = 'statement.sum-accepted' AND e.subject_type = 'order' AND e.subject_id = p.order_id::text
             OR e.action = 'statement.line-matched' AND e.subject_type = 'company' AND e.subject_id = $1::text)) END`,
  },
];

/**
 * Lists records of payments whose person or time is not that of an audit entry: ended applications,
 * refunds, and decisions on a bank's sum. `limit` of each kind.
 */
export async function listUnstated(
  db: Executor,
  companyId: string,
  limit: number,
): Promise<OddPayment[]> {
  const odd: OddPayment[] = [];
  for (const { record, id, from, isRight } of CHECKS) {
    const rows = await runText<{ id: string }>(
      db,
      `SELECT id FROM (SELECT ${id}, ${isRight} AS is_right FROM ${from}) AS each
        WHERE is_right IS NOT TRUE ORDER BY id LIMIT $2`,
      [companyId, limit],
    );
    odd.push(...rows.map((row) => ({ record, id: row.id, fault: "stated" })));
  }
  return odd;
}
