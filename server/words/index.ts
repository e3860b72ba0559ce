import type { Language } from "@db/vocabulary";
import { isRefusalCode } from "@server/domain/refusals/codes";
import type { RefusalCode } from "@server/domain/refusals/codes";
import type { RefusalParams } from "@server/domain/refusals/refuse";
import { refusals as english } from "@server/words/en/refusals";
import { refusals as hindi } from "@server/words/hi/refusals";

const REFUSALS: Readonly<Record<Language, Readonly<Record<RefusalCode, string>>>> = {
  en: english,
  hi: hindi,
};

/** Seconds as a person says them: "45 seconds", "1 minute", "15 minutes"; rounded up. */
export function waitInWords(language: Language, seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  // Up to a minute and a half, the exact seconds are of more use than "2 minutes".
  const [count, unit] = whole <= 90 ? [whole, "second"] : [Math.ceil(whole / 60), "minute"];
  if (language === "hi") return `${count} ${unit === "second" ? "सेकंड" : "मिनट"}`;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/**
 * A refusal in a person's language. A text that is not one of our codes is returned as it stands:
 * contracts may carry plain messages. A param that was not given leaves its place visible.
 */
export function translateRefusal(
  language: Language,
  code: string,
  params: RefusalParams = {},
): string {
  if (!isRefusalCode(code)) return code;
  return REFUSALS[language][code].replace(/\{(\w+)\}/g, (place, name: string) => {
    if (name === "wait" && typeof params["seconds"] === "number") {
      return waitInWords(language, params["seconds"]);
    }
    return Object.hasOwn(params, name) ? String(params[name]) : place;
  });
}
