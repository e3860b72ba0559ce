import type { Executor } from "@db/client";
import { newId } from "@db/ids";
import type { CampaignReferrers } from "@db/vocabulary";
import { adminProcedure, recordAudit, router, type AdminContext } from "@server/access";
import type { StoredForSecondAdmin } from "@server/access/rules/second-admin";
import { AddCampaign, EndCampaign, SetReferralTerms } from "@server/companies/contracts/campaigns";
import {
  type Campaign,
  endCampaignAt,
  findCampaign,
  findOverlapping,
  insertCampaign,
} from "@server/companies/queries/campaigns";
import type { PendingChange } from "@server/companies/queries/pending-changes";
import { readClock } from "@server/companies/queries/prices";
import { assertWithinBounds, boundsOf } from "@server/companies/rules/term-bounds";
import { onceOrAsked, storeChange } from "@server/companies/second-admin/store-change";
import { bpsOf } from "@server/companies/settings/typed-values";
import { FARTHEST_YEARS } from "@server/platform/rules/money/units";
import { refuse, refuseField, orRefuse } from "@server/platform/rules/refusals/refuse";
import { type Company, lockCompany } from "@server/sites";
import { askForTerms } from "./change-terms";

type Terms = Omit<Campaign, "companyId" | "id" | "createdAt" | "taken">;

const FARTHEST_MS = FARTHEST_YEARS * 365 * 86_400_000;

/**
 * Refuses a reward outside the bounds of `assertWithinBounds`, and a time that is past, too far or not
 * free with CAMPAIGN_PAST, CAMPAIGN_ENDS_FIRST, CAMPAIGN_FAR and CAMPAIGN_OVERLAPS.
 */
async function assertCampaign(
  db: Executor,
  company: Company,
  { rewardBps, startsAt, endsAt }: Terms,
  now: Date,
): Promise<void> {
  assertWithinBounds({ referralRewardBps: rewardBps }, boundsOf(company.settings), now);
  if (startsAt < now) throw refuse("CAMPAIGN_PAST");
  if (endsAt <= startsAt) throw refuse("CAMPAIGN_ENDS_FIRST");
  if (endsAt.getTime() - now.getTime() > FARTHEST_MS) throw refuse("CAMPAIGN_FAR");
  const other = await findOverlapping(db, company.id, { startsAt, endsAt });
  if (other) throw refuse("CAMPAIGN_OVERLAPS", { name: other.name });
}

/** Stores a campaign for a second admin. Refuses as `assertCampaign` does. */
async function askForCampaign(
  ctx: AdminContext,
  input: AddCampaign,
): Promise<null | StoredForSecondAdmin> {
  const company = await lockCompany(ctx.db, ctx.company.id);
  const bonusBps = input.bonusPercent ? bpsOf(input.bonusPercent, "BONUS_PERCENT_INVALID") : 0;
  const terms = {
    name: input.name,
    rewardBps: bpsOf(input.referralRewardPercent, "REWARD_PERCENT_INVALID"),
    bonusBps: bonusBps > 0 ? bonusBps : null,
    capTotal: input.capTotal ?? null,
    whoRefers: input.whoRefers,
  };
  const now = await readClock(ctx.db);
  const startsAt = input.startsAt ? new Date(input.startsAt) : now;
  await assertCampaign(
    ctx.db,
    company,
    { ...terms, startsAt, endsAt: new Date(input.endsAt) },
    now,
  );
  const { rewardBps: referralRewardBps, ...others } = terms;
  return storeChange(ctx, {
    kind: "CAMPAIGN",
    subjectId: newId(),
    change: {
      before: null,
      after: {
        ...others,
        referralRewardBps,
        endsAt: input.endsAt,
        startsAt: input.startsAt ?? null,
      },
    },
  });
}

/** Stores a campaign where it has a name, else the company's reward, for a second admin. */
function askForReferralTerms(
  ctx: AdminContext,
  { name, endsAt, ...input }: SetReferralTerms,
): Promise<null | StoredForSecondAdmin> {
  if (name === undefined) {
    const { referralRewardPercent, startsAt } = input;
    return askForTerms(ctx, { referralRewardPercent, startsAt });
  }
  if (endsAt !== undefined) return askForCampaign(ctx, { ...input, name, endsAt });
  throw refuseField("endsAt", "CAMPAIGN_TIME_INVALID");
}

