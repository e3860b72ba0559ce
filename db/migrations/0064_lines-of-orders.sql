CREATE INDEX CONCURRENTLY IF NOT EXISTS "statement_lines_of_order" ON "statement_lines" USING btree ("company_id","order_id") WHERE "statement_lines"."order_id" IS NOT NULL;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "statement_lines_order_once";
