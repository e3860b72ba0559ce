import { sql } from "drizzle-orm";
import type { Executor } from "../client";

/** What only a new allocation of the member changes. Money in paise. */
export interface HeldSince {
  /** The sequence of the member's latest allocation. */
  latest: number;
  /** What the approved purchases cost, fees included, and the fees of it. */
  paidPaise: number;
  feePaise: number;
  /** The days in India on which the holding changed, with the tokens at the end of each. */
  days: readonly (readonly [day: string, tokens: number])[];
}

export interface Overview {
  tokens: number;
  rewards: number;
  allocations: number;
  /** Null without an allocation, and where it is what the caller knows. */
  since: HeldSince | null;
  /** Whether the caller's knowledge is the present state. */
  isKnown: boolean;
  /** The number of members with tokens. */
  holders: number;
  /** The pool that is for sale; zeros without one. */
  pool: { total: number; held: number; allocated: number };
}

/**
 * A member's holding and the pool that is for sale, as of one moment. What the holding cost and how it
 * grew is read only if an allocation was added after the one with the sequence `known` (0: none).
 */
export async function overviewOf(
  db: Executor,
  of: { companyId: string; memberId: string; known: number },
): Promise<Overview> {
  const { rows } = await db.execute<Row>(sql`
    SELECT coalesce(h.tokens, 0) AS tokens, coalesce(h.rewards, 0) AS rewards,
      coalesce(h.allocations, 0) AS allocations, h.latest,
      coalesce(s.total, 0) AS total, coalesce(s.held, 0) AS held, coalesce(s.allocated, 0) AS allocated,
      (SELECT coalesce(sum(count), 0) FROM figures
        WHERE company_id = ${of.companyId} AND figure = 'HOLDERS' AND about = '') AS holders,
      CASE WHEN h.latest <> ${of.known}::bigint THEN (
        SELECT jsonb_build_object('paid', bought.paid, 'fee', bought.fee, 'days', held.days)
        FROM (
          SELECT coalesce(sum(coalesce(approved_amount_paise + approved_fee_paise, total_paise)), 0) AS paid,
            coalesce(sum(coalesce(approved_fee_paise, fee_paise)), 0) AS fee
          FROM orders WHERE company_id = ${of.companyId} AND member_id = ${of.memberId} AND status = 'APPROVED'
        ) AS bought, (
          SELECT jsonb_agg(jsonb_build_array(day, tokens) ORDER BY day) AS days FROM (
            SELECT day, sum(sum(quantity)) OVER (ORDER BY day) AS tokens FROM (
              SELECT (created_at AT TIME ZONE 'Asia/Kolkata')::date AS day, quantity FROM allocations
              WHERE company_id = ${of.companyId} AND member_id = ${of.memberId}
            ) AS added GROUP BY day
          ) AS daily
        ) AS held
      ) END AS since
    FROM (SELECT 1) AS always
    LEFT JOIN supplies s ON s.company_id = ${of.companyId} AND s.pool = 'REFERRAL'
    LEFT JOIN holdings h ON h.company_id = ${of.companyId} AND h.member_id = ${of.memberId}`);
  const [row] = rows;
  if (!row) throw new Error("The statement always has one row.");
  const latest = Number(row.latest ?? 0);
  return {
    tokens: Number(row.tokens),
    rewards: Number(row.rewards),
    allocations: Number(row.allocations),
    since: row.since && {
      latest,
      paidPaise: Number(row.since.paid),
      feePaise: Number(row.since.fee),
      days: row.since.days,
    },
    isKnown: latest === of.known,
    holders: Number(row.holders),
    pool: {
      total: Number(row.total),
      held: Number(row.held),
      allocated: Number(row.allocated),
    },
  };
}

type Row = {
  tokens: string;
  rewards: string;
  allocations: string;
  latest: string | null;
  holders: string;
  total: string;
  held: string;
  allocated: string;
  since: { paid: number; fee: number; days: [string, number][] } | null;
};
