CREATE TABLE "prices" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"price_micro_rupees" bigint NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"set_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" uuid,
	CONSTRAINT "prices_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "prices_price" CHECK ("prices"."price_micro_rupees" > 0 AND "prices"."price_micro_rupees" <= 1000000000000000),
	CONSTRAINT "prices_cancelled_early" CHECK ("prices"."cancelled_at" <= "prices"."starts_at")
);
--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_set_by" FOREIGN KEY ("company_id","set_by") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_cancelled_by" FOREIGN KEY ("company_id","cancelled_by") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prices_in_force" ON "prices" USING btree ("company_id","starts_at","id") WHERE "prices"."cancelled_at" IS NULL;