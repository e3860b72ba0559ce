CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_submissions" ON "orders" USING btree ("company_id","status","submitted_at") WHERE "orders"."submitted_at" IS NOT NULL;
