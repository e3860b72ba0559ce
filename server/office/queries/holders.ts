import { and, type SQL, sql } from "drizzle-orm";
import type { Reader } from "@db/client";
import type { HolderSort } from "@db/vocabulary";
import type { Holder } from "@server/office/contracts/holders";
import { waitingParts } from "@server/payments";
import { memberMatch, MOST_SORTED } from "@server/platform";

export interface HolderFilter {
  pattern: string | null;
  isApproved?: boolean | undefined;
  hasWallet?: boolean | undefined;
}

const instant = (micros: number): SQL =>
  sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`;

/** The moment of a register, in microseconds since 1970. */
export interface Moment {
  at: number;
  isNow: boolean;
}

/** Returns the end of a day in India (YYYY-MM-DD), or the database's time where that is earlier. */
export async function momentOf(db: Reader, on: string | undefined): Promise<Moment> {
  const end = on
    ? sql`(${on}::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'`
    : sql`NULL::timestamptz`;
  const { rows } = await db.execute<{ at: string; isNow: boolean }>(sql`
    SELECT (extract(epoch FROM least(now, ends)) * 1000000)::bigint AS at, coalesce(ends > now, true) AS "isNow"
      FROM (SELECT clock_timestamp() AS now, ${end} AS ends) AS times`);
  return { at: Number(rows[0]?.at), isNow: rows[0]?.isNow ?? true };
}

/** Limits a statement to the members of a filter. */
const filtered = (companyId: string, { pattern, isApproved, hasWallet }: HolderFilter): SQL => {
  const where = and(
    isApproved === undefined ? undefined : sql`users.is_approved = ${isApproved}`,
    hasWallet === undefined ? undefined : sql`(users.wallet_address IS NOT NULL) = ${hasWallet}`,
    pattern ? memberMatch(pattern) : undefined,
  );
  if (!where) return sql``;
  return sql`AND member_id IN (SELECT users.id FROM users WHERE users.company_id = ${companyId} AND ${where})`;
};

/** The condition of the function `is_reward` (`db/sql/holdings.sql`), which would be called for each row. */
const isReward = sql`kind = 'REFERRAL' OR kind = 'REVERSAL' AND member_id <> (
  SELECT o.member_id FROM orders o WHERE o.company_id = allocations.company_id AND o.id = allocations.order_id)`;

/**
 * The members with tokens at a moment, and their sums of them: now those that every allocation keeps in
 * `holdings`, at an earlier moment those of the allocations before it.
 */
const holdersAt = (companyId: string, { at, isNow }: Moment, filter: HolderFilter): SQL =>
  isNow
    ? sql`SELECT member_id, tokens, rewards FROM holdings
           WHERE company_id = ${companyId} AND tokens > 0 ${filtered(companyId, filter)}`
    : sql`SELECT member_id, sum(quantity) AS tokens,
              coalesce(sum(quantity) FILTER (WHERE ${isReward}), 0) AS rewards
            FROM allocations
           WHERE company_id = ${companyId} AND created_at < ${instant(at)} ${filtered(companyId, filter)}
           GROUP BY member_id HAVING sum(quantity) > 0`;

/** True for an application of money that counted at a moment. */
const countedAt = (at: number): SQL => sql`
  p.created_at < ${instant(at)} AND (p.ended_at IS NULL OR p.ended_at >= ${instant(at)})`;

/**
 * The tokens and money of some members before a moment, as the tables `held` and `paid`. A decision that
 * was taken back before it adds nothing, nor does money that waits for the rest. Tokens of another member's order are a reward.
 */
