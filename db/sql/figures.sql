-- Room for changed rows on their own page, since figures change often.
ALTER TABLE figures SET (fillfactor = 60);

-- Adds to a figure without waiting for anyone: in a slot that no other transaction has locked, or
-- in a new one. There are never more slots of a figure than transactions that changed it at once.
CREATE FUNCTION add_figure(company uuid, name text, subject text, more bigint, more_amount bigint)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE free uuid;
BEGIN
  SELECT slot INTO free FROM figures
   WHERE company_id = company AND figure = name AND about = subject
   LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF FOUND THEN
    -- A statement of its own, whose snapshot is younger than the lock.
    UPDATE figures SET count = count + more, amount = amount + more_amount
     WHERE company_id = company AND figure = name AND about = subject AND slot = free;
  ELSE
    INSERT INTO figures (company_id, figure, about, slot, count, amount)
    VALUES (company, name, subject, gen_random_uuid(), more, more_amount);
  END IF;
END
$$;

-- What one order adds to its company's figures.
CREATE FUNCTION figures_of_order(status text, method text, paise bigint, referrer uuid, reward bigint)
  RETURNS TABLE (figure text, about text, count bigint, amount bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT 'ORDERS', status || ' ' || coalesce(method, '-'), 1::bigint, paise WHERE status IN ('PENDING', 'APPROVED')
  UNION ALL
  SELECT 'PROMISED', referrer::text, 1, reward WHERE status = 'PENDING' AND reward > 0 AND referrer IS NOT NULL
$$;

-- What one person adds, but for what depends on their purchases.
CREATE FUNCTION figures_of_person(role text, status text, is_approved boolean, deleted_at timestamptz, referrer uuid)
  RETURNS TABLE (figure text, about text, count bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT 'MEMBERS', role || ' ' || status || ' ' || is_approved::text, 1::bigint WHERE deleted_at IS NULL
  UNION ALL
  SELECT 'INVITED', referrer::text, 1 WHERE deleted_at IS NULL AND referrer IS NOT NULL
  UNION ALL
  SELECT 'VERIFIED', referrer::text, 1 WHERE deleted_at IS NULL AND referrer IS NOT NULL AND is_approved
$$;

CREATE FUNCTION count_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_figure(company_id, figure, about, sum(count)::bigint, sum(amount)::bigint) FROM (
      SELECT o.company_id, f.* FROM new_rows o CROSS JOIN LATERAL figures_of_order(o.status, o.payment_method,
        coalesce(o.approved_amount_paise + o.approved_fee_paise, o.total_paise), o.referrer_id, o.held_reward) f
    ) AS changed GROUP BY company_id, figure, about;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_figure(company_id, figure, about, -sum(count)::bigint, -sum(amount)::bigint) FROM (
      SELECT o.company_id, f.* FROM old_rows o CROSS JOIN LATERAL figures_of_order(o.status, o.payment_method,
        coalesce(o.approved_amount_paise + o.approved_fee_paise, o.total_paise), o.referrer_id, o.held_reward) f
    ) AS changed GROUP BY company_id, figure, about;
  ELSE
    PERFORM add_figure(company_id, figure, about, sum(count)::bigint, sum(amount)::bigint) FROM (
      SELECT o.company_id, f.* FROM new_rows o CROSS JOIN LATERAL figures_of_order(o.status, o.payment_method,
        coalesce(o.approved_amount_paise + o.approved_fee_paise, o.total_paise), o.referrer_id, o.held_reward) f
      UNION ALL
      SELECT o.company_id, f.figure, f.about, -f.count, -f.amount FROM old_rows o CROSS JOIN LATERAL figures_of_order(o.status, o.payment_method,
        coalesce(o.approved_amount_paise + o.approved_fee_paise, o.total_paise), o.referrer_id, o.held_reward) f
    ) AS changed GROUP BY company_id, figure, about HAVING sum(count) <> 0 OR sum(amount) <> 0;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_people() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
  has_bought boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_figure(company_id, figure, about, sum(count)::bigint, 0) FROM (
      SELECT p.company_id, f.* FROM new_rows p CROSS JOIN LATERAL
        figures_of_person(p.role, p.status, p.is_approved, p.deleted_at, p.referrer_id) f
    ) AS changed GROUP BY company_id, figure, about;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_figure(company_id, figure, about, -sum(count)::bigint, 0) FROM (
      SELECT p.company_id, f.* FROM old_rows p CROSS JOIN LATERAL
        figures_of_person(p.role, p.status, p.is_approved, p.deleted_at, p.referrer_id) f
    ) AS changed GROUP BY company_id, figure, about;
  ELSE
    PERFORM add_figure(company_id, figure, about, sum(count)::bigint, 0) FROM (
      SELECT p.company_id, f.* FROM new_rows p CROSS JOIN LATERAL
        figures_of_person(p.role, p.status, p.is_approved, p.deleted_at, p.referrer_id) f
      UNION ALL
      SELECT p.company_id, f.figure, f.about, -f.count FROM old_rows p CROSS JOIN LATERAL
        figures_of_person(p.role, p.status, p.is_approved, p.deleted_at, p.referrer_id) f
    ) AS changed GROUP BY company_id, figure, about HAVING sum(count) <> 0;
    -- The holding's lock decides whether a purchase or its reversal at the same time sees this
    -- change, or this one sees it.
    FOR one IN
      SELECT * FROM (
        SELECT o.company_id, o.id, CASE WHEN o.deleted_at IS NULL THEN o.referrer_id END AS was,
          CASE WHEN n.deleted_at IS NULL THEN n.referrer_id END AS is_now
        FROM old_rows o JOIN new_rows n ON n.company_id = o.company_id AND n.id = o.id
      ) AS changed WHERE was IS DISTINCT FROM is_now ORDER BY company_id, id
    LOOP
      SELECT purchases > 0 INTO has_bought FROM holdings
       WHERE company_id = one.company_id AND member_id = one.id FOR NO KEY UPDATE;
      IF has_bought AND one.was IS NOT NULL THEN
        PERFORM add_figure(one.company_id, 'BUYING', one.was::text, -1, 0);
      END IF;
      IF has_bought AND one.is_now IS NOT NULL THEN
        PERFORM add_figure(one.company_id, 'BUYING', one.is_now::text, 1, 0);
      END IF;
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;

-- Makes every figure equal to the rows, beside transactions that change both: each statement adds
-- what its one snapshot of rows and figures lacks, so that what others add meanwhile is kept. In
-- parts, with a COMMIT after each, it keeps no row locked for long.
CREATE PROCEDURE keep_figures(in_parts boolean) LANGUAGE plpgsql AS $$
DECLARE
  company uuid;
  from_id uuid;
  to_id uuid;
BEGIN
  FOR company IN SELECT id FROM companies ORDER BY id LOOP
    from_id := NULL;
    LOOP
      -- A thousand people, by id.
      SELECT (array_agg(id ORDER BY id DESC))[1] INTO to_id FROM (SELECT id FROM users WHERE company_id = company
        AND (from_id IS NULL OR id > from_id) ORDER BY id LIMIT 1000) AS part (id);
      EXIT WHEN to_id IS NULL;
      WITH due AS MATERIALIZED (
        SELECT member_id, sum(quantity)::bigint AS tokens,
          (coalesce(sum(quantity) FILTER (WHERE is_reward), 0))::bigint AS rewards, count(*) AS allocations,
          (count(*) FILTER (WHERE kind = 'PURCHASE') - count(*) FILTER (WHERE kind = 'REVERSAL' AND NOT is_reward)) AS purchases,
          max(sequence) AS latest
        FROM (SELECT *, kind = 'REFERRAL' OR kind = 'REVERSAL' AND NOT EXISTS (SELECT 1 FROM orders o
                WHERE o.company_id = a.company_id AND o.id = a.order_id AND o.member_id = a.member_id) AS is_reward
              FROM allocations a WHERE a.company_id = company AND a.member_id <= to_id
                AND (from_id IS NULL OR a.member_id > from_id)) AS added
        GROUP BY member_id
      ), lacking AS MATERIALIZED (
        SELECT k.member_id, coalesce(d.tokens, 0) - k.tokens AS tokens, coalesce(d.rewards, 0) - k.rewards AS rewards,
          coalesce(d.allocations, 0) - k.allocations AS allocations, coalesce(d.purchases, 0) - k.purchases AS purchases,
          k.latest AS latest_was, coalesce(d.latest, 0) AS latest
        FROM holdings k LEFT JOIN due d USING (member_id)
        WHERE k.company_id = company AND k.member_id <= to_id AND (from_id IS NULL OR k.member_id > from_id)
          AND (k.tokens, k.rewards, k.allocations, k.purchases, k.latest)
            IS DISTINCT FROM (d.tokens, d.rewards, d.allocations, d.purchases, d.latest)
        ORDER BY k.member_id
      ), mended AS (
        UPDATE holdings h SET tokens = h.tokens + l.tokens, rewards = h.rewards + l.rewards,
          allocations = h.allocations + l.allocations, purchases = h.purchases + l.purchases,
          latest = CASE WHEN h.latest = l.latest_was THEN l.latest ELSE h.latest END
        FROM lacking l WHERE h.company_id = company AND h.member_id = l.member_id
      )
      INSERT INTO holdings AS h (company_id, member_id, tokens, rewards, allocations, purchases, latest)
      SELECT company, d.member_id, d.tokens, d.rewards, d.allocations, d.purchases, d.latest FROM due d
       WHERE NOT EXISTS (SELECT 1 FROM holdings k WHERE k.company_id = company AND k.member_id = d.member_id)
       ORDER BY d.member_id
      ON CONFLICT (company_id, member_id) DO UPDATE SET tokens = h.tokens + excluded.tokens,
        rewards = h.rewards + excluded.rewards, allocations = h.allocations + excluded.allocations,
        purchases = h.purchases + excluded.purchases, latest = greatest(h.latest, excluded.latest);
      from_id := to_id;
      IF in_parts THEN COMMIT; END IF;
    END LOOP;
    -- After the holdings, since a change of these tells whether it was the first.
    INSERT INTO figures (company_id, figure, about, slot, count, amount)
    SELECT company, figure, about, gen_random_uuid(), sum(count)::bigint, sum(amount)::bigint FROM (
      SELECT f.figure, f.about, f.count, f.amount FROM orders o CROSS JOIN LATERAL figures_of_order(o.status, o.payment_method,
        coalesce(o.approved_amount_paise + o.approved_fee_paise, o.total_paise), o.referrer_id, o.held_reward) f
       WHERE o.company_id = company
      UNION ALL
      SELECT f.figure, f.about, f.count, 0 FROM users p CROSS JOIN LATERAL
        figures_of_person(p.role, p.status, p.is_approved, p.deleted_at, p.referrer_id) f WHERE p.company_id = company
      UNION ALL
      SELECT 'HOLDERS', '', 1, 0 FROM holdings WHERE company_id = company AND tokens > 0
      UNION ALL
      SELECT 'BUYING', p.referrer_id::text, 1, 0 FROM users p
        JOIN holdings h ON h.company_id = p.company_id AND h.member_id = p.id AND h.purchases > 0
       WHERE p.company_id = company AND p.deleted_at IS NULL AND p.referrer_id IS NOT NULL
      UNION ALL
      SELECT figure, about, -count, -amount FROM figures WHERE company_id = company
    ) AS lacking GROUP BY figure, about HAVING sum(count) <> 0 OR sum(amount) <> 0;
    IF in_parts THEN COMMIT; END IF;
  END LOOP;
END
$$;

-- In the order in which transactions write to these tables. Not ALWAYS: a replica gets the figures
-- as well as the rows.
CREATE TRIGGER users_figures_insert AFTER INSERT ON users
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_people();
CREATE TRIGGER users_figures_update AFTER UPDATE ON users
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_people();
CREATE TRIGGER users_figures_delete AFTER DELETE ON users
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_people();
CREATE TRIGGER orders_figures_insert AFTER INSERT ON orders
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER orders_figures_update AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER orders_figures_delete AFTER DELETE ON orders
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
