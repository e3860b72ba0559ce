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
