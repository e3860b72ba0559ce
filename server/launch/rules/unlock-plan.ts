import type { AllocationKind, UnlockPlan, UnlockPlans } from "@db/vocabulary";
import { WHOLE_BPS } from "@server/platform/rules/money/units";

/** A part of an amount of tokens, and the day in India (YYYY-MM-DD) on which it unlocks. */
export interface Part {
  day: string;
  amount: bigint;
}

/** All tokens unlock at the launch. */
export const ALL_AT_LAUNCH: UnlockPlan = { atLaunchBps: WHOLE_BPS, pauseMonths: 0, months: 0 };

/** The most months of a plan's pause, and of its parts. */
export const MAX_PAUSE_MONTHS = 60;
export const MAX_PLAN_MONTHS = 120;

/** Returns a company's plans; without any of its own, all tokens unlock at the launch. */
export const plansOf = ({ unlockPlans }: { unlockPlans: UnlockPlans | null }): UnlockPlans =>
  unlockPlans ?? { bought: ALL_AT_LAUNCH, earned: ALL_AT_LAUNCH };

/** Returns the plan of an allocation that is not a reversal. */
export const planOf = (kind: AllocationKind, plans: UnlockPlans): UnlockPlan =>
  kind === "PURCHASE" ? plans.bought : plans.earned;

/** Returns the same day of the month some months later, or the last of a month that lacks it. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

/**
 * Returns when the parts of an amount of tokens unlock: that of the launch, then one for each month
 * after the pause. Parts are whole tokens and may be 0; the last one has the remainder, so that they
 * add up to the amount. A reversal's negative amount has the parts of what it takes back, negative.
 */
export function partsOf(amount: bigint, plan: UnlockPlan, launchDay: string): Part[] {
  const { atLaunchBps, pauseMonths, months } = plan;
  const first = months === 0 ? amount : (amount * BigInt(atLaunchBps)) / BigInt(WHOLE_BPS);
  const each = months === 0 ? 0n : (amount - first) / BigInt(months);
  const lastPart = amount - first - each * BigInt(Math.max(months - 1, 0));
  return [
    { day: launchDay, amount: first },
    ...Array.from({ length: months }, (_, at) => ({
      day: monthsLater(launchDay, pauseMonths + at + 1),
      amount: at === months - 1 ? lastPart : each,
    })),
  ];
}

/**
 * Returns how many tokens of an amount are free at the end of a day in India (YYYY-MM-DD). Without a
 * day of the launch nothing is.
 */
export function freeBy(
  amount: bigint,
  plan: UnlockPlan,
  launchDay: string | null,
  day: string,
): bigint {
  if (launchDay === null) return 0n;
  return partsOf(amount, plan, launchDay).reduce(
    (sum, part) => (part.day <= day ? sum + part.amount : sum),
    0n,
  );
}

/** The part of a plan that is free some months after the launch, as a fraction of whole numbers. */
function freeShare({ atLaunchBps, pauseMonths, months }: UnlockPlan, after: number) {
  if (months === 0) return { of: WHOLE_BPS, by: WHOLE_BPS };
  const parts = Math.min(Math.max(after - pauseMonths, 0), months);
  return { of: atLaunchBps * months + (WHOLE_BPS - atLaunchBps) * parts, by: WHOLE_BPS * months };
}

/**
 * Tells whether another plan brings no token of these amounts later: neither a share of them, nor a
 * whole token that its rounding would leave to the last part. The launch's day stays.
 */
export function isNeverLater(before: UnlockPlan, after: UnlockPlan, amounts: readonly number[]) {
  const last = Math.max(...[before, after].map((plan) => plan.pauseMonths + plan.months));
  const each = Array.from({ length: last + 1 }, (_, month) => month);
  const isShareKept = each.every((month) => {
    const [old, next] = [freeShare(before, month), freeShare(after, month)];
    return next.of * old.by >= old.of * next.by;
  });
  return (
    isShareKept &&
    amounts.every((amount) => {
      const [old, next] = [before, after].map((plan) => freeByMonth(amount, plan));
      return each.every((month) => (next?.(month) ?? 0) >= (old?.(month) ?? 0));
    })
  );
}

/** Counts the tokens of an amount that are free some months after the launch, as `partsOf` does. */
function freeByMonth(amount: number, { atLaunchBps, pauseMonths, months }: UnlockPlan) {
  const first = Number((BigInt(amount) * BigInt(atLaunchBps)) / BigInt(WHOLE_BPS));
  const each = months === 0 ? 0 : Math.floor((amount - first) / months);
  return (month: number) =>
    month - pauseMonths >= months ? amount : first + each * Math.max(month - pauseMonths, 0);
}

/** The fields of a company's plans, as a change and the activity name them. */
export const planFields = ({ bought, earned }: UnlockPlans) => ({
  boughtAtLaunchBps: bought.atLaunchBps,
  boughtPauseMonths: bought.pauseMonths,
  boughtMonths: bought.months,
  earnedAtLaunchBps: earned.atLaunchBps,
  earnedPauseMonths: earned.pauseMonths,
  earnedMonths: earned.months,
});
export type PlanFields = ReturnType<typeof planFields>;

/** Returns the plans of `planFields`. */
export const plansIn = (fields: PlanFields): UnlockPlans => ({
  bought: {
    atLaunchBps: fields.boughtAtLaunchBps,
    pauseMonths: fields.boughtPauseMonths,
    months: fields.boughtMonths,
  },
  earned: {
    atLaunchBps: fields.earnedAtLaunchBps,
    pauseMonths: fields.earnedPauseMonths,
    months: fields.earnedMonths,
  },
});
