ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "super_admin_sessions" ADD COLUMN "proved_at" timestamp with time zone;