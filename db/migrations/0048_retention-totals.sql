ALTER TABLE "retention_runs" ADD COLUMN "messages_total" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD COLUMN "proofs_total" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD COLUMN "messages_told" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD COLUMN "proofs_told" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD COLUMN "succeeded_at" timestamp with time zone;--> statement-breakpoint
-- One row per company. Only runs that had succeeded were noted before.
UPDATE "retention_runs" SET "succeeded_at" = "ran_at";
