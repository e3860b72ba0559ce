CREATE INDEX "orders_newest" ON "orders" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_newest_anywhere" ON "orders" USING btree ("created_at","id");