CREATE EXTENSION IF NOT EXISTS btree_gist;

ALTER TABLE campaigns ADD CONSTRAINT campaigns_one_at_a_time
  EXCLUDE USING gist (company_id WITH =, tstzrange(starts_at, ends_at) WITH &&);

-- Returns the tokens of an order's bonus, as `bonusOf`: those that it holds, or the part for the approved
-- tokens.
CREATE FUNCTION bonus_of(o orders) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN least(o.bonus_tokens, div(coalesce(o.approved_quantity, o.quantity)::numeric * coalesce(o.bonus_bps, 0), 10000));
