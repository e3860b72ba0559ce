-- Every key begins with the company, so that the database can be divided by company (architecture.md §4).
-- A primary key takes no null: a row of the platform names it by the nil UUID, and the foreign key
-- to companies stands on a computed column that is null for such a row. The new values come by
-- ALTER ... USING, which rewrites the rows and fires no trigger: what is append-only stays guarded.
ALTER TABLE "orders" DROP CONSTRAINT "orders_proof";
--> statement-breakpoint
ALTER TABLE "medias"
  DROP CONSTRAINT "medias_company_id_companies_id_fk",
  DROP CONSTRAINT "medias_pkey",
  ALTER COLUMN "company_id" TYPE uuid USING coalesce("company_id", '00000000-0000-0000-0000-000000000000'::uuid),
  ALTER COLUMN "company_id" SET NOT NULL,
  ADD COLUMN "referenced_company_id" uuid
    GENERATED ALWAYS AS (nullif("company_id", '00000000-0000-0000-0000-000000000000'::uuid)) STORED,
  ADD CONSTRAINT "medias_company_id_id_pk" PRIMARY KEY ("company_id", "id"),
  ADD CONSTRAINT "medias_company" FOREIGN KEY ("referenced_company_id") REFERENCES "companies" ("id");
--> statement-breakpoint
ALTER TABLE "audit_entries"
  DROP CONSTRAINT "audit_entries_company_id_companies_id_fk",
  DROP CONSTRAINT "audit_entries_pkey",
  ALTER COLUMN "company_id" TYPE uuid USING coalesce("company_id", '00000000-0000-0000-0000-000000000000'::uuid),
  ALTER COLUMN "company_id" SET NOT NULL,
  ADD COLUMN "referenced_company_id" uuid
    GENERATED ALWAYS AS (nullif("company_id", '00000000-0000-0000-0000-000000000000'::uuid)) STORED,
  ADD CONSTRAINT "audit_entries_company_id_id_pk" PRIMARY KEY ("company_id", "id"),
  ADD CONSTRAINT "audit_entries_company" FOREIGN KEY ("referenced_company_id") REFERENCES "companies" ("id");
--> statement-breakpoint
ALTER TABLE "idempotency_keys"
  DROP CONSTRAINT "idempotency_keys_company_id_companies_id_fk",
  DROP CONSTRAINT "idempotency_keys_actor_id_key_pk",
  ALTER COLUMN "company_id" TYPE uuid USING coalesce("company_id", '00000000-0000-0000-0000-000000000000'::uuid),
  ALTER COLUMN "company_id" SET NOT NULL,
  ADD COLUMN "referenced_company_id" uuid
    GENERATED ALWAYS AS (nullif("company_id", '00000000-0000-0000-0000-000000000000'::uuid)) STORED,
  ADD CONSTRAINT "idempotency_keys_company_id_actor_id_key_pk" PRIMARY KEY ("company_id", "actor_id", "key"),
  ADD CONSTRAINT "idempotency_keys_company" FOREIGN KEY ("referenced_company_id") REFERENCES "companies" ("id");
--> statement-breakpoint
ALTER TABLE "messages"
  DROP CONSTRAINT "messages_company_id_companies_id_fk",
  DROP CONSTRAINT "messages_pkey",
  ALTER COLUMN "company_id" TYPE uuid USING coalesce("company_id", '00000000-0000-0000-0000-000000000000'::uuid),
  ALTER COLUMN "company_id" SET NOT NULL,
  ADD COLUMN "referenced_company_id" uuid
    GENERATED ALWAYS AS (nullif("company_id", '00000000-0000-0000-0000-000000000000'::uuid)) STORED,
  ADD CONSTRAINT "messages_company_id_id_pk" PRIMARY KEY ("company_id", "id"),
  ADD CONSTRAINT "messages_company" FOREIGN KEY ("referenced_company_id") REFERENCES "companies" ("id");
--> statement-breakpoint
ALTER TABLE "one_time_codes"
  DROP CONSTRAINT "one_time_codes_company_id_companies_id_fk",
  DROP CONSTRAINT "one_time_codes_pkey",
  ALTER COLUMN "company_id" TYPE uuid USING coalesce("company_id", '00000000-0000-0000-0000-000000000000'::uuid),
  ALTER COLUMN "company_id" SET NOT NULL,
  ADD COLUMN "referenced_company_id" uuid
    GENERATED ALWAYS AS (nullif("company_id", '00000000-0000-0000-0000-000000000000'::uuid)) STORED,
  ADD CONSTRAINT "one_time_codes_company_id_id_pk" PRIMARY KEY ("company_id", "id"),
  ADD CONSTRAINT "one_time_codes_company" FOREIGN KEY ("referenced_company_id") REFERENCES "companies" ("id");
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_proof"
  FOREIGN KEY ("company_id", "proof_media_id") REFERENCES "medias" ("company_id", "id");
--> statement-breakpoint
ALTER TABLE "sessions"
  DROP CONSTRAINT "sessions_pkey",
  ADD CONSTRAINT "sessions_company_id_id_pk" PRIMARY KEY ("company_id", "id");
--> statement-breakpoint
-- For look-ups that know no company yet.
CREATE INDEX "medias_id" ON "medias" ("id");
--> statement-breakpoint
CREATE INDEX "messages_id" ON "messages" ("id");
--> statement-breakpoint
CREATE INDEX "one_time_codes_id" ON "one_time_codes" ("id");
--> statement-breakpoint
CREATE INDEX "sessions_id" ON "sessions" ("id");
--> statement-breakpoint
DROP INDEX "users_id";
--> statement-breakpoint
CREATE INDEX "users_id" ON "users" ("id");
