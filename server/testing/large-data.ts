import { type Executor, runText, transact, withoutTimeouts } from "@db/client";

export interface LargeData {
  /** Number of orders of all companies together; a fifth as many members. */
  orders: number;
  companies: number;
  /** Seed: with the same size and time it gives the same rows. */
  seed: number;
  /** Time of the newest order. */
  endsAt: Date;
}

/** Numbers of rows written, and the companies that they belong to. */
export interface Filled {
  companyIds: string[];
  rows: Record<string, number>;
}

/** Duration of the sale in days. */
const DAYS = 180;
const FILLED_TABLES = ["users", "medias", "orders", "payments", "payment_keys"];

/**
 * Fills a migrated, empty database with companies of equal size: a fifth as many members as orders,
 * 8 % of the orders pending, the others decided, expired, cancelled or (one in a thousand) open. Holds,
 * pools, proofs and the payments of pending orders agree with the orders;
 * decided orders have no allocations, so that the ledger of these companies does not verify.
 *
 * Works set by set inside the server: the indexes are dropped before and built after, and triggers
 * and foreign keys rest, which needs a superuser. `checkLarge` counts what they would have refused.
 */
export async function fillLarge(db: Executor, data: LargeData): Promise<Filled> {
  const perCompany = Math.floor(data.orders / data.companies);
  return transact(db, async (tx) => {
    await withoutTimeouts(tx);
    const run = (text: string) => runText(tx, text, []);
    await run(
      "SET LOCAL session_replication_role = replica; SET LOCAL maintenance_work_mem = '1GB'; SET LOCAL work_mem = '256MB'; SET LOCAL synchronous_commit = off",
    );
    // Indexes of constraints stay.
    const indexes = await run(`
      SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
        FROM pg_index
       WHERE indrelid = ANY ('{${FILLED_TABLES.join(",")}}'::regclass[]) AND NOT indisprimary
          AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = indexrelid AND c.contype = 'u')`);
    for (const { name } of indexes) await run(`DROP INDEX ${String(name)}`);
    for (const statement of statements(data, perCompany)) await run(statement);
    for (const { definition } of indexes) await run(String(definition));
    await run("SELECT recount_holdings()");
    const companies = await run("SELECT id FROM companies ORDER BY id");
    const rows: Record<string, number> = {};
    for (const table of ["companies", ...FILLED_TABLES]) {
      const [counted] = await run(`SELECT count(*)::int AS rows FROM ${table}`);
      rows[table] = Number(counted?.rows);
    }
    return { companyIds: companies.map(({ id }) => String(id)), rows };
  });
}

/** Lists violations of the disabled constraints; empty for consistent data. */
export async function checkLarge(db: Executor): Promise<string[]> {
  const rows = await runText(
    db,
    `SELECT 'orders of nobody' AS fault, count(*)::int AS rows FROM orders o
      WHERE NOT EXISTS (SELECT FROM users u WHERE u.company_id = o.company_id AND u.id = o.member_id)
     UNION ALL
     SELECT 'referrers that are nobody', count(*) FROM users u WHERE referrer_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM users r WHERE r.company_id = u.company_id AND r.id = u.referrer_id)
     UNION ALL
     SELECT 'proofs that are no file', count(*) FROM orders o WHERE proof_media_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM medias m WHERE m.company_id = o.company_id AND m.id = o.proof_media_id)
     UNION ALL
     SELECT 'pools with other holds', count(*) FROM supplies s WHERE pool = 'REFERRAL' AND held <>
        (SELECT coalesce(sum(held_quantity + held_reward), 0) FROM orders o WHERE o.company_id = s.company_id)`,
    [],
  );
  return rows
    .filter((row) => Number(row.rows) > 0)
    .map((row) => `${String(row.rows)} ${String(row.fault)}`);
}

