CREATE TABLE "secret_checks" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"encrypted" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "secret_checks_single" CHECK ("secret_checks"."id" = 1)
);
