import type { Language } from "@locales/languages";
import type allocation from "@locales/en/server/allocation.json";
import { translatorOf } from "@server/platform/words/translators.server";

export type AllocationWords = Record<Exclude<keyof typeof allocation.page, "titles">, string> & {
  titles: Record<keyof typeof allocation.page.titles, string>;
};

/** Values that the texts name, formatted. */
interface Named {
  company: string;
  symbol: string;
  quantity: string;
  entry: string;
}

/** The page's texts, sent with its data: the browser keeps none of them. */
export const allocationWords = (language: Language, named: Named): AllocationWords =>
  translatorOf(language).t("allocation:page", {
    ...named,
    returnObjects: true,
  }) as unknown as AllocationWords;
