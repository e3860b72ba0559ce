import { sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { runPrepared } from "@db/prepared";

export interface Overview {
  tokens: number;
  rewards: number;
  allocations: number;
  /** Paise that the approved purchases cost, fees included, and the fees in it. */
  paidPaise: number;
  feePaise: number;
  /** Tokens of the purchases that wait, with their bonus, and the paise that are checked of them, fees included. */
  arriving: { tokens: number; paise: number };
  /** Paise that were received of purchases and wait for the rest. */
  waitingPaise: number;
  /** Days in India on which the holding changed, with the tokens at the end of each. */
  days: readonly (readonly [day: string, tokens: number])[];
  /** Tokens of the pool that is for sale; zeros without one. */
  pool: { total: number; held: number; allocated: number };
}

/** Reads a member's holding, its cost and growth, and the pool that is for sale, as of one moment. */
export async function overviewOf(
  db: Executor,
  of: { companyId: string; memberId: string },
): Promise<Overview> {
  const [row] = await runPrepared<Row>(
    db,
    "overview",
    sql`
    SELECT coalesce(h.tokens, 0) AS tokens, coalesce(h.rewards, 0) AS rewards,
      coalesce(h.allocations, 0) AS allocations, bought.*, held.days,
      coalesce(s.total, 0) AS total, coalesce(s.held, 0) AS held, coalesce(s.allocated, 0) AS allocated
    FROM (
      SELECT coalesce(sum(coalesce(approved_amount_paise + approved_fee_paise, total_paise)) FILTER (WHERE status = 'APPROVED'), 0) AS paid,
        coalesce(sum(coalesce(approved_fee_paise, fee_paise)) FILTER (WHERE status = 'APPROVED'), 0) AS fee,
        coalesce(sum(quantity + bonus_tokens) FILTER (WHERE status = 'PENDING'), 0) AS arriving,
        coalesce(sum(total_paise) FILTER (WHERE status = 'PENDING' AND received_paise IS NULL), 0) AS "arrivingPaise",
        coalesce(sum(received_paise) FILTER (WHERE status = 'PENDING'), 0) AS "waitingPaise"
      FROM orders WHERE company_id = ${of.companyId} AND member_id = ${of.memberId}
    ) AS bought CROSS JOIN (
      SELECT coalesce(jsonb_agg(jsonb_build_array(day, tokens) ORDER BY day), '[]') AS days FROM (
        SELECT day, sum(sum(quantity)) OVER (ORDER BY day) AS tokens FROM (
          SELECT (created_at AT TIME ZONE 'Asia/Kolkata')::date AS day, quantity FROM allocations
          WHERE company_id = ${of.companyId} AND member_id = ${of.memberId}
        ) AS added GROUP BY day
      ) AS daily
    ) AS held
    LEFT JOIN supplies s ON s.company_id = ${of.companyId} AND s.pool = 'REFERRAL'
    LEFT JOIN holdings h ON h.company_id = ${of.companyId} AND h.member_id = ${of.memberId}`,
  );
  if (!row) throw new Error("The statement always has one row.");
  return {
    tokens: Number(row.tokens),
    rewards: Number(row.rewards),
    allocations: Number(row.allocations),
    paidPaise: Number(row.paid),
    feePaise: Number(row.fee),
    arriving: { tokens: Number(row.arriving), paise: Number(row.arrivingPaise) },
    waitingPaise: Number(row.waitingPaise),
    days: row.days,
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
  paid: string;
  fee: string;
  arriving: string;
  arrivingPaise: string;
  waitingPaise: string;
  days: [string, number][];
  total: string;
  held: string;
  allocated: string;
};
