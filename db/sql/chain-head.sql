-- The last allocation of a company's chain. VOLATILE: its query has a snapshot of its own, so a
-- statement that has waited for the pool's row sees what the transactions before it appended.
CREATE FUNCTION chain_head(company uuid) RETURNS TABLE (sequence bigint, hash text)
  LANGUAGE sql VOLATILE AS $$
  SELECT a.sequence, a.hash FROM allocations a WHERE a.company_id = company
  ORDER BY a.sequence DESC LIMIT 1
$$;
