CREATE TABLE "announcements" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "announcements_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "announcements_title" CHECK (length("announcements"."title") BETWEEN 1 AND 120),
	CONSTRAINT "announcements_text" CHECK (length("announcements"."text") BETWEEN 1 AND 2000)
);
--> statement-breakpoint
CREATE TABLE "notice_mailings" (
	"company_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"through" uuid,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_mailings_company_id_subject_id_pk" PRIMARY KEY("company_id","subject_id"),
	CONSTRAINT "notice_mailings_kind" CHECK ("notice_mailings"."kind" IN ('ANNOUNCEMENT', 'PRICE'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "notices_read_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mails_notices" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_author" FOREIGN KEY ("company_id","created_by") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_mailings" ADD CONSTRAINT "notice_mailings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_newest" ON "announcements" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "announcements_mailed" ON "announcements" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notice_mailings_old" ON "notice_mailings" USING btree ("created_at");