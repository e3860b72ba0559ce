import { desc, eq } from "drizzle-orm";
import { type Executor, runText } from "@db/client";
import { allocations } from "@db/schema";
import { chainAllocation } from "@server/ledger/rules/hash-chain.server";

/** Rows that a statement inserts. */
const AT_ONCE = 2000;
/** The id of member n, and of what is theirs. */
const NTH = "('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid";

/** Runs a statement for some thousand members after another: $2 and $3 are the first and the last. */
export async function forMembers(
  db: Executor,
  { companyId, members }: { companyId: string; members: number },
  write: (nth: string) => string,
  ...more: string[]
): Promise<void> {
  for (let from = 1; from <= members; from += AT_ONCE) {
    const last = Math.min(members, from + AT_ONCE - 1);
    await runText(db, write(NTH), [companyId, from, last, ...more]);
  }
}

/**
 * Adds members to a company in which one order was allocated, each with a proven wallet and a reward of 10
 * tokens in the ledger.
 */
export async function fillLaunch(
  db: Executor,
  company: { companyId: string; members: number },
): Promise<void> {
  const { companyId, members } = company;
  await forMembers(
    db,
    company,
    (nth) => `INSERT INTO users (company_id, id, role, name, email, mobile, referral_code)
      SELECT $1, ${nth}, 'USER', 'M ' || n, 'm' || n || '@large.example',
             '+9190000' || lpad(n::text, 6, '0'), 'L' || n
        FROM generate_series($2::int, $3::int) n`,
  );
  await forMembers(
    db,
    company,
    (nth) => `INSERT INTO wallets (company_id, id, member_id, session_id, address, nonce, message,
        expires_at, signature, proof, proved_at, valid_from)
      SELECT $1, ${nth}, ${nth}, 's', '0x' || lpad(n::text, 40, 'a'), n::text, 'm', now(), '0x',
             'PASTED', now(), now()
        FROM generate_series($2::int, $3::int) n`,
  );
  const [last] = await db
    .select()
    .from(allocations)
    .where(eq(allocations.companyId, companyId))
    .orderBy(desc(allocations.sequence))
    .limit(1);
  if (!last) throw new Error("The company has allocated nothing.");
  let head: { sequence: number; hash: string } = last;
  for (let from = 1; from <= members; from += AT_ONCE) {
    const rows = [];
    for (let n = from; n < from + AT_ONCE && n <= members; n += 1) {
      const id = `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
      const { orderId, decision, createdAt } = last;
      const reward = { companyId, id, memberId: id, orderId, quantity: 10, decision, createdAt };
      const next = chainAllocation(
        { ...reward, kind: "REFERRAL", terms: "0".repeat(64), reverses: null },
        head,
      );
      rows.push(next);
      head = next;
    }
    await db.insert(allocations).values(rows);
  }
  await runText(
    db,
    `UPDATE supplies SET chain_sequence = $2, chain_hash = $3, allocated = allocated + $4
      WHERE company_id = $1 AND pool = 'REFERRAL'`,
    [companyId, head.sequence, head.hash, 10 * members],
  );
  await runText(db, "ANALYZE", []);
}
