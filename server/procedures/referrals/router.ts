import { countReferred, rewardsOf } from "@db/queries/referrals";
import { findUser } from "@db/queries/users";
import type { ReferralSummary } from "@server/contracts/referrals";
import { refuse } from "@server/domain/refusals/refuse";
import { memberProcedure, router } from "@server/trpc";

/** What came of one's own invitations. */
const summary = memberProcedure.query(async ({ ctx }): Promise<ReferralSummary> => {
  const { company, db, actor } = ctx;
  const [member, counts, rewards] = await Promise.all([
    findUser(db, company.id, actor.id),
    countReferred(db, company.id, actor.id),
    rewardsOf(db, company.id, actor.id),
  ]);
  if (!member) throw refuse("SESSION_ENDED");
  return {
    code: member.referralCode,
    rewardBps: company.referralRewardBps,
    ...counts,
    rewardEarned: rewards.earned,
    rewardWaiting: rewards.waiting,
  };
});

export const referralsRouter = router({ summary });
