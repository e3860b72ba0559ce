import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { type Executor, runText } from "@db/client";
import { paymentEvidence, paymentKeys, payments } from "@db/schema";

/** A payment record that contradicts the orders and other records around it. */
export interface OddPayment {
  record: "order" | "payment" | "evidence" | "application" | "refund" | "entry";
  /** Id of the record; for an order its number. */
  id: string;
  /** Name of the violated rule. */
  fault: string;
}

/** Paise that an approved order takes of its money. */
const TAKEN = "coalesce(o.approved_amount_paise + o.approved_fee_paise, o.total_paise)";

/**
 * True for an order that waits with a payment on which no admin has decided: of one that has received a
 * part, its member has told the rest since.
 */
const waitsWith = (o: string) => `${o}.status = 'PENDING' AND (${o}.received_paise IS NULL
  OR ${o}.decided_at IS NULL AND ${o}.submitted_at > ${o}.rest_asked_at)`;

/**
 * Lists one condition for each rule (architecture.md §6, "Payments"), over records joined with those
 * that they refer to. `true` is a fault.
 */
const CHECKS: {
  record: OddPayment["record"];
  id: string;
  /** Common table expressions of the statement, for `from`. */
  before?: string;
  from: string;
  faults: [string, string][];
}[] = [
  {
    record: "order",
    id: "o.order_number",
    // Each is materialized: inside the join, a database without statistics would compute them anew for
    // each order.
    before: `own AS MATERIALIZED (
          SELECT d.id AS order_id, sum(p.received_paise) AS paise,
                 bool_or(p.status = 'REFUSED') AS is_missing
            FROM payments p JOIN orders d ON d.company_id = $1 AND d.id = p.order_id
           WHERE p.company_id = $1 AND (
             -- It counts only payments of this submission, in any state, and none of earlier ones.
             p.unapplied_because = 'PAID_IN_PARTS' AND p.received_at >= d.submitted_at
             OR EXISTS (SELECT 1 FROM payment_applications a
                 WHERE a.company_id = $1 AND a.payment_id = p.id AND a.order_id = d.id
                   AND (a.ended_at IS NULL OR a.ended_at >= d.submitted_at)))
           GROUP BY d.id
        ), reused AS MATERIALIZED (
          SELECT d.id AS order_id, sum(a.amount_paise) AS paise
            FROM payment_applications a
            JOIN orders d ON d.company_id = $1 AND d.id = a.order_id
            JOIN payments p ON p.company_id = $1 AND p.id = a.payment_id AND p.order_id = d.source_order_id
           WHERE a.company_id = $1 GROUP BY d.id
        ), applied AS MATERIALIZED (
          SELECT order_id, count(*) AS total, count(*) FILTER (WHERE ended_at IS NULL) AS in_force,
                 sum(amount_paise) FILTER (WHERE ended_at IS NULL) AS taken,
                 sum(amount_paise) FILTER (WHERE ended_at IS NOT NULL) AS ended_paise
            FROM payment_applications WHERE company_id = $1 GROUP BY order_id
        )`,
    from: `orders o
        LEFT JOIN payments p ON p.company_id = $1 AND p.id = o.payment_id
        LEFT JOIN own ON own.order_id = o.id
        LEFT JOIN reused ON reused.order_id = o.id
        LEFT JOIN applied a ON a.order_id = o.id
        WHERE o.company_id = $1`,
    faults: [
      [
        "payment",
        `o.status IN ('PENDING', 'APPROVED', 'REVERSED')
           AND (p.id IS NULL OR p.member_id <> o.member_id OR p.order_id <> coalesce(o.source_order_id, o.id))`,
      ],
      [
        "payment-status",
        `CASE WHEN ${waitsWith("o")} THEN p.status NOT IN ('WAITING', 'DOUBTED')
           WHEN o.status IN ('PENDING', 'APPROVED') THEN p.status <> 'CONFIRMED'
           WHEN o.status = 'REVERSED' THEN p.status NOT IN ('CONFIRMED', 'REFUSED') ELSE false END`,
      ],
      // An order states its own payment, but nothing of other payments that are applied to it.
      [
        "stated",
        `o.status IN ('PENDING', 'APPROVED', 'REVERSED') AND CASE WHEN o.source_order_id IS NULL
           THEN (p.method, p.reference, p.reported_paise, p.beneficiary_id, p.beneficiary_version, p.proof_media_id)
             IS DISTINCT FROM (o.payment_method, o.reference, o.paid_amount_paise, o.beneficiary_id, o.beneficiary_version, o.proof_media_id)
           ELSE p.method <> o.payment_method OR num_nonnulls(o.reference, o.proof_media_id, o.paid_amount_paise) > 0 END`,
      ],
      [
        "applications",
        "coalesce(a.total, 0) = 0 AND (o.status IN ('APPROVED', 'REVERSED') OR o.received_paise IS NOT NULL)",
      ],
      [
        "in-force",
        "(coalesce(a.in_force, 0) > 0) <> (o.status = 'APPROVED' OR o.status = 'PENDING' AND o.received_paise IS NOT NULL)",
      ],
      // The payments of an order add up to what it takes; a part that waits for its rest is applied
      // whole.
      [
        "taken",
        `coalesce(a.taken, 0) <> CASE o.status WHEN 'APPROVED' THEN ${TAKEN}
           WHEN 'PENDING' THEN coalesce(o.received_paise, 0) ELSE 0 END`,
      ],
      // The single payment of a reversed order was applied with the sum that the order took. Several
      // payments may belong to earlier submissions, and are not compared.
      ["ended", `o.status = 'REVERSED' AND a.total = 1 AND a.ended_paise <> ${TAKEN}`],
      // The order's received sum is the sum of its payments, unless one was found missing.
      [
        "received",
        `CASE WHEN o.status IN ('APPROVED', 'REVERSED')
           THEN NOT coalesce(own.is_missing, false)
             AND coalesce(own.paise, 0) + coalesce(reused.paise, 0) <> coalesce(o.received_paise, o.total_paise)
           WHEN o.status = 'PENDING' AND o.received_paise IS NOT NULL
           THEN coalesce(own.paise, 0) <> o.received_paise OR o.received_paise >= o.total_paise
           ELSE o.received_paise IS NOT NULL END`,
      ],
    ],
  },
  {
    record: "payment",
    id: "p.id",
    before: `waiting AS MATERIALIZED (
          SELECT payment_id, count(*) AS waiting FROM orders o
           WHERE company_id = $1 AND ${waitsWith("o")} GROUP BY payment_id
        ), shown AS MATERIALIZED (
          SELECT payment_id, sum(amount_paise) AS shown FROM payment_evidence
           WHERE company_id = $1 AND source = 'BANK' GROUP BY payment_id
        )`,
    from: `payments p
        LEFT JOIN orders o ON o.company_id = $1 AND o.id = p.order_id
        LEFT JOIN waiting w ON w.payment_id = p.id
        LEFT JOIN shown b ON b.payment_id = p.id
        WHERE p.company_id = $1`,
    faults: [
      ["order", "p.order_id IS NOT NULL AND (o.id IS NULL OR o.member_id <> p.member_id)"],
      [
        "amount",
        // An entry's payment has the sum of its first entry; other entries may have the number too. A
        // rest that was told is what its order lacked then, and what it lacks as long as it waits.
        `p.status <> 'MERGED' AND CASE WHEN p.member_id IS NULL THEN p.amount_paise > coalesce(b.shown, 0)
           WHEN o.payment_id = p.id AND o.received_paise IS NOT NULL AND ${waitsWith("o")}
             THEN p.amount_paise <> o.total_paise - o.received_paise
           WHEN p.unapplied_because IN ('PAID_IN_PARTS', 'ORDER_ALREADY_DECIDED') THEN p.amount_paise > o.total_paise
           ELSE p.amount_paise <> o.total_paise END`,
      ],
      [
        "status",
        `CASE p.status WHEN 'WAITING' THEN coalesce(w.waiting, 0) <> 1 WHEN 'DOUBTED' THEN coalesce(w.waiting, 0) > 1
           ELSE coalesce(w.waiting, 0) > 0 END`,
      ],
      [
        "sums",
        "p.applied_paise < 0 OR p.refunded_paise < 0 OR p.applied_paise + p.refunded_paise > coalesce(p.received_paise, 0)",
      ],
      [
        "received",
        "(p.status = 'CONFIRMED') <> (p.received_paise IS NOT NULL AND p.received_at IS NOT NULL)",
      ],
      [
        "merged",
        `p.status = 'MERGED' AND (b.payment_id IS NOT NULL OR EXISTS (SELECT 1 FROM payment_keys k
           WHERE k.company_id = $1 AND k.payment_id = p.id))`,
      ],
      [
        "keys",
        `EXISTS (SELECT 1 FROM payment_keys k WHERE k.company_id = $1 AND k.payment_id = p.id AND (k.counts <> p.counts
           OR k.counts AND EXISTS (SELECT 1 FROM payment_keys o
             WHERE o.company_id = $1 AND o.key = k.key AND o.counts AND o.payment_id <> p.id)))`,
      ],
    ],
  },
  {
    record: "evidence",
    id: "e.id",
    from: `payment_evidence e
        LEFT JOIN payments p ON p.company_id = $1 AND p.id = e.payment_id
        LEFT JOIN statement_lines l ON l.company_id = $1 AND l.id = e.line_id
        WHERE e.company_id = $1`,
    faults: [
      ["payment", "p.id IS NULL OR e.payment_status <> p.status"],
      // The list of open entries reads only undecided ones.
      [
        "decided",
        "e.source = 'BANK' AND e.decided_at IS NOT NULL AND p.status IN ('WAITING', 'UNALLOCATED', 'DOUBTED')",
      ],
      [
        "entry",
        "e.source = 'BANK' AND (l.id IS NULL OR l.side <> 'CREDIT' OR (l.amount_paise, l.booked_on) <> (e.amount_paise, e.booked_on))",
      ],
    ],
  },
  {
    // Every credit of a statement is evidence of a payment from its import on.
    record: "entry",
    id: "l.id",
    from: `statement_lines l
        LEFT JOIN payment_evidence e ON e.company_id = $1 AND e.line_id = l.id
        WHERE l.company_id = $1 AND l.side = 'CREDIT'`,
    faults: [["payment", "e.id IS NULL"]],
  },
  {
    record: "application",
    id: "a.id",
    from: `payment_applications a
        LEFT JOIN orders o ON o.company_id = $1 AND o.id = a.order_id
        LEFT JOIN payments p ON p.company_id = $1 AND p.id = a.payment_id
        WHERE a.company_id = $1`,
    faults: [
      ["payment", "p.id IS NULL OR a.ended_at IS NULL AND p.status <> 'CONFIRMED'"],
      [
        "order",
        // An order that an unallocated payment of another order paid has only that payment. Its own,
        // whose approval was undone, may belong to another order since: its number was claimed again.
        `o.id IS NULL
           OR a.ended_at IS NULL AND (p.member_id <> o.member_id OR p.order_id <> coalesce(o.source_order_id, o.id))
           OR a.ended_at IS NOT NULL
             AND (p.member_id <> o.member_id OR p.order_id NOT IN (o.id, coalesce(o.source_order_id, o.id)))
             AND o.decision_count <= CASE WHEN o.status IN ('APPROVED', 'REVERSED') THEN 1 ELSE 0 END`,
      ],
      ["amount", "a.amount_paise <= 0"],
      // A payment is applied to an order at most once at a time; of two applications with the same end,
      // one is invented.
      [
        "again",
        `a.ended_at IS NOT NULL AND EXISTS (SELECT 1 FROM payment_applications b
           WHERE b.company_id = $1 AND b.order_id = a.order_id AND b.payment_id = a.payment_id AND b.id <> a.id
             AND b.ended_at = a.ended_at)`,
      ],
    ],
  },
  {
    record: "refund",
    id: "f.id",
    from: `payment_refunds f
        LEFT JOIN payments p ON p.company_id = $1 AND p.id = f.payment_id
        WHERE f.company_id = $1`,
    faults: [["payment", "p.id IS NULL OR p.status <> 'CONFIRMED' OR f.amount_paise <= 0"]],
  },
];

