ALTER TABLE "holdings" VALIDATE CONSTRAINT "holdings_signs";
