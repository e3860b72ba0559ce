import type { CampaignReferrers } from "@db/vocabulary";
import type { CompanySite } from "@server/sites/site";

/** Tells whether a member may refer under a campaign. */
export const mayRefer = (
  whoRefers: CampaignReferrers,
  referrer: { isApproved: boolean; hasBought: boolean },
): boolean =>
  whoRefers === "ALL" || (whoRefers === "VERIFIED" ? referrer.isApproved : referrer.hasBought);

/** Returns the rate at which every member refers at present, in basis points. */
export const rewardBpsForAll = ({
  campaign,
  referralRewardBps,
}: Pick<CompanySite, "campaign" | "referralRewardBps">): number =>
  campaign?.whoRefers === "ALL" ? campaign.rewardBps : referralRewardBps;
