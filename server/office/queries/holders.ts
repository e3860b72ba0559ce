import { and, type SQL, sql } from "drizzle-orm";
import type { Reader } from "@db/client";
import type { HolderSort } from "@db/vocabulary";
import type { Holder } from "@server/office/contracts/holders";
import { memberMatch } from "@server/platform";

export interface HolderFilter {
  pattern: string | null;
  isApproved?: boolean | undefined;
  hasWallet?: boolean | undefined;
}

const instant = (micros: number): SQL =>
  sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`;

/** Returns the end of a day in India (YYYY-MM-DD), or the database's time where that is earlier, in microseconds. */
export async function momentOf(db: Reader, on: string | undefined): Promise<number> {
  const end = on ? sql`(${on}::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'` : sql`NULL`;
  const { rows } = await db.execute<{ at: string }>(
    sql`SELECT (extract(epoch FROM least(clock_timestamp(), ${end})) * 1000000)::bigint AS at`,
  );
  return Number(rows[0]?.at);
}

/**
 * The members' tokens and money before a moment, as the tables `held` and `paid`; of some members, or of
 * all. A decision that was taken back before it adds nothing. Tokens of another member's order are a
 * reward.
 */
const heldAt = (companyId: string, at: number, ids?: readonly string[]): SQL => {
  const among = (column: SQL) =>
    ids ? sql`AND ${column} = ANY(${sql.param([...ids])}::uuid[])` : sql``;
  return sql`
  WITH decisions AS (
    SELECT a.member_id, o.member_id <> a.member_id AS is_reward, sum(a.quantity) AS quantity, min(a.created_at) AS at
      FROM allocations a
      JOIN orders o ON o.company_id = a.company_id AND o.id = a.order_id
     WHERE a.company_id = ${companyId} AND a.created_at < ${instant(at)} ${among(sql`a.member_id`)}
     GROUP BY 1, 2, a.order_id, a.decision HAVING sum(a.quantity) <> 0
  ), held AS (
    SELECT member_id, sum(quantity) AS tokens, coalesce(sum(quantity) FILTER (WHERE is_reward), 0) AS rewards,
        min(at) FILTER (WHERE NOT is_reward) AS first_at, max(at) FILTER (WHERE NOT is_reward) AS last_at
      FROM decisions GROUP BY member_id
  ), paid AS (
    SELECT o.member_id, sum(p.amount_paise) AS paise
      FROM payment_applications p
      JOIN orders o ON o.company_id = p.company_id AND o.id = p.order_id
     WHERE p.company_id = ${companyId} AND p.created_at < ${instant(at)}
       AND (p.ended_at IS NULL OR p.ended_at >= ${instant(at)}) ${among(sql`o.member_id`)}
     GROUP BY 1
  )`;
};

const listed = (companyId: string, { pattern, isApproved, hasWallet }: HolderFilter): SQL => sql`
  FROM held
  JOIN users ON users.company_id = ${companyId} AND users.id = held.member_id
  LEFT JOIN paid ON paid.member_id = held.member_id
  LEFT JOIN users r ON r.company_id = ${companyId} AND r.id = users.referrer_id
 WHERE ${and(
   sql`true`,
   isApproved === undefined ? undefined : sql`users.is_approved = ${isApproved}`,
   hasWallet === undefined ? undefined : sql`(users.wallet_address IS NOT NULL) = ${hasWallet}`,
   pattern ? sql`users.company_id = ${companyId} AND ${memberMatch(pattern)}` : undefined,
 )}`;

const columns = sql`
  SELECT users.id, users.deleted_at IS NULL AS "isThere", users.name, users.referral_code AS "memberId",
      users.is_approved AS "isApproved", users.wallet_address AS "walletAddress", r.name AS "referrerName",
      r.referral_code AS "referrerId", held.tokens, held.rewards, coalesce(paid.paise, 0) AS paid,
      held.first_at AS "firstAt", held.last_at AS "lastAt"`;

const SORTS: Readonly<Record<HolderSort, SQL>> = {
  name: sql`lower(users.name)`,
  memberId: sql`users.referral_code`,
  verified: sql`users.is_approved`,
  bought: sql`held.tokens - held.rewards`,
  rewards: sql`held.rewards`,
  tokens: sql`held.tokens`,
  paid: sql`coalesce(paid.paise, 0)`,
  wallet: sql`users.wallet_address`,
  referrer: sql`lower(r.name)`,
  first: sql`held.first_at`,
  last: sql`held.last_at`,
};

