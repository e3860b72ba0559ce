import type { CampaignReferrers } from "@db/vocabulary";

export const mayRefer = (
  whoRefers: CampaignReferrers,
  referrer: { isApproved: boolean; hasBought: boolean },
): boolean =>
  whoRefers === "ALL" || (whoRefers === "VERIFIED" ? referrer.isApproved : referrer.hasBought);

/** Returns the rate at which every member refers at present, in basis points, and a campaign's end. */
export const rewardForAll = ({
  campaign,
  referralRewardBps,
}: {
  campaign: { whoRefers: CampaignReferrers; rewardBps: number; endsAt: string } | null;
  referralRewardBps: number;
}): { rewardBps: number; until: string | null } =>
  campaign?.whoRefers === "ALL"
    ? { rewardBps: campaign.rewardBps, until: campaign.endsAt }
    : { rewardBps: referralRewardBps, until: null };
