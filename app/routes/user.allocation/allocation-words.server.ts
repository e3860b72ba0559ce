import type { Language } from "@locales/languages";
import type { allocation } from "@locales/en/server/allocation";
import { translatorOf } from "@server/platform/words/translators.server";

export type AllocationWords = Record<Exclude<keyof typeof allocation.page, "kinds">, string> & {
  kinds: Record<keyof typeof allocation.page.kinds, string>;
};

/** The page's texts, sent with its data: the browser keeps none of them. */
export const allocationWords = (language: Language, company: string): AllocationWords =>
  translatorOf(language).t("allocation:page", { company, returnObjects: true }) as AllocationWords;
