import { z } from "zod";
import type { UnlockPlans } from "@db/vocabulary";
import { MAX_PAUSE_MONTHS, MAX_PLAN_MONTHS } from "@server/launch/rules/unlock-plan";
import { code, percentField, wholeNumberField } from "@server/platform/contracts/fields";

const percent = percentField("UNLOCK_PERCENT_INVALID");
const pause = wholeNumberField(0, MAX_PAUSE_MONTHS, "UNLOCK_PAUSE_INVALID").default(0);
const months = wholeNumberField(0, MAX_PLAN_MONTHS, "UNLOCK_MONTHS_INVALID").default(0);

/**
 * `launch.setPlan` (admin): when bought tokens, and rewards and bonus, unlock. With 100 percent at the
 * launch the months count for nothing. Returns null.
 */
export const SetPlan = z
  .object({
    boughtPercent: percent,
    boughtPause: pause,
    boughtMonths: months,
    earnedPercent: percent,
    earnedPause: pause,
    earnedMonths: months,
  })
  .refine(({ boughtPercent, boughtMonths }) => Number(boughtPercent) === 100 || boughtMonths > 0, {
    error: code("UNLOCK_MONTHS_MISSING"),
    path: ["boughtMonths"],
  })
  .refine(({ earnedPercent, earnedMonths }) => Number(earnedPercent) === 100 || earnedMonths > 0, {
    error: code("UNLOCK_MONTHS_MISSING"),
    path: ["earnedMonths"],
  });
export type SetPlan = z.output<typeof SetPlan>;

/** `launch.plan` (admin). */
export interface PlanView {
  plans: UnlockPlans;
  /** True until the first order is approved: the plans then change at once. */
  isFree: boolean;
}
