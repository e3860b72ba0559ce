import type { i18n } from "i18next";
import { FALLBACK_LANGUAGE, type Language, LANGUAGES } from "@locales/languages";
import { type Catalogue, createTranslator } from "@locales/translator";
import { RULE_VALUES } from "@server/platform/rules/rule-values";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

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

/** Reads all texts of a language from the files of its folder, by group. */
export async function readTexts(language: Language): Promise<Catalogue> {
  const folder = path.join(localesFolder(), language);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const groups = await Promise.all(
    files
      .filter((name) => /\.[jt]s$/.test(name))
      .sort()
      .map((name) => {
        const { href } = pathToFileURL(path.join(folder, name));
        return import(/* @vite-ignore */ href) as Promise<Catalogue>;
      }),
  );
  return Object.assign({}, ...groups) as Catalogue;
}

/** Finds `locales` beside a folder that holds this module: the sources', or the build's own. */
function localesFolder(): string {
  let at = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(at, "locales", FALLBACK_LANGUAGE))) {
    const above = path.dirname(at);
    if (above === at) throw new Error("The build has no locales.");
    at = above;
  }
  return path.join(at, "locales");
}
