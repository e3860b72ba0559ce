import { parseAccept } from "hono/utils/accept";
import { FALLBACK_LANGUAGE, type Language, languageOfCode } from "@locales/languages";
import { memoize } from "@themes/memoize";
import { LANGUAGE_COOKIE, readCookies } from "./cookies";

/** No browser sends a longer Accept-Language header. */
const MAX_HEADER_LENGTH = 1000;
/** Browsers send few different headers, so their languages are remembered. */
const MOST_HEADERS = 200;

/** Supported languages have no regions: `hi-IN` is Hindi. Those with a greater `q` come first. */
const languageOf = memoize(
  (header: string): Language => {
    for (const { type, q } of parseAccept(header)) {
      const language = languageOfCode(type.toLowerCase().split("-")[0]);
      if (language && q > 0) return language;
    }
    return FALLBACK_LANGUAGE;
  },
  (header) => header,
  MOST_HEADERS,
);

/** Returns the first supported language of an `Accept-Language` header. */
const languageAccepted = (header: string | null): Language =>
  languageOf((header ?? "").slice(0, MAX_HEADER_LENGTH));

/** Returns the language a person has chosen, else the first supported one their browser accepts. */
export function detectPageLanguage(request: Request): Language {
  const chosen = readCookies(request.headers.get("cookie")).choice(LANGUAGE_COOKIE);
  return languageOfCode(chosen) ?? languageAccepted(request.headers.get("accept-language"));
}

/** Returns the first supported language a REST client accepts; cookies are ignored. */
export const detectClientLanguage = (request: Request): Language =>
  languageAccepted(request.headers.get("accept-language"));
