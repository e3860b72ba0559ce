ALTER TABLE "orders" ADD COLUMN "expiry_notice_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "submitted_xact" "xid8";--> statement-breakpoint
CREATE INDEX "orders_expiry_notices" ON "orders" USING btree ("company_id","id") WHERE "orders"."expiry_notice_due";