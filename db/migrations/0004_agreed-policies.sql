CREATE TABLE "agreed_policies" (
	"company_id" uuid NOT NULL,
	"version" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreed_policies_company_id_version_pk" PRIMARY KEY("company_id","version"),
	CONSTRAINT "agreed_policies_version" CHECK ("agreed_policies"."version" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "agreed_policies_language" CHECK ("agreed_policies"."language" IN ('en', 'hi'))
);
--> statement-breakpoint
ALTER TABLE "agreed_policies" ADD CONSTRAINT "agreed_policies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- A text somebody agreed to stays as they read it.
CREATE TRIGGER agreed_policies_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON agreed_policies
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE agreed_policies ENABLE ALWAYS TRIGGER agreed_policies_append_only;
