import type { CampaignReferrers } from "@db/vocabulary";

/** Tells whether a member may refer under a campaign. */
export const mayRefer = (
  whoRefers: CampaignReferrers,
  referrer: { isApproved: boolean; hasBought: boolean },
): boolean =>
  whoRefers === "ALL" || (whoRefers === "VERIFIED" ? referrer.isApproved : referrer.hasBought);
