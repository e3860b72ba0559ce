CREATE TABLE "payment_notices" (
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"body_hash" text NOT NULL,
	"payment_number" text NOT NULL,
	"line_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_notices_company_id_account_id_event_id_pk" PRIMARY KEY("company_id","account_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "payment_webhooks" (
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"secret_encrypted" text NOT NULL,
	"previous_encrypted" text,
	"previous_until" timestamp with time zone,
	"set_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_webhooks_company_id_account_id_pk" PRIMARY KEY("company_id","account_id")
);
--> statement-breakpoint
-- The version before writes the column always, and reads it nowhere.
-- squawk-ignore ban-drop-not-null
ALTER TABLE "statement_lines" ALTER COLUMN "statement_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_notices" ADD CONSTRAINT "payment_notices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_notices" ADD CONSTRAINT "payment_notices_line" FOREIGN KEY ("company_id","line_id") REFERENCES "public"."statement_lines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_webhooks" ADD CONSTRAINT "payment_webhooks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_notices_number" ON "payment_notices" USING btree ("company_id","account_id","payment_number");--> statement-breakpoint
CREATE INDEX "payment_notices_latest" ON "payment_notices" USING btree ("company_id","account_id","created_at");