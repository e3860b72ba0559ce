CREATE EXTENSION IF NOT EXISTS btree_gist;

ALTER TABLE campaigns ADD CONSTRAINT campaigns_one_at_a_time
  EXCLUDE USING gist (company_id WITH =, tstzrange(starts_at, ends_at) WITH &&);

-- Returns the tokens of an order's bonus, as `bonusOf`: those that it holds, or the part for the approved
-- tokens.
CREATE FUNCTION bonus_of(o orders) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN least(o.bonus_tokens, div(coalesce(o.approved_quantity, o.quantity)::numeric * coalesce(o.bonus_bps, 0), 10000));

-- Return what an order takes of its campaign: reward and bonus that are held, promised, on hold or
-- allocated.
CREATE FUNCTION reward_taken(o orders) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN CASE WHEN coalesce(o.reward_state, '') = 'WITHDRAWN' THEN 0 ELSE coalesce(o.reward_tokens, o.held_reward) END;

CREATE FUNCTION bonus_taken(o orders) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN CASE WHEN o.held_quantity > 0 OR o.status = 'APPROVED' THEN bonus_of(o) ELSE 0 END;

-- Returns what a campaign still gives to an order of a buyer beside its other orders: tokens to all, and
-- to one referrer; null without such a cap. Without a payment's proof an unverified buyer's orders hold at
-- most a share of the budget, as of the pool. Locks the campaign's row if it has a cap: each statement of
-- the function sees what was committed before, so that concurrent orders count one another. A reader
-- locks nothing, and asks about a new order, which replaces the OPEN one.
CREATE FUNCTION campaign_room(company uuid, campaign uuid, but_order uuid, buyer uuid, referrer uuid, reads boolean,
    OUT of_all bigint, OUT of_referrer bigint)
  LANGUAGE plpgsql AS $$
DECLARE
  all_taken bigint;
  own_taken bigint;
  unproved_taken bigint;
  unproved_most bigint;
BEGIN
  IF NOT reads THEN
    PERFORM FROM campaigns
      WHERE company_id = company AND id = campaign AND num_nonnulls(cap_total, cap_per_referrer) > 0 FOR NO KEY UPDATE;
  END IF;
  SELECT cap_total, cap_per_referrer INTO of_all, of_referrer FROM campaigns WHERE company_id = company AND id = campaign;
  IF num_nonnulls(of_all, of_referrer) = 0 THEN RETURN; END IF;
  SELECT greatest(1, div(of_all::numeric * c.unverified_hold_bps, 10000)) INTO unproved_most
    FROM companies c JOIN users u ON u.company_id = c.id AND u.id = buyer AND NOT u.is_approved
   WHERE c.id = company AND NOT EXISTS (
     SELECT FROM orders o WHERE o.company_id = company AND o.id = but_order AND o.proof_media_id IS NOT NULL);
  SELECT coalesce(sum(reward_taken(o) + bonus_taken(o)), 0), coalesce(sum(reward_taken(o)) FILTER (WHERE o.referrer_id = referrer), 0),
      coalesce(sum(reward_taken(o) + bonus_taken(o)) FILTER (
        WHERE o.member_id = buyer AND o.status IN ('OPEN', 'PENDING') AND o.proof_media_id IS NULL), 0)
    INTO all_taken, own_taken, unproved_taken FROM orders o
   WHERE o.company_id = company AND o.campaign_id = campaign AND o.id IS DISTINCT FROM but_order
     AND NOT (reads AND o.member_id = buyer AND o.status = 'OPEN');
  -- Null without a cap: GREATEST would take it for 0.
  of_all := of_all - least(of_all, all_taken);
  of_referrer := of_referrer - least(of_referrer, own_taken);
  IF of_all IS NOT NULL AND unproved_most IS NOT NULL THEN
    of_all := least(of_all, unproved_most - least(unproved_most, unproved_taken));
  END IF;
END
$$;
