/**
 * The languages of the product: one line and one folder each. The browser loads `screens`; `all`
 * stays on the server. The first language is the fallback.
 */
export const CATALOGUES = {
  en: { screens: () => import("./en/screens"), all: () => import("./en/index") },
  hi: { screens: () => import("./hi/screens"), all: () => import("./hi/index") },
};

export type Language = keyof typeof CATALOGUES;

/** Every language, the fallback first. */
export const LANGUAGES = Object.keys(CATALOGUES) as [Language, ...Language[]];

export const [FALLBACK_LANGUAGE] = LANGUAGES;

/** The language with that code, or null. */
export const languageOfCode = (code: string | null | undefined): Language | null =>
  LANGUAGES.find((language) => language === code) ?? null;
