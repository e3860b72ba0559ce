DROP INDEX "messages_waiting";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reply" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "priority" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "due_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "leased_by" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "expires_at" timestamp with time zone DEFAULT now() + interval '7 days' NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_queue" ON "messages" USING btree ("channel","priority","company_id","due_at","id") WHERE "messages"."status" = 'QUEUED';--> statement-breakpoint
CREATE INDEX "messages_expiring" ON "messages" USING btree ("expires_at") WHERE "messages"."status" = 'QUEUED';--> statement-breakpoint
CREATE INDEX "messages_settled" ON "messages" USING btree ("created_at") WHERE "messages"."status" <> 'QUEUED';--> statement-breakpoint
CREATE INDEX "messages_failed" ON "messages" USING btree ("company_id","created_at","id") WHERE "messages"."status" = 'FAILED';--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_failure" CHECK ("messages"."failure" IN ('refused', 'expired', 'deleted'));--> statement-breakpoint
UPDATE "messages" SET "expires_at" = "created_at" + interval '7 days' WHERE "status" = 'QUEUED';--> statement-breakpoint
UPDATE "messages" SET "priority" = 0, "expires_at" = "created_at" + CASE "template" WHEN 'superAdminCode' THEN interval '3 minutes' ELSE interval '10 minutes' END WHERE "status" = 'QUEUED' AND "template" IN ('registrationCode', 'resetCode', 'changeCode', 'superAdminCode');
