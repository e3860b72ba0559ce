CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_keys_number" ON "payment_keys" USING gin ("key" gin_trgm_ops) WHERE "payment_keys"."counts" AND length("payment_keys"."key") > 12;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payment_keys_containing";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_newest";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_newest_anywhere";
