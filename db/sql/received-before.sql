-- Money that was received with a number, open, used or sent back, with the order that it was paid for: what a
-- bank's entry of an order shows has the entry's number too. Without an order all of it; with one, all but the
-- parts of its present submission. VOLATILE: its query has a snapshot of its own, so a statement that has
-- waited for the order's row sees what the transactions before it recorded.
CREATE FUNCTION received_before(company uuid, number text, but_of uuid) RETURNS TABLE (order_id uuid, credit_id uuid)
  LANGUAGE sql VOLATILE AS $$
  SELECT c.order_id, r.id FROM payment_credits r
    LEFT JOIN payment_claims c ON c.company_id = company AND c.id = r.claim_id
    LEFT JOIN orders o ON o.company_id = company AND o.id = but_of AND o.id = c.order_id
   WHERE r.company_id = company AND r.reference = number AND r.voided_at IS NULL
     AND NOT coalesce(c.unapplied_because IS DISTINCT FROM 'RECORDED' AND r.received_at >= o.submitted_at, false)
  UNION
  SELECT c.order_id, r.id FROM payment_claims c
    JOIN payment_credits r ON r.company_id = company AND r.claim_id = c.id AND r.voided_at IS NULL
    LEFT JOIN orders o ON o.company_id = company AND o.id = but_of AND o.id = c.order_id
   WHERE c.company_id = company AND c.reference = number
     AND NOT coalesce(c.unapplied_because IS DISTINCT FROM 'RECORDED' AND r.received_at >= o.submitted_at, false)
  UNION
  SELECT l.order_id, NULL FROM statement_lines l
    LEFT JOIN orders o ON o.company_id = company AND o.id = but_of AND o.id = l.order_id
   WHERE l.company_id = company AND payment_number(l.reference) = number AND l.status = 'MATCHED'
     AND NOT coalesce(l.settled_at >= o.submitted_at AND NOT EXISTS (
       -- It shows money that was recorded beside the order, which is no part of it.
       SELECT 1 FROM payment_claims c
         JOIN payment_credits r ON r.company_id = company AND r.claim_id = c.id AND r.voided_at IS NULL
        WHERE c.company_id = company AND c.order_id = l.order_id AND c.unapplied_because = 'RECORDED'
          AND r.source = 'STATEMENT' AND r.amount_paise = l.amount_paise), false)
$$;

-- Whether received_before finds anything. First what it looks up: of most numbers there is nothing, and then
-- its joins need not begin. VOLATILE as it: it sees what was committed while its statement waited for a lock.
CREATE FUNCTION is_received_before(company uuid, number text, but_of uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (
    EXISTS (SELECT 1 FROM payment_credits r WHERE r.company_id = company AND r.reference = number)
    OR EXISTS (SELECT 1 FROM payment_claims c
        JOIN payment_credits r ON r.company_id = company AND r.claim_id = c.id
        WHERE c.company_id = company AND c.reference = number)
    OR EXISTS (SELECT 1 FROM statement_lines l
        WHERE l.company_id = company AND payment_number(l.reference) = number AND l.status = 'MATCHED')
  ) AND EXISTS (SELECT 1 FROM received_before(company, number, but_of));
END
$$;
