CREATE TABLE "held_statements" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"content" "bytea" NOT NULL,
	"mapping" jsonb,
	"held_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "held_statements_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "held_statements" ADD CONSTRAINT "held_statements_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "held_statements_one" ON "held_statements" USING btree ("company_id","held_by");--> statement-breakpoint
CREATE INDEX "held_statements_old" ON "held_statements" USING btree ("created_at");