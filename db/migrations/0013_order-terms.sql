ALTER TABLE "orders" ADD COLUMN "reward_bps" integer;
--> statement-breakpoint
-- Rewards that are held already: the company's rate, or the least rate that gives what is held if
-- the company has lowered it since.
UPDATE "orders" o
   SET "reward_bps" = CASE
         WHEN o."held_reward" <= o."quantity"::numeric * c."referral_reward_bps" / 10000
         THEN c."referral_reward_bps"
         ELSE least(10000, ceil(o."held_reward"::numeric * 10000 / o."quantity")) END
  FROM "companies" c
 WHERE c."id" = o."company_id" AND o."held_reward" > 0;
