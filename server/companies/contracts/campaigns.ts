import { z } from "zod";
import { CAMPAIGN_REFERRERS } from "@db/vocabulary";
import { described } from "@server/platform/contracts/described";
import {
  idField,
  instantField,
  line,
  optional,
  percentField,
  tokenCountField,
  oneOf,
} from "@server/platform/contracts/fields";
import { MAX_TOTAL_SUPPLY } from "./company-settings";

/** `campaigns.add` (admin): a campaign from `startsAt`, or from its confirmation, until `endsAt`. Returns null. */
export const AddCampaign = z.object({
  name: described(
    line("NAME_REQUIRED", 80),
    "The name of a campaign to add; without one, the company's rate changes.",
    "Festival of friends",
  ),
  startsAt: described(
    optional(instantField("CAMPAIGN_TIME_INVALID")),
    "The start; without one, the confirmation. A time without a zone is India's.",
    "2030-01-01T00:00:00Z",
    "CAMPAIGN_PAST",
    "CAMPAIGN_OVERLAPS",
    "PRICE_START_PAST",
    "PRICE_START_FAR",
    "PRICE_START_TAKEN",
  ),
  endsAt: described(
    instantField("CAMPAIGN_TIME_INVALID"),
    "The end of the campaign, exclusive.",
    "2030-02-01T00:00:00Z",
    "CAMPAIGN_ENDS_FIRST",
    "CAMPAIGN_FAR",
  ),
  referralRewardPercent: described(
    percentField("REWARD_PERCENT_INVALID"),
    "The reward in percent of the tokens bought: the campaign's, or the company's.",
    10,
    "REWARD_CLOSED",
    "REWARD_OUT_OF_BOUNDS",
  ),
  bonusPercent: described(
    optional(percentField("BONUS_PERCENT_INVALID")),
    "The buyer's bonus in percent of the tokens bought.",
    5,
  ),
  capTotal: described(
    optional(tokenCountField(1, MAX_TOTAL_SUPPLY, "CAMPAIGN_CAP_INVALID")),
    "Tokens of all rewards and bonuses at most.",
    100_000,
  ),
  whoRefers: described(
    oneOf(CAMPAIGN_REFERRERS).default("ALL"),
    "Members who may refer.",
    "ALL",
    "FIELD_INVALID",
  ),
});
export type AddCampaign = z.output<typeof AddCampaign>;

/**
 * `campaigns.setTerms` (admin, REST): a campaign where it has a name, else the company's reward. Returns
 * null.
 */
export const SetReferralTerms = AddCampaign.partial({ name: true, endsAt: true });
export type SetReferralTerms = z.output<typeof SetReferralTerms>;

/** `campaigns.end` (admin): an earlier end; without one, its confirmation. Returns null. */
export const EndCampaign = z.object({
  id: idField,
  endsAt: optional(instantField("CAMPAIGN_TIME_INVALID")),
});
export type EndCampaign = z.output<typeof EndCampaign>;
