import { type Executor, runText } from "@db/client";

/** An approved or reversed order with the audit entry of its latest decision. */
export interface DecidedOrder {
  id: string;
  orderNumber: string;
  decisionCount: number;
  paymentMethod: string | null;
  reference: string | null;
  proofMediaId: string | null;
  beneficiaryId: string | null;
  beneficiaryVersion: number | null;
  decidedBy: string | null;
  decisionReason: string | null;
  submittedAt: Date | null;
  decidedAt: Date | null;
  reversedAt: Date | null;
  /** The `after` of the entry; if there are several, of the one that was sealed first. Null without one. */
  entry: Record<string, unknown> | null;
}

/** Lists a range of a company's approved and reversed orders by id. */
export async function listDecidedOrders(
  db: Executor,
  companyId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<DecidedOrder[]> {
  type Row = Omit<DecidedOrder, "submittedAt" | "decidedAt" | "reversedAt"> &
    Record<"submitted" | "decided" | "reversed", string | null>;
  const rows = await runText<Row>(
    db,
    `SELECT o.id, o.order_number AS "orderNumber", o.decision_count AS "decisionCount",
            o.payment_method AS "paymentMethod", o.reference, o.proof_media_id AS "proofMediaId",
            o.beneficiary_id AS "beneficiaryId", o.beneficiary_version AS "beneficiaryVersion",
            o.decided_by AS "decidedBy", o.decision_reason AS "decisionReason",
            (extract(epoch FROM o.submitted_at) * 1000000)::bigint AS submitted,
            (extract(epoch FROM o.decided_at) * 1000000)::bigint AS decided,
            (extract(epoch FROM o.reversed_at) * 1000000)::bigint AS reversed,
            (SELECT e.after FROM audit_entries e
               LEFT JOIN audit_seals s ON s.company_id = e.company_id AND s.entry_id = e.id
              WHERE e.company_id = o.company_id AND e.subject_type = 'order' AND e.subject_id = o.id::text
                AND e.action = CASE o.status WHEN 'APPROVED' THEN 'order.approved' ELSE 'order.reversed' END
                AND e.after ->> 'decision' = o.decision_count::text
              ORDER BY s.sequence, e.created_at LIMIT 1) AS entry
       FROM orders o
      WHERE o.company_id = $1 AND o.status IN ('APPROVED', 'REVERSED') AND ($2::uuid IS NULL OR o.id > $2)
      ORDER BY o.id LIMIT $3`,
    [companyId, after, limit],
  );
  return rows.map(({ submitted, decided, reversed, ...row }) => ({
    ...row,
    submittedAt: submitted === null ? null : instantOf(submitted),
    decidedAt: decided === null ? null : instantOf(decided),
    reversedAt: reversed === null ? null : instantOf(reversed),
  }));
}

/** Converts microseconds. The product writes times of whole milliseconds only. */
export function instantOf(microseconds: string): Date {
  const micros = BigInt(microseconds);
  return micros % 1000n === 0n ? new Date(Number(micros / 1000n)) : new Date(Number.NaN);
}
