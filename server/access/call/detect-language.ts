import { LanguageDetector } from "remix-i18next/server";
import { FALLBACK_LANGUAGE, LANGUAGES, type Language, languageOfCode } from "@locales/languages";
import { memoize } from "@themes/memoize";
import { LANGUAGE_COOKIE, readCookies } from "./cookies";

/** No browser sends a longer Accept-Language header. */
const MAX_HEADER_LENGTH = 1000;
/** Browsers send few different headers, so their languages are remembered. */
const MOST_HEADERS = 200;

const detector = new LanguageDetector({
  supportedLanguages: [...LANGUAGES],
  fallbackLanguage: FALLBACK_LANGUAGE,
  // The built-in header lookup stops at the first language, supported or not.
  order: ["custom"],
  // Reads `hi-IN;q=0.9` as `hi;q=0.9`: supported languages have no regions, and an exact match would
  // override it.
  findLocale: (request) =>
    Promise.resolve(
      request.headers.get("accept-language")?.replaceAll(/-[a-z0-9-]+/gi, "") ?? null,
    ),
});

const languageOf = memoize(
  async (header: string): Promise<Language> => {
    const request = new Request("http://any.invalid/", { headers: { "accept-language": header } });
    return languageOfCode(await detector.detect(request)) ?? FALLBACK_LANGUAGE;
  },
  (header) => header,
  MOST_HEADERS,
);

/** Returns the first supported language of an `Accept-Language` header. */
const languageAccepted = (header: string | null): Promise<Language> =>
  languageOf((header ?? "").slice(0, MAX_HEADER_LENGTH));

/** Returns the language a person has chosen, else the first supported one their browser accepts. */
export async function detectPageLanguage(request: Request): Promise<Language> {
  const chosen = readCookies(request.headers.get("cookie")).choice(LANGUAGE_COOKIE);
  return languageOfCode(chosen) ?? languageAccepted(request.headers.get("accept-language"));
}

/** Returns the first supported language a REST client accepts; cookies are ignored. */
export const detectClientLanguage = (request: Request): Promise<Language> =>
  languageAccepted(request.headers.get("accept-language"));
