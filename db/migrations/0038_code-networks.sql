ALTER TABLE "one_time_codes" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD COLUMN "tries_elsewhere" integer DEFAULT 5 NOT NULL;