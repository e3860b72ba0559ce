import type { CampaignReferrers } from "@db/vocabulary";

export const mayRefer = (
  whoRefers: CampaignReferrers,
  referrer: { isApproved: boolean; hasBought: boolean },
): boolean =>
  whoRefers === "ALL" || (whoRefers === "VERIFIED" ? referrer.isApproved : referrer.hasBought);

/** Returns the rate at which every member refers at present, in basis points. */
export const rewardBpsForAll = ({
  campaign,
  referralRewardBps,
}: {
  campaign: { whoRefers: CampaignReferrers; rewardBps: number } | null;
  referralRewardBps: number;
}): number => (campaign?.whoRefers === "ALL" ? campaign.rewardBps : referralRewardBps);
