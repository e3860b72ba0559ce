CREATE TABLE "pending_changes" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"subject_version" integer,
	"change" jsonb NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"requested_by" uuid NOT NULL,
	"is_cool_off" boolean NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pending_changes_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "pending_changes_kind" CHECK ("pending_changes"."kind" IN ('ACCOUNT_ADD', 'ACCOUNT_CHANGE', 'ACCOUNT_REMOVE', 'ORDER_APPROVAL', 'PAYMENT_ALLOCATION', 'RULES')),
	CONSTRAINT "pending_changes_state" CHECK ("pending_changes"."state" IN ('PENDING', 'CONFIRMED', 'APPLIED', 'REFUSED', 'WITHDRAWN', 'EXPIRED', 'OVERTAKEN', 'ENDED'))
);
--> statement-breakpoint
ALTER TABLE "pending_changes" ADD CONSTRAINT "pending_changes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pending_changes_one" ON "pending_changes" USING btree ("company_id","subject_id") WHERE "pending_changes"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "pending_changes_due" ON "pending_changes" USING btree ("ends_at") WHERE "pending_changes"."state" = 'PENDING';