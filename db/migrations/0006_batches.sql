CREATE TABLE "batch_parts" (
	"company_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"part" integer NOT NULL,
	"batch_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"tokens" bigint NOT NULL,
	CONSTRAINT "batch_parts_company_id_sequence_part_pk" PRIMARY KEY("company_id","sequence","part"),
	CONSTRAINT "batch_parts_tokens" CHECK ("batch_parts"."tokens" > 0 AND "batch_parts"."part" >= 1)
);
--> statement-breakpoint
CREATE TABLE "batch_rows" (
	"company_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"member_id" uuid NOT NULL,
	"address" text NOT NULL,
	"tokens" bigint NOT NULL,
	CONSTRAINT "batch_rows_company_id_batch_id_index_pk" PRIMARY KEY("company_id","batch_id","index"),
	CONSTRAINT "batch_rows_tokens" CHECK ("batch_rows"."tokens" > 0),
	CONSTRAINT "batch_rows_address" CHECK ("batch_rows"."address" ~ '^0x[0-9a-fA-F]{40}$')
);
--> statement-breakpoint
CREATE TABLE "batch_seals" (
	"company_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"text" text NOT NULL,
	"signature" text NOT NULL,
	"public_key" text NOT NULL,
	"root" text NOT NULL,
	"tree" "bytea" NOT NULL,
	"places" "bytea" NOT NULL,
	"parts_tree" "bytea" NOT NULL,
	"parts_places" "bytea" NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "batch_seals_company_id_batch_id_pk" PRIMARY KEY("company_id","batch_id")
);
--> statement-breakpoint
CREATE TABLE "batch_transfers" (
	"company_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"added_by" uuid NOT NULL,
	CONSTRAINT "batch_transfers_company_id_batch_id_index_pk" PRIMARY KEY("company_id","batch_id","index"),
	CONSTRAINT "batch_transfers_hash" CHECK ("batch_transfers"."hash" ~ '^0x[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"day" date NOT NULL,
	"state" text DEFAULT 'PREPARED' NOT NULL,
	"prepared_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"checkpoint" bigint,
	"rows" integer,
	"tokens" bigint,
	"frozen_at" timestamp with time zone,
	"way" text,
	"network" text,
	"chain_id" integer,
	"contract" text,
	"claim_call" text,
	"explorer" text,
	"claim_until" date,
	"published_at" timestamp with time zone,
	"funded_hash" text,
	"delivered_at" timestamp with time zone,
	"mailed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "batches_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "batches_state" CHECK ("batches"."state" IN ('PREPARED', 'FROZEN', 'PUBLISHED', 'DELIVERED')),
	CONSTRAINT "batches_way" CHECK ("batches"."way" IN ('CLAIM', 'SEND')),
	CONSTRAINT "batches_claim_call" CHECK ("batches"."claim_call" IN ('UINT256', 'UINT128')),
	CONSTRAINT "batches_frozen" CHECK (num_nonnulls("batches"."checkpoint", "batches"."rows", "batches"."tokens", "batches"."frozen_at") = CASE "batches"."state" WHEN 'PREPARED' THEN 0 ELSE 4 END),
	CONSTRAINT "batches_published" CHECK (("batches"."published_at" IS NULL AND "batches"."state" <> 'PUBLISHED') OR ("batches"."way" = 'CLAIM' AND num_nonnulls("batches"."network", "batches"."chain_id", "batches"."contract", "batches"."claim_call", "batches"."explorer", "batches"."claim_until") = 6)),
	CONSTRAINT "batches_delivered" CHECK (("batches"."state" = 'DELIVERED') = ("batches"."delivered_at" IS NOT NULL) AND ("batches"."state" <> 'DELIVERED' OR "batches"."way" = 'SEND' OR "batches"."funded_hash" IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "batch_parts" ADD CONSTRAINT "batch_parts_allocation" FOREIGN KEY ("company_id","sequence") REFERENCES "public"."allocations"("company_id","sequence") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_parts" ADD CONSTRAINT "batch_parts_row" FOREIGN KEY ("company_id","batch_id","index") REFERENCES "public"."batch_rows"("company_id","batch_id","index") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_rows" ADD CONSTRAINT "batch_rows_batch" FOREIGN KEY ("company_id","batch_id") REFERENCES "public"."batches"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_rows" ADD CONSTRAINT "batch_rows_member" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_seals" ADD CONSTRAINT "batch_seals_batch" FOREIGN KEY ("company_id","batch_id") REFERENCES "public"."batches"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_transfers" ADD CONSTRAINT "batch_transfers_row" FOREIGN KEY ("company_id","batch_id","index") REFERENCES "public"."batch_rows"("company_id","batch_id","index") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_transfers" ADD CONSTRAINT "batch_transfers_added_by" FOREIGN KEY ("company_id","added_by") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_prepared_by" FOREIGN KEY ("company_id","prepared_by") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_parts_of_row" ON "batch_parts" USING btree ("company_id","batch_id","index");--> statement-breakpoint
CREATE UNIQUE INDEX "batch_rows_one" ON "batch_rows" USING btree ("company_id","member_id","batch_id");--> statement-breakpoint
CREATE UNIQUE INDEX "batches_number" ON "batches" USING btree ("company_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "batches_one_prepared" ON "batches" USING btree ("company_id") WHERE "batches"."state" = 'PREPARED';