import { holdingOf, referralFigures } from "@db/queries/figures";
import { findMember } from "@db/queries/members";
import { originOfCompany } from "@server/context/site";
import type { ReferralSummary } from "@server/contracts/members";
import { refuse } from "@server/domain/refusals/refuse";
import { memberProcedure, router } from "@server/procedures/trpc";

/** Results of the member's own invitations. */
const summary = memberProcedure.query(async ({ ctx }): Promise<ReferralSummary> => {
  const { company, db, actor } = ctx;
  const [member, origin, { promised, ...counts }, { rewards }] = await Promise.all([
    findMember(db, company.id, actor.id),
    originOfCompany(db, ctx.deps.config.appOrigin, company.id),
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
