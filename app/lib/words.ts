import { CATALOGUES, FALLBACK_LANGUAGE, languageOfCode, type WordGroup } from "@locales/languages";
import { RULE_VALUES } from "@server/domain/rule-values";
import { createBrowserTranslator, type Texts } from "./translate";

const IS_BROWSER = typeof document !== "undefined";

// The server selects the language; only that language's words are loaded.
const language = (IS_BROWSER && languageOfCode(document.documentElement.lang)) || FALLBACK_LANGUAGE;

/** The browser's translator, with the texts that were loaded. The server has i18next. */
export const browserTranslator = createBrowserTranslator(language, RULE_VALUES);

/**
 * Loads groups of texts. A route exports the result as its handle, which tells the server what to
 * preload. It awaits them where its module begins, so the router shows no screen before its texts
 * are there. On the server all texts are loaded already.
 */
export async function loadWords(...words: WordGroup[]): Promise<{ words: WordGroup[] }> {
  if (IS_BROWSER) await Promise.all(words.map(addGroup));
  return { words };
}

async function addGroup(group: WordGroup): Promise<void> {
  const loaded: Record<string, Texts> = { ...(await CATALOGUES[language][group]()) };
  for (const [name, texts] of Object.entries(loaded)) browserTranslator.add(name, texts);
}
