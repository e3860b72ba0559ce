ALTER TABLE "users" ADD COLUMN "password_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "end_asked_at" timestamp with time zone;