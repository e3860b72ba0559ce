CREATE TABLE "order_columns" (
	"company_id" uuid NOT NULL,
	"admin_id" uuid NOT NULL,
	"tab" text NOT NULL,
	"columns" text[] NOT NULL,
	CONSTRAINT "order_columns_company_id_admin_id_tab_pk" PRIMARY KEY("company_id","admin_id","tab"),
	CONSTRAINT "order_columns_tab" CHECK ("order_columns"."tab" IN ('requests', 'history'))
);
--> statement-breakpoint
CREATE TABLE "order_views" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"admin_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_views_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "order_views_name_length" CHECK (length("order_views"."name") BETWEEN 1 AND 40),
	CONSTRAINT "order_views_query_length" CHECK (length("order_views"."query") <= 2000)
);
--> statement-breakpoint
ALTER TABLE "order_columns" ADD CONSTRAINT "order_columns_admin" FOREIGN KEY ("company_id","admin_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_views" ADD CONSTRAINT "order_views_admin" FOREIGN KEY ("company_id","admin_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_views_name" ON "order_views" USING btree ("company_id","admin_id",lower("name"));