const heldAt = (companyId: string, at: number, ids: SQL): SQL => sql`
  WITH decisions AS (
    SELECT a.member_id, a.order_id, o.member_id <> a.member_id AS is_reward, sum(a.quantity) AS quantity,
        coalesce(sum(a.quantity) FILTER (WHERE a.kind IN ('BONUS', 'BONUS_REVERSAL')), 0) AS bonus, min(a.created_at) AS at
      FROM allocations a
      JOIN orders o ON o.company_id = a.company_id AND o.id = a.order_id
     WHERE a.company_id = ${companyId} AND a.created_at < ${instant(at)} AND a.member_id = ANY(${ids})
     GROUP BY 1, 2, 3, a.decision HAVING sum(a.quantity) <> 0
  ), held AS (
    SELECT member_id, sum(quantity) AS tokens, coalesce(sum(quantity) FILTER (WHERE is_reward), 0) AS rewards,
        sum(bonus) AS bonus, min(at) FILTER (WHERE NOT is_reward) AS first_at, max(at) FILTER (WHERE NOT is_reward) AS last_at
      FROM decisions GROUP BY member_id
  ), paid AS (
    SELECT d.member_id, sum(p.amount_paise) AS paise
      FROM decisions d
      JOIN payment_applications p ON p.company_id = ${companyId} AND p.order_id = d.order_id
     WHERE NOT d.is_reward AND ${countedAt(at)}
     GROUP BY 1
  )`;

const listOf = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;

const listed = (companyId: string): SQL => sql`
  FROM held
  JOIN users ON users.company_id = ${companyId} AND users.id = held.member_id
  LEFT JOIN paid ON paid.member_id = held.member_id
  LEFT JOIN users r ON r.company_id = ${companyId} AND r.id = users.referrer_id`;

const columns = sql`
  SELECT users.id, users.deleted_at IS NULL AS "isThere", users.name, users.referral_code AS "memberId",
      users.is_approved AS "isApproved", users.wallet_address AS "walletAddress", r.name AS "referrerName",
      r.referral_code AS "referrerId", held.tokens, held.rewards, held.bonus, coalesce(paid.paise, 0) AS paid,
      held.first_at AS "firstAt", held.last_at AS "lastAt"`;

/** Orders that need nothing but the sums of tokens: a register of any length is sorted by them. */
const OF_TOKENS: ReadonlySet<HolderSort> = new Set(["tokens", "bought", "rewards"]);

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
  bonus: string;
  paid: string;
  firstAt: string | null;
  lastAt: string | null;
  [column: string]: unknown;
}

const iso = (at: string | null) => at && new Date(at).toISOString();

const holderOf = ({
  referrerName,
  referrerId,
  tokens,
  rewards,
  bonus,
  paid,
  ...row
}: Row): Holder => ({
  id: row.id,
  isThere: row.isThere,
  name: row.name,
  memberId: row.memberId,
  isApproved: row.isApproved,
  walletAddress: row.walletAddress,
  referrer: referrerId === null ? null : { name: referrerName ?? "", memberId: referrerId },
  bought: Number(tokens) - Number(rewards),
  bonus: Number(bonus),
  rewards: Number(rewards),
  paidPaise: Number(paid),
  firstAt: iso(row.firstAt),
  lastAt: iso(row.lastAt),
});

interface Page {
  sort: HolderSort;
  isDescending: boolean;
  limit: number;
  offset: number;
}

const ordered = (sort: HolderSort, { isDescending, limit, offset }: Page): SQL => {
  const way = isDescending ? sql`DESC` : sql`ASC`;
  return sql`ORDER BY ${SORTS[sort]} ${way} NULLS LAST, held.member_id ${way} LIMIT ${limit} OFFSET ${offset}`;
};

/**
 * Reads a page of the members who had tokens at a moment, with the sums of all of them and of the company's
 * ledger, both of one snapshot. A list of more than MOST_SORTED members is sorted by its tokens alone, and
 * at an earlier moment its money is not added up: that would take seconds.
 */
