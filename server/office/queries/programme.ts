import { type Executor, type Reader, runText } from "@db/client";
import { and, type SQL, sql } from "drizzle-orm";
import type { ReferrerSort } from "@db/vocabulary";
import type {
  CampaignRecord,
  ListReferrers,
  Referrer,
  StatementLine,
} from "@server/office/contracts/programme";
import { memberMatch } from "@server/platform";

/** The sums of a day in India. */
interface ProgrammeDay {
  day: string;
  rewarded: number;
  bought: number;
  paise: number;
  [column: string]: unknown;
}

const dayOf = (instant: string) => `to_char(${instant} AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD')`;
const startOf = (day: string) => `${day}::date::timestamp AT TIME ZONE 'Asia/Kolkata'`;

/** Tokens and paise of an approved order. */
const BOUGHT = "coalesce(o.approved_quantity, o.quantity)";
const PAID = "coalesce(o.approved_amount_paise + o.approved_fee_paise, o.total_paise)";

/**
 * Sums by day since a day (YYYY-MM-DD): the rewards by the ledger, and the approved purchases of
 * invited members by the day of their decision.
 */
export const programmeByDay = (db: Executor, companyId: string, since: string) =>
  runText<ProgrammeDay>(
    db,
    `SELECT day, sum(rewarded)::float8 AS rewarded, sum(bought)::float8 AS bought, sum(paise)::float8 AS paise
       FROM (
         SELECT ${dayOf("a.created_at")} AS day, a.quantity AS rewarded, 0 AS bought, 0 AS paise
           FROM allocations a JOIN orders o ON o.company_id = a.company_id AND o.id = a.order_id
          WHERE a.company_id = $1 AND a.member_id <> o.member_id AND a.created_at >= ${startOf("$2")}
         UNION ALL
         SELECT ${dayOf("o.decided_at")}, 0, ${BOUGHT}, ${PAID}
           FROM orders o
          WHERE o.company_id = $1 AND o.status = 'APPROVED' AND o.decided_at >= ${startOf("$2")}
            AND o.referrer_id IS NOT NULL) AS sums
      GROUP BY day`,
    [companyId, since],
  );

const SORTS: Readonly<Record<ReferrerSort, SQL>> = {
  name: sql`lower(users.name)`,
  memberId: sql`users.referral_code`,
  invited: sql`invited.people`,
  buyers: sql`coalesce(sold.buyers, 0)`,
  bought: sql`coalesce(sold.tokens, 0)`,
  paid: sql`coalesce(sold.paise, 0)`,
  rewards: sql`coalesce(h.rewards, 0)`,
};

const count = (column: SQL) => sql`coalesce(${column}, 0)::float8`;

/** Lists the members who invited somebody, or whose code a buyer used, with the size of the list. */
export async function listReferrers(
  db: Reader,
  companyId: string,
  {
    pattern,
    sort,
    isDescending,
    limit,
    offset,
  }: Pick<ListReferrers, "sort" | "isDescending"> & {
    pattern: string | null;
    limit: number;
    offset: number;
  },
): Promise<{ records: Referrer[]; total: number }> {
  const way = isDescending ? sql`DESC` : sql`ASC`;
  const { rows } = await db.execute<Referrer & { total: number; [column: string]: unknown }>(sql`
    WITH invited AS (
      SELECT referrer_id, count(*) AS people FROM users
       WHERE company_id = ${companyId} AND referrer_id IS NOT NULL AND deleted_at IS NULL GROUP BY 1
    ), sold AS (
      SELECT o.referrer_id, count(DISTINCT o.member_id) AS buyers, sum(${sql.raw(BOUGHT)}) AS tokens,
             sum(${sql.raw(PAID)}) AS paise
        FROM orders o
       WHERE o.company_id = ${companyId} AND o.status = 'APPROVED' AND o.decided_at IS NOT NULL
         AND o.referrer_id IS NOT NULL GROUP BY 1
    )
    SELECT users.id, users.deleted_at IS NULL AS "isThere", users.name, users.referral_code AS "memberId",
           ${count(sql`invited.people`)} AS invited, ${count(sql`sold.buyers`)} AS buyers,
           ${count(sql`sold.tokens`)} AS bought, ${count(sql`sold.paise`)} AS "paidPaise",
           ${count(sql`h.rewards`)} AS rewards, count(*) OVER ()::int AS total
      FROM invited FULL JOIN sold ON sold.referrer_id = invited.referrer_id
      JOIN users ON users.company_id = ${companyId}
       AND users.id = coalesce(invited.referrer_id, sold.referrer_id)
      LEFT JOIN holdings h ON h.company_id = users.company_id AND h.member_id = users.id
     WHERE ${and(sql`true`, pattern ? memberMatch(pattern) : undefined)}
     ORDER BY ${SORTS[sort]} ${way} NULLS LAST, users.id ${way} LIMIT ${limit} OFFSET ${offset}`);
  return {
    records: rows.map(({ total: _total, ...row }) => row),
    total: rows[0]?.total ?? 0,
  };
}

