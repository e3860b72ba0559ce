import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { runPrepared } from "@db/prepared";
import { beneficiaries } from "@db/schema";
import { isPayable, type NamedAccount, type PayableAccount } from "@server/companies";

export interface MemberAllowance {
  isApproved: boolean;
  pendingOrders: number;
  pendingTokens: number;
  unprovedTokens: number;
  poolTokens: number;
  /** Tokens of the private pool that are neither held nor allocated. */
  freeTokens: number;
  newerOrders: number;
  /** Time of the count, by the database's clock. */
  now: Date;
}

type CountedRow = Record<Exclude<keyof MemberAllowance, "isApproved">, string> &
  Pick<MemberAllowance, "isApproved">;

/** Tokens that an order holds for its buyer, without the bonus, which no limit counts. */
const bought = sql`CASE WHEN held_quantity > 0 THEN quantity ELSE 0 END`;

/**
 * Tells whether a member is verified, and counts their orders and tokens toward the limits, in one statement: the PENDING orders and the
 * tokens that they hold; the tokens held without a proof by PENDING orders, and by the OPEN one while
 * its hold lasts; the size of the private pool. Excludes the member's order with the given number or,
 * without a number, the OPEN order, which a new one replaces. `newerOrders` are the orders made after
 * it, counted up to `atMost`.
 */
export async function allowanceOf(
  db: Executor,
  companyId: string,
  memberId: string,
  orderNumber: string | null,
  atMost: number,
): Promise<MemberAllowance> {
  const counts = countsOf(companyId, memberId, orderNumber, atMost);
  const [row] = await runPrepared<CountedRow>(db, "allowance", counts);
  return countedIn(row);
}

/**
 * Reads the facts of a purchase beside the locked buyer and order: {@link allowanceOf}, and the
 * accounts that the order may state (`isPayable`).
 */
export async function findPurchaseFacts(
  db: Executor,
  companyId: string,
  memberId: string,
  {
    orderNumber,
    atMost,
    account,
  }: { orderNumber: string | null; atMost: number; account: NamedAccount },
): Promise<{ others: MemberAllowance; accounts: PayableAccount[] }> {
  const { isNamed, isLiving } = isPayable(companyId, account);
  type Row = CountedRow & PayableAccount & { id: string | null };
  const rows = await runPrepared<Row>(
    db,
    "purchase_facts",
    sql`
    SELECT counted.*, ${beneficiaries.id}, ${beneficiaries.version},
      ${beneficiaries.isDefault} AS "isDefault", ${isLiving} AS "isLiving"
    FROM (${countsOf(companyId, memberId, orderNumber, atMost)}) AS counted
    LEFT JOIN ${beneficiaries} ON ${isNamed}`,
  );
  const accounts = rows.filter(({ id }) => id !== null);
  return { others: countedIn(rows[0]), accounts };
}

function countsOf(
  companyId: string,
  memberId: string,
  orderNumber: string | null,
  atMost: number,
): SQL {
  const isPaying = orderNumber !== null;
  return sql`
    WITH own AS (
      SELECT id, created_at FROM orders
      WHERE company_id = ${companyId} AND member_id = ${memberId} AND order_number = ${orderNumber}::text
    )
    SELECT (SELECT is_approved FROM users WHERE company_id = ${companyId} AND id = ${memberId}) AS "isApproved",
      count(*) FILTER (WHERE status = 'PENDING') AS "pendingOrders",
      coalesce(sum(${bought}) FILTER (WHERE status = 'PENDING'), 0) AS "pendingTokens",
      coalesce(sum(${bought}) FILTER (WHERE status = 'PENDING' AND proof_media_id IS NULL
        OR status = 'OPEN' AND ${isPaying} AND hold_ends_at > statement_timestamp()), 0) AS "unprovedTokens",
      coalesce((SELECT total FROM supplies WHERE company_id = ${companyId} AND pool = 'REFERRAL'), 0) AS "poolTokens",
      coalesce((SELECT total - held - allocated FROM supplies WHERE company_id = ${companyId} AND pool = 'REFERRAL'), 0) AS "freeTokens",
      (SELECT count(*) FROM (SELECT 1 FROM orders newer JOIN own ON (newer.created_at, newer.id) > (own.created_at, own.id)
        WHERE newer.company_id = ${companyId} AND newer.member_id = ${memberId} LIMIT ${atMost}) AS newer) AS "newerOrders",
      clock_timestamp() AS now
    FROM orders
    WHERE company_id = ${companyId} AND member_id = ${memberId} AND status IN ('OPEN', 'PENDING')
      AND id IS DISTINCT FROM (SELECT id FROM own)`;
}

function countedIn(row: CountedRow | undefined): MemberAllowance {
  if (!row) throw new Error("A sum has one row.");
  return {
    isApproved: row.isApproved,
    pendingOrders: Number(row.pendingOrders),
    pendingTokens: Number(row.pendingTokens),
    unprovedTokens: Number(row.unprovedTokens),
    poolTokens: Number(row.poolTokens),
    freeTokens: Number(row.freeTokens),
    newerOrders: Number(row.newerOrders),
    now: new Date(row.now),
  };
}
