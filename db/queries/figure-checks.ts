import { type Executor, runText } from "../client";

/** A kept figure, or a column of a member's holding, that differs from the rows. */
export interface OddFigure {
  figure: string;
  /** What is counted (db/schema/figures.ts); for a holding the member's id. */
  about: string;
  stored: number;
  due: number;
}

/**
 * Kept figures of a company that differ from its rows, which are counted here in another way than
 * by the triggers that keep the figures. Amounts are figures of their own, such as `ORDERS amount`.
 */
export async function listOddFigures(
  db: Executor,
  companyId: string,
  limit: number,
): Promise<OddFigure[]> {
  const rows = await runText(
    db,
    `WITH there AS (
       SELECT * FROM users WHERE company_id = $1 AND deleted_at IS NULL
     ), held AS (
       SELECT a.member_id, sum(a.quantity) AS tokens, count(*) AS allocations, max(a.sequence) AS latest,
              sum(a.quantity) FILTER (WHERE o.member_id <> a.member_id OR o.id IS NULL) AS rewards,
              sum(CASE WHEN o.member_id = a.member_id THEN CASE a.kind WHEN 'REVERSAL' THEN -1 ELSE 1 END ELSE 0 END) AS purchases
         FROM allocations a LEFT JOIN orders o ON o.company_id = $1 AND o.id = a.order_id
        WHERE a.company_id = $1 GROUP BY a.member_id
     ), due (figure, about, count, amount) AS (
       SELECT 'ORDERS', format('%s %s', status, coalesce(payment_method, '-')), count(*),
              sum(CASE WHEN approved_quantity IS NULL THEN total_paise ELSE approved_amount_paise + approved_fee_paise END)
         FROM orders WHERE company_id = $1 AND status IN ('PENDING', 'APPROVED') GROUP BY 2
       UNION ALL
       SELECT 'PROMISED', referrer_id::text, count(*), sum(held_reward) FROM orders
        WHERE company_id = $1 AND status = 'PENDING' AND held_reward > 0 AND referrer_id IS NOT NULL GROUP BY 2
       UNION ALL
       SELECT 'MEMBERS', format('%s %s %s', role, status, is_approved::text), count(*), 0 FROM there GROUP BY 2
       UNION ALL
       SELECT 'INVITED', referrer_id::text, count(*), 0 FROM there WHERE referrer_id IS NOT NULL GROUP BY 2
       UNION ALL
       SELECT 'VERIFIED', referrer_id::text, count(*), 0 FROM there WHERE referrer_id IS NOT NULL AND is_approved GROUP BY 2
       UNION ALL
       SELECT 'BUYING', referrer_id::text, count(*), 0 FROM there WHERE referrer_id IS NOT NULL
          AND id IN (SELECT member_id FROM held WHERE purchases > 0) GROUP BY 2
       UNION ALL
       SELECT 'HOLDERS', '', count(*), 0 FROM held WHERE tokens > 0
     ), kept AS (
       SELECT figure, about, sum(count) AS count, sum(amount) AS amount FROM figures
        WHERE company_id = $1 GROUP BY 1, 2
     )
     SELECT figure, about, stored, due FROM (
       SELECT figure, about, kept.count AS stored, due.count AS due FROM kept FULL JOIN due USING (figure, about)
       UNION ALL
       SELECT figure || ' amount', about, kept.amount, due.amount FROM kept FULL JOIN due USING (figure, about)
       UNION ALL
       SELECT 'holding ' || name, member_id::text, stored, due FROM (SELECT * FROM holdings WHERE company_id = $1) h
         FULL JOIN held USING (member_id)
         CROSS JOIN LATERAL (VALUES ('tokens', h.tokens, held.tokens), ('rewards', h.rewards, held.rewards),
           ('allocations', h.allocations, held.allocations), ('purchases', h.purchases, held.purchases),
           ('latest', h.latest, held.latest)) AS each (name, stored, due)
     ) AS compared
      WHERE coalesce(stored, 0) <> coalesce(due, 0)
      ORDER BY figure, about LIMIT $2`,
    [companyId, limit],
  );
  return rows.map(({ figure, about, stored, due }) => ({
    figure: String(figure),
    about: String(about),
    stored: Number(stored ?? 0),
    due: Number(due ?? 0),
  }));
}
