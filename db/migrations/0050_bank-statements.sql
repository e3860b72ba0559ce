CREATE TABLE "statement_lines" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"statement_id" uuid NOT NULL,
	"line_key" text NOT NULL,
	"occurrence" integer NOT NULL,
	"booked_on" date NOT NULL,
	"value_on" date,
	"amount_paise" bigint NOT NULL,
	"side" text NOT NULL,
	"narration" text NOT NULL,
	"reference" text,
	"balance_paise" bigint,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"order_id" uuid,
	"note" text,
	"settled_by" uuid,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statement_lines_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "statement_lines_side" CHECK ("statement_lines"."side" IN ('CREDIT', 'DEBIT')),
	CONSTRAINT "statement_lines_status" CHECK ("statement_lines"."status" IN ('OPEN', 'MATCHED', 'SET_ASIDE')),
	CONSTRAINT "statement_lines_amount" CHECK ("statement_lines"."amount_paise" > 0 AND "statement_lines"."occurrence" > 0),
	CONSTRAINT "statement_lines_settlement" CHECK (("statement_lines"."status" = 'MATCHED') = ("statement_lines"."order_id" IS NOT NULL) AND ("statement_lines"."status" = 'SET_ASIDE') = ("statement_lines"."note" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "statement_mappings" (
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"mapping" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statement_mappings_company_id_account_id_pk" PRIMARY KEY("company_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"format" text NOT NULL,
	"row_count" integer NOT NULL,
	"added_count" integer NOT NULL,
	"unread" jsonb NOT NULL,
	"imported_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statements_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "statements_format" CHECK ("statements"."format" IN ('CSV', 'XLSX', 'MT940', 'CAMT053'))
);
--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement" FOREIGN KEY ("company_id","statement_id") REFERENCES "public"."statements"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_order" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_mappings" ADD CONSTRAINT "statement_mappings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_once" ON "statement_lines" USING btree ("company_id","account_id","line_key","occurrence");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_order_once" ON "statement_lines" USING btree ("company_id","order_id") WHERE "statement_lines"."order_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "statement_lines_open" ON "statement_lines" USING btree ("company_id","booked_on","id") WHERE "statement_lines"."status" = 'OPEN' AND "statement_lines"."side" = 'CREDIT';--> statement-breakpoint
CREATE INDEX "statement_lines_settled" ON "statement_lines" USING btree ("company_id","status","settled_at","id");--> statement-breakpoint
CREATE INDEX "statements_newest" ON "statements" USING btree ("company_id","created_at","id");