import { type Executor, runText } from "@db/client";

/** A column of a member's holding that differs from the allocations. */
export interface OddHolding {
  /** Name of the column. */
  figure: string;
  /** Id of the member. */
  about: string;
  stored: number;
  due: number;
}

/**
 * Lists holdings of a company that differ from the sum of its allocations, computed independently of
 * the trigger.
 */
export async function listOddHoldings(
  db: Executor,
  companyId: string,
  limit: number,
): Promise<OddHolding[]> {
  const rows = await runText(
    db,
    `WITH held AS (
       SELECT a.member_id, sum(a.quantity) AS tokens, count(*) AS allocations, max(a.sequence) AS latest,
              sum(a.quantity) FILTER (WHERE o.member_id <> a.member_id OR o.id IS NULL) AS rewards,
              sum(CASE WHEN o.member_id = a.member_id THEN CASE a.kind WHEN 'PURCHASE' THEN 1 WHEN 'REVERSAL' THEN -1 ELSE 0 END ELSE 0 END) AS purchases
         FROM allocations a LEFT JOIN orders o ON o.company_id = $1 AND o.id = a.order_id
        WHERE a.company_id = $1 GROUP BY a.member_id
     )
     SELECT 'holding ' || name AS figure, member_id::text AS about, stored, due
       FROM (SELECT * FROM holdings WHERE company_id = $1) h
       FULL JOIN held USING (member_id)
      CROSS JOIN LATERAL (VALUES ('tokens', h.tokens, held.tokens), ('rewards', h.rewards, held.rewards),
        ('allocations', h.allocations, held.allocations), ('purchases', h.purchases, held.purchases),
        ('latest', h.latest, held.latest)) AS each (name, stored, due)
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
