import { LanguageDetector } from "remix-i18next/server";
import { FALLBACK_LANGUAGE, LANGUAGES, type Language, languageOfCode } from "@locales/languages";
import { LANGUAGE_COOKIE, readCookies } from "./cookies";

/** Longer than the Accept-Language header of any browser. */
const MAX_HEADER_LENGTH = 1000;

/**
 * Reads `hi-IN;q=0.9` as `hi;q=0.9`: supported languages have no regions, and an exact match would
 * override it.
 */
const askedFor = (request: Request): string | null =>
  request.headers
    .get("accept-language")
    ?.slice(0, MAX_HEADER_LENGTH)
    .replaceAll(/-[a-z0-9-]+/gi, "") ?? null;

const options = {
  supportedLanguages: [...LANGUAGES],
  fallbackLanguage: FALLBACK_LANGUAGE,
  // The built-in header lookup stops at the first language, supported or not.
  order: ["custom" as const],
};

const ofPage = new LanguageDetector({
  ...options,
  findLocale: (request) => {
    const chosen = readCookies(request.headers.get("cookie")).choice(LANGUAGE_COOKIE);
    return Promise.resolve(languageOfCode(chosen) ?? askedFor(request));
  },
});

const ofClient = new LanguageDetector({
  ...options,
  findLocale: (request) => Promise.resolve(askedFor(request)),
});

/** The language a person has chosen, else the first supported one their browser accepts. */
export async function detectPageLanguage(request: Request): Promise<Language> {
  return languageOfCode(await ofPage.detect(request)) ?? FALLBACK_LANGUAGE;
}

/** The first supported language a REST client accepts; cookies are ignored. */
export async function detectClientLanguage(request: Request): Promise<Language> {
  return languageOfCode(await ofClient.detect(request)) ?? FALLBACK_LANGUAGE;
}
