import type { i18n } from "i18next";
import { LANGUAGES, type Language } from "@locales/languages";
import { type Catalogue, createTranslator } from "@locales/translator";
import { RULE_VALUES } from "@server/platform/rules/rule-values";
import { readTexts } from "./read-texts.server";

/** Fills the values of the rules into the texts once; i18next would do it at each use. */
function withValues(texts: Catalogue): Catalogue {
  const values = new Map(Object.entries(RULE_VALUES));
  const filled = JSON.stringify(texts).replace(/\{\{(\w+)\}\}/g, (place, name: string) =>
    String(values.get(name) ?? place),
  );
  return JSON.parse(filled) as Catalogue;
}

const loaded = await Promise.all(
  LANGUAGES.map(async (language): Promise<[Language, Catalogue]> => [
    language,
    withValues(await readTexts(language)),
  ]),
);
const catalogues: Partial<Record<Language, Catalogue>> = Object.fromEntries(loaded);

const translators = new Map<Language, i18n>(
  LANGUAGES.map((language) => [language, createTranslator(language, catalogues)]),
);

/**
 * Returns the translator of a language, with all texts of the product. One instance serves all
 * requests and never changes its language.
 */
export function translatorOf(language: Language): i18n {
  const translator = translators.get(language);
  if (!translator) throw new Error(`There are no words in ${language}.`);
  return translator;
}

/**
 * Returns the risk notice of a site: the company's own text, or the default in the reader's
 * language.
 */
export function riskNotice(language: Language, own: string | null | undefined): string {
  const written = own?.trim() ?? "";
  return written === "" ? translatorOf(language).t("notices:risk") : written;
}
