ALTER TABLE "member_signs" DROP CONSTRAINT "member_signs_sign";--> statement-breakpoint
ALTER TABLE "identity_cases" ADD COLUMN "end_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "member_signs" ADD CONSTRAINT "member_signs_sign" CHECK ("member_signs"."sign" IN ('PROOF', 'NUMBER', 'PAYER', 'MOBILE', 'KYC', 'EVIDENCE', 'EMAIL', 'WALLET', 'NETWORK')) NOT VALID;