ALTER TABLE "payment_credits" VALIDATE CONSTRAINT "payment_credits_source";
