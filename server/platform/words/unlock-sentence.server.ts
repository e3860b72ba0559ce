import type { Language, UnlockPlan, UnlockPlans } from "@db/vocabulary";
import { formatPercent } from "@server/platform/rules/money/format";
import { translatorOf } from "./translators.server";

/** Tells in one sentence when a company's tokens unlock; without plans, all at the launch. */
export function unlockSentence(language: Language, plans: UnlockPlans | null): string {
  const t = translatorOf(language).getFixedT(language, "unlock");
  const when = ({ atLaunchBps, pauseMonths, months }: UnlockPlan): string => {
    if (months === 0) return t("all");
    const first = t("months", { count: pauseMonths + 1 });
    const share = formatPercent(atLaunchBps);
    return atLaunchBps === 0
      ? t("parts", { count: months, first })
      : t("shareAndParts", { count: months, share, first });
  };
  if (plans === null) return t("allTokens");
  const { bought, earned } = plans;
  if (isSame(bought, earned)) {
    return bought.months === 0 ? t("allTokens") : t("tokens", { when: when(bought) });
  }
  return t("both", { bought: when(bought), earned: when(earned) });
}

const isSame = (one: UnlockPlan, other: UnlockPlan): boolean =>
  one.atLaunchBps === other.atLaunchBps &&
  one.pauseMonths === other.pauseMonths &&
  one.months === other.months;
