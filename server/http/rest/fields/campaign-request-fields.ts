import { CAMPAIGN_REFERRERS } from "@db/vocabulary";
import { MAX_TOTAL_SUPPLY } from "@server/companies/contracts/company-settings";
import { decimal, field, textOf, type WireField } from "@server/http/rest/openapi/field-schema";

const time = { type: "string", pattern: "^\\s*\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}" } as const;

/** Fields of the referral programme's terms: the company's rate or, with a name, a campaign. */
export const REFERRAL_TERMS: Readonly<Record<string, WireField>> = {
  name: field(
    "The name of a campaign to add; without one, the company's rate changes.",
    "Festival of friends",
    textOf(80),
    "NAME_REQUIRED",
    "TEXT_TOO_LONG",
  ),
  referralRewardPercent: field(
    "The reward in percent of the tokens bought: the campaign's, or the company's.",
    10,
    decimal(100),
    "REWARD_PERCENT_INVALID",
    "REWARD_CLOSED",
    "REWARD_OUT_OF_BOUNDS",
  ),
  startsAt: field(
    "The start; without one, the confirmation. A time without a zone is India's.",
    "2030-01-01T00:00:00Z",
    time,
    "CAMPAIGN_TIME_INVALID",
    "CAMPAIGN_PAST",
    "CAMPAIGN_OVERLAPS",
    "PRICE_START_PAST",
    "PRICE_START_FAR",
    "PRICE_START_TAKEN",
  ),
  endsAt: field(
    "The end of the campaign, exclusive.",
    "2030-02-01T00:00:00Z",
    time,
    "CAMPAIGN_TIME_INVALID",
    "CAMPAIGN_ENDS_FIRST",
    "CAMPAIGN_FAR",
  ),
  bonusPercent: field(
    "The buyer's bonus in percent of the tokens bought.",
    5,
    decimal(100),
    "BONUS_PERCENT_INVALID",
  ),
  capTotal: field(
    "Tokens of all rewards and bonuses at most.",
    100_000,
    { type: ["integer", "string"], minimum: 1, maximum: MAX_TOTAL_SUPPLY },
    "CAMPAIGN_CAP_INVALID",
  ),
  whoRefers: field(
    "Members who may refer.",
    "ALL",
    { type: "string", enum: CAMPAIGN_REFERRERS, default: "ALL" },
    "FIELD_INVALID",
  ),
};
