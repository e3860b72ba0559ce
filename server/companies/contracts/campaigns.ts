import { z } from "zod";
import { CAMPAIGN_REFERRERS } from "@db/vocabulary";
import {
  code,
  idField,
  instantField,
  line,
  optional,
  percentField,
  tokenCountField,
} from "@server/platform/contracts/fields";
import { MAX_TOTAL_SUPPLY } from "./company-settings";

/** `campaigns.add` (admin): a campaign from `startsAt`, or from its confirmation, until `endsAt`. Returns null. */
export const AddCampaign = z.object({
  name: line("NAME_REQUIRED", 80),
  startsAt: optional(instantField("CAMPAIGN_TIME_INVALID")),
  endsAt: instantField("CAMPAIGN_TIME_INVALID"),
  referralRewardPercent: percentField("REWARD_PERCENT_INVALID"),
  bonusPercent: optional(percentField("BONUS_PERCENT_INVALID")),
  capTotal: optional(tokenCountField(1, MAX_TOTAL_SUPPLY, "CAMPAIGN_CAP_INVALID")),
  whoRefers: z.enum(CAMPAIGN_REFERRERS, { error: code("FIELD_INVALID") }).default("ALL"),
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
