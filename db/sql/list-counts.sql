-- The rows of a list that a row of its table is one of: +1 or -1, in a row of its own, so that no
-- two transactions wait for each other.
CREATE FUNCTION count_listed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status IN ('PENDING', 'APPROVED', 'REJECTED', 'REVERSED') THEN
    INSERT INTO list_counts (company_id, list, kind, day, rows)
    VALUES (OLD.company_id, 'orders', OLD.status, (OLD.created_at AT TIME ZONE 'UTC')::date, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status IN ('PENDING', 'APPROVED', 'REJECTED', 'REVERSED') THEN
    INSERT INTO list_counts (company_id, list, kind, day, rows)
    VALUES (NEW.company_id, 'orders', NEW.status, (NEW.created_at AT TIME ZONE 'UTC')::date, 1);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_listed_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    INSERT INTO list_counts (company_id, list, kind, day, rows)
    VALUES (OLD.company_id, 'users', OLD.role || ' ' || OLD.status || ' ' || OLD.is_approved,
            (OLD.created_at AT TIME ZONE 'UTC')::date, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    INSERT INTO list_counts (company_id, list, kind, day, rows)
    VALUES (NEW.company_id, 'users', NEW.role || ' ' || NEW.status || ' ' || NEW.is_approved,
            (NEW.created_at AT TIME ZONE 'UTC')::date, 1);
  END IF;
  RETURN NULL;
END
$$;

-- Not ALWAYS: a replica gets the counts as well as the rows. An order is made OPEN, which no list shows.
CREATE TRIGGER orders_listed_insert AFTER INSERT ON orders
  FOR EACH ROW WHEN (NEW.status IN ('PENDING', 'APPROVED', 'REJECTED', 'REVERSED'))
  EXECUTE FUNCTION count_listed_order();
CREATE TRIGGER orders_listed_update AFTER UPDATE OF company_id, status, created_at ON orders
  FOR EACH ROW WHEN ((OLD.company_id, OLD.status, OLD.created_at) IS DISTINCT FROM (NEW.company_id, NEW.status, NEW.created_at))
  EXECUTE FUNCTION count_listed_order();
CREATE TRIGGER orders_listed_delete AFTER DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION count_listed_order();
CREATE TRIGGER users_listed_insert AFTER INSERT ON users
  FOR EACH ROW EXECUTE FUNCTION count_listed_user();
CREATE TRIGGER users_listed_update
  AFTER UPDATE OF company_id, role, status, is_approved, created_at, deleted_at ON users
  FOR EACH ROW WHEN ((OLD.company_id, OLD.role, OLD.status, OLD.is_approved, OLD.created_at, OLD.deleted_at)
    IS DISTINCT FROM (NEW.company_id, NEW.role, NEW.status, NEW.is_approved, NEW.created_at, NEW.deleted_at))
  EXECUTE FUNCTION count_listed_user();
CREATE TRIGGER users_listed_delete AFTER DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION count_listed_user();

-- Corrects the counts, in one statement and so in one snapshot: it may run beside the triggers.
CREATE FUNCTION recount_lists() RETURNS void LANGUAGE sql AS $$
  INSERT INTO list_counts (company_id, list, kind, day, rows, is_sum)
  SELECT company_id, list, kind, day, sum(rows), true FROM (
    SELECT company_id, 'orders' AS list, status AS kind, (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS rows
      FROM orders WHERE status IN ('PENDING', 'APPROVED', 'REJECTED', 'REVERSED') GROUP BY 1, 2, 3, 4
     UNION ALL
    SELECT company_id, 'users', role || ' ' || status || ' ' || is_approved, (created_at AT TIME ZONE 'UTC')::date, count(*)
      FROM users WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4
     UNION ALL
    SELECT company_id, list, kind, day, -sum(rows) FROM list_counts GROUP BY 1, 2, 3, 4
  ) AS counted
  GROUP BY 1, 2, 3, 4 HAVING sum(rows) <> 0
$$;
