CREATE TRIGGER batch_rows_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON batch_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER batch_parts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON batch_parts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER batch_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON batch_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE batch_rows ENABLE ALWAYS TRIGGER batch_rows_append_only;
--> statement-breakpoint
ALTER TABLE batch_parts ENABLE ALWAYS TRIGGER batch_parts_append_only;
--> statement-breakpoint
ALTER TABLE batch_seals ENABLE ALWAYS TRIGGER batch_seals_append_only;
