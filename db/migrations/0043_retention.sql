CREATE TABLE "retention_runs" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"ran_at" timestamp with time zone NOT NULL,
	"messages" integer NOT NULL,
	"proofs" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "medias" ADD COLUMN "released_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD CONSTRAINT "retention_runs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;