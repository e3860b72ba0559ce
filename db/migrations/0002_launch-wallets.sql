CREATE TABLE "wallets" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"address" text NOT NULL,
	"nonce" text NOT NULL,
	"message" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"signature" text,
	"proof" text,
	"proved_at" timestamp with time zone,
	"valid_from" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wallets_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "wallets_proof" CHECK ("wallets"."proof" IN ('BROWSER', 'PASTED')),
	CONSTRAINT "wallets_proved" CHECK (num_nulls("wallets"."signature", "wallets"."proof", "wallets"."proved_at", "wallets"."valid_from") IN (0, 4)),
	CONSTRAINT "wallets_address_form" CHECK ("wallets"."address" ~ '^0x[0-9a-fA-F]{40}$')
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "unlock_plans" jsonb;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_member" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_nonce" ON "wallets" USING btree ("company_id","nonce");--> statement-breakpoint
CREATE INDEX "wallets_of_member" ON "wallets" USING btree ("company_id","member_id","valid_from") WHERE "wallets"."proved_at" IS NOT NULL AND "wallets"."stopped_at" IS NULL;--> statement-breakpoint
CREATE INDEX "wallets_address" ON "wallets" USING btree ("company_id","address") WHERE "wallets"."proved_at" IS NOT NULL AND "wallets"."stopped_at" IS NULL;--> statement-breakpoint
CREATE INDEX "wallets_unanswered" ON "wallets" USING btree ("expires_at") WHERE "wallets"."proved_at" IS NULL;