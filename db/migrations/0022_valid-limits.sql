ALTER TABLE "companies" VALIDATE CONSTRAINT "companies_unverified_hold";--> statement-breakpoint
ALTER TABLE "companies" VALIDATE CONSTRAINT "companies_release_after";--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_hold";
