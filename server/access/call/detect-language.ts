import { FALLBACK_LANGUAGE, type Language, languageOfCode } from "@locales/languages";
import { LANGUAGE_COOKIE, readCookies } from "./cookies";

/** No browser sends a longer Accept-Language header. */
const MAX_HEADER_LENGTH = 1000;

/**
 * Returns the first supported language of an `Accept-Language` header, by its qualities. `hi-IN` is
 * read as `hi`, since supported languages have no regions.
 */
function languageAccepted(header: string | null): Language {
  const accepted = (header ?? "")
    .slice(0, MAX_HEADER_LENGTH)
    .split(",")
    .map((part) => {
      const [tag = "", quality = "1"] = part.split(/;\s*q=/i);
      return { code: tag.trim().toLowerCase().replace(/-.*/, ""), quality: Number(quality) };
    })
    .sort((a, b) => b.quality - a.quality)
    .find(({ code, quality }) => quality > 0 && languageOfCode(code));
  return languageOfCode(accepted?.code) ?? FALLBACK_LANGUAGE;
}

/** Returns the language a person has chosen, else the first supported one their browser accepts. */
export function detectPageLanguage(request: Request): Language {
  const chosen = readCookies(request.headers.get("cookie")).choice(LANGUAGE_COOKIE);
  return languageOfCode(chosen) ?? detectClientLanguage(request);
}

/** Returns the first supported language a REST client accepts; cookies are ignored. */
export const detectClientLanguage = (request: Request): Language =>
  languageAccepted(request.headers.get("accept-language"));
