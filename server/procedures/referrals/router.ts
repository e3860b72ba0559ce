import { countReferred, rewardsOf } from "@db/queries/referrals";
import { findMember } from "@db/queries/members";
import { originOfCompany } from "@server/context/site";
import type { ReferralSummary } from "@server/contracts/members";
import { refuse } from "@server/domain/refusals/refuse";
import { memberProcedure, router } from "@server/procedures/trpc";

/** Results of the member's own invitations. */
const summary = memberProcedure.query(async ({ ctx }): Promise<ReferralSummary> => {
  const { company, db, actor } = ctx;
  const [member, origin, counts, rewards] = await Promise.all([
    findMember(db, company.id, actor.id),
    originOfCompany(db, ctx.deps.config.appOrigin, company.id),
    countReferred(db, company.id, actor.id),
    rewardsOf(db, company.id, actor.id),
  ]);
  if (!member) throw refuse("SESSION_ENDED");
  return {
    code: member.referralCode,
    origin,
    rewardBps: company.referralRewardBps,
    ...counts,
    rewardEarned: rewards.earned,
    rewardWaiting: rewards.waiting,
  };
});

export const referralsRouter = router({ summary });
