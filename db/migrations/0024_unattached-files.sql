ALTER TABLE "medias" ADD COLUMN "sweep_after" timestamp with time zone DEFAULT now() + interval '1 day';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_avatar" FOREIGN KEY ("company_id","avatar_media_id") REFERENCES "public"."medias"("company_id","id") ON DELETE no action ON UPDATE no action NOT VALID;
