ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_source";--> statement-breakpoint
ALTER TABLE "pending_changes" VALIDATE CONSTRAINT "pending_changes_kind";
