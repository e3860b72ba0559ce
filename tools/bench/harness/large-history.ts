import { type Executor, runText, transact, withoutTimeouts } from "@db/client";

/** Tables whose indexes are built after the rows. */
const FILLED = [
  "allocations",
  "audit_entries",
  "audit_seals",
  "statement_lines",
  "payments",
  "payment_keys",
  "payment_evidence",
  "payment_applications",
];

/** Returns the parts of a UUIDv7 of the order's time; `salt` makes it another than the order's. */
const uuid = (salt: string, at: string) =>
  `(lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5('${salt}' || o.id), 1, 3) || '8' || substr(md5('${salt}' || o.id), 4, 15))::uuid`;

const entry = (action: string, at: string, actor: string, role: string, where: string) =>
  `INSERT INTO audit_entries (company_id, id, actor_id, actor_role, action, subject_type, subject_id, after, created_at)
   SELECT o.company_id, ${uuid(action, at)}, ${actor}, '${role}', '${action}', 'order', o.id::text,
          jsonb_build_object('quantity', o.quantity, 'totalPaise', o.total_paise), ${at}
     FROM orders o WHERE ${where}`;

const DECIDED = "o.decided_at IS NOT NULL";
const ALLOCATED = "o.status IN ('APPROVED', 'REVERSED')";