interface Row {
  id: string;
  isThere: boolean;
  name: string;
  memberId: string;
  isApproved: boolean;
  walletAddress: string | null;
  referrerName: string | null;
  referrerId: string | null;
  tokens: string;
  rewards: string;
  paid: string;
  firstAt: string | null;
  lastAt: string | null;
  [column: string]: unknown;
}

const iso = (at: string | null) => at && new Date(at).toISOString();

const holderOf = ({ referrerName, referrerId, tokens, rewards, paid, ...row }: Row): Holder => ({
  id: row.id,
  isThere: row.isThere,
  name: row.name,
  memberId: row.memberId,
  isApproved: row.isApproved,
  walletAddress: row.walletAddress,
  referrer: referrerId === null ? null : { name: referrerName ?? "", memberId: referrerId },
  bought: Number(tokens) - Number(rewards),
  rewards: Number(rewards),
  paidPaise: Number(paid),
  firstAt: iso(row.firstAt),
  lastAt: iso(row.lastAt),
});

/** Reads a page of the members who had tokens at a moment. */
export async function pageOfHolders(
  db: Reader,
  companyId: string,
  at: number,
  filter: HolderFilter,
  {
    sort,
    isDescending,
    limit,
    offset,
  }: { sort: HolderSort; isDescending: boolean; limit: number; offset: number },
): Promise<Holder[]> {
  const way = isDescending ? sql`DESC` : sql`ASC`;
  const { rows } = await db.execute<Row>(sql`
    ${heldAt(companyId, at)} ${columns} ${listed(companyId, filter)}
    ORDER BY ${SORTS[sort]} ${way} NULLS LAST, users.id ${way} LIMIT ${limit} OFFSET ${offset}`);
  return rows.map(holderOf);
}

/** Counts the members who had tokens at a moment, and adds up their figures. */
export async function sumOfHolders(
  db: Reader,
  companyId: string,
  at: number,
  filter: HolderFilter,
) {
  const { rows } = await db.execute<Record<"total" | "tokens" | "rewards" | "paid", string>>(sql`
    ${heldAt(companyId, at)}
    SELECT count(*) AS total, coalesce(sum(held.tokens), 0) AS tokens,
        coalesce(sum(held.rewards), 0) AS rewards, coalesce(sum(paid.paise), 0) AS paid
      ${listed(companyId, filter)}`);
  const [row] = rows;
  const [tokens, rewards] = [Number(row?.tokens), Number(row?.rewards)];
  return {
    total: Number(row?.total),
    sums: { bought: tokens - rewards, rewards, paidPaise: Number(row?.paid) },
  };
}

/** Counts and adds up a company's allocations before a moment, whoever has them. */
export async function ledgerAt(db: Reader, companyId: string, at: number) {
  const { rows } = await db.execute<Record<"entries" | "tokens", string>>(sql`
    SELECT count(*) AS entries, coalesce(sum(quantity), 0) AS tokens
      FROM allocations WHERE company_id = ${companyId} AND created_at < ${instant(at)}`);
  return { entries: Number(rows[0]?.entries), tokens: Number(rows[0]?.tokens) };
}

/**
 * Reads the register by cursor, the latest registered first: the holders among the next `limit` members
 * who ever had tokens. `last` is the last of those; null at the end.
 */
export async function readHolders(
  db: Reader,
  companyId: string,
  at: number,
  filter: HolderFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ records: Holder[]; last: string | null }> {
  const { rows: next } = await db.execute<{ id: string }>(sql`
    SELECT member_id AS id FROM holdings
     WHERE company_id = ${companyId} ${after === null ? sql`` : sql`AND member_id < ${after}::uuid`}
     ORDER BY member_id DESC LIMIT ${limit}`);
  const ids = next.map(({ id }) => id);
  const { rows } = await db.execute<Row>(sql`
    ${heldAt(companyId, at, ids)} ${columns} ${listed(companyId, filter)} ORDER BY users.id DESC`);
  return { records: rows.map(holderOf), last: ids.length < limit ? null : (ids.at(-1) ?? null) };
}
