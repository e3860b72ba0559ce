import { sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { runPrepared } from "@db/prepared";
import type { IdentityRules } from "@db/vocabulary";
import type { Unproven } from "@server/orders/contracts/review";
import type { Person } from "@server/companies/rules/person-limits";
import { isProven } from "@server/members/rules/identity/standing";

type Row = {
  isApproved: boolean;
  state: string | null;
  verifiedAt: string | null;
  verifiedUntil: string | null;
  tokens: string;
  paise: string;
  now: string;
};

/**
 * Adds up the orders of the person who has an account that are held, submitted or approved: of the
 * account itself, and of every account of the company that was sent, or verified, with the same PAN.
 * `isIdentitySent` tells that the evidence of the account waits for the company.
 * With `isOpenLeft` the account's own OPEN order is left out, which a new one replaces.
 * Two counts are one after the other only under the lock of the pool's row.
 */
export async function ordersOfPerson(
  db: Executor,
  rules: IdentityRules,
  {
    companyId,
    memberId,
    isOpenLeft = false,
  }: { companyId: string; memberId: string; isOpenLeft?: boolean },
): Promise<Person & { isIdentitySent: boolean }> {
  const [row] = await runPrepared<Row>(
    db,
    "orders_of_person",
    sql`
    WITH own AS (
      SELECT state, pan_hash, verified_at, verified_until FROM identity_cases
       WHERE company_id = ${companyId} AND member_id = ${memberId}
    ), people AS (
      SELECT ${memberId}::uuid AS id
       UNION
      SELECT c.member_id FROM own JOIN identity_cases c ON c.company_id = ${companyId} AND c.pan_hash = own.pan_hash
       WHERE c.sent_count > 0 OR c.verified_at IS NOT NULL
    ), bought AS (
      SELECT coalesce(sum(coalesce(o.approved_quantity, o.quantity)), 0) AS tokens,
             coalesce(sum(coalesce(o.approved_amount_paise, o.amount_paise)), 0) AS paise
        FROM people JOIN orders o ON o.company_id = ${companyId} AND o.member_id = people.id
         AND o.status IN ('OPEN', 'PENDING', 'APPROVED')
         AND NOT (${isOpenLeft} AND o.status = 'OPEN' AND o.member_id = ${memberId})
    )
    SELECT u.is_approved AS "isApproved", own.state, own.verified_at AS "verifiedAt", own.verified_until AS "verifiedUntil",
           bought.tokens, bought.paise, statement_timestamp() AS now
      FROM bought CROSS JOIN users u LEFT JOIN own ON true
     WHERE u.company_id = ${companyId} AND u.id = ${memberId}`,
  );
  if (!row) throw new Error("A person has an account.");
  const dated = (at: string | null) => (at === null ? null : new Date(at));
  const facts = {
    state: "VERIFIED" as const,
    verifiedAt: dated(row.verifiedAt),
    verifiedUntil: dated(row.verifiedUntil),
  };
  return {
    isVerified: row.isApproved && (rules.asks === "NOTHING" || isProven(facts, new Date(row.now))),
    isIdentitySent: row.state === "SENT",
    tokens: Number(row.tokens),
    paise: Number(row.paise),
  };
}

/**
 * Returns the paise of the orders of those of these members who exceed the sum above which the company
 * asks for evidence, and have given none that counts; empty where it asks otherwise. Unlike
 * `ordersOfPerson` it adds up each account alone: it informs, and refuses nothing.
 */
export async function listUnproven(
  db: Executor,
  { asks, abovePaise }: IdentityRules,
  companyId: string,
  memberIds: readonly string[],
): Promise<Map<string, Unproven>> {
  if (asks !== "ABOVE" || abovePaise === null || memberIds.length === 0) return new Map();
  const rows = await runPrepared<{ id: string; paise: string }>(
    db,
    "orders_of_unproven",
    sql`
    SELECT o.member_id AS id, sum(coalesce(o.approved_amount_paise, o.amount_paise)) AS paise
      FROM orders o
      JOIN users u ON u.company_id = o.company_id AND u.id = o.member_id
      LEFT JOIN identity_cases c ON c.company_id = o.company_id AND c.member_id = o.member_id
     WHERE o.company_id = ${companyId} AND o.member_id = ANY (${sql.param([...new Set(memberIds)])}::uuid[])
       AND o.status IN ('OPEN', 'PENDING', 'APPROVED')
       AND NOT coalesce(u.is_approved AND c.verified_at IS NOT NULL
         AND (c.verified_until IS NULL OR c.verified_until > statement_timestamp()), false)
     GROUP BY o.member_id
    HAVING sum(coalesce(o.approved_amount_paise, o.amount_paise)) > ${abovePaise}`,
  );
  return new Map(
    rows.map(({ id, paise }) => [id, { orderedPaise: Number(paise), limitPaise: abovePaise }]),
  );
}
