-- Lists a new audit entry as unsealed in the entry's own transaction: ids and times commit out of
-- order, so neither tells which entries are sealed. It adds a row and contends for none.
CREATE FUNCTION list_unsealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unsealed (company_id, entry_id) SELECT company_id, id FROM added
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER audit_entries_unsealed AFTER INSERT ON audit_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION list_unsealed();
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_unsealed;
