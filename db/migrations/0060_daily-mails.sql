CREATE TABLE "order_digests" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"last_on" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mails_each_order" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_digests" ADD CONSTRAINT "order_digests_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;