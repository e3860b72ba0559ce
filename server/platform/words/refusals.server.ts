import { numbers } from "@locales/en/server/numbers";
import type { Language } from "@locales/languages";
import { isRefusalCode } from "@server/platform/rules/refusals/codes";
import type { RefusalParams } from "@server/platform/rules/refusals/refuse";
import { translatorOf } from "./translators.server";

/** Writes seconds as text: "45 seconds", "1 minute", "15 minutes"; rounded up. */
export function waitInWords(language: Language, seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  const { t } = translatorOf(language);
  // Up to a minute and a half, exact seconds are more useful than "2 minutes".
  return whole <= 90
    ? t("notices:seconds", { count: whole })
    : t("notices:minutes", { count: Math.ceil(whole / 60) });
}

const isAboutNumber = (money: unknown): money is keyof typeof numbers.refusals =>
  typeof money === "string" && money in numbers.refusals;

const hasSingular = (code: string): code is keyof typeof numbers.one => code in numbers.one;

const isOne = (code: string, { remaining, limit }: RefusalParams): boolean =>
  String(code === "SUPPLY_TOO_LOW" ? remaining : limit) === "1";

/**
 * Translates a refusal into a person's language. Staff also read which payment has a number
 * (`aboutNumber`). Text that is not a refusal code is returned unchanged: contracts may carry plain
 * messages. A missing parameter leaves its placeholder visible.
 */
export function translateRefusal(
  language: Language,
  code: string,
  params: RefusalParams = {},
): string {
  if (!isRefusalCode(code)) return code;
  const { seconds, money } = params;
  const wait = typeof seconds === "number" ? { wait: waitInWords(language, seconds) } : {};
  const { t } = translatorOf(language);
  const replace = { ...params, ...wait };
  if (isAboutNumber(money)) return t(`numbers:refusals.${money}`, { replace });
  if (hasSingular(code) && isOne(code, params)) return t(`numbers:one.${code}`, { replace });
  return t(`refusals:${code}`, { replace });
}
