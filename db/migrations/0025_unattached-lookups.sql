CREATE INDEX CONCURRENTLY IF NOT EXISTS "medias_to_sweep" ON "medias" USING btree ("sweep_after") WHERE "medias"."sweep_after" IS NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_avatar_lookup" ON "users" USING btree ("company_id","avatar_media_id") WHERE "users"."avatar_media_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_claims_proof_lookup" ON "payment_claims" USING btree ("company_id","proof_media_id") WHERE "payment_claims"."proof_media_id" IS NOT NULL;
