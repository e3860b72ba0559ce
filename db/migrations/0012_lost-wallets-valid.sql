ALTER TABLE "wallets" VALIDATE CONSTRAINT "wallets_proved";
