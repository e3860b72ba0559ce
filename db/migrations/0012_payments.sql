CREATE TABLE "payment_applications" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"claim_id" uuid,
	"credit_id" uuid,
	"amount_paise" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "payment_applications_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "payment_applications_one_source" CHECK (num_nonnulls("payment_applications"."claim_id", "payment_applications"."credit_id") = 1),
	CONSTRAINT "payment_applications_amount" CHECK ("payment_applications"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_claims" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"method" text NOT NULL,
	"reference" text,
	"amount_paise" bigint NOT NULL,
	"paid_amount_paise" bigint,
	"beneficiary_id" uuid,
	"beneficiary_version" integer,
	"proof_media_id" uuid,
	"unapplied_because" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_claims_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "payment_claims_status" CHECK ("payment_claims"."status" IN ('UNAPPLIED', 'APPLIED', 'CONFIRMED', 'REJECTED', 'REPLACED')),
	CONSTRAINT "payment_claims_amount" CHECK ("payment_claims"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_credits" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"method" text NOT NULL,
	"reference" text,
	"amount_paise" bigint NOT NULL,
	"applied_paise" bigint DEFAULT 0 NOT NULL,
	"refunded_paise" bigint DEFAULT 0 NOT NULL,
	"claim_id" uuid,
	"received_at" timestamp with time zone NOT NULL,
	"recorded_by" uuid,
	"voided_at" timestamp with time zone,
	"voided_by" uuid,
	"void_note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_credits_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "payment_credits_source" CHECK ("payment_credits"."source" IN ('ADMIN')),
	CONSTRAINT "payment_credits_sums" CHECK ("payment_credits"."amount_paise" > 0 AND "payment_credits"."applied_paise" >= 0 AND "payment_credits"."refunded_paise" >= 0 AND "payment_credits"."applied_paise" + "payment_credits"."refunded_paise" <= "payment_credits"."amount_paise"),
	CONSTRAINT "payment_credits_void" CHECK ("payment_credits"."voided_at" IS NULL OR "payment_credits"."applied_paise" = 0)
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"credit_id" uuid NOT NULL,
	"amount_paise" bigint NOT NULL,
	"reference" text NOT NULL,
	"refunded_on" date NOT NULL,
	"recorded_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_refunds_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "payment_refunds_amount" CHECK ("payment_refunds"."amount_paise" > 0)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "approved_quantity" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "approved_amount_paise" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "approved_fee_paise" bigint;--> statement-breakpoint
ALTER TABLE "payment_applications" ADD CONSTRAINT "payment_applications_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_applications" ADD CONSTRAINT "payment_applications_order" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_applications" ADD CONSTRAINT "payment_applications_claim" FOREIGN KEY ("company_id","claim_id") REFERENCES "public"."payment_claims"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_applications" ADD CONSTRAINT "payment_applications_credit" FOREIGN KEY ("company_id","credit_id") REFERENCES "public"."payment_credits"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_claims" ADD CONSTRAINT "payment_claims_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_claims" ADD CONSTRAINT "payment_claims_member" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_claims" ADD CONSTRAINT "payment_claims_order" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_claims" ADD CONSTRAINT "payment_claims_proof" FOREIGN KEY ("company_id","proof_media_id") REFERENCES "public"."medias"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_credits" ADD CONSTRAINT "payment_credits_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_credits" ADD CONSTRAINT "payment_credits_claim" FOREIGN KEY ("company_id","claim_id") REFERENCES "public"."payment_claims"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_credit" FOREIGN KEY ("company_id","credit_id") REFERENCES "public"."payment_credits"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_applications_claim_once" ON "payment_applications" USING btree ("company_id","claim_id","order_id") WHERE "payment_applications"."ended_at" IS NULL AND "payment_applications"."claim_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_applications_credit_once" ON "payment_applications" USING btree ("company_id","credit_id","order_id") WHERE "payment_applications"."ended_at" IS NULL AND "payment_applications"."credit_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_applications_order_lookup" ON "payment_applications" USING btree ("company_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_claims_unapplied" ON "payment_claims" USING btree ("company_id","member_id","order_id") WHERE "payment_claims"."status" = 'UNAPPLIED';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_claims_applied" ON "payment_claims" USING btree ("company_id","order_id") WHERE "payment_claims"."status" = 'APPLIED';--> statement-breakpoint
CREATE INDEX "payment_claims_reference" ON "payment_claims" USING btree ("company_id","reference");--> statement-breakpoint
CREATE INDEX "payment_claims_order_lookup" ON "payment_claims" USING btree ("company_id","order_id");--> statement-breakpoint
CREATE INDEX "payment_claims_waiting" ON "payment_claims" USING btree ("company_id","created_at","id") WHERE "payment_claims"."status" = 'UNAPPLIED';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_credits_claim_once" ON "payment_credits" USING btree ("company_id","claim_id") WHERE "payment_credits"."voided_at" IS NULL;--> statement-breakpoint
CREATE INDEX "payment_credits_reference" ON "payment_credits" USING btree ("company_id","reference");--> statement-breakpoint
CREATE INDEX "payment_credits_open" ON "payment_credits" USING btree ("company_id","received_at","id") WHERE "payment_credits"."voided_at" IS NULL AND "payment_credits"."amount_paise" > "payment_credits"."applied_paise" + "payment_credits"."refunded_paise";--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_reference" ON "payment_refunds" USING btree ("company_id","credit_id","reference");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_approved_part" CHECK (num_nonnulls("orders"."approved_quantity", "orders"."approved_amount_paise", "orders"."approved_fee_paise") IN (0, 3) AND ("orders"."approved_quantity" IS NULL OR ("orders"."status" IN ('APPROVED', 'REVERSED') AND "orders"."approved_quantity" BETWEEN 1 AND "orders"."quantity" AND "orders"."approved_amount_paise" BETWEEN 1 AND "orders"."amount_paise" AND "orders"."approved_fee_paise" BETWEEN 0 AND "orders"."fee_paise")));--> statement-breakpoint
-- The payments of orders from before payments were kept: each order's latest submission is a claim,
-- an approval is a credit, and a reversal leaves the credit open for an admin to settle.
INSERT INTO payment_claims (company_id, id, member_id, order_id, status, method, reference, amount_paise,
  paid_amount_paise, beneficiary_id, beneficiary_version, proof_media_id, created_at, updated_at)
SELECT company_id, gen_random_uuid(), member_id, id,
  CASE status WHEN 'PENDING' THEN 'APPLIED' WHEN 'REJECTED' THEN 'REJECTED' ELSE 'CONFIRMED' END,
  payment_method, reference, total_paise, paid_amount_paise, beneficiary_id, beneficiary_version,
  proof_media_id, submitted_at, coalesce(reversed_at, decided_at, submitted_at)
FROM orders
WHERE status IN ('PENDING', 'APPROVED', 'REJECTED', 'REVERSED')
  AND payment_method IS NOT NULL AND submitted_at IS NOT NULL;
--> statement-breakpoint
-- Earlier submissions of the same orders, from the audit log.
INSERT INTO payment_claims (company_id, id, member_id, order_id, status, method, reference, amount_paise,
  paid_amount_paise, created_at, updated_at)
SELECT o.company_id, gen_random_uuid(), o.member_id, o.id, 'REPLACED', e.after ->> 'method',
  e.after ->> 'reference', o.total_paise, (e.after ->> 'paidAmountPaise')::bigint,
  e.created_at, e.created_at
FROM (
  SELECT company_id, subject_id, after, created_at,
    row_number() OVER (PARTITION BY company_id, subject_id ORDER BY created_at DESC, id DESC) AS age
  FROM audit_entries WHERE action = 'order.submitted' AND subject_type = 'order'
) AS e
JOIN orders o ON o.company_id = e.company_id AND o.id::text = e.subject_id
WHERE e.age > 1 AND e.after ->> 'method' IS NOT NULL;
--> statement-breakpoint
INSERT INTO payment_credits (company_id, id, source, method, reference, amount_paise, applied_paise,
  claim_id, received_at, recorded_by, created_at, updated_at)
SELECT c.company_id, gen_random_uuid(), 'ADMIN', c.method, c.reference, c.amount_paise,
  CASE o.status WHEN 'APPROVED' THEN c.amount_paise ELSE 0 END,
  c.id, o.decided_at, NULL, o.decided_at, o.decided_at
FROM payment_claims c
JOIN orders o ON o.company_id = c.company_id AND o.id = c.order_id
WHERE c.status = 'CONFIRMED' AND o.decided_at IS NOT NULL;
--> statement-breakpoint
INSERT INTO payment_applications (company_id, id, order_id, claim_id, credit_id, amount_paise, created_at, ended_at)
SELECT c.company_id, gen_random_uuid(), o.id, c.id, NULL, c.amount_paise, c.created_at,
  CASE o.status WHEN 'REJECTED' THEN o.decided_at END
FROM payment_claims c
JOIN orders o ON o.company_id = c.company_id AND o.id = c.order_id
WHERE c.status IN ('APPLIED', 'CONFIRMED', 'REJECTED')
UNION ALL
SELECT r.company_id, gen_random_uuid(), o.id, NULL, r.id, r.amount_paise, r.received_at,
  CASE o.status WHEN 'REVERSED' THEN coalesce(o.reversed_at, o.decided_at) END
FROM payment_credits r
JOIN payment_claims c ON c.company_id = r.company_id AND c.id = r.claim_id
JOIN orders o ON o.company_id = c.company_id AND o.id = c.order_id;