const FIRST =
  "Asha,Vikram,Meera,Rohan,Anita,Suresh,Kavita,Arjun,Divya,Manoj,Priya,Rahul,Sunita,Amit,Neha,Rajesh,Pooja,Sanjay,Lakshmi,Deepak,Farah,Imran,Gurpreet,Harjit,Thomas,Mary,Nikhil,Ishaan,Tara,Zoya,आशा,विक्रम,मीरा,रोहन,अनिता,सुरेश,Bhavna,Chetan,Esha,Gopal";
const LAST =
  "Rao,Sharma,Verma,Iyer,Nair,Khan,Singh,Kaur,Patel,Shah,Gupta,Mehta,Das,Bose,Reddy,Naidu,Pillai,Menon,Joshi,Kulkarni,Desai,Fernandes,Mathew,Thakur,Yadav,Mishra,Tiwari,Dubey,शर्मा,वर्मा,सिंह,राव,Chopra,Kapoor,Malhotra,Bhatt,Trivedi,Ghosh,Sen,Roy,Dutta,Saxena,Agarwal,Bansal,Goel,Jain,Bhatia,Sethi,Khanna,Anand";

function statements({ companies, seed, endsAt }: LargeData, perCompany: number): string[] {
  const members = Math.max(10, Math.floor(perCompany / 5));
  const end = `'${endsAt.toISOString()}'::timestamptz`;
  const start = `(${end} - interval '${DAYS} days')`;
  const at = (n: string, of: number) =>
    `${start} + interval '${DAYS} days' * ((${n})::float8 / ${of})`;
  /** Returns a number from 0 to `below` - 1, the same for the same row and purpose. */
  const pick = (n: string, purpose: number, below: number | string) =>
    `(abs(hashint8extended(c.n * 100000000 + ${n}, ${seed * 100 + purpose})) % (${below}))`;
  /** Returns a UUIDv7 of that time. */
  const uuid = (n: string, purpose: number, time: string) =>
    `(SELECT (lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid FROM md5('${seed} ${purpose} ' || c.n || ' ' || ${n}) AS h)`;
  const listed = (text: string) => `'{${text}}'::text[]`;
  return [
    `CREATE TEMP TABLE c ON COMMIT DROP AS
       SELECT n, (lpad(to_hex((extract(epoch FROM ${start}) * 1000)::bigint), 12, '0') || '7' || substr(md5('${seed} ' || n), 1, 3) || '8' || substr(md5('${seed} ' || n), 4, 15))::uuid AS id
         FROM generate_series(1::bigint, ${companies}) AS n`,
    `INSERT INTO companies (id, name, email, mobile, token_name, token_symbol, price_micro_rupees, fee_bps, total_supply, created_at)
     SELECT id, 'Large ' || n, 'desk@large' || n || '.example', '+9198765000' || lpad(n::text, 2, '0'), 'Large token ' || n, 'LARGE' || n, 10000000, 250, 1000000000000, ${start} FROM c`,
    `INSERT INTO supplies (company_id, pool, total)
     SELECT c.id, pool, share * 100000000::bigint FROM c, (VALUES ('PUBLIC', 5000), ('REFERRAL', 3000), ('ANGEL', 1000), ('FOUNDER', 750), ('AIRDROP', 250)) AS pools (pool, share)`,
    // The first person of a company is its admin.
    `CREATE TEMP TABLE m ON COMMIT DROP AS
       SELECT c.n AS c, c.id AS company_id, i AS n, joined, ${uuid("i", 1, "joined")} AS id,
              CASE WHEN i > 10 AND ${pick("i", 2, 10)} < 6 THEN 2 + ${pick("i", 3, "i - 2")} END AS referrer
         FROM c, generate_series(1::bigint, ${members}) AS i, LATERAL (SELECT ${at("i", members)} AS joined) AS j`,
    `CREATE UNIQUE INDEX ON m (c, n)`,
    `ANALYZE m`,
    `INSERT INTO users (company_id, id, role, name, email, mobile, referral_code, referrer_id, status, is_approved, email_verified_at, created_at, updated_at)
     SELECT m.company_id, m.id, CASE WHEN m.n = 1 THEN 'ADMIN' ELSE 'USER' END,
            (${listed(FIRST)})[1 + ${pick("m.n", 4, FIRST.split(",").length)}] || ' ' || (${listed(LAST)})[1 + ${pick("m.n", 5, LAST.split(",").length)}],
            'person' || m.n || '@large' || m.c || '.example',
            '+91' || (6000000000 + ${pick("m.n", 6, 4_000_000_000)}),
            'LG' || m.c || lpad((m.n * 7368787 % 9999991)::text, 7, '0'),
            r.id,
            CASE WHEN m.n = 1 THEN 'ACTIVE' WHEN ${pick("m.n", 7, 100)} < 97 THEN 'ACTIVE' WHEN ${pick("m.n", 7, 100)} < 99 THEN 'INACTIVE' ELSE 'BLOCKED' END,
            m.n = 1 OR ${pick("m.n", 8, 10)} > 0, m.joined, m.joined, m.joined
       FROM m JOIN c ON c.n = m.c LEFT JOIN m AS r ON r.c = m.c AND r.n = m.referrer`,
    `CREATE TEMP TABLE o ON COMMIT DROP AS
       SELECT c.n AS c, c.id AS company_id, g, made, ${uuid("g", 10, "made")} AS id, status,
              -- Every open order is of another member.
              CASE WHEN status = 'OPEN' THEN 2 + (g / 1000) % ${members - 1} ELSE 2 + ${pick("g", 11, `greatest(1, g * ${members - 1} / ${perCompany})`)} END AS member,
              50000 + 100 * ${pick("g", 12, 5000)} AS amount, ${pick("g", 13, 100)} AS method
         FROM c, generate_series(1::bigint, ${perCompany}) AS g,
              LATERAL (SELECT ${at("g", perCompany)} AS made,
                CASE WHEN g > ${perCompany} * 0.6 AND g % 5 = 0 THEN 'PENDING'
                     WHEN g % 1000 = 1 AND g / 1000 < ${members - 1} THEN 'OPEN'
                     ELSE (CASE WHEN ${pick("g", 14, 100)} < 88 THEN 'APPROVED' WHEN ${pick("g", 14, 100)} < 93 THEN 'REJECTED'
                                WHEN ${pick("g", 14, 100)} < 94 THEN 'REVERSED' WHEN ${pick("g", 14, 100)} < 98 THEN 'EXPIRED' ELSE 'CANCELLED' END) END AS status) AS s`,
    `INSERT INTO medias (company_id, id, owner_id, owner_role, content_type, file_name, size_bytes, sha256, storage_key, created_at, sweep_after)
     SELECT o.company_id, o.id, m.id, 'USER', 'image/png', 'proof.png', 1000, encode(sha256(convert_to(o.id::text, 'UTF8')), 'hex'), 'large/' || o.id, o.made, NULL
       FROM o JOIN m ON m.c = o.c AND m.n = o.member WHERE status = 'PENDING'`,
    `INSERT INTO orders (company_id, id, member_id, order_number, amount_paise, price_micro_rupees, fee_bps, quantity, fee_paise, total_paise,
                         status, held_quantity, held_reward, reward_bps, referrer_id, hold_ends_at, payment_method, reference, proof_media_id,
                         paid_amount_paise, flags, submitted_at, submission_version, decision_count, terms_salt, decided_at, decided_by, decision_reason, reversed_at, created_at, updated_at)
     SELECT o.company_id, o.id, m.id, 'PUR-' || lpad((o.g * 7368787 % 9999991)::text, 7, '0'), o.amount, 10000000, 250, quantity, fee, o.amount + fee,
            o.status, CASE WHEN holds THEN quantity ELSE 0 END, CASE WHEN holds THEN reward ELSE 0 END,
            CASE WHEN reward > 0 THEN 500 END, r.id,
            CASE WHEN o.status = 'OPEN' THEN ${end} ELSE o.made END + interval '15 minutes',
            paid_by, CASE WHEN paid_by IN ('BANK', 'UPI') THEN 'N' || (100000000000 + o.g * 734593) END,
            CASE WHEN o.status = 'PENDING' THEN o.id END,
            CASE WHEN paid_by IS NOT NULL THEN o.amount + fee END,
            CASE WHEN o.g % 50 = 0 AND paid_by IS NOT NULL THEN '["AMOUNT_DIFFERS"]'::jsonb ELSE '[]' END,
            CASE WHEN paid_by IS NOT NULL THEN o.made + interval '5 minutes' END, CASE WHEN paid_by IS NULL THEN 0 ELSE 1 END,
            CASE WHEN is_decided THEN 1 ELSE 0 END, encode(sha256(convert_to(o.id::text, 'UTF8')), 'hex'), CASE WHEN is_decided THEN o.made + interval '1 hour' END, CASE WHEN is_decided THEN a.id END,
            CASE WHEN o.status IN ('REJECTED', 'REVERSED') THEN 'No such payment arrived.' END,
            CASE WHEN o.status = 'REVERSED' THEN o.made + interval '2 hours' END, o.made, o.made
       FROM o JOIN m ON m.c = o.c AND m.n = o.member JOIN m AS a ON a.c = o.c AND a.n = 1 LEFT JOIN m AS r ON r.c = m.c AND r.n = m.referrer,
            LATERAL (SELECT o.amount / 1000 AS quantity, (o.amount * 250 + 5000) / 10000 AS fee, o.status IN ('OPEN', 'PENDING') AS holds,
                            o.status IN ('APPROVED', 'REJECTED', 'REVERSED') AS is_decided) AS q,
            LATERAL (SELECT CASE WHEN r.id IS NULL THEN 0 ELSE q.quantity * 500 / 10000 END AS reward,
                            CASE WHEN is_decided OR o.status = 'PENDING' THEN
                              CASE WHEN o.status = 'PENDING' AND o.method >= 80 THEN 'BANK' WHEN o.method < 35 THEN 'BANK' WHEN o.method < 80 THEN 'UPI' WHEN o.method < 98 THEN 'MANUAL' ELSE 'CRYPTO' END END AS paid_by) AS p
      ORDER BY o.made`,
    `UPDATE orders o SET reward_state = CASE o.status WHEN 'APPROVED' THEN 'ALLOCATED' ELSE 'WITHDRAWN' END, reward_tokens = o.quantity * o.reward_bps / 10000,
            reward_reason = CASE o.status WHEN 'REJECTED' THEN 'ORDER_REJECTED' WHEN 'REVERSED' THEN 'ORDER_REVERSED' END, reward_decided_at = o.decided_at
      WHERE o.status IN ('APPROVED', 'REJECTED', 'REVERSED') AND o.reward_bps IS NOT NULL AND o.quantity * o.reward_bps >= 10000`,
    `UPDATE supplies s SET held = sums.held
       FROM (SELECT company_id, sum(held_quantity + held_reward) AS held FROM orders WHERE status IN ('OPEN', 'PENDING') GROUP BY 1) AS sums
      WHERE s.company_id = sums.company_id AND s.pool = 'REFERRAL'`,
    `INSERT INTO payments (company_id, id, member_id, order_id, status, method, reference, amount_paise, reported_paise, proof_media_id, created_at, updated_at)
     SELECT company_id, id, member_id, id, 'WAITING', payment_method, reference, total_paise, paid_amount_paise, proof_media_id, submitted_at, submitted_at FROM orders WHERE status = 'PENDING'`,
    `INSERT INTO payment_keys (company_id, payment_id, key, source, counts)
     SELECT company_id, id, reference, 'TYPED', true FROM orders WHERE status = 'PENDING' AND reference IS NOT NULL`,
    `UPDATE orders SET payment_id = id WHERE status = 'PENDING'`,
  ];
}
