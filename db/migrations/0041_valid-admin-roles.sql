ALTER TABLE "users" VALIDATE CONSTRAINT "users_admin_role";
