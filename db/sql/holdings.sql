-- Adds new allocations to each member's holdings. Allocations are written under the pool's lock
-- only, so that nothing but recount_holdings (after a restore) changes these rows beside them. It updates
-- before it inserts: a CHECK would refuse the negative row of a reversal.
CREATE FUNCTION add_holdings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH added AS MATERIALIZED (
    SELECT company_id, member_id, sum(quantity)::bigint AS tokens,
      coalesce(sum(quantity) FILTER (WHERE is_reward), 0)::bigint AS rewards, count(*) AS allocations,
      count(*) FILTER (WHERE kind = 'PURCHASE') - count(*) FILTER (WHERE kind = 'REVERSAL' AND NOT is_reward) AS purchases,
      max(sequence) AS latest
    FROM (SELECT *, is_reward(company_id, order_id, member_id, kind) FROM new_rows) AS allocated
    GROUP BY company_id, member_id
  ), changed AS (
    UPDATE holdings h SET tokens = h.tokens + a.tokens, rewards = h.rewards + a.rewards,
      allocations = h.allocations + a.allocations, purchases = h.purchases + a.purchases, latest = a.latest
    FROM added a WHERE h.company_id = a.company_id AND h.member_id = a.member_id
    RETURNING h.company_id, h.member_id
  )
  INSERT INTO holdings (company_id, member_id, tokens, rewards, allocations, purchases, latest)
  SELECT company_id, member_id, tokens, rewards, allocations, purchases, latest FROM added
   WHERE (company_id, member_id) NOT IN (SELECT company_id, member_id FROM changed);
  RETURN NULL;
END
$$;

-- Tells that an allocation is a referral reward; also its reversal, which is of somebody else's
-- order.
CREATE FUNCTION is_reward(company uuid, of_order uuid, member uuid, kind text) RETURNS boolean
  LANGUAGE sql STABLE AS $$
  SELECT kind = 'REFERRAL' OR kind = 'REVERSAL' AND NOT EXISTS (
    SELECT 1 FROM orders WHERE company_id = company AND id = of_order AND member_id = member)
$$;

CREATE TRIGGER allocations_holdings AFTER INSERT ON allocations
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_holdings();

-- Counts all holdings anew, after a restore or if the nightly check finds one wrong.
CREATE FUNCTION recount_holdings() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE allocations IN SHARE MODE;
  DELETE FROM holdings;
  INSERT INTO holdings (company_id, member_id, tokens, rewards, allocations, purchases, latest)
  SELECT company_id, member_id, sum(quantity)::bigint,
    coalesce(sum(quantity) FILTER (WHERE is_reward), 0)::bigint, count(*),
    count(*) FILTER (WHERE kind = 'PURCHASE') - count(*) FILTER (WHERE kind = 'REVERSAL' AND NOT is_reward),
    max(sequence)
  FROM (SELECT *, is_reward(company_id, order_id, member_id, kind) FROM allocations) AS allocated
  GROUP BY company_id, member_id;
END
$$;
