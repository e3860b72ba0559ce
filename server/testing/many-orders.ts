import { type Executor, runText, transact, withoutTimeouts } from "@db/client";
import { newId } from "@db/ids";

export interface ManyOrders {
  companyId: string;
  /** Number of members, of whom the first has referred all others. */
  members: number;
  /** Number of orders of each member but the first: all approved, except the last, pending one. */
  each: number;
}

/**
 * Inserts a company with many members and orders, set by set with the triggers enabled. Holdings, pool
 * and orders agree; the chain's hashes are not those of its texts. Returns the first member.
 */
export function insertManyOrders(db: Executor, wanted: ManyOrders): Promise<string> {
  return transact(db, async (tx) => {
    await withoutTimeouts(tx);
    return insertAll(tx, wanted);
  });
}

async function insertAll(db: Executor, { companyId, members, each }: ManyOrders): Promise<string> {
  const first = newId();
  const run = (text: string) => runText(db, text, [companyId, first]);
  await run(
    `INSERT INTO users (company_id, id, role, name, email, mobile, referral_code, referrer_id, is_approved, created_at)
     SELECT $1, CASE WHEN n = 1 THEN $2::uuid ELSE gen_random_uuid() END, 'USER', 'Member ' || n, 'many' || n || '@many.example', '+91' || (6000000000 + n),
            'MANY' || n, CASE WHEN n > 1 THEN $2::uuid END, n % 10 <> 0, now() - interval '1 minute' * n
       FROM generate_series(1, ${members}) AS n`,
  );
  await run(
    `INSERT INTO orders (company_id, id, member_id, order_number, amount_paise, price_micro_rupees, fee_bps, quantity, fee_paise,
                         total_paise, status, held_quantity, held_reward, reward_bps, referrer_id, hold_ends_at, payment_method,
                         submitted_at, submission_version, decision_count, terms_salt, decided_at, reward_state, reward_tokens, created_at)
     SELECT $1, gen_random_uuid(), u.id, 'PUR-' || u.referral_code || '-' || n, 100000, 10000000, 0, 100, 0, 100000,
            CASE WHEN n = ${each} THEN 'PENDING' ELSE 'APPROVED' END, CASE WHEN n = ${each} THEN 100 ELSE 0 END,
            CASE WHEN n = ${each} THEN 5 ELSE 0 END, 500, $2, now(), (ARRAY['BANK','UPI','MANUAL','CRYPTO'])[1 + n % 4],
            now() - interval '1 day' - interval '1 second' * n, 1, CASE WHEN n < ${each} THEN 1 ELSE 0 END, repeat('0', 64), CASE WHEN n < ${each} THEN now() END,
            CASE WHEN n < ${each} THEN 'ALLOCATED' END, CASE WHEN n < ${each} THEN 5 END, now() - interval '1 second' * n
       FROM users u CROSS JOIN generate_series(1, ${each}) AS n WHERE u.company_id = $1 AND u.referrer_id = $2`,
  );
  await run(
    `INSERT INTO allocations (company_id, sequence, id, member_id, quantity, kind, order_id, decision, previous_hash, hashed_bytes, hash)
     SELECT $1, row_number() OVER (ORDER BY o.id, is_reward), gen_random_uuid(), CASE WHEN is_reward THEN $2::uuid ELSE o.member_id END,
            CASE WHEN is_reward THEN 5 ELSE 100 END, CASE WHEN is_reward THEN 'REFERRAL' ELSE 'PURCHASE' END, o.id, 1, '', '',
            encode(sha256(convert_to(o.id::text || is_reward, 'UTF8')), 'hex')
       FROM orders o CROSS JOIN (VALUES (false), (true)) AS kinds (is_reward) WHERE o.company_id = $1 AND o.status = 'APPROVED'`,
  );
  await runText(
    db,
    `UPDATE supplies SET total = greatest(total, sums.held + sums.allocated), held = sums.held, allocated = sums.allocated,
            chain_sequence = sums.sequence, chain_hash = (SELECT hash FROM allocations WHERE company_id = $1 AND sequence = sums.sequence)
       FROM (SELECT (SELECT max(sequence) FROM allocations WHERE company_id = $1) AS sequence,
 (SELECT sum(held_quantity + held_reward) FROM orders WHERE company_id = $1) AS held,
                    (SELECT sum(quantity) FROM allocations WHERE company_id = $1) AS allocated) AS sums
      WHERE company_id = $1 AND pool = 'REFERRAL'`,
    [companyId],
  );
  await runText(db, "ANALYZE users, orders, allocations, holdings", []);
  return first;
}
