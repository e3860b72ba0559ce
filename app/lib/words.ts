import { CATALOGUES, FALLBACK_LANGUAGE, languageOfCode, type WordArea } from "@locales/languages";
import { createTranslator } from "@locales/translator";
import { RULE_VALUES } from "@server/domain/rule-values";

const IS_BROWSER = typeof document !== "undefined";

// The server selects the language; only that language's words are loaded.
const language = (IS_BROWSER && languageOfCode(document.documentElement.lang)) || FALLBACK_LANGUAGE;

/** The browser's translator, with the texts that were loaded. The server has its own. */
export const browserTranslator = createTranslator(language, {}, RULE_VALUES);

/**
 * Loads the texts of an area. A route awaits this where its module begins, so the router shows no
 * screen before its texts are there. On the server all texts are loaded already.
 */
export async function loadWords(area: WordArea): Promise<void> {
  if (!IS_BROWSER) return;
  for (const [name, texts] of Object.entries({ ...(await CATALOGUES[language][area]()) })) {
    browserTranslator.addResourceBundle(language, name, texts);
  }
}
