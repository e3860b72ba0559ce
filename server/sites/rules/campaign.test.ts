import { expect, test } from "vitest";
import { rewardForAll } from "./campaign";

const campaign = { rewardBps: 1000, endsAt: "2026-12-24T18:30:00.000Z" };

test("a campaign's rate for everybody has its end, and any other rate has none", () => {
  const of = (whoRefers: "ALL" | "VERIFIED") =>
    rewardForAll({ campaign: { ...campaign, whoRefers }, referralRewardBps: 500 });
  expect(of("ALL")).toEqual({ rewardBps: 1000, until: campaign.endsAt });
  expect(of("VERIFIED")).toEqual({ rewardBps: 500, until: null });
  expect(rewardForAll({ campaign: null, referralRewardBps: 500 }).until).toBeNull();
});
