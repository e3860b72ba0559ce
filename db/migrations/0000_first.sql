CREATE TABLE "beneficiaries" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer NOT NULL,
	"holder_name" text,
	"bank_name" text,
	"branch" text,
	"account_number" text,
	"ifsc_code" text,
	"upi" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"is_current" boolean DEFAULT true NOT NULL,
	"removed_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "beneficiaries_company_id_id_version_pk" PRIMARY KEY("company_id","id","version"),
	CONSTRAINT "beneficiaries_whole" CHECK ((num_nulls("beneficiaries"."holder_name", "beneficiaries"."bank_name", "beneficiaries"."branch", "beneficiaries"."account_number", "beneficiaries"."ifsc_code") = 0) OR (num_nulls("beneficiaries"."holder_name", "beneficiaries"."bank_name", "beneficiaries"."branch", "beneficiaries"."account_number", "beneficiaries"."ifsc_code") = 5 AND "beneficiaries"."upi" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "brands" (
	"company_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"data" jsonb NOT NULL,
	"published_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "brands_company_id_version_pk" PRIMARY KEY("company_id","version")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"mobile" text NOT NULL,
	"aadhaar_last_four" text,
	"pan_encrypted" text,
	"address" text,
	"pincode" text,
	"token_name" text NOT NULL,
	"token_symbol" text NOT NULL,
	"price_micro_rupees" bigint,
	"fee_bps" integer DEFAULT 0 NOT NULL,
	"referral_reward_bps" integer DEFAULT 500 NOT NULL,
	"total_supply" bigint NOT NULL,
	"launch_at" timestamp with time zone,
	"unverified_may_buy" boolean DEFAULT true NOT NULL,
	"max_pending_orders" integer DEFAULT 5 NOT NULL,
	"max_held_tokens" bigint,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "companies_status" CHECK ("companies"."status" IN ('ACTIVE', 'SUSPENDED')),
	CONSTRAINT "companies_price" CHECK ("companies"."price_micro_rupees" > 0 AND "companies"."price_micro_rupees" <= 1000000000000000),
	CONSTRAINT "companies_fee" CHECK ("companies"."fee_bps" BETWEEN 0 AND 10000),
	CONSTRAINT "companies_reward" CHECK ("companies"."referral_reward_bps" BETWEEN 0 AND 10000),
	CONSTRAINT "companies_supply" CHECK ("companies"."total_supply" BETWEEN 0 AND 9000000000000000),
	CONSTRAINT "companies_pending" CHECK ("companies"."max_pending_orders" BETWEEN 1 AND 1000),
	CONSTRAINT "companies_held" CHECK ("companies"."max_held_tokens" > 0)
);
--> statement-breakpoint
CREATE TABLE "domains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"company_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "domains_host_form" CHECK ("domains"."host" = lower("domains"."host") AND "domains"."host" <> '')
);
--> statement-breakpoint
CREATE TABLE "supplies" (
	"company_id" uuid NOT NULL,
	"pool" text NOT NULL,
	"total" bigint NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"allocated" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "supplies_company_id_pool_pk" PRIMARY KEY("company_id","pool"),
	CONSTRAINT "supplies_pool" CHECK ("supplies"."pool" IN ('PUBLIC', 'REFERRAL', 'ANGEL', 'FOUNDER', 'AIRDROP')),
	CONSTRAINT "supplies_within_total" CHECK ("supplies"."held" >= 0 AND "supplies"."allocated" >= 0 AND "supplies"."held" + "supplies"."allocated" <= "supplies"."total")
);
--> statement-breakpoint
CREATE TABLE "medias" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"owner_id" uuid NOT NULL,
	"owner_role" text NOT NULL,
	"content_type" text NOT NULL,
	"file_name" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"purpose" text NOT NULL,
	"channel" text NOT NULL,
	"subject" text NOT NULL,
	"address" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_time_codes_tries" CHECK ("one_time_codes"."tries_left" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"absolute_expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip" text,
	"user_agent" text,
	"company_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "super_admin_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"absolute_expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "super_admins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"mobile" text NOT NULL,
	"password_hash" text,
	"referral_code" text NOT NULL,
	"referrer_id" uuid,
	"date_of_birth" date,
	"pincode" text,
	"gender" text,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"is_approved" boolean DEFAULT false NOT NULL,
	"kyc_encrypted" text,
	"wallet_address" text,
	"avatar_media_id" uuid,
	"language" text DEFAULT 'en' NOT NULL,
	"colour_scheme" text DEFAULT 'system' NOT NULL,
	"email_verified_at" timestamp with time zone,
	"mobile_verified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "users_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "users_role" CHECK ("users"."role" IN ('USER', 'ADMIN')),
	CONSTRAINT "users_status" CHECK ("users"."status" IN ('ACTIVE', 'INACTIVE', 'BLOCKED')),
	CONSTRAINT "users_no_self_referral" CHECK ("users"."referrer_id" <> "users"."id")
);
--> statement-breakpoint
CREATE TABLE "allocations" (
	"company_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"quantity" bigint NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid NOT NULL,
	"previous_hash" text NOT NULL,
	"hashed_bytes" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "allocations_company_id_sequence_pk" PRIMARY KEY("company_id","sequence"),
	CONSTRAINT "allocations_kind" CHECK ("allocations"."kind" IN ('PURCHASE', 'REFERRAL', 'REVERSAL')),
	CONSTRAINT "allocations_quantity" CHECK (("allocations"."kind" = 'REVERSAL' AND "allocations"."quantity" < 0) OR ("allocations"."kind" <> 'REVERSAL' AND "allocations"."quantity" > 0))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"order_number" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"price_micro_rupees" bigint NOT NULL,
	"fee_bps" integer NOT NULL,
	"quantity" bigint NOT NULL,
	"fee_paise" bigint NOT NULL,
	"total_paise" bigint NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"held_quantity" bigint DEFAULT 0 NOT NULL,
	"held_reward" bigint DEFAULT 0 NOT NULL,
	"referrer_id" uuid,
	"hold_ends_at" timestamp with time zone NOT NULL,
	"beneficiary_id" uuid,
	"beneficiary_version" integer,
	"payment_method" text,
	"reference" text,
	"proof_media_id" uuid,
	"paid_amount_paise" bigint,
	"flags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"consented_at" timestamp with time zone,
	"consent_version" text,
	"submitted_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"decision_reason" text,
	"refund_note" text,
	"reversed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" IN ('OPEN', 'PENDING', 'APPROVED', 'REJECTED', 'REVERSED', 'EXPIRED', 'CANCELLED')),
	CONSTRAINT "orders_amounts" CHECK ("orders"."amount_paise" > 0 AND "orders"."quantity" > 0 AND "orders"."price_micro_rupees" > 0 AND "orders"."fee_paise" >= 0 AND "orders"."total_paise" = "orders"."amount_paise" + "orders"."fee_paise" AND "orders"."total_paise" <= 9000000000000000),
	CONSTRAINT "orders_hold" CHECK (("orders"."status" IN ('OPEN', 'PENDING') AND "orders"."held_quantity" = "orders"."quantity" AND "orders"."held_reward" >= 0) OR ("orders"."status" NOT IN ('OPEN', 'PENDING') AND "orders"."held_quantity" = 0 AND "orders"."held_reward" = 0)),
	CONSTRAINT "orders_submitted" CHECK ("orders"."status" NOT IN ('PENDING', 'APPROVED', 'REJECTED', 'REVERSED') OR ("orders"."payment_method" IS NOT NULL AND "orders"."submitted_at" IS NOT NULL)),
	CONSTRAINT "orders_decided" CHECK ("orders"."status" NOT IN ('APPROVED', 'REJECTED', 'REVERSED') OR "orders"."decided_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"actor_id" uuid,
	"actor_role" text NOT NULL,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"request_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"actor_id" uuid NOT NULL,
	"key" text NOT NULL,
	"company_id" uuid,
	"request_hash" text NOT NULL,
	"response" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_actor_id_key_pk" PRIMARY KEY("actor_id","key"),
	CONSTRAINT "idempotency_keys_length" CHECK (length("idempotency_keys"."key") BETWEEN 1 AND 200)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"user_id" uuid,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"template" text NOT NULL,
	"language" text NOT NULL,
	"params_encrypted" text,
	"status" text DEFAULT 'QUEUED' NOT NULL,
	"origin" text NOT NULL,
	"sent_at" timestamp with time zone,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_status" CHECK ("messages"."status" IN ('QUEUED', 'SENT', 'FAILED'))
);
--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD CONSTRAINT "beneficiaries_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplies" ADD CONSTRAINT "supplies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medias" ADD CONSTRAINT "medias_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "super_admin_sessions" ADD CONSTRAINT "super_admin_sessions_user" FOREIGN KEY ("user_id") REFERENCES "public"."super_admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_referrer" FOREIGN KEY ("company_id","referrer_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_member" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_order" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_member" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_referrer" FOREIGN KEY ("company_id","referrer_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_beneficiary" FOREIGN KEY ("company_id","beneficiary_id","beneficiary_version") REFERENCES "public"."beneficiaries"("company_id","id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_proof" FOREIGN KEY ("proof_media_id") REFERENCES "public"."medias"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "beneficiaries_current" ON "beneficiaries" USING btree ("company_id","id") WHERE "beneficiaries"."is_current";--> statement-breakpoint
CREATE UNIQUE INDEX "beneficiaries_one_default" ON "beneficiaries" USING btree ("company_id") WHERE "beneficiaries"."is_default" AND "beneficiaries"."is_current" AND "beneficiaries"."removed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "companies_token_symbol" ON "companies" USING btree (upper("token_symbol"));--> statement-breakpoint
CREATE UNIQUE INDEX "domains_host" ON "domains" USING btree ("host");--> statement-breakpoint
CREATE INDEX "domains_company" ON "domains" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "medias_by_owner" ON "medias" USING btree ("company_id","owner_id");--> statement-breakpoint
CREATE INDEX "medias_by_content" ON "medias" USING btree ("company_id","sha256");--> statement-breakpoint
CREATE INDEX "login_throttles_expiry" ON "login_throttles" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "one_time_codes_lookup" ON "one_time_codes" USING btree ("company_id","purpose","subject","created_at");--> statement-breakpoint
CREATE INDEX "one_time_codes_expiry" ON "one_time_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "super_admin_sessions_by_user" ON "super_admin_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "super_admins_email" ON "super_admins" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_id" ON "users" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("company_id",lower("email")) WHERE "users"."deleted_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "users_referral_code" ON "users" USING btree ("company_id","referral_code");--> statement-breakpoint
CREATE INDEX "users_listing" ON "users" USING btree ("company_id","role","created_at","id");--> statement-breakpoint
CREATE INDEX "users_referred_by" ON "users" USING btree ("company_id","referrer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "allocations_once" ON "allocations" USING btree ("company_id","order_id","kind","member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "allocations_hash" ON "allocations" USING btree ("company_id","hash");--> statement-breakpoint
CREATE INDEX "allocations_of_member" ON "allocations" USING btree ("company_id","member_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("company_id","order_number");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_open_per_member" ON "orders" USING btree ("company_id","member_id") WHERE "orders"."status" = 'OPEN';--> statement-breakpoint
CREATE UNIQUE INDEX "orders_reference" ON "orders" USING btree ("company_id","reference") WHERE "orders"."status" NOT IN ('REJECTED', 'CANCELLED', 'REVERSED');--> statement-breakpoint
CREATE INDEX "orders_listing" ON "orders" USING btree ("company_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_of_member" ON "orders" USING btree ("company_id","member_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_overdue" ON "orders" USING btree ("hold_ends_at") WHERE "orders"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX "orders_proof_lookup" ON "orders" USING btree ("company_id","proof_media_id");--> statement-breakpoint
CREATE INDEX "audit_entries_listing" ON "audit_entries" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("company_id","subject_type","subject_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_listing" ON "messages" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_by_user" ON "messages" USING btree ("company_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("created_at") WHERE "messages"."status" = 'QUEUED';