import { holdingOf, referralFigures } from "@server/platform";
import {
  findMember,
  memberProcedure,
  recordAudit,
  router,
  updateMember,
  withinTransaction,
} from "@server/access";
import { originOfCompany } from "@server/sites";
import { ChooseName, type ReferralSummary } from "@server/members/contracts/members";
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

/** Saves whether friends of the programme see the member's first name and initial. */
const chooseName = memberProcedure.input(ChooseName).mutation(({ ctx, input }) =>
  ctx.transact(async (tx): Promise<null> => {
    const { showsName } = input;
    const user = await updateMember(tx, ctx.company.id, ctx.actor.id, { showsName });
    if (!user) throw refuse("NOT_SIGNED_IN");
    await recordAudit(withinTransaction(ctx, tx), {
      action: "member.profile-updated",
      subjectType: "member",
      subjectId: ctx.actor.id,
      after: { fields: ["showsName"] },
    });
    return null;
  }),
);

export const referralsRouter = router({ summary, chooseName });
