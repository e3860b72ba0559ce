ALTER TABLE "pending_changes" VALIDATE CONSTRAINT "pending_changes_kind";
