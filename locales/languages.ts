/**
 * Names each language in itself, by its code; its texts are the files of the folder with that code.
 * `Intl.DisplayNames` knows these names too, but loads its tables for them, 60 ms on a phone, on
 * every page. The first language is the fallback.
 */
export const LANGUAGE_NAMES = {
  en: "English",
  hi: "हिन्दी",
};

export type Language = keyof typeof LANGUAGE_NAMES;

/** Every language, the fallback first. */
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as [Language, ...Language[]];

export const [FALLBACK_LANGUAGE] = LANGUAGES;

/** The language with that code, or null. */
export const languageOfCode = (code: string | null | undefined): Language | null =>
  LANGUAGES.find((language) => language === code) ?? null;
