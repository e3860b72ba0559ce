-- db/sql/search.sql
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Returns a text as its search index holds it: in lower case, and each Devanagari sign as a letter
-- or digit, since pg_trgm takes only what the system's locale calls a letter. Several signs become
-- the same one: a search also compares the column itself.
CREATE FUNCTION search_text(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length($1) = length($1) THEN lower($1) ELSE translate(lower($1), 'ऀँंःऄअआइईउऊऋऌऍऎएऐऑऒओऔकखगघङचछजझञटठडढणतथदधनऩपफबभमयरऱलळऴवशषसहऺऻ़ऽािीुूृॄॅॆेैॉॊोौ्ॎॏॐ॒॑॓॔ॕॖॗक़ख़ग़ज़ड़ढ़फ़य़ॠॡॢॣ।॥०१२३४५६७८९॰ॱॲॳॴॵॶॷॸॹॺॻॼॽॾॿ', 'abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrst') END;--> statement-breakpoint
CREATE TABLE "agreed_policies" (
	"company_id" uuid NOT NULL,
	"version" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreed_policies_company_id_version_pk" PRIMARY KEY("company_id","version"),
	CONSTRAINT "agreed_policies_version" CHECK ("agreed_policies"."version" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "agreed_policies_language" CHECK ("agreed_policies"."language" ~ '^[a-z]{2,3}(-[A-Za-z0-9]+)*$')
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
	"decision" integer NOT NULL,
	"previous_hash" text NOT NULL,
	"hashed_bytes" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "allocations_company_id_sequence_pk" PRIMARY KEY("company_id","sequence"),
	CONSTRAINT "allocations_kind" CHECK ("allocations"."kind" IN ('PURCHASE', 'REFERRAL', 'BONUS', 'REVERSAL', 'BONUS_REVERSAL')),
	CONSTRAINT "allocations_decision" CHECK ("allocations"."decision" >= 1),
	CONSTRAINT "allocations_quantity" CHECK (CASE WHEN "allocations"."kind" IN ('REVERSAL', 'BONUS_REVERSAL') THEN "allocations"."quantity" < 0 ELSE "allocations"."quantity" > 0 END)
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"audience" text DEFAULT 'ALL' NOT NULL,
	"starts_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "announcements_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "announcements_audience" CHECK ("announcements"."audience" IN ('ALL', 'VERIFIED', 'UNVERIFIED', 'OPEN_ORDER', 'NOT_BOUGHT', 'HOLDERS')),
	CONSTRAINT "announcements_title" CHECK (length("announcements"."title") BETWEEN 1 AND 120),
	CONSTRAINT "announcements_text" CHECK (length("announcements"."text") BETWEEN 1 AND 2000)
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"token_hash" text NOT NULL,
	"prefix" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "api_keys_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "api_keys_scopes" CHECK ("api_keys"."scopes" <@ ARRAY['read','decide','entries'] AND cardinality("api_keys"."scopes") > 0),
	CONSTRAINT "api_keys_duties" CHECK (NOT "api_keys"."scopes" @> ARRAY['decide', 'entries'])
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"referenced_company_id" uuid GENERATED ALWAYS AS (nullif("company_id", '00000000-0000-0000-0000-000000000000'::uuid)) STORED,
	"actor_id" uuid,
	"actor_role" text NOT NULL,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"request_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_entries_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"company_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"entry_id" uuid NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_seals_company_id_sequence_pk" PRIMARY KEY("company_id","sequence")
);
--> statement-breakpoint
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
CREATE TABLE "campaigns" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"reward_bps" integer NOT NULL,
	"bonus_bps" integer,
	"cap_total" bigint,
	"taken" bigint DEFAULT 0 NOT NULL,
	"who_refers" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaigns_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "campaigns_time" CHECK ("campaigns"."ends_at" >= "campaigns"."starts_at"),
	CONSTRAINT "campaigns_shares" CHECK ("campaigns"."reward_bps" BETWEEN 0 AND 10000 AND "campaigns"."bonus_bps" BETWEEN 1 AND 10000),
	CONSTRAINT "campaigns_budget" CHECK ("campaigns"."cap_total" > 0 AND "campaigns"."taken" BETWEEN 0 AND coalesce("campaigns"."cap_total", "campaigns"."taken")),
	CONSTRAINT "campaigns_who_refers" CHECK ("campaigns"."who_refers" IN ('ALL', 'VERIFIED', 'BOUGHT'))
);
--> statement-breakpoint
CREATE TABLE "checkpoints" (
	"company_id" uuid NOT NULL,
	"log" text NOT NULL,
	"number" bigint NOT NULL,
	"size" bigint NOT NULL,
	"root" text,
	"head" text NOT NULL,
	"beside" bigint,
	"previous" text NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "checkpoints_company_id_log_number_pk" PRIMARY KEY("company_id","log","number"),
	CONSTRAINT "checkpoints_log" CHECK ("checkpoints"."log" IN ('ALLOCATIONS', 'AUDIT'))
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
	"split_bps" jsonb,
	"launch_at" timestamp with time zone,
	"unverified_may_buy" boolean DEFAULT true NOT NULL,
	"max_pending_orders" integer DEFAULT 5 NOT NULL,
	"max_held_tokens" bigint,
	"unverified_hold_bps" integer DEFAULT 1000 NOT NULL,
	"release_after_days" integer DEFAULT 7 NOT NULL,
	"requires_second_step" boolean DEFAULT false NOT NULL,
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
	CONSTRAINT "companies_held" CHECK ("companies"."max_held_tokens" > 0),
	CONSTRAINT "companies_unverified_hold" CHECK ("companies"."unverified_hold_bps" BETWEEN 1 AND 10000),
	CONSTRAINT "companies_release_after" CHECK ("companies"."release_after_days" BETWEEN 1 AND 365)
);
--> statement-breakpoint
CREATE TABLE "held_statements" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"content" "bytea" NOT NULL,
	"mapping" jsonb,
	"mends" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"days" text,
	"held_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "held_statements_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "held_statements_days" CHECK ("held_statements"."days" IN ('SWAPPED', 'WRITTEN'))
);
--> statement-breakpoint
CREATE TABLE "holdings" (
	"company_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"tokens" bigint NOT NULL,
	"rewards" bigint NOT NULL,
	"allocations" bigint NOT NULL,
	"purchases" bigint NOT NULL,
	"latest" bigint NOT NULL,
	CONSTRAINT "holdings_company_id_member_id_pk" PRIMARY KEY("company_id","member_id"),
	CONSTRAINT "holdings_signs" CHECK ("holdings"."rewards" >= 0 AND "holdings"."tokens" >= "holdings"."rewards" AND "holdings"."purchases" >= 0 AND "holdings"."allocations" > 0)
);
--> statement-breakpoint
CREATE TABLE "domains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"company_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"health" jsonb,
	"checked_at" timestamp with time zone,
	CONSTRAINT "domains_host_form" CHECK ("domains"."host" = lower("domains"."host") AND "domains"."host" <> '')
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"company_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"key" text NOT NULL,
	"referenced_company_id" uuid GENERATED ALWAYS AS (nullif("company_id", '00000000-0000-0000-0000-000000000000'::uuid)) STORED,
	"request_hash" text NOT NULL,
	"response" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_company_id_actor_id_key_pk" PRIMARY KEY("company_id","actor_id","key"),
	CONSTRAINT "idempotency_keys_length" CHECK (length("idempotency_keys"."key") BETWEEN 1 AND 200)
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"tries" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "medias" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"referenced_company_id" uuid GENERATED ALWAYS AS (nullif("company_id", '00000000-0000-0000-0000-000000000000'::uuid)) STORED,
	"owner_id" uuid NOT NULL,
	"owner_role" text NOT NULL,
	"content_type" text NOT NULL,
	"file_name" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"sweep_after" timestamp with time zone DEFAULT now() + interval '1 day',
	"released_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "medias_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "member_signs" (
	"company_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"sign" text NOT NULL,
	"value" text NOT NULL,
	"is_typed" boolean DEFAULT false NOT NULL,
	"is_new" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_signs_company_id_member_id_sign_value_pk" PRIMARY KEY("company_id","member_id","sign","value"),
	CONSTRAINT "member_signs_sign" CHECK ("member_signs"."sign" IN ('PROOF', 'NUMBER', 'PAYER', 'MOBILE', 'KYC', 'EMAIL', 'WALLET', 'NETWORK'))
);
--> statement-breakpoint
CREATE TABLE "merkle_nodes" (
	"company_id" uuid NOT NULL,
	"level" integer NOT NULL,
	"index" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "merkle_nodes_company_id_level_index_pk" PRIMARY KEY("company_id","level","index")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"referenced_company_id" uuid GENERATED ALWAYS AS (nullif("company_id", '00000000-0000-0000-0000-000000000000'::uuid)) STORED,
	"user_id" uuid,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"template" text NOT NULL,
	"language" text NOT NULL,
	"params_encrypted" text,
	"status" text DEFAULT 'QUEUED' NOT NULL,
	"sent_at" timestamp with time zone,
	"failure" text,
	"reply" text,
	"priority" smallint DEFAULT 1 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_by" uuid,
	"undo_key" text,
	"expires_at" timestamp with time zone DEFAULT now() + interval '7 days' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "messages_status" CHECK ("messages"."status" IN ('QUEUED', 'SENT', 'FAILED')),
	CONSTRAINT "messages_failure" CHECK ("messages"."failure" IN ('refused', 'expired', 'deleted'))
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"order_id" uuid,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notes_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "notes_kind" CHECK ("notes"."kind" IN ('NOTE', 'ASKED')),
	CONSTRAINT "notes_text" CHECK (length("notes"."text") BETWEEN 1 AND 2000)
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
	CONSTRAINT "notice_mailings_kind" CHECK ("notice_mailings"."kind" IN ('ANNOUNCEMENT', 'PRICE', 'LAUNCH'))
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"referenced_company_id" uuid GENERATED ALWAYS AS (nullif("company_id", '00000000-0000-0000-0000-000000000000'::uuid)) STORED,
	"purpose" text NOT NULL,
	"channel" text NOT NULL,
	"subject" text NOT NULL,
	"address" text NOT NULL,
	"code_hash" text NOT NULL,
	"network" text,
	"tries_left" integer NOT NULL,
	"tries_elsewhere" integer DEFAULT 5 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_time_codes_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "one_time_codes_tries" CHECK ("one_time_codes"."tries_left" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_digests" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"last_on" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_reminders" (
	"company_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_reminders_company_id_order_id_kind_pk" PRIMARY KEY("company_id","order_id","kind"),
	CONSTRAINT "order_reminders_kind" CHECK ("order_reminders"."kind" IN ('ORDER_OPEN', 'PROOF_MISSING', 'PAYMENT_NOT_FOUND'))
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
	"reward_bps" integer,
	"campaign_id" uuid,
	"bonus_bps" integer,
	"bonus_tokens" bigint DEFAULT 0 NOT NULL,
	"risk_due" boolean DEFAULT false NOT NULL,
	"referrer_id" uuid,
	"reward_state" text,
	"reward_tokens" bigint,
	"reward_release_at" timestamp with time zone,
	"reward_held_because" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reward_reason" text,
	"reward_note" text,
	"reward_decided_at" timestamp with time zone,
	"reward_decided_by" uuid,
	"hold_ends_at" timestamp with time zone NOT NULL,
	"expiry_notice_due" boolean DEFAULT false NOT NULL,
	"payment_id" uuid,
	"source_order_id" uuid,
	"hold_released_at" timestamp with time zone,
	"beneficiary_id" uuid,
	"beneficiary_version" integer,
	"payment_method" text,
	"reference" text,
	"proof_media_id" uuid,
	"paid_amount_paise" bigint,
	"flags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"present_price_micro_rupees" bigint,
	"present_fee_bps" integer,
	"consented_at" timestamp with time zone,
	"consent_version" text,
	"consent_terms_version" text,
	"submitted_at" timestamp with time zone,
	"submitted_xact" "xid8",
	"submission_version" integer DEFAULT 0 NOT NULL,
	"decision_count" integer DEFAULT 0 NOT NULL,
	"terms_salt" text NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"undo_until" timestamp with time zone,
	"decision_reason" text,
	"approved_quantity" bigint,
	"approved_amount_paise" bigint,
	"approved_fee_paise" bigint,
	"received_paise" bigint,
	"rest_asked_at" timestamp with time zone,
	"refund_note" text,
	"reversed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" IN ('OPEN', 'PENDING', 'APPROVED', 'REJECTED', 'REVERSED', 'EXPIRED', 'CANCELLED')),
	CONSTRAINT "orders_amounts" CHECK ("orders"."amount_paise" > 0 AND "orders"."quantity" > 0 AND "orders"."price_micro_rupees" > 0 AND "orders"."fee_paise" >= 0 AND "orders"."total_paise" = "orders"."amount_paise" + "orders"."fee_paise" AND "orders"."total_paise" <= 9000000000000000),
	CONSTRAINT "orders_hold" CHECK (CASE WHEN "orders"."status" = 'OPEN' OR ("orders"."status" = 'PENDING' AND "orders"."hold_released_at" IS NULL) THEN "orders"."held_quantity" = "orders"."quantity" + "orders"."bonus_tokens" AND "orders"."held_reward" >= 0 ELSE "orders"."held_quantity" = 0 AND ("orders"."held_reward" = 0 OR "orders"."reward_state" = 'ON_HOLD') END),
	CONSTRAINT "orders_reward" CHECK (CASE WHEN "orders"."reward_state" IS NULL THEN num_nonnulls("orders"."reward_tokens", "orders"."reward_release_at", "orders"."reward_reason", "orders"."reward_note", "orders"."reward_decided_at", "orders"."reward_decided_by") = 0 ELSE "orders"."referrer_id" IS NOT NULL AND "orders"."reward_tokens" > 0 AND CASE "orders"."reward_state" WHEN 'ON_HOLD' THEN "orders"."status" = 'APPROVED' AND "orders"."held_reward" = "orders"."reward_tokens" AND "orders"."reward_release_at" IS NOT NULL AND "orders"."reward_reason" IS NULL WHEN 'ALLOCATED' THEN "orders"."status" = 'APPROVED' AND "orders"."held_reward" = 0 AND "orders"."reward_reason" IS NULL ELSE "orders"."held_reward" = 0 AND "orders"."reward_reason" IS NOT NULL END END),
	CONSTRAINT "orders_bonus" CHECK (CASE WHEN "orders"."bonus_bps" IS NULL THEN "orders"."bonus_tokens" = 0 ELSE "orders"."campaign_id" IS NOT NULL AND "orders"."bonus_tokens" BETWEEN 0 AND "orders"."quantity" END),
	CONSTRAINT "orders_reward_state" CHECK ("orders"."reward_state" IN ('ON_HOLD', 'ALLOCATED', 'WITHDRAWN')),
	CONSTRAINT "orders_reward_reason" CHECK ("orders"."reward_reason" IN ('ORDER_REJECTED', 'ORDER_REVERSED', 'REFUNDED', 'RISK', 'REFERRER_ENDED', 'BY_ADMIN')),
	CONSTRAINT "orders_approved_part" CHECK (num_nonnulls("orders"."approved_quantity", "orders"."approved_amount_paise", "orders"."approved_fee_paise") IN (0, 3) AND ("orders"."approved_quantity" IS NULL OR ("orders"."status" IN ('APPROVED', 'REVERSED') AND "orders"."approved_quantity" BETWEEN 1 AND "orders"."quantity" AND "orders"."approved_amount_paise" BETWEEN 1 AND "orders"."amount_paise" AND "orders"."approved_fee_paise" BETWEEN 0 AND "orders"."fee_paise"))),
	CONSTRAINT "orders_received" CHECK ("orders"."received_paise" IS NULL OR ("orders"."received_paise" > 0 AND "orders"."received_paise" <= 9000000000000000 AND "orders"."received_paise" <> "orders"."total_paise")),
	CONSTRAINT "orders_submitted" CHECK ("orders"."status" NOT IN ('PENDING', 'APPROVED', 'REJECTED', 'REVERSED') OR ("orders"."payment_method" IS NOT NULL AND "orders"."submitted_at" IS NOT NULL)),
	CONSTRAINT "orders_decisions_counted" CHECK ("orders"."decision_count" >= 0),
	CONSTRAINT "orders_decided" CHECK ("orders"."status" NOT IN ('APPROVED', 'REJECTED', 'REVERSED') OR "orders"."decided_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"company_id" uuid,
	"host" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_applications" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"amount_paise" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "payment_applications_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "payment_applications_amount" CHECK ("payment_applications"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_evidence" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"payment_status" text NOT NULL,
	"source" text NOT NULL,
	"line_id" uuid,
	"booked_on" date,
	"amount_paise" bigint NOT NULL,
	"reference" text,
	"proof_media_id" uuid,
	"by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	CONSTRAINT "payment_evidence_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "payment_evidence_source" CHECK ("payment_evidence"."source" IN ('MEMBER', 'BANK', 'ADMIN')),
	CONSTRAINT "payment_evidence_line_of_bank" CHECK (CASE "payment_evidence"."source" WHEN 'BANK' THEN num_nonnulls("payment_evidence"."line_id", "payment_evidence"."booked_on") = 2 ELSE num_nonnulls("payment_evidence"."line_id", "payment_evidence"."booked_on") = 0 END),
	CONSTRAINT "payment_evidence_amount" CHECK ("payment_evidence"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_keys" (
	"company_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"key" text NOT NULL,
	"source" text NOT NULL,
	"counts" boolean NOT NULL,
	CONSTRAINT "payment_keys_company_id_payment_id_key_pk" PRIMARY KEY("company_id","payment_id","key"),
	CONSTRAINT "payment_keys_source" CHECK ("payment_keys"."source" IN ('TYPED', 'BANK')),
	CONSTRAINT "payment_keys_key" CHECK ("payment_keys"."key" <> '')
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_paise" bigint NOT NULL,
	"reference" text NOT NULL,
	"refunded_on" date NOT NULL,
	"recorded_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_refunds_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "payment_refunds_amount" CHECK ("payment_refunds"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid,
	"order_id" uuid,
	"status" text NOT NULL,
	"counts" boolean GENERATED ALWAYS AS ("payments"."status" IN ('WAITING', 'UNALLOCATED', 'CONFIRMED', 'PUT_AWAY')) STORED NOT NULL,
	"method" text NOT NULL,
	"reference" text,
	"amount_paise" bigint NOT NULL,
	"reported_paise" bigint,
	"proof_media_id" uuid,
	"beneficiary_id" uuid,
	"beneficiary_version" integer,
	"unapplied_because" text,
	"received_paise" bigint,
	"applied_paise" bigint DEFAULT 0 NOT NULL,
	"refunded_paise" bigint DEFAULT 0 NOT NULL,
	"received_at" timestamp with time zone,
	"confirmed_by" uuid,
	"settled_note" text,
	"settled_by" uuid,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "payments_counting" UNIQUE("company_id","id","counts"),
	CONSTRAINT "payments_in_status" UNIQUE("company_id","id","status"),
	CONSTRAINT "payments_status" CHECK ("payments"."status" IN ('WAITING', 'UNALLOCATED', 'CONFIRMED', 'DOUBTED', 'REFUSED', 'REPLACED', 'PUT_AWAY', 'MERGED')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_paise" > 0),
	CONSTRAINT "payments_paid_for" CHECK (("payments"."member_id" IS NULL) = ("payments"."order_id" IS NULL)),
	CONSTRAINT "payments_unnamed" CHECK ("payments"."member_id" IS NOT NULL OR "payments"."status" IN ('UNALLOCATED', 'PUT_AWAY', 'MERGED')),
	CONSTRAINT "payments_confirmed" CHECK (("payments"."status" = 'CONFIRMED') = ("payments"."received_paise" IS NOT NULL)),
	CONSTRAINT "payments_confirmation" CHECK (("payments"."received_paise" IS NULL) = ("payments"."received_at" IS NULL) AND "payments"."received_paise" > 0),
	CONSTRAINT "payments_sums" CHECK ("payments"."applied_paise" >= 0 AND "payments"."refunded_paise" >= 0 AND "payments"."applied_paise" + "payments"."refunded_paise" <= coalesce("payments"."received_paise", 0)),
	CONSTRAINT "payments_put_away_note" CHECK ("payments"."status" <> 'PUT_AWAY' OR "payments"."settled_note" IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "pending_changes" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"subject_version" integer,
	"change" jsonb NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"requested_by" uuid NOT NULL,
	"is_cool_off" boolean NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	CONSTRAINT "pending_changes_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "pending_changes_kind" CHECK ("pending_changes"."kind" IN ('ACCOUNT_ADD', 'ACCOUNT_CHANGE', 'ACCOUNT_REMOVE', 'ORDER_APPROVAL', 'PAYMENT_ALLOCATION', 'PAYMENT_ORDER', 'RULES', 'TERMS', 'CAMPAIGN')),
	CONSTRAINT "pending_changes_state" CHECK ("pending_changes"."state" IN ('PENDING', 'CONFIRMED', 'APPLIED', 'REFUSED', 'WITHDRAWN', 'EXPIRED', 'OVERTAKEN', 'ENDED'))
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"price_micro_rupees" bigint,
	"fee_bps" integer,
	"referral_reward_bps" integer,
	"starts_at" timestamp with time zone NOT NULL,
	"set_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" uuid,
	CONSTRAINT "prices_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "prices_price" CHECK ("prices"."price_micro_rupees" > 0 AND "prices"."price_micro_rupees" <= 1000000000000000),
	CONSTRAINT "prices_fee" CHECK ("prices"."fee_bps" BETWEEN 0 AND 10000),
	CONSTRAINT "prices_reward" CHECK ("prices"."referral_reward_bps" BETWEEN 0 AND 10000),
	CONSTRAINT "prices_some" CHECK (num_nonnulls("prices"."price_micro_rupees", "prices"."fee_bps", "prices"."referral_reward_bps") > 0),
	CONSTRAINT "prices_cancelled_early" CHECK ("prices"."cancelled_at" <= "prices"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"day" date NOT NULL,
	"entries" integer NOT NULL,
	"bank_paise" bigint NOT NULL,
	"approved_paise" bigint NOT NULL,
	"waiting_paise" bigint DEFAULT 0 NOT NULL,
	"refunded_paise" bigint NOT NULL,
	"open_paise" bigint NOT NULL,
	"put_away_paise" bigint NOT NULL,
	"signed_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reconciliations_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "reconciliations_sums" CHECK ("reconciliations"."bank_paise" = "reconciliations"."approved_paise" + "reconciliations"."waiting_paise" + "reconciliations"."refunded_paise" + "reconciliations"."open_paise" + "reconciliations"."put_away_paise")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "referral_clicks" (
	"company_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"tag" text NOT NULL,
	"day" date NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "referral_clicks_company_id_member_id_tag_day_pk" PRIMARY KEY("company_id","member_id","tag","day"),
	CONSTRAINT "referral_clicks_tag" CHECK (length("referral_clicks"."tag") <= 20),
	CONSTRAINT "referral_clicks_some" CHECK ("referral_clicks"."clicks" > 0)
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"ran_at" timestamp with time zone NOT NULL,
	"messages" integer NOT NULL,
	"proofs" integer NOT NULL,
	"messages_total" bigint DEFAULT 0 NOT NULL,
	"proofs_total" bigint DEFAULT 0 NOT NULL,
	"messages_told" bigint DEFAULT 0 NOT NULL,
	"proofs_told" bigint DEFAULT 0 NOT NULL,
	"succeeded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reward_cases" (
	"company_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"reasons" jsonb NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reward_cases_company_id_order_id_pk" PRIMARY KEY("company_id","order_id"),
	CONSTRAINT "reward_cases_answer" CHECK (("reward_cases"."answer" IS NULL) = ("reward_cases"."answered_at" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "sealing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"first_used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secret_checks" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"company_id" uuid NOT NULL,
	"id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"absolute_expires_at" timestamp with time zone NOT NULL,
	"proved_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip" text,
	"user_agent" text,
	CONSTRAINT "sessions_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"statement_id" uuid,
	"line_key" text NOT NULL,
	"occurrence" integer NOT NULL,
	"booked_on" date NOT NULL,
	"value_on" date,
	"amount_paise" bigint NOT NULL,
	"side" text NOT NULL,
	"narration" text NOT NULL,
	"reference" text,
	"balance_paise" bigint,
	"returns_id" uuid,
	"is_unsure" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statement_lines_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "statement_lines_day" UNIQUE("company_id","id","booked_on"),
	CONSTRAINT "statement_lines_return" CHECK ("statement_lines"."returns_id" IS NULL OR "statement_lines"."side" = 'DEBIT'),
	CONSTRAINT "statement_lines_side" CHECK ("statement_lines"."side" IN ('CREDIT', 'DEBIT')),
	CONSTRAINT "statement_lines_amount" CHECK ("statement_lines"."amount_paise" > 0 AND "statement_lines"."occurrence" > 0)
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
	"unread_count" integer DEFAULT 0 NOT NULL,
	"unread" jsonb NOT NULL,
	"imported_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statements_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "statements_format" CHECK ("statements"."format" IN ('CSV', 'XLSX', 'XLS', 'HTML', 'API'))
);
--> statement-breakpoint
CREATE TABLE "super_admin_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"absolute_expires_at" timestamp with time zone NOT NULL,
	"proved_at" timestamp with time zone,
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
CREATE TABLE "supplies" (
	"company_id" uuid NOT NULL,
	"pool" text NOT NULL,
	"total" bigint NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"allocated" bigint DEFAULT 0 NOT NULL,
	"chain_sequence" bigint DEFAULT 0 NOT NULL,
	"chain_hash" text,
	CONSTRAINT "supplies_company_id_pool_pk" PRIMARY KEY("company_id","pool"),
	CONSTRAINT "supplies_chain" CHECK ("supplies"."chain_sequence" >= 0 AND ("supplies"."chain_sequence" = 0) = ("supplies"."chain_hash" IS NULL)),
	CONSTRAINT "supplies_pool" CHECK ("supplies"."pool" IN ('PUBLIC', 'REFERRAL', 'ANGEL', 'FOUNDER', 'AIRDROP')),
	CONSTRAINT "supplies_within_total" CHECK ("supplies"."held" >= 0 AND "supplies"."allocated" >= 0 AND "supplies"."held" + "supplies"."allocated" <= "supplies"."total")
);
--> statement-breakpoint
CREATE TABLE "second_steps" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"secret_encrypted" text NOT NULL,
	"last_period" bigint DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_unsealed" (
	"company_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	CONSTRAINT "audit_unsealed_company_id_entry_id_pk" PRIMARY KEY("company_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"role" text NOT NULL,
	"admin_role" text,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"mobile" text NOT NULL,
	"password_hash" text,
	"password_until" timestamp with time zone,
	"referral_code" text NOT NULL,
	"referrer_id" uuid,
	"referral_tag" text,
	"shows_name" boolean DEFAULT false NOT NULL,
	"date_of_birth" date,
	"pincode" text,
	"gender" text,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"is_approved" boolean DEFAULT false NOT NULL,
	"verification_asked_at" timestamp with time zone,
	"verification_refused_at" timestamp with time zone,
	"verification_refusal" text,
	"kyc_encrypted" text,
	"wallet_address" text,
	"avatar_media_id" uuid,
	"language" text DEFAULT 'en' NOT NULL,
	"colour_scheme" text DEFAULT 'system' NOT NULL,
	"email_verified_at" timestamp with time zone,
	"mobile_verified_at" timestamp with time zone,
	"notices_read_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mails_notices" boolean DEFAULT false NOT NULL,
	"consented_at" timestamp with time zone,
	"consent_version" text,
	"consent_terms_version" text,
	"host" text,
	"mails_each_order" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"end_asked_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "users_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "users_role" CHECK ("users"."role" IN ('USER', 'ADMIN')),
	CONSTRAINT "users_admin_role" CHECK ("users"."admin_role" IN ('OWNER', 'CASHIER', 'VIEWER')),
	CONSTRAINT "users_status" CHECK ("users"."status" IN ('ACTIVE', 'INACTIVE', 'BLOCKED')),
	CONSTRAINT "users_refusal" CHECK (("users"."verification_refused_at" IS NULL OR NOT "users"."is_approved") AND ("users"."verification_refusal" IS NULL OR "users"."verification_refused_at" IS NOT NULL)),
	CONSTRAINT "users_no_self_referral" CHECK ("users"."referrer_id" <> "users"."id")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone DEFAULT now() NOT NULL,
	"faults" jsonb NOT NULL,
	"companies" integer NOT NULL,
	"allocations" bigint NOT NULL,
	"audit_entries" bigint NOT NULL,
	"unsealed" bigint NOT NULL,
	CONSTRAINT "verifications_counts" CHECK ("verifications"."unsealed" >= 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret_encrypted" text NOT NULL,
	"previous_secret_encrypted" text,
	"previous_ends_at" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failing_since" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_why" text,
	CONSTRAINT "webhook_endpoints_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "webhook_endpoints_why" CHECK ("webhook_endpoints"."ended_why" IN ('OWNER', 'FAILING', 'GONE')),
	CONSTRAINT "webhook_endpoints_end" CHECK (("webhook_endpoints"."ended_at" IS NULL) = ("webhook_endpoints"."ended_why" IS NULL))
);
--> statement-breakpoint
ALTER TABLE "agreed_policies" ADD CONSTRAINT "agreed_policies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_member" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_order" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_author" FOREIGN KEY ("company_id","created_by") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_company" FOREIGN KEY ("referenced_company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD CONSTRAINT "beneficiaries_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_statements" ADD CONSTRAINT "held_statements_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holdings" ADD CONSTRAINT "holdings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holdings" ADD CONSTRAINT "holdings_member" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_company" FOREIGN KEY ("referenced_company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medias" ADD CONSTRAINT "medias_company" FOREIGN KEY ("referenced_company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_signs" ADD CONSTRAINT "member_signs_member" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_company" FOREIGN KEY ("referenced_company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_member" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_order" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_author" FOREIGN KEY ("company_id","created_by") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_mailings" ADD CONSTRAINT "notice_mailings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_company" FOREIGN KEY ("referenced_company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_digests" ADD CONSTRAINT "order_digests_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_reminders" ADD CONSTRAINT "order_reminders_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_reminders" ADD CONSTRAINT "order_reminders_order" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_member" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_referrer" FOREIGN KEY ("company_id","referrer_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_beneficiary" FOREIGN KEY ("company_id","beneficiary_id","beneficiary_version") REFERENCES "public"."beneficiaries"("company_id","id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_proof" FOREIGN KEY ("company_id","proof_media_id") REFERENCES "public"."medias"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_on_record" FOREIGN KEY ("company_id","payment_id") REFERENCES "public"."payments"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_source" FOREIGN KEY ("company_id","source_order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_campaign" FOREIGN KEY ("company_id","campaign_id") REFERENCES "public"."campaigns"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user" FOREIGN KEY ("company_id","person_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_applications" ADD CONSTRAINT "payment_applications_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_applications" ADD CONSTRAINT "payment_applications_payment" FOREIGN KEY ("company_id","payment_id") REFERENCES "public"."payments"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_applications" ADD CONSTRAINT "payment_applications_order" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_evidence" ADD CONSTRAINT "payment_evidence_payment" FOREIGN KEY ("company_id","payment_id","payment_status") REFERENCES "public"."payments"("company_id","id","status") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "payment_evidence" ADD CONSTRAINT "payment_evidence_line" FOREIGN KEY ("company_id","line_id","booked_on") REFERENCES "public"."statement_lines"("company_id","id","booked_on") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_evidence" ADD CONSTRAINT "payment_evidence_proof" FOREIGN KEY ("company_id","proof_media_id") REFERENCES "public"."medias"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_keys" ADD CONSTRAINT "payment_keys_payment" FOREIGN KEY ("company_id","payment_id","counts") REFERENCES "public"."payments"("company_id","id","counts") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment" FOREIGN KEY ("company_id","payment_id") REFERENCES "public"."payments"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_member" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_proof" FOREIGN KEY ("company_id","proof_media_id") REFERENCES "public"."medias"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_changes" ADD CONSTRAINT "pending_changes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_set_by" FOREIGN KEY ("company_id","set_by") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_cancelled_by" FOREIGN KEY ("company_id","cancelled_by") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_signer" FOREIGN KEY ("company_id","signed_by") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_clicks" ADD CONSTRAINT "referral_clicks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_clicks" ADD CONSTRAINT "referral_clicks_member" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD CONSTRAINT "retention_runs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward_cases" ADD CONSTRAINT "reward_cases_order" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_returned" FOREIGN KEY ("company_id","returns_id") REFERENCES "public"."statement_lines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement" FOREIGN KEY ("company_id","statement_id") REFERENCES "public"."statements"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_mappings" ADD CONSTRAINT "statement_mappings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "super_admin_sessions" ADD CONSTRAINT "super_admin_sessions_user" FOREIGN KEY ("user_id") REFERENCES "public"."super_admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplies" ADD CONSTRAINT "supplies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_steps" ADD CONSTRAINT "second_steps_user" FOREIGN KEY ("company_id","person_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_referrer" FOREIGN KEY ("company_id","referrer_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_avatar" FOREIGN KEY ("company_id","avatar_media_id") REFERENCES "public"."medias"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "allocations_once" ON "allocations" USING btree ("company_id","order_id","decision","kind","member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "allocations_hash" ON "allocations" USING btree ("company_id","hash");--> statement-breakpoint
CREATE INDEX "allocations_of_member" ON "allocations" USING btree ("company_id","member_id","sequence","created_at","kind","quantity","order_id");--> statement-breakpoint
CREATE INDEX "announcements_newest" ON "announcements" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "announcements_mailed" ON "announcements" USING btree ("starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_name" ON "api_keys" USING btree ("company_id",lower("name")) WHERE "api_keys"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX "api_keys_token" ON "api_keys" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "audit_entries_listing" ON "audit_entries" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_system" ON "audit_entries" USING btree ("company_id","created_at","id") WHERE "audit_entries"."actor_role" = 'SYSTEM';--> statement-breakpoint
CREATE INDEX "audit_entries_group" ON "audit_entries" USING btree ("company_id",split_part("action", '.', 1),"created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("company_id","subject_type","subject_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_seals_entry" ON "audit_seals" USING btree ("company_id","entry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "beneficiaries_current" ON "beneficiaries" USING btree ("company_id","id") WHERE "beneficiaries"."is_current";--> statement-breakpoint
CREATE UNIQUE INDEX "beneficiaries_one_default" ON "beneficiaries" USING btree ("company_id") WHERE "beneficiaries"."is_default" AND "beneficiaries"."is_current" AND "beneficiaries"."removed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "checkpoints_size" ON "checkpoints" USING btree ("company_id","log","size");--> statement-breakpoint
CREATE INDEX "companies_token_symbol" ON "companies" USING btree (upper("token_symbol"));--> statement-breakpoint
CREATE UNIQUE INDEX "held_statements_one" ON "held_statements" USING btree ("company_id","held_by");--> statement-breakpoint
CREATE INDEX "held_statements_old" ON "held_statements" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "holdings_rank" ON "holdings" USING btree ("company_id","tokens" DESC NULLS FIRST,"latest") WHERE "holdings"."tokens" > 0;--> statement-breakpoint
CREATE INDEX "holdings_buyers" ON "holdings" USING btree ("company_id","member_id") WHERE "holdings"."purchases" > 0;--> statement-breakpoint
CREATE INDEX "domains_checked" ON "domains" USING btree ("checked_at" NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "domains_host" ON "domains" USING btree ("host");--> statement-breakpoint
CREATE INDEX "domains_company" ON "domains" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_about" ON "idempotency_keys" USING btree ("company_id",("response" ->> 'memberId')) WHERE "idempotency_keys"."response" ? 'memberId';--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_nobodys_age" ON "idempotency_keys" USING btree ("created_at") WHERE "idempotency_keys"."actor_id" = '00000000-0000-0000-0000-000000000000'::uuid;--> statement-breakpoint
CREATE INDEX "login_throttles_expiry" ON "login_throttles" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "medias_id" ON "medias" USING btree ("id");--> statement-breakpoint
CREATE INDEX "medias_by_owner" ON "medias" USING btree ("company_id","owner_id");--> statement-breakpoint
CREATE INDEX "medias_by_content" ON "medias" USING btree ("company_id","sha256");--> statement-breakpoint
CREATE INDEX "medias_to_sweep" ON "medias" USING btree ("sweep_after") WHERE "medias"."sweep_after" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "member_signs_shared" ON "member_signs" USING btree ("company_id","value");--> statement-breakpoint
CREATE INDEX "member_signs_new" ON "member_signs" USING btree ("created_at") WHERE "member_signs"."is_new";--> statement-breakpoint
CREATE INDEX "messages_id" ON "messages" USING btree ("id");--> statement-breakpoint
CREATE INDEX "messages_listing" ON "messages" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_by_user" ON "messages" USING btree ("company_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_queue" ON "messages" USING btree ("channel","priority","company_id","due_at","id") WHERE "messages"."status" = 'QUEUED';--> statement-breakpoint
CREATE INDEX "messages_expiring" ON "messages" USING btree ("expires_at") WHERE "messages"."status" = 'QUEUED';--> statement-breakpoint
CREATE INDEX "messages_settled" ON "messages" USING btree ("created_at") WHERE "messages"."status" <> 'QUEUED';--> statement-breakpoint
CREATE INDEX "messages_failed" ON "messages" USING btree ("company_id","created_at","id") WHERE "messages"."status" = 'FAILED';--> statement-breakpoint
CREATE INDEX "notes_of_member" ON "notes" USING btree ("company_id","member_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notice_mailings_old" ON "notice_mailings" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "one_time_codes_id" ON "one_time_codes" USING btree ("id");--> statement-breakpoint
CREATE INDEX "one_time_codes_lookup" ON "one_time_codes" USING btree ("company_id","purpose","subject","created_at");--> statement-breakpoint
CREATE INDEX "one_time_codes_expiry" ON "one_time_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("company_id","order_number");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_open_per_member" ON "orders" USING btree ("company_id","member_id") WHERE "orders"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX "orders_reference" ON "orders" USING btree ("company_id","reference");--> statement-breakpoint
CREATE INDEX "orders_payment" ON "orders" USING btree ("company_id","payment_id") WHERE "orders"."payment_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_counted" ON "orders" USING btree ("company_id","status");--> statement-breakpoint
CREATE INDEX "orders_listing" ON "orders" USING btree ("company_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_newest_anywhere" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_submitted" ON "orders" USING btree ("company_id","created_at","id") WHERE "orders"."status" IN ('PENDING', 'APPROVED', 'REJECTED', 'REVERSED');--> statement-breakpoint
CREATE INDEX "orders_flagged" ON "orders" USING btree ("company_id","status","created_at","id") WHERE jsonb_array_length("orders"."flags") > 0;--> statement-breakpoint
CREATE INDEX "orders_decisions" ON "orders" USING btree ("company_id","status",coalesce("reversed_at", "decided_at"),"id","reversed_at","decided_at","payment_method","approved_amount_paise","approved_fee_paise","total_paise") WHERE "orders"."decided_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_amounts" ON "orders" USING btree ("company_id","status",coalesce("approved_amount_paise" + "approved_fee_paise", "total_paise"),"id","approved_amount_paise","approved_fee_paise","total_paise");--> statement-breakpoint
CREATE INDEX "orders_ordered" ON "orders" USING btree ("company_id","amount_paise");--> statement-breakpoint
CREATE INDEX "orders_entered" ON "orders" USING btree ("company_id","paid_amount_paise") WHERE "orders"."paid_amount_paise" <> "orders"."total_paise";--> statement-breakpoint
CREATE INDEX "orders_submitted_anywhere" ON "orders" USING btree ("created_at","id") WHERE "orders"."status" IN ('PENDING', 'APPROVED', 'REJECTED', 'REVERSED');--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("company_id",search_text(regexp_replace("order_number", '^PUR-', '') || ' ' || coalesce("reference", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_of_member" ON "orders" USING btree ("company_id","member_id","created_at","id","submitted_at");--> statement-breakpoint
CREATE INDEX "orders_rewards" ON "orders" USING btree ("company_id","referrer_id","created_at","id") WHERE ("orders"."held_reward" > 0 OR "orders"."reward_state" IS NOT NULL);--> statement-breakpoint
CREATE INDEX "orders_rewards_newest" ON "orders" USING btree ("company_id","created_at","id") WHERE ("orders"."held_reward" > 0 OR "orders"."reward_state" IS NOT NULL);--> statement-breakpoint
CREATE INDEX "orders_of_campaign" ON "orders" USING btree ("company_id","campaign_id") WHERE "orders"."campaign_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_rewards_due" ON "orders" USING btree ("reward_release_at") WHERE "orders"."reward_state" = 'ON_HOLD' AND "orders"."reward_held_because" <@ '["DAYS"]';--> statement-breakpoint
CREATE INDEX "orders_submissions" ON "orders" USING btree ("company_id","status","submitted_at") WHERE "orders"."submitted_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_part_received" ON "orders" USING btree ("company_id","received_paise") WHERE "orders"."status" = 'PENDING' AND "orders"."received_paise" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_risk_due" ON "orders" USING btree ("submitted_at") WHERE "orders"."risk_due";--> statement-breakpoint
CREATE INDEX "orders_overdue" ON "orders" USING btree ("hold_ends_at") WHERE "orders"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX "orders_expiry_notices" ON "orders" USING btree ("company_id","id") WHERE "orders"."expiry_notice_due";--> statement-breakpoint
CREATE INDEX "orders_unproved" ON "orders" USING btree ("submitted_at") WHERE "orders"."status" = 'PENDING' AND "orders"."proof_media_id" IS NULL AND "orders"."hold_released_at" IS NULL;--> statement-breakpoint
CREATE INDEX "orders_undoable" ON "orders" USING btree ("company_id","undo_until") WHERE "orders"."undo_until" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_proof_lookup" ON "orders" USING btree ("company_id","proof_media_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_person" ON "passkeys" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_applications_once" ON "payment_applications" USING btree ("company_id","payment_id","order_id") WHERE "payment_applications"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX "payment_applications_order_lookup" ON "payment_applications" USING btree ("company_id","order_id");--> statement-breakpoint
CREATE INDEX "payment_applications_of_payment" ON "payment_applications" USING btree ("company_id","payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_evidence_line_once" ON "payment_evidence" USING btree ("company_id","line_id");--> statement-breakpoint
CREATE INDEX "payment_evidence_undecided" ON "payment_evidence" USING btree ("company_id","payment_id") WHERE "payment_evidence"."source" = 'BANK' AND "payment_evidence"."decided_at" IS NULL;--> statement-breakpoint
CREATE INDEX "payment_evidence_decided" ON "payment_evidence" USING btree ("company_id","payment_status","decided_at","line_id","payment_id") WHERE "payment_evidence"."source" = 'BANK';--> statement-breakpoint
CREATE INDEX "payment_evidence_booked" ON "payment_evidence" USING btree ("company_id","payment_status","booked_on","line_id","payment_id") WHERE "payment_evidence"."source" = 'BANK';--> statement-breakpoint
CREATE INDEX "payment_evidence_amounts" ON "payment_evidence" USING btree ("company_id","payment_status","amount_paise","line_id","payment_id") WHERE "payment_evidence"."source" = 'BANK';--> statement-breakpoint
CREATE INDEX "payment_evidence_of_payment" ON "payment_evidence" USING btree ("company_id","payment_id");--> statement-breakpoint
CREATE INDEX "payment_evidence_proof_lookup" ON "payment_evidence" USING btree ("company_id","proof_media_id") WHERE "payment_evidence"."proof_media_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_keys_once" ON "payment_keys" USING btree ("company_id","key") WHERE "payment_keys"."counts";--> statement-breakpoint
CREATE INDEX "payment_keys_lookup" ON "payment_keys" USING btree ("company_id","key");--> statement-breakpoint
CREATE INDEX "payment_keys_containing" ON "payment_keys" USING gin ("company_id","key" gin_trgm_ops) WHERE "payment_keys"."counts" AND length("payment_keys"."key") > 12;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_reference" ON "payment_refunds" USING btree ("company_id","payment_id","reference");--> statement-breakpoint
CREATE INDEX "payments_of_order" ON "payments" USING btree ("company_id","order_id");--> statement-breakpoint
CREATE INDEX "payments_of_member" ON "payments" USING btree ("company_id","member_id","applied_paise");--> statement-breakpoint
CREATE INDEX "payments_reference" ON "payments" USING btree ("company_id","reference");--> statement-breakpoint
CREATE INDEX "payments_proof_lookup" ON "payments" USING btree ("company_id","proof_media_id") WHERE "payments"."proof_media_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_unconfirmed" ON "payments" USING btree ("company_id","created_at","id") WHERE "payments"."status" IN ('UNALLOCATED', 'DOUBTED') AND "payments"."member_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_undecided" ON "payments" USING btree ("company_id","id") WHERE "payments"."status" IN ('WAITING', 'UNALLOCATED', 'DOUBTED');--> statement-breakpoint
CREATE INDEX "payments_left" ON "payments" USING btree ("company_id","received_at","id") WHERE "payments"."received_paise" > "payments"."applied_paise" + "payments"."refunded_paise";--> statement-breakpoint
CREATE INDEX "payments_received" ON "payments" USING btree ("company_id","received_at") WHERE "payments"."received_at" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "pending_changes_one" ON "pending_changes" USING btree ("company_id","subject_id") WHERE "pending_changes"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "pending_changes_due" ON "pending_changes" USING btree ("ends_at") WHERE "pending_changes"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "prices_in_force" ON "prices" USING btree ("company_id","starts_at","id") WHERE "prices"."cancelled_at" IS NULL;--> statement-breakpoint
CREATE INDEX "reconciliations_of_day" ON "reconciliations" USING btree ("company_id","day","account_id","created_at");--> statement-breakpoint
CREATE INDEX "recovery_codes_person" ON "recovery_codes" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "reward_cases_newest" ON "reward_cases" USING btree ("company_id","created_at","order_id");--> statement-breakpoint
CREATE INDEX "sessions_id" ON "sessions" USING btree ("id");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_once" ON "statement_lines" USING btree ("company_id","account_id","line_key","occurrence");--> statement-breakpoint
CREATE INDEX "statement_lines_credits" ON "statement_lines" USING btree ("company_id","booked_on","id") WHERE "statement_lines"."side" = 'CREDIT';--> statement-breakpoint
CREATE INDEX "statement_lines_amounts" ON "statement_lines" USING btree ("company_id","amount_paise","id") WHERE "statement_lines"."side" = 'CREDIT';--> statement-breakpoint
CREATE INDEX "statement_lines_search" ON "statement_lines" USING gin ("company_id",search_text("narration" || ' ' || coalesce("reference", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "statement_lines_returns" ON "statement_lines" USING btree ("company_id","returns_id") WHERE "statement_lines"."returns_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "statement_lines_debits" ON "statement_lines" USING btree ("company_id","account_id","booked_on") WHERE "statement_lines"."side" = 'DEBIT' AND "statement_lines"."returns_id" IS NULL;--> statement-breakpoint
CREATE INDEX "statements_newest" ON "statements" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "super_admin_sessions_by_user" ON "super_admin_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "super_admins_email" ON "super_admins" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_id" ON "users" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("company_id",lower("email")) WHERE "users"."deleted_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "users_referral_code" ON "users" USING btree ("company_id","referral_code");--> statement-breakpoint
CREATE INDEX "users_listing" ON "users" USING btree ("company_id","role","created_at","id");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("company_id","created_at","id") WHERE "users"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "users_counted" ON "users" USING btree ("company_id","id","created_at","status","is_approved","verification_refused_at") WHERE "users"."role" = 'USER' AND "users"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("company_id",search_text("name" || ' ' || "mobile" || ' ' || "referral_code" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_referred_by" ON "users" USING btree ("company_id","referrer_id","created_at");--> statement-breakpoint
CREATE INDEX "users_avatar_lookup" ON "users" USING btree ("company_id","avatar_media_id") WHERE "users"."avatar_media_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_endpoints_url" ON "webhook_endpoints" USING btree ("company_id","url") WHERE "webhook_endpoints"."ended_at" IS NULL;--> statement-breakpoint
-- db/sql/append-only.sql
-- Refuses every change of a row of these tables, and TRUNCATE (architecture.md §4).
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER allocations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON allocations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER agreed_policies_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON agreed_policies
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER checkpoints_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER merkle_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON merkle_nodes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sealing_keys_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sealing_keys
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The triggers also fire in a session that calls itself a replica.
ALTER TABLE allocations ENABLE ALWAYS TRIGGER allocations_append_only;
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_append_only;
ALTER TABLE agreed_policies ENABLE ALWAYS TRIGGER agreed_policies_append_only;
ALTER TABLE audit_seals ENABLE ALWAYS TRIGGER audit_seals_append_only;
ALTER TABLE checkpoints ENABLE ALWAYS TRIGGER checkpoints_append_only;
ALTER TABLE merkle_nodes ENABLE ALWAYS TRIGGER merkle_nodes_append_only;
ALTER TABLE sealing_keys ENABLE ALWAYS TRIGGER sealing_keys_append_only;--> statement-breakpoint
-- db/sql/campaigns.sql
CREATE EXTENSION IF NOT EXISTS btree_gist;

ALTER TABLE campaigns ADD CONSTRAINT campaigns_one_at_a_time
  EXCLUDE USING gist (company_id WITH =, tstzrange(starts_at, ends_at) WITH &&);

-- Returns the tokens of an order's bonus, as `bonusOf`: those that it holds, or the part for the approved
-- tokens.
CREATE FUNCTION bonus_of(o orders) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN least(o.bonus_tokens, div(coalesce(o.approved_quantity, o.quantity)::numeric * coalesce(o.bonus_bps, 0), 10000));--> statement-breakpoint
-- db/sql/holdings.sql
-- Adds new allocations to each member's holdings. Allocations are written under the pool's lock
-- only, so that nothing but recount_holdings (after a restore) changes these rows beside them. It updates
-- before it inserts: a CHECK would refuse the negative row of a reversal.
CREATE FUNCTION add_holdings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH added AS MATERIALIZED (
    SELECT company_id, member_id, sum(quantity)::bigint AS tokens,
      coalesce(sum(quantity) FILTER (WHERE is_reward), 0)::bigint AS rewards, count(*) AS allocations,
      count(*) FILTER (WHERE kind = 'PURCHASE') - count(*) FILTER (WHERE kind = 'REVERSAL' AND NOT is_reward) AS purchases,
      max(sequence) AS latest
    FROM (SELECT *, is_reward(company_id, order_id, member_id, kind) FROM new_rows) AS allocated
    GROUP BY company_id, member_id
  ), changed AS (
    UPDATE holdings h SET tokens = h.tokens + a.tokens, rewards = h.rewards + a.rewards,
      allocations = h.allocations + a.allocations, purchases = h.purchases + a.purchases, latest = a.latest
    FROM added a WHERE h.company_id = a.company_id AND h.member_id = a.member_id
    RETURNING h.company_id, h.member_id
  )
  INSERT INTO holdings (company_id, member_id, tokens, rewards, allocations, purchases, latest)
  SELECT company_id, member_id, tokens, rewards, allocations, purchases, latest FROM added
   WHERE (company_id, member_id) NOT IN (SELECT company_id, member_id FROM changed);
  RETURN NULL;
END
$$;

-- Tells that an allocation is a referral reward; also its reversal, which is of somebody else's
-- order.
CREATE FUNCTION is_reward(company uuid, of_order uuid, member uuid, kind text) RETURNS boolean
  LANGUAGE sql STABLE AS $$
  SELECT kind = 'REFERRAL' OR kind = 'REVERSAL' AND NOT EXISTS (
    SELECT 1 FROM orders WHERE company_id = company AND id = of_order AND member_id = member)
$$;

CREATE TRIGGER allocations_holdings AFTER INSERT ON allocations
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_holdings();

-- Counts all holdings anew, after a restore or if the nightly check finds one wrong.
CREATE FUNCTION recount_holdings() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE allocations IN SHARE MODE;
  DELETE FROM holdings;
  INSERT INTO holdings (company_id, member_id, tokens, rewards, allocations, purchases, latest)
  SELECT company_id, member_id, sum(quantity)::bigint,
    coalesce(sum(quantity) FILTER (WHERE is_reward), 0)::bigint, count(*),
    count(*) FILTER (WHERE kind = 'PURCHASE') - count(*) FILTER (WHERE kind = 'REVERSAL' AND NOT is_reward),
    max(sequence)
  FROM (SELECT *, is_reward(company_id, order_id, member_id, kind) FROM allocations) AS allocated
  GROUP BY company_id, member_id;
END
$$;--> statement-breakpoint
-- db/sql/statistics.sql
-- Counts the orders with flags, which the planner would otherwise take for a third of all.
CREATE STATISTICS orders_flag_count ON (jsonb_array_length(flags)) FROM orders;
-- Counts the days of decisions, which are few: the dashboard then adds them up in parallel
-- (server/platform/queries/figures.ts).
CREATE STATISTICS orders_decision_days ON (date_bin('1 day', coalesce(reversed_at, decided_at), '2000-01-01T00:00+05:30')) FROM orders;--> statement-breakpoint
-- db/sql/unsealed-entries.sql
-- Lists a new audit entry as unsealed in the entry's own transaction: ids and times commit out of
-- order, so neither tells which entries are sealed. It adds a row and contends for none.
CREATE FUNCTION list_unsealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unsealed (company_id, entry_id) SELECT company_id, id FROM added
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER audit_entries_unsealed AFTER INSERT ON audit_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION list_unsealed();
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_unsealed;