/** Lists a company's campaigns, the latest start first, with the sums of the ledger and of their orders. */
export const listCampaigns = (
  db: Executor,
  companyId: string,
  { limit, offset }: { limit: number; offset: number },
) =>
  runText<CampaignRecord & { total: number; [column: string]: unknown }>(
    db,
    `SELECT c.id, c.name, c.starts_at AS "startsAt", c.ends_at AS "endsAt", c.reward_bps AS "rewardBps",
            c.bonus_bps AS "bonusBps", c.cap_total::float8 AS "capTotal",
            c.who_refers AS "whoRefers", count(*) OVER ()::int AS total,
            CASE WHEN c.ends_at <= statement_timestamp() THEN 'ENDED' WHEN c.starts_at > statement_timestamp() THEN 'COMING'
              ELSE 'RUNNING' END AS state,
            sold.orders, sold.bought, sold.waiting, given.rewards, given.bonuses
       FROM campaigns c
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE o.status = 'APPROVED')::int AS orders,
               coalesce(sum(${BOUGHT}) FILTER (WHERE o.status = 'APPROVED'), 0)::float8 AS bought,
               coalesce(sum(o.held_reward + CASE WHEN o.held_quantity > 0 THEN o.bonus_tokens ELSE 0 END), 0)::float8 AS waiting
          FROM orders o WHERE o.company_id = $1 AND o.campaign_id = c.id) AS sold
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(a.quantity) FILTER (WHERE a.member_id <> o.member_id), 0)::float8 AS rewards,
               coalesce(sum(a.quantity) FILTER (WHERE a.kind IN ('BONUS', 'BONUS_REVERSAL')), 0)::float8 AS bonuses
          FROM orders o JOIN allocations a ON a.company_id = o.company_id AND a.order_id = o.id
         WHERE o.company_id = $1 AND o.campaign_id = c.id) AS given
      WHERE c.company_id = $1
      ORDER BY c.starts_at DESC, c.id LIMIT $2 OFFSET $3`,
    [companyId, limit, offset],
  );

/** Adds up a referrer's rewards by day, from one day until before another (YYYY-MM-DD, in India). */
export const statementLines = (
  db: Executor,
  companyId: string,
  memberId: string,
  { from, until }: { from: string; until: string },
) =>
  runText<StatementLine & { [column: string]: unknown }>(
    db,
    `SELECT ${dayOf("a.created_at")} AS day, a.quantity < 0 AS "isTakenBack", count(*)::int AS count,
            sum(a.quantity)::float8 AS tokens,
            sum(round(a.quantity * o.price_micro_rupees::numeric / 10000))::float8 AS "valuePaise"
       FROM allocations a JOIN orders o ON o.company_id = a.company_id AND o.id = a.order_id
      WHERE a.company_id = $1 AND a.member_id = $2 AND o.member_id <> $2
        AND a.created_at >= ${startOf("$3")} AND a.created_at < ${startOf("$4")}
      GROUP BY 1, 2 ORDER BY 1, 2`,
    [companyId, memberId, from, until],
  );
