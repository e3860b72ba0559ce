import type { Language } from "@locales/languages";
import { dateInIndia, datesIn } from "@server/platform/rules/dates/dates";
import { translatorOf } from "@server/platform/words/translators.server";

/** Returns what formats dates as people say them, in a language. */
export const datesOf = (language: Language) =>
  datesIn({
    months: translatorOf(language).t("common:months"),
    today: dateInIndia(new Date()),
  });
