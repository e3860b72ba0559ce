CREATE TABLE "launch_mails" (
	"company_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "launch_mails_company_id_member_id_kind_day_pk" PRIMARY KEY("company_id","member_id","kind","day"),
	CONSTRAINT "launch_mails_kind" CHECK ("launch_mails"."kind" IN ('PROVE_30', 'PROVE_7', 'PROVE_1', 'FREE'))
);
--> statement-breakpoint
ALTER TABLE "launch_mails" ADD CONSTRAINT "launch_mails_member" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;