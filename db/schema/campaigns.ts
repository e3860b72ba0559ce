import { sql } from "drizzle-orm";
import { check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { CAMPAIGN_REFERRERS } from "../vocabulary";
import { count, createdAt, instant, oneOf, companyKey, companyRow } from "./columns";
import { companies } from "./companies";

/**
 * Times in which a company's programme has terms of its own. `db/sql/campaigns.sql` refuses two at a
 * time; one that is called off before its start ends at its start.
 */
export const campaigns = pgTable(
  "campaigns",
  {
    ...companyRow(() => companies.id),
    name: text("name").notNull(),
    startsAt: instant("starts_at").notNull(),
    /** Exclusive. */
    endsAt: instant("ends_at").notNull(),
    rewardBps: integer("reward_bps").notNull(),
    /** The buyer's own bonus; null for none. */
    bonusBps: integer("bonus_bps"),
    /** The budget: tokens of all rewards and bonuses; null for no limit. */
    capTotal: count("cap_total"),
    /** Tokens that its orders hold or were allocated of that (`takenOf`), changed just before the pool. */
    taken: count("taken").notNull().default(0),
    whoRefers: text("who_refers", { enum: CAMPAIGN_REFERRERS }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    companyKey(t),
    check("campaigns_time", sql`${t.endsAt} >= ${t.startsAt}`),
    check(
      "campaigns_shares",
      sql`${t.rewardBps} BETWEEN 0 AND 10000 AND ${t.bonusBps} BETWEEN 1 AND 10000`,
    ),
    check(
      "campaigns_budget",
      sql`${t.capTotal} > 0 AND ${t.taken} BETWEEN 0 AND coalesce(${t.capTotal}, ${t.taken})`,
    ),
    check("campaigns_who_refers", oneOf(t.whoRefers, CAMPAIGN_REFERRERS)),
  ],
);
