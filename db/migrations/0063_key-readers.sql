CREATE TABLE "key_readers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"present" smallint NOT NULL,
	"readable" smallint[] NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
