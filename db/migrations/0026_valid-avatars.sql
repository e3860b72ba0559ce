UPDATE "users" u SET "avatar_media_id" = NULL
  WHERE "avatar_media_id" IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM "medias" m WHERE m."company_id" = u."company_id" AND m."id" = u."avatar_media_id");--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_avatar";