const STATEMENTS = [
  // No verification accepts these hashes: a bench reads the rows, not the chain.
  `INSERT INTO allocations (company_id, sequence, id, member_id, quantity, kind, order_id, decision, previous_hash, hashed_bytes, hash, created_at)
   SELECT company_id, row_number() OVER (PARTITION BY company_id ORDER BY at, kind), id, member_id, quantity, kind, order_id, 1,
          '', repeat('.', 300), encode(sha256(convert_to(id::text, 'UTF8')), 'hex'), at
     FROM (
       SELECT o.company_id, ${uuid("purchase", "o.decided_at")} AS id, o.member_id, o.quantity, 'PURCHASE' AS kind, o.id AS order_id, o.decided_at AS at
         FROM orders o WHERE ${ALLOCATED}
       UNION ALL
       SELECT o.company_id, ${uuid("referral", "o.decided_at")}, o.referrer_id, o.quantity / 20, 'REFERRAL', o.id, o.decided_at
         FROM orders o WHERE ${ALLOCATED} AND o.referrer_id IS NOT NULL
       UNION ALL
       SELECT o.company_id, ${uuid("reversal", "o.reversed_at")}, o.member_id, -o.quantity, 'REVERSAL', o.id, o.reversed_at
         FROM orders o WHERE o.status = 'REVERSED'
     ) AS allocated`,
  `UPDATE supplies s SET allocated = sums.tokens, chain_sequence = sums.sequence,
          chain_hash = (SELECT hash FROM allocations a WHERE a.company_id = s.company_id AND a.sequence = sums.sequence)
     FROM (SELECT company_id, sum(quantity) AS tokens, max(sequence) AS sequence FROM allocations GROUP BY company_id) AS sums
    WHERE s.company_id = sums.company_id AND s.pool = 'REFERRAL'`,
  entry("order.created", "o.created_at", "o.member_id", "USER", "true"),
  entry("order.submitted", "o.submitted_at", "o.member_id", "USER", "o.submitted_at IS NOT NULL"),
  entry("order.approved", "o.decided_at", "o.decided_by", "ADMIN", `${DECIDED} AND ${ALLOCATED}`),
  entry("order.rejected", "o.decided_at", "o.decided_by", "ADMIN", "o.status = 'REJECTED'"),
  // All entries are sealed here, since their trigger stays on.
  `INSERT INTO audit_seals (company_id, sequence, entry_id, hash)
   SELECT company_id, row_number() OVER (PARTITION BY company_id ORDER BY id), id, encode(sha256(convert_to(id::text, 'UTF8')), 'hex')
     FROM audit_entries`,
  "TRUNCATE audit_unsealed",
  // The bank's entries of approved orders, and one in a hundred that pays none.
  `INSERT INTO statement_lines (company_id, id, account_id, line_key, occurrence, booked_on, amount_paise, side, narration, reference, created_at)
   SELECT o.company_id, ${uuid("line", "o.decided_at")}, o.company_id, md5(o.id::text), 1, (o.submitted_at AT TIME ZONE 'Asia/Kolkata')::date, o.total_paise, 'CREDIT',
          'NEFT CR ' || o.reference || ' ' || o.order_number, o.reference, o.decided_at
     FROM orders o WHERE o.status = 'APPROVED' AND o.payment_method = 'BANK'`,
  `INSERT INTO payments (company_id, id, member_id, order_id, status, method, reference, amount_paise, received_paise, applied_paise, received_at,
                         confirmed_by, settled_note, settled_by, settled_at, created_at, updated_at)
   SELECT o.company_id, o.id, CASE WHEN NOT is_aside THEN o.member_id END, CASE WHEN NOT is_aside THEN o.id END,
          CASE WHEN is_aside THEN 'PUT_AWAY' ELSE 'CONFIRMED' END, 'BANK', o.reference, o.total_paise,
          CASE WHEN NOT is_aside THEN o.total_paise END, CASE WHEN is_aside THEN 0 ELSE o.total_paise END,
          CASE WHEN NOT is_aside THEN o.decided_at END, CASE WHEN NOT is_aside THEN o.decided_by END,
          CASE WHEN is_aside THEN 'Interest of the account.' END, CASE WHEN is_aside THEN o.decided_by END,
          CASE WHEN is_aside THEN o.decided_at END, o.decided_at, o.decided_at
     FROM orders o, LATERAL (SELECT o.quantity % 100 = 0 AS is_aside) AS a
    WHERE o.status = 'APPROVED' AND o.payment_method = 'BANK'`,
  `INSERT INTO payment_keys (company_id, payment_id, key, source, counts)
   SELECT company_id, id, reference, 'BANK', true FROM payments WHERE status IN ('CONFIRMED', 'PUT_AWAY')`,
  `INSERT INTO payment_evidence (company_id, id, payment_id, payment_status, source, line_id, booked_on, amount_paise, reference, by, created_at, decided_at, decided_by)
   SELECT o.company_id, ${uuid("evidence", "o.decided_at")}, o.id, CASE WHEN o.quantity % 100 = 0 THEN 'PUT_AWAY' ELSE 'CONFIRMED' END,
          'BANK', ${uuid("line", "o.decided_at")}, (o.submitted_at AT TIME ZONE 'Asia/Kolkata')::date, o.total_paise, o.reference,
          o.decided_by, o.decided_at, o.decided_at, o.decided_by
     FROM orders o WHERE o.status = 'APPROVED' AND o.payment_method = 'BANK'`,
  // The confirmed payments of all other approved orders, and what each payment paid.
  `INSERT INTO payments (company_id, id, member_id, order_id, status, method, reference, amount_paise, received_paise, applied_paise, received_at,
                         confirmed_by, created_at, updated_at)
   SELECT o.company_id, o.id, o.member_id, o.id, 'CONFIRMED', o.payment_method, o.reference, o.total_paise, o.total_paise, o.total_paise,
          o.decided_at, o.decided_by, o.decided_at, o.decided_at
     FROM orders o WHERE o.status = 'APPROVED' AND o.payment_method <> 'BANK'`,
  `INSERT INTO payment_applications (company_id, id, payment_id, order_id, amount_paise, created_at)
   SELECT company_id, id, id, order_id, applied_paise, received_at FROM payments WHERE status = 'CONFIRMED'`,
];

/**
 * Gives the companies of `fillLarge` the other rows of their orders: allocations, audit entries,
 * and entries of bank statements. Triggers are off meanwhile but those that are always enabled, which needs a
 * superuser.
 */
export async function fillHistory(db: Executor): Promise<void> {
  await transact(db, async (tx) => {
    await withoutTimeouts(tx);
    const run = (text: string) => runText(tx, text, []);
    await run(
      "SET LOCAL session_replication_role = replica; SET LOCAL maintenance_work_mem = '1GB'; SET LOCAL work_mem = '256MB'; SET LOCAL synchronous_commit = off",
    );
    const indexes = await run(`
      SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
        FROM pg_index
       WHERE indrelid = ANY ('{${FILLED.join(",")}}'::regclass[]) AND NOT indisprimary
          AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = indexrelid AND c.contype = 'u')`);
    for (const { name } of indexes) await run(`DROP INDEX ${String(name)}`);
    for (const statement of STATEMENTS) await run(statement);
    for (const { definition } of indexes) await run(String(definition));
    await run("SELECT recount_holdings()");
  });
}
