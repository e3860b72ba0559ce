ALTER TABLE "pending_changes" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_changes" ADD COLUMN "retry_at" timestamp with time zone;