/** Lists a company's payment records that contradict one another, `limit` of each kind. */
export async function listOddPayments(
  db: Executor,
  companyId: string,
  limit: number,
): Promise<OddPayment[]> {
  const odd: OddPayment[] = [];
  for (const { record, id, before, from, faults } of CHECKS) {
    const fault = faults.map(([name, condition]) => `WHEN ${condition} THEN '${name}'`).join(" ");
    const rows = await runText(
      db,
      `${before ? `WITH ${before} ` : ""}SELECT id, fault FROM (SELECT ${id}::text AS id, CASE ${fault} END AS fault FROM ${from}) AS each
        WHERE fault IS NOT NULL ORDER BY id LIMIT $2`,
      [companyId, limit],
    );
    odd.push(...rows.map((row) => ({ record, id: String(row.id), fault: String(row.fault) })));
  }
  return odd;
}

/** A payment with its keys, and the numbers that persons typed for it. */
export interface NumberedPayment {
  id: string;
  reference: string | null;
  /** True if a person has named it. */
  isNamed: boolean;
  keys: { key: string; source: "TYPED" | "BANK" }[];
  /** References of its submissions and of admins. */
  typed: string[];
}

/** Lists payments by id, after one, to compare their keys with their numbers. */
export async function listNumbered(
  db: Executor,
  companyId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<NumberedPayment[]> {
  const found = await db
    .select({
      id: payments.id,
      reference: payments.reference,
      memberId: payments.memberId,
      status: payments.status,
    })
    .from(payments)
    .where(and(eq(payments.companyId, companyId), after ? gt(payments.id, after) : undefined))
    .orderBy(asc(payments.id))
    .limit(limit);
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  const keys = await db
    .select({ id: paymentKeys.paymentId, key: paymentKeys.key, source: paymentKeys.source })
    .from(paymentKeys)
    .where(and(eq(paymentKeys.companyId, companyId), inArray(paymentKeys.paymentId, ids)));
  const evidence = await db
    .select({
      id: paymentEvidence.paymentId,
      reference: paymentEvidence.reference,
      source: paymentEvidence.source,
    })
    .from(paymentEvidence)
    .where(and(eq(paymentEvidence.companyId, companyId), inArray(paymentEvidence.paymentId, ids)));
  const keysById = byId(keys);
  const evidenceById = byId(evidence);
  return found.map(({ id, reference, memberId, status }) => ({
    id,
    reference,
    isNamed: memberId !== null && status !== "MERGED",
    keys: keysById.get(id) ?? [],
    typed: (evidenceById.get(id) ?? []).flatMap((one) =>
      one.source !== "BANK" && one.reference !== null ? [one.reference] : [],
    ),
  }));
}

function byId<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const same = found.get(row.id);
    if (same) same.push(row);
    else found.set(row.id, [row]);
  }
  return found;
}
