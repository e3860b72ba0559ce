/// <reference types="vite/client" />
import { FALLBACK_LANGUAGE, languageOfCode } from "@locales/languages";
import { type Catalogue, createTranslator } from "@locales/translator";
import { RULE_VALUES } from "@server/platform/rules/rule-values";

const IS_BROWSER = typeof document !== "undefined";

// The server selects the language; only that language's words are loaded.
const language = (IS_BROWSER && languageOfCode(document.documentElement.lang)) || FALLBACK_LANGUAGE;

/** The browser's i18next, with the texts that were loaded. The server has one for each language. */
export const i18next = createTranslator(language, {}, RULE_VALUES);

// Titles of tabs are with every page (locales/titles.ts).
const FILES = import.meta.glob<Catalogue[string]>(
  ["../../../locales/*/{*,admin/*}.json", "!**/titles.json"],
  { import: "default" },
);

/**
 * Loads groups of texts. A route exports the result as its handle, which tells the server what to
 * preload. It awaits them where its module begins, so the router shows no screen before its texts
 * are there. On the server all texts are loaded already.
 */
export async function loadWords(...words: string[]): Promise<{ words: string[] }> {
  if (IS_BROWSER) await Promise.all(words.map(addGroup));
  return { words };
}

async function addGroup(group: string): Promise<void> {
  const texts = await FILES[`../../../locales/${language}/${group}.json`]?.();
  i18next.addResourceBundle(language, group.replace("admin/", ""), texts);
}
