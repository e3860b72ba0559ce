ALTER TABLE "member_signs" VALIDATE CONSTRAINT "member_signs_sign";
