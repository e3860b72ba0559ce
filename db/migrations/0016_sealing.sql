CREATE TABLE "audit_seals" (
	"company_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"entry_id" uuid NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_seals_company_id_sequence_pk" PRIMARY KEY("company_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "checkpoints" (
	"company_id" uuid NOT NULL,
	"log" text NOT NULL,
	"number" bigint NOT NULL,
	"size" bigint NOT NULL,
	"root" text,
	"head" text NOT NULL,
	"beside" bigint,
	"previous" text NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "checkpoints_company_id_log_number_pk" PRIMARY KEY("company_id","log","number"),
	CONSTRAINT "checkpoints_log" CHECK ("checkpoints"."log" IN ('ALLOCATIONS', 'AUDIT'))
);
--> statement-breakpoint
CREATE TABLE "merkle_nodes" (
	"company_id" uuid NOT NULL,
	"level" integer NOT NULL,
	"index" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "merkle_nodes_company_id_level_index_pk" PRIMARY KEY("company_id","level","index")
);
--> statement-breakpoint
CREATE TABLE "sealing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"first_used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_unsealed" (
	"company_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	CONSTRAINT "audit_unsealed_company_id_entry_id_pk" PRIMARY KEY("company_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone DEFAULT now() NOT NULL,
	"faults" jsonb NOT NULL,
	"companies" integer NOT NULL,
	"allocations" bigint NOT NULL,
	"audit_entries" bigint NOT NULL,
	"unsealed" bigint NOT NULL,
	CONSTRAINT "verifications_counts" CHECK ("verifications"."unsealed" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "audit_seals_entry" ON "audit_seals" USING btree ("company_id","entry_id");
--> statement-breakpoint
-- The list of what is not sealed is kept by the entry's own transaction: ids and times commit out
-- of order, so neither tells what was sealed. It adds a row and contends for none.
CREATE FUNCTION list_unsealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unsealed (company_id, entry_id) SELECT company_id, id FROM added
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_unsealed AFTER INSERT ON audit_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION list_unsealed();
--> statement-breakpoint
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_unsealed;
--> statement-breakpoint
INSERT INTO audit_unsealed (company_id, entry_id) SELECT company_id, id FROM audit_entries;
--> statement-breakpoint
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE audit_seals ENABLE ALWAYS TRIGGER audit_seals_append_only;
--> statement-breakpoint
CREATE TRIGGER checkpoints_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE checkpoints ENABLE ALWAYS TRIGGER checkpoints_append_only;
--> statement-breakpoint
CREATE TRIGGER merkle_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON merkle_nodes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE merkle_nodes ENABLE ALWAYS TRIGGER merkle_nodes_append_only;
--> statement-breakpoint
CREATE TRIGGER sealing_keys_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sealing_keys
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE sealing_keys ENABLE ALWAYS TRIGGER sealing_keys_append_only;
