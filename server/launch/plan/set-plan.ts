import type { UnlockPlan, UnlockPlans } from "@db/vocabulary";
import { adminProcedure, type AdminContext } from "@server/access";
import type { StoredForSecondAdmin } from "@server/access/rules/second-admin";
import { onceOrAsked, type PendingChange, storeChange, changeOwnCompany } from "@server/companies";
import { type PlanView, SetPlan } from "@server/launch/contracts/plan";
import { lockPool } from "@server/ledger";
import { hasAllocations, listAmounts } from "@server/launch/queries/plans";
import {
  ALL_AT_LAUNCH,
  isNeverLater,
  type PlanFields,
  planFields,
  plansIn,
  plansOf,
} from "@server/launch/rules/unlock-plan";
import { bpsFromPercent, WHOLE_BPS } from "@server/platform/rules/money/units";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { lockCompany } from "@server/sites";

function planIn(percent: string, pauseMonths: number, months: number): UnlockPlan {
  const atLaunchBps = bpsFromPercent(percent);
  if (atLaunchBps === null) throw refuse("UNLOCK_PERCENT_INVALID");
  return atLaunchBps === WHOLE_BPS ? ALL_AT_LAUNCH : { atLaunchBps, pauseMonths, months };
}

/** Refuses plans that bring a token of somebody later, with UNLOCK_LATER. */
async function assertNeverLater(ctx: AdminContext, before: UnlockPlans, after: UnlockPlans) {
  const { bought, earned } = await listAmounts(ctx.db, ctx.company.id);
  const isKept =
    isNeverLater(before.bought, after.bought, bought) &&
    isNeverLater(before.earned, after.earned, earned);
  if (!isKept) throw refuse("UNLOCK_LATER");
}

const sameFields = (one: PlanFields, other: PlanFields): boolean =>
  (Object.keys(one) as (keyof PlanFields)[]).every((name) => one[name] === other[name]);

const save = (ctx: AdminContext, before: PlanFields, after: PlanFields) =>
  changeOwnCompany(ctx, { unlockPlans: plansIn(after) }, { before, after });

/** Sets when tokens unlock: at once before the company's first approved order, later with a second admin. */
async function changePlan(ctx: AdminContext, input: SetPlan): Promise<null | StoredForSecondAdmin> {
  const company = await lockCompany(ctx.db, ctx.company.id);
  const before = plansOf(company);
  const after = {
    bought: planIn(input.boughtPercent, input.boughtPause, input.boughtMonths),
    earned: planIn(input.earnedPercent, input.earnedPause, input.earnedMonths),
  };
  const [from, to] = [planFields(before), planFields(after)];
  if (sameFields(from, to)) return null;
  if (!(await hasAllocations(ctx.db, company.id))) {
    // The first approval waits for the pool's row, and this for the approval.
    const pool = await lockPool(ctx.db, company.id);
    if (pool.head === null) {
      await save(ctx, from, to);
      return null;
    }
  }
  await assertNeverLater(ctx, before, after);
  return storeChange(ctx, {
    kind: "UNLOCK_PLAN",
    subjectId: company.id,
    change: { before: from, after: to },
  });
}

export const setPlan = adminProcedure.input(SetPlan).mutation(onceOrAsked(changePlan));

/**
 * Applies confirmed plans. Refuses with CHANGE_OVERTAKEN if the plans are not what they were, and as the
 * change itself would.
 */
export async function applyPlan(
  ctx: AdminContext,
  { change: { before, after } }: PendingChange,
): Promise<void> {
  const now = plansOf(await lockCompany(ctx.db, ctx.company.id));
  const from = planFields(now);
  if (!before || !after || !sameFields(from, before as PlanFields)) {
    throw refuse("CHANGE_OVERTAKEN");
  }
  const to = planFields(plansIn(after as PlanFields));
  await assertNeverLater(ctx, now, plansIn(to));
  await save(ctx, from, to);
}

export const plan = adminProcedure.query(async ({ ctx }): Promise<PlanView> => ({
  plans: plansOf(ctx.company),
  isFree: !(await hasAllocations(ctx.db, ctx.company.id)),
}));
