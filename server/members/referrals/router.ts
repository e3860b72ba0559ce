import { holdingOf, referralFigures } from "@server/platform";
import { findMember, memberProcedure, router } from "@server/access";
import { originOfCompany } from "@server/sites";
import { mayRefer } from "@server/sites/rules/campaign";
import { rewardHoldOf } from "@server/companies/rules/retention";
import {
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

/**
 * Lists those whom the member invited, by first name and initial only where they agreed; of a purchase it
 * tells once it is approved, and nothing of its reward.
 */
const invited = memberProcedure.input(ListInvited).query(async ({ ctx, input }) => {
  const slice = sliceOf(input);
  const rows = await listInvited(ctx.db, ctx.company.id, ctx.actor.id, slice);
  return {
    records: rows.map((row): InvitedMember => ({
      number: row.number,
      name: row.name === null ? null : firstNameAndInitial(row.name),
      joinedAt: new Date(row.joinedAt).toISOString(),
      state: row.hasBought ? "BOUGHT" : row.isVerified ? "VERIFIED" : "JOINED",
    })),
    lastPage: lastPageOf(rows[0]?.total ?? 0, input.limit),
  };
});

export const referralsRouter = router({ summary, links, invited });
