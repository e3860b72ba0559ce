import { holdingOf, referralFigures } from "@server/platform";
import { findMember, memberProcedure, router } from "@server/access";
import { originOfCompany } from "@server/sites";
import type { ReferralSummary } from "@server/members/contracts/members";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** Results of the member's own invitations. */
const summary = memberProcedure.query(async ({ ctx }): Promise<ReferralSummary> => {
  const { company, db, actor } = ctx;
  const [member, origin, { promised, ...counts }, { rewards }] = await Promise.all([
    findMember(db, company.id, actor.id),
    originOfCompany(db, ctx.deps.config.appOrigin, company.id, actor.id),
    referralFigures(db, company.id, actor.id),
    holdingOf(db, company.id, actor.id),
  ]);
  if (!member) throw refuse("SESSION_ENDED");
  return {
    code: member.referralCode,
    origin,
    rewardBps: company.referralRewardBps,
    ...counts,
    rewardEarned: rewards,
    rewardWaiting: promised,
  };
});

export const referralsRouter = router({ summary });