export async function pageOfHolders(
  db: Reader,
  companyId: string,
  moment: Moment,
  filter: HolderFilter,
  page: Page,
) {
  const { at, isNow } = moment;
  const isOfTokens = OF_TOKENS.has(page.sort);
  const ledger = isNow
    ? sql`SELECT chain_sequence AS entries, allocated AS tokens FROM supplies
           WHERE company_id = ${companyId} AND pool = 'REFERRAL'`
    : sql`SELECT count(*) AS entries, coalesce(sum(quantity), 0) AS tokens FROM allocations
           WHERE company_id = ${companyId} AND created_at < ${instant(at)}`;
  const { rows } = await db.execute<
    Record<"total" | "tokens" | "rewards" | "entries" | "allocated", string> & {
      ids: string[];
    }
  >(sql`
    WITH held AS MATERIALIZED (${holdersAt(companyId, moment, filter)}), ledger AS (${ledger})
    SELECT count(*) AS total, coalesce(sum(tokens), 0) AS tokens, coalesce(sum(rewards), 0) AS rewards,
        (SELECT entries FROM ledger) AS entries, (SELECT tokens FROM ledger) AS allocated,
        ARRAY(SELECT member_id FROM held ${ordered(isOfTokens ? page.sort : "tokens", page)}) AS ids
      FROM held`);
  const row = rows[0];
  const [total, tokens, rewards] = [Number(row?.total), Number(row?.tokens), Number(row?.rewards)];
  const isShort = total <= MOST_SORTED;
  const isSorted = isOfTokens || isShort;
  const [records, paidPaise] = await Promise.all([
    isSorted && !isOfTokens
      ? sortedHolders(db, companyId, moment, filter, page)
      : holdersOf(db, companyId, at, row?.ids ?? []),
    isNow || isShort ? sumPaid(db, companyId, moment, filter) : null,
  ]);
  return {
    records,
    total,
    isSorted,
    sums: { bought: tokens - rewards, rewards, paidPaise },
    ledger: { entries: Number(row?.entries ?? 0), tokens: Number(row?.allocated ?? 0) },
  };
}

/** Adds up the money of the members who had tokens at a moment. */
async function sumPaid(db: Reader, companyId: string, moment: Moment, filter: HolderFilter) {
  const held = holdersAt(companyId, moment, filter);
  const { rows } = await db.execute<{ paid: string }>(
    moment.isNow
      ? sql`WITH held AS (${held})
            SELECT (SELECT coalesce(sum(p.applied_paise), 0) FROM held
                      JOIN payments p ON p.company_id = ${companyId} AND p.member_id = held.member_id)
                 - (SELECT coalesce(sum(w.paise), 0) FROM (${waitingParts(companyId)}) AS w
                      JOIN payments p ON p.company_id = ${companyId} AND p.id = w.payment_id
                      JOIN held ON held.member_id = p.member_id) AS paid`
      : sql`${heldAt(companyId, moment.at, sql`ARRAY(SELECT member_id FROM (${held}) AS those)`)}
            SELECT coalesce(sum(paise), 0) AS paid FROM paid`,
  );
  return Number(rows[0]?.paid);
}

/** Reads some holders, in the order of their ids. */
async function holdersOf(db: Reader, companyId: string, at: number, ids: readonly string[]) {
  const { rows } = await db.execute<Row>(
    sql`${heldAt(companyId, at, listOf(ids))} ${columns} ${listed(companyId)}`,
  );
  const byId = new Map(rows.map((row) => [row.id, holderOf(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Reads a page in an order for which all figures of all members are needed. */
async function sortedHolders(
  db: Reader,
  companyId: string,
  moment: Moment,
  filter: HolderFilter,
  page: Page,
): Promise<Holder[]> {
  const ids = sql`ARRAY(SELECT member_id FROM (${holdersAt(companyId, moment, filter)}) AS those)`;
  const { rows } = await db.execute<Row>(sql`
    ${heldAt(companyId, moment.at, ids)} ${columns} ${listed(companyId)} ${ordered(page.sort, page)}`);
  return rows.map(holderOf);
}

/** Counts the members who had tokens at a moment. */
export async function countHolders(
  db: Reader,
  companyId: string,
  moment: Moment,
  filter: HolderFilter,
): Promise<number> {
  const { rows } = await db.execute<{ total: string }>(
    sql`SELECT count(*) AS total FROM (${holdersAt(companyId, moment, filter)}) AS held`,
  );
  return Number(rows[0]?.total);
}

/**
 * Reads the register by cursor, the latest registered first: the holders among the next `limit` members of
 * the filter who ever had tokens. `last` is the last of those; null at the end.
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
     WHERE company_id = ${companyId} ${filtered(companyId, filter)}
       ${after === null ? sql`` : sql`AND member_id < ${after}::uuid`}
     ORDER BY member_id DESC LIMIT ${limit}`);
  const ids = next.map(({ id }) => id);
  const { rows } = await db.execute<Row>(sql`
    ${heldAt(companyId, at, listOf(ids))} ${columns} ${listed(companyId)} ORDER BY users.id DESC`);
  return { records: rows.map(holderOf), last: ids.length < limit ? null : (ids.at(-1) ?? null) };
}
