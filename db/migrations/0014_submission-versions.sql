ALTER TABLE "orders" ADD COLUMN "submission_version" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE "orders" SET "submission_version" = 1 WHERE "submitted_at" IS NOT NULL;