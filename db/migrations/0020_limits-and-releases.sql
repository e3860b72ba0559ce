ALTER TABLE "orders" DROP CONSTRAINT "orders_hold";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "unverified_hold_bps" integer DEFAULT 1000 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "release_after_days" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "hold_released_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "present_price_micro_rupees" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "present_fee_bps" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_unverified_hold" CHECK ("companies"."unverified_hold_bps" BETWEEN 1 AND 10000) NOT VALID;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_release_after" CHECK ("companies"."release_after_days" BETWEEN 1 AND 365) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_hold" CHECK (CASE WHEN "orders"."status" = 'OPEN' OR ("orders"."status" = 'PENDING' AND "orders"."hold_released_at" IS NULL) THEN "orders"."held_quantity" = "orders"."quantity" AND "orders"."held_reward" >= 0 ELSE "orders"."held_quantity" = 0 AND "orders"."held_reward" = 0 END) NOT VALID;