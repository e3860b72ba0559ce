CREATE TABLE "identity_cases" (
	"company_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"sent_count" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"sent_ip" text,
	"typed_name" text,
	"pan_hash" text,
	"second_kind" text,
	"second_hash" text,
	"details_encrypted" text,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"reason" text,
	"undo_until" timestamp with time zone,
	"verified_at" timestamp with time zone,
	"verified_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_cases_company_id_member_id_pk" PRIMARY KEY("company_id","member_id"),
	CONSTRAINT "identity_cases_state" CHECK ("identity_cases"."state" IN ('DRAFT', 'SENT', 'ASKED', 'VERIFIED', 'REFUSED')),
	CONSTRAINT "identity_cases_second_kind" CHECK ("identity_cases"."second_kind" IN ('PASSPORT', 'VOTER_CARD', 'DRIVING_LICENCE')),
	CONSTRAINT "identity_cases_sent" CHECK (("identity_cases"."sent_count" = 0) = ("identity_cases"."sent_at" IS NULL)),
	CONSTRAINT "identity_cases_verified" CHECK (("identity_cases"."state" <> 'VERIFIED' OR "identity_cases"."verified_at" IS NOT NULL) AND ("identity_cases"."verified_until" IS NULL OR "identity_cases"."verified_at" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "identity_documents" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"side" text NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"storage_key" text NOT NULL,
	"key_encrypted" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"reason" text,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_documents_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "identity_documents_kind" CHECK ("identity_documents"."kind" IN ('PAN', 'PASSPORT', 'VOTER_CARD', 'DRIVING_LICENCE', 'SELFIE')),
	CONSTRAINT "identity_documents_side" CHECK ("identity_documents"."side" IN ('FRONT', 'BACK')),
	CONSTRAINT "identity_documents_state" CHECK ("identity_documents"."state" IN ('DRAFT', 'SENT', 'ACCEPTED', 'REFUSED')),
	CONSTRAINT "identity_documents_size" CHECK ("identity_documents"."size_bytes" > 0),
	CONSTRAINT "identity_documents_decided" CHECK (("identity_documents"."state" IN ('ACCEPTED', 'REFUSED')) = ("identity_documents"."decided_at" IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "identity_cases" ADD CONSTRAINT "identity_cases_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_cases" ADD CONSTRAINT "identity_cases_member" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_cases" ADD CONSTRAINT "identity_cases_decided_by" FOREIGN KEY ("company_id","decided_by") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_documents" ADD CONSTRAINT "identity_documents_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_documents" ADD CONSTRAINT "identity_documents_member" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_documents" ADD CONSTRAINT "identity_documents_decided_by" FOREIGN KEY ("company_id","decided_by") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "identity_cases_one_person" ON "identity_cases" USING btree ("company_id","pan_hash") WHERE "identity_cases"."verified_at" IS NOT NULL AND "identity_cases"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX "identity_cases_pan" ON "identity_cases" USING btree ("company_id","pan_hash");--> statement-breakpoint
CREATE INDEX "identity_cases_second" ON "identity_cases" USING btree ("company_id","second_hash");--> statement-breakpoint
CREATE INDEX "identity_cases_waiting" ON "identity_cases" USING btree ("company_id","sent_at","member_id") WHERE "identity_cases"."state" = 'SENT';--> statement-breakpoint
CREATE INDEX "identity_documents_by_member" ON "identity_documents" USING btree ("company_id","member_id");--> statement-breakpoint
CREATE INDEX "identity_documents_sha256" ON "identity_documents" USING btree ("company_id","sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_documents_undecided" ON "identity_documents" USING btree ("company_id","member_id","kind","side") WHERE "identity_documents"."state" IN ('DRAFT', 'SENT');--> statement-breakpoint
CREATE INDEX "identity_documents_refused" ON "identity_documents" USING btree ("decided_at") WHERE "identity_documents"."state" = 'REFUSED';