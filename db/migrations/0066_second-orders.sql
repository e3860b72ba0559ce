ALTER TABLE "orders" ADD COLUMN "source_order_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_source" FOREIGN KEY ("company_id","source_order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "pending_changes" DROP CONSTRAINT "pending_changes_kind";--> statement-breakpoint
ALTER TABLE "pending_changes" ADD CONSTRAINT "pending_changes_kind" CHECK ("pending_changes"."kind" IN ('ACCOUNT_ADD', 'ACCOUNT_CHANGE', 'ACCOUNT_REMOVE', 'ORDER_APPROVAL', 'PAYMENT_ALLOCATION', 'PAYMENT_ORDER', 'RULES')) NOT VALID;
