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
import { mayRefer } from "@server/sites/rules/campaign";
import { rewardHoldOf } from "@server/companies/rules/retention";
import {
  ChooseName,
  ListInvited,
  type ReferralLinkFigures,
  type ReferralSummary,
  type InvitedMember,
} from "@server/members/contracts/members";
import { linkFigures, listInvited } from "@server/members/queries/referrals";
import { firstNameAndInitial } from "@server/platform/rules/people/masking";
import { lastPageOf, sliceOf } from "@server/platform/rules/paging";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** Results of the member's own invitations. */
const summary = memberProcedure.query(async ({ ctx }): Promise<ReferralSummary> => {
  const { company, db, actor } = ctx;
  const [member, origin, { promised, ...counts }, { rewards, purchases }] = await Promise.all([
    findMember(db, company.id, actor.id),
    originOfCompany(db, ctx.deps.config.appOrigin, company.id, actor.id),
    referralFigures(db, company.id, actor.id),
    holdingOf(db, company.id, actor.id),
  ]);
  if (!member) throw refuse("SESSION_ENDED");
  const { campaign } = company;
  return {
    campaign: campaign && {
      name: campaign.name,
      rewardBps: campaign.rewardBps,
      bonusBps: campaign.bonusBps,
      endsAt: campaign.endsAt,
      whoRefers: campaign.whoRefers,
      isMine: mayRefer(campaign.whoRefers, {
        isApproved: member.isApproved,
        hasBought: purchases > 0,
      }),
      left: campaign.left,
    },
    code: member.referralCode,
    sharedName: member.showsName ? firstNameAndInitial(member.name) : null,
    origin,
    rewardBps: company.referralRewardBps,
    holdDays: rewardHoldOf(company.settings).rewardHoldDays,
    ...counts,
    rewardEarned: rewards,
    rewardWaiting: promised,
  };
});

const links = memberProcedure.query(({ ctx }): Promise<ReferralLinkFigures[]> =>
  linkFigures(ctx.db, ctx.company.id, ctx.actor.id),
);

/** Lists those whom the member invited, by first name and initial only where they agreed. */
const invited = memberProcedure.input(ListInvited).query(async ({ ctx, input }) => {
  const slice = sliceOf(input);
  const rows = await listInvited(ctx.db, ctx.company.id, ctx.actor.id, slice);
  return {
    records: rows.map((row): InvitedMember => ({
      number: row.number,
      name: row.name === null ? null : firstNameAndInitial(row.name),
      joinedAt: new Date(row.joinedAt).toISOString(),
      state: row.hasBought ? "BOUGHT" : row.isVerified ? "VERIFIED" : "JOINED",
      reward: row.isRewarded
        ? "RECEIVED"
        : row.isPromised
          ? "WAITING"
          : row.isWithdrawn
            ? "WITHDRAWN"
            : "NONE",
    })),
    lastPage: lastPageOf(rows[0]?.total ?? 0, input.limit),
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

export const referralsRouter = router({ summary, links, invited, chooseName });
