import { type Executor, runText } from "../client";

/** A payment record that disagrees with the orders, claims, credits and refunds around it. */
export interface OddPayment {
  record: "order" | "claim" | "credit" | "application" | "refund";
  /** The record's id; the number of an order. */
  id: string;
  /** What disagrees. */
  fault: string;
}

/** What an approved order takes of its money, in paise. */
const TAKEN = "coalesce(o.approved_amount_paise + o.approved_fee_paise, o.total_paise)";

/** A claim that its order did not take, since other money paid it. */
const PAID_OTHERWISE = "c.unapplied_because = 'ORDER_ALREADY_DECIDED'";

/**
 * One condition for each rule (architecture.md §6, "Payments"), over records joined with what they
 * refer to. `true` is a fault.
 */
const CHECKS: {
  record: OddPayment["record"];
  id: string;
  from: string;
  faults: [string, string][];
}[] = [
  {
    record: "order",
    id: "o.order_number",
    from: `orders o
        LEFT JOIN (SELECT order_id, count(*) FILTER (WHERE status = 'APPLIED') AS applied
                     FROM payment_claims WHERE company_id = $1 GROUP BY order_id) c ON c.order_id = o.id
        LEFT JOIN (SELECT each.order_id, sum(each.paise) AS received FROM (
                     SELECT c.order_id, r.amount_paise AS paise
                       FROM payment_credits r
                       JOIN payment_claims c ON c.company_id = $1 AND c.id = r.claim_id
                       JOIN orders d ON d.company_id = $1 AND d.id = c.order_id
                      WHERE r.company_id = $1 AND (
                        -- Of this submission, whatever became of it; not what an earlier one left open.
                        c.unapplied_because = 'PAID_IN_PARTS' AND r.received_at >= d.submitted_at OR EXISTS (
                        SELECT 1 FROM payment_applications p WHERE p.company_id = $1 AND p.credit_id = r.id
                           AND p.order_id = c.order_id
                           AND (p.ended_at IS NULL OR p.ended_at >= d.submitted_at)))
                     UNION ALL
                     -- Of another order's money, what serves this one.
                     SELECT p.order_id, p.amount_paise
                       FROM payment_applications p
                       JOIN orders d ON d.company_id = $1 AND d.id = p.order_id
                       JOIN payment_credits r ON r.company_id = $1 AND r.id = p.credit_id
                       JOIN payment_claims c ON c.company_id = $1 AND c.id = r.claim_id
                      WHERE p.company_id = $1 AND c.order_id = d.source_order_id) AS each
                    GROUP BY each.order_id) r ON r.order_id = o.id
        LEFT JOIN (SELECT p.order_id, sum(p.amount_paise) AS taken FROM payment_applications p
                    WHERE p.company_id = $1 AND p.credit_id IS NOT NULL AND p.ended_at IS NULL
                    GROUP BY p.order_id) f ON f.order_id = o.id
        LEFT JOIN (SELECT order_id, count(*) FILTER (WHERE claim_id IS NOT NULL) AS submissions,
                          count(*) FILTER (WHERE credit_id IS NOT NULL) AS credits,
                          count(*) FILTER (WHERE credit_id IS NOT NULL AND ended_at IS NULL) AS in_force,
                          sum(amount_paise) FILTER (WHERE credit_id IS NOT NULL AND ended_at IS NOT NULL) AS ended_paise
                     FROM payment_applications WHERE company_id = $1 GROUP BY order_id) a
          ON a.order_id = o.id
        WHERE o.company_id = $1`,
    faults: [
      // Once a part is received, its claim is confirmed.
      [
        "claims",
        "coalesce(c.applied, 0) <> (o.status = 'PENDING' AND o.received_paise IS NULL)::int",
      ],
      // A rejection that was undone applies the same submission again.
      [
        "submissions",
        `coalesce(a.submissions, 0) > o.submission_version AND a.submissions > o.submission_version +
           (SELECT count(*) FROM audit_entries e
             WHERE e.company_id = $1 AND e.subject_type = 'order' AND e.subject_id = o.id::text
               AND e.action = 'order.reopened')`,
      ],
      [
        "credits",
        "coalesce(a.credits, 0) = 0 AND (o.status IN ('APPROVED', 'REVERSED') OR o.received_paise IS NOT NULL)",
      ],
      [
        "credits-in-force",
        "(coalesce(a.in_force, 0) > 0) <> (o.status = 'APPROVED' OR o.status = 'PENDING' AND o.received_paise IS NOT NULL)",
      ],
      // What serves an order is what it takes; a part that waits for its rest serves it whole.
      [
        "taken",
        `CASE o.status WHEN 'APPROVED' THEN coalesce(f.taken, 0) <> ${TAKEN}
           WHEN 'PENDING' THEN coalesce(f.taken, 0) <> coalesce(o.received_paise, 0)
           ELSE coalesce(f.taken, 0) <> 0 END`,
      ],
      // What a single payment served until the reversal is what the order took. Several may be of
      // submissions before this one, and are not compared.
      ["ended", `o.status = 'REVERSED' AND a.credits = 1 AND a.ended_paise <> ${TAKEN}`],
      // What the order says that was received is what its credits add up to.
      [
        "received",
        `CASE WHEN o.status IN ('APPROVED', 'REVERSED')
           THEN coalesce(r.received, 0) <> coalesce(o.received_paise, o.total_paise)
           WHEN o.status = 'PENDING' AND o.received_paise IS NOT NULL
           THEN coalesce(r.received, 0) <> o.received_paise OR o.received_paise >= o.total_paise
           ELSE o.received_paise IS NOT NULL END`,
      ],
    ],
  },
  {
    record: "claim",
    id: "c.id",
    from: `payment_claims c
        LEFT JOIN orders o ON o.company_id = $1 AND o.id = c.order_id
        LEFT JOIN (SELECT claim_id, count(*) FILTER (WHERE ended_at IS NULL) AS in_force,
                          count(*) FILTER (WHERE ended_at IS NOT NULL) AS ended
                     FROM payment_applications WHERE company_id = $1 AND claim_id IS NOT NULL
                    GROUP BY claim_id) a ON a.claim_id = c.id
        LEFT JOIN (SELECT claim_id, count(*) FILTER (WHERE voided_at IS NULL) AS standing,
                          count(*) FILTER (WHERE voided_at IS NOT NULL) AS voided
                     FROM payment_credits WHERE company_id = $1 AND claim_id IS NOT NULL
                    GROUP BY claim_id) r ON r.claim_id = c.id
        WHERE c.company_id = $1`,
    faults: [
      ["order", "o.id IS NULL OR o.member_id <> c.member_id"],
      ["amount", "c.amount_paise <> o.total_paise"],
      [
        "payment",
        `c.status = 'APPLIED' AND (c.method, c.reference, c.paid_amount_paise, c.beneficiary_id, c.beneficiary_version, c.proof_media_id)
             IS DISTINCT FROM (o.payment_method, o.reference, o.paid_amount_paise, o.beneficiary_id, o.beneficiary_version, o.proof_media_id)`,
      ],
      [
        "status",
        `NOT CASE c.status
             WHEN 'APPLIED' THEN coalesce(a.in_force, 0) = 1 AND coalesce(a.ended, 0) = 0 AND r.claim_id IS NULL
             WHEN 'CONFIRMED' THEN coalesce(a.in_force, 0) BETWEEN (c.unapplied_because IS NULL)::int AND 1 AND (coalesce(a.ended, 0) = 0 OR ${PAID_OTHERWISE}) AND coalesce(r.standing, 0) = 1
             WHEN 'REJECTED' THEN coalesce(r.standing, 0) = 0 AND (coalesce(a.in_force, 0) = 0 OR coalesce(r.voided, 0) > 0)
             WHEN 'UNAPPLIED' THEN (a.claim_id IS NULL OR coalesce(a.in_force, 0) = 0 AND ${PAID_OTHERWISE}) AND r.claim_id IS NULL
             WHEN 'REPLACED' THEN a.claim_id IS NULL AND r.claim_id IS NULL
             ELSE false END`,
      ],
    ],
  },
  {
    record: "credit",
    id: "r.id",
    from: `payment_credits r
        LEFT JOIN payment_claims c ON c.company_id = $1 AND c.id = r.claim_id
        WHERE r.company_id = $1`,
    faults: [
      ["claim", "c.id IS NULL OR (c.method, c.reference) IS DISTINCT FROM (r.method, r.reference)"],
      // More or less than was claimed may have come: the order says how much.
      ["amount", "r.amount_paise <= 0"],
      [
        "sums",
        "r.applied_paise < 0 OR r.refunded_paise < 0 OR r.applied_paise + r.refunded_paise > r.amount_paise",
      ],
      ["void", "r.voided_at IS NOT NULL AND r.applied_paise <> 0"],
    ],
  },
  {
    record: "application",
    id: "a.id",
    from: `payment_applications a
        LEFT JOIN orders o ON o.company_id = $1 AND o.id = a.order_id
        LEFT JOIN payment_credits r ON r.company_id = $1 AND r.id = a.credit_id
        LEFT JOIN payment_claims c ON c.company_id = $1 AND c.id = coalesce(a.claim_id, r.claim_id)
        WHERE a.company_id = $1`,
    faults: [
      ["source", "num_nonnulls(a.claim_id, a.credit_id) <> 1 OR c.id IS NULL"],
      [
        "order",
        // An order that open money of another one pays is served by that, and by nothing else.
        `o.id IS NULL OR c.member_id <> o.member_id
           OR a.ended_at IS NULL AND c.order_id <> coalesce(o.source_order_id, o.id)
           OR a.ended_at IS NULL AND o.source_order_id IS NOT NULL AND a.credit_id IS NULL
           OR a.ended_at IS NOT NULL AND c.order_id NOT IN (o.id, coalesce(o.source_order_id, o.id))`,
      ],
      [
        "amount",
        "a.amount_paise <= 0 OR a.claim_id IS NOT NULL AND a.amount_paise <> c.amount_paise",
      ],
      // At a time, a source serves an order once: what ended together is one row, and another is invented.
      [
        "again",
        `a.ended_at IS NOT NULL AND EXISTS (SELECT 1 FROM payment_applications b
           WHERE b.company_id = $1 AND b.order_id = a.order_id AND b.id <> a.id AND b.ended_at = a.ended_at
             AND (b.claim_id, b.credit_id) IS NOT DISTINCT FROM (a.claim_id, a.credit_id))`,
      ],
    ],
  },
  {
    record: "refund",
    id: "f.id",
    from: `payment_refunds f
        LEFT JOIN payment_credits r ON r.company_id = $1 AND r.id = f.credit_id
        WHERE f.company_id = $1`,
    faults: [["credit", "r.id IS NULL OR f.amount_paise <= 0"]],
  },
];

/** A company's payment records that disagree with one another, `limit` of each kind. */
export async function listOddPayments(
  db: Executor,
  companyId: string,
  limit: number,
): Promise<OddPayment[]> {
  const odd: OddPayment[] = [];
  for (const { record, id, from, faults } of CHECKS) {
    const fault = faults.map(([name, condition]) => `WHEN ${condition} THEN '${name}'`).join(" ");
    const rows = await runText(
      db,
      `SELECT id, fault FROM (SELECT ${id}::text AS id, CASE ${fault} END AS fault FROM ${from}) AS each
        WHERE fault IS NOT NULL ORDER BY id LIMIT $2`,
      [companyId, limit],
    );
    odd.push(...rows.map((row) => ({ record, id: String(row.id), fault: String(row.fault) })));
  }
  return odd;
}
