-- Adds new allocations to what each member holds, and to the counts of holders and of buying referrals.
CREATE FUNCTION add_holdings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one record;
BEGIN
  -- In one order; and the statement below, whose snapshot is younger, sees whether they were deleted.
  PERFORM 1 FROM holdings h WHERE (h.company_id, h.member_id) IN (SELECT company_id, member_id FROM new_rows)
   ORDER BY h.company_id, h.member_id FOR NO KEY UPDATE;
  FOR one IN
    WITH added AS MATERIALIZED (
      SELECT company_id, member_id, sum(quantity)::bigint AS tokens,
        (coalesce(sum(quantity) FILTER (WHERE is_reward), 0))::bigint AS rewards, count(*) AS allocations,
        (count(*) FILTER (WHERE kind = 'PURCHASE') - count(*) FILTER (WHERE kind = 'REVERSAL' AND NOT is_reward)) AS purchases,
        max(sequence) AS latest
      FROM (SELECT *, kind = 'REFERRAL' OR kind = 'REVERSAL' AND NOT EXISTS (SELECT 1 FROM orders o
              WHERE o.company_id = a.company_id AND o.id = a.order_id AND o.member_id = a.member_id) AS is_reward
            FROM new_rows a) AS allocated
      GROUP BY company_id, member_id
    ), changed AS (
      UPDATE holdings h SET tokens = h.tokens + a.tokens, rewards = h.rewards + a.rewards,
        allocations = h.allocations + a.allocations, purchases = h.purchases + a.purchases,
        latest = greatest(h.latest, a.latest)
      FROM added a WHERE h.company_id = a.company_id AND h.member_id = a.member_id
      RETURNING h.company_id, h.member_id, h.tokens, h.purchases
    ), begun AS (
      INSERT INTO holdings AS h (company_id, member_id, tokens, rewards, allocations, purchases, latest)
      SELECT company_id, member_id, tokens, rewards, allocations, purchases, latest FROM added a
       WHERE NOT EXISTS (SELECT 1 FROM holdings k WHERE k.company_id = a.company_id AND k.member_id = a.member_id)
       ORDER BY company_id, member_id
      -- Counted by keep_figures in the meantime.
      ON CONFLICT (company_id, member_id) DO UPDATE SET tokens = h.tokens + excluded.tokens,
        rewards = h.rewards + excluded.rewards, allocations = h.allocations + excluded.allocations,
        purchases = h.purchases + excluded.purchases, latest = greatest(h.latest, excluded.latest)
      RETURNING h.company_id, h.member_id, h.tokens, h.purchases
    ), crossed AS (
      SELECT n.company_id, n.member_id, (n.tokens > 0)::int - (n.tokens - a.tokens > 0)::int AS holders,
        (n.purchases > 0)::int - (n.purchases - a.purchases > 0)::int AS buying
      FROM (SELECT * FROM changed UNION ALL SELECT * FROM begun) n JOIN added a USING (company_id, member_id)
    )
    SELECT company_id, 'HOLDERS' AS figure, '' AS about, sum(holders) AS count FROM crossed
     GROUP BY company_id HAVING sum(holders) <> 0
    UNION ALL
    SELECT c.company_id, 'BUYING', u.referrer_id::text, sum(buying) FROM crossed c
      JOIN users u ON u.company_id = c.company_id AND u.id = c.member_id
     WHERE c.buying <> 0 AND u.referrer_id IS NOT NULL AND u.deleted_at IS NULL
     GROUP BY c.company_id, u.referrer_id HAVING sum(buying) <> 0
  LOOP
    PERFORM add_figure(one.company_id, one.figure, one.about, one.count::bigint, 0);
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER allocations_holdings AFTER INSERT ON allocations
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_holdings();