/**
 * Stores an earlier end for a second admin. Refuses with CAMPAIGN_NOT_FOUND, CAMPAIGN_ENDED,
 * CAMPAIGN_PAST, and an end that is not earlier with CAMPAIGN_ENDS_FIRST.
 */
async function askForEnd(
  ctx: AdminContext,
  input: EndCampaign,
): Promise<null | StoredForSecondAdmin> {
  const campaign = orRefuse(
    await findCampaign(ctx.db, ctx.company.id, input.id),
    "CAMPAIGN_NOT_FOUND",
  );
  const now = await readClock(ctx.db);
  if (campaign.endsAt <= now) throw refuse("CAMPAIGN_ENDED");
  const endsAt = input.endsAt ? new Date(input.endsAt) : now;
  if (endsAt < now) throw refuse("CAMPAIGN_PAST");
  if (endsAt >= campaign.endsAt) throw refuse("CAMPAIGN_ENDS_FIRST");
  return storeChange(ctx, {
    kind: "CAMPAIGN",
    subjectId: campaign.id,
    change: {
      before: { name: campaign.name, endsAt: campaign.endsAt.toISOString() },
      after: { name: campaign.name, endsAt: input.endsAt ?? null },
    },
  });
}

/**
 * Applies a confirmed campaign, or its earlier end, from its time on, or from now on where that has
 * passed; orders keep their terms. Refuses with CHANGE_OVERTAKEN, and as the change itself would.
 */
export async function applyCampaign(
  ctx: AdminContext,
  { subjectId: id, change: { before, after } }: PendingChange,
): Promise<void> {
  const company = await lockCompany(ctx.db, ctx.company.id);
  const now = await readClock(ctx.db);
  const instantOf = (name: string): Date => {
    const at = typeof after?.[name] === "string" ? new Date(after[name]) : now;
    return at > now ? at : now;
  };
  if (before) {
    const campaign = await findCampaign(ctx.db, company.id, id);
    const isAsAsked = campaign?.endsAt.toISOString() === before["endsAt"];
    const asked = instantOf("endsAt");
    if (!campaign || !isAsAsked || asked >= campaign.endsAt) throw refuse("CHANGE_OVERTAKEN");
    const endsAt = asked > campaign.startsAt ? asked : campaign.startsAt;
    await endCampaignAt(ctx.db, campaign, endsAt);
    const { name } = campaign;
    return recordCampaign(ctx, "campaign.ended", id, before, {
      name,
      endsAt: endsAt.toISOString(),
    });
  }
  const terms: Terms = {
    name: String(after?.["name"]),
    startsAt: instantOf("startsAt"),
    endsAt: new Date(String(after?.["endsAt"])),
    rewardBps: Number(after?.["referralRewardBps"]),
    bonusBps: numberOrNull(after?.["bonusBps"]),
    capTotal: numberOrNull(after?.["capTotal"]),
    whoRefers: after?.["whoRefers"] as CampaignReferrers,
  };
  await assertCampaign(ctx.db, company, terms, now);
  await insertCampaign(ctx.db, { ...terms, companyId: company.id, id });
  return recordCampaign(ctx, "campaign.added", id, null, {
    ...after,
    startsAt: terms.startsAt.toISOString(),
  });
}

const numberOrNull = (value: unknown): number | null => (typeof value === "number" ? value : null);

const recordCampaign = (
  ctx: AdminContext,
  action: "campaign.added" | "campaign.ended",
  subjectId: string,
  before: Record<string, unknown> | null,
  after: Record<string, unknown>,
): Promise<void> => recordAudit(ctx, { action, subjectType: "campaign", subjectId, before, after });

export const campaignsRouter = router({
  setTerms: adminProcedure.input(SetReferralTerms).mutation(onceOrAsked(askForReferralTerms)),
  add: adminProcedure.input(AddCampaign).mutation(onceOrAsked(askForCampaign)),
  end: adminProcedure.input(EndCampaign).mutation(onceOrAsked(askForEnd)),
});
