DROP INDEX CONCURRENTLY IF EXISTS "orders_reference";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_reference";
