ALTER TABLE "domains" ADD COLUMN "health" jsonb;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "domains_checked" ON "domains" USING btree ("checked_at" NULLS FIRST);