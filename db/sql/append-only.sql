-- Refuses every change of a row of these tables, and TRUNCATE (architecture.md §4).
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER allocations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON allocations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER agreed_policies_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON agreed_policies
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER checkpoints_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER merkle_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON merkle_nodes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sealing_keys_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sealing_keys
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER batch_rows_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON batch_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER batch_parts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON batch_parts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER batch_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON batch_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The triggers also fire in a session that calls itself a replica.
ALTER TABLE allocations ENABLE ALWAYS TRIGGER allocations_append_only;
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_append_only;
ALTER TABLE agreed_policies ENABLE ALWAYS TRIGGER agreed_policies_append_only;
ALTER TABLE audit_seals ENABLE ALWAYS TRIGGER audit_seals_append_only;
ALTER TABLE checkpoints ENABLE ALWAYS TRIGGER checkpoints_append_only;
ALTER TABLE merkle_nodes ENABLE ALWAYS TRIGGER merkle_nodes_append_only;
ALTER TABLE sealing_keys ENABLE ALWAYS TRIGGER sealing_keys_append_only;
ALTER TABLE batch_rows ENABLE ALWAYS TRIGGER batch_rows_append_only;
ALTER TABLE batch_parts ENABLE ALWAYS TRIGGER batch_parts_append_only;
ALTER TABLE batch_seals ENABLE ALWAYS TRIGGER batch_seals_append_only;
