/**
 * The languages of the product: one entry and one folder each. The browser loads the texts of its
 * screen's area; `all` stays on the server. The first language is the fallback.
 */
export const CATALOGUES = {
  en: {
    visitor: () => import("./en/visitor"),
    member: () => import("./en/member"),
    admin: () => import("./en/admin"),
    superAdmin: () => import("./en/super-admin"),
    proof: () => import("./en/proof"),
    all: () => import("./en/index"),
  },
  hi: {
    visitor: () => import("./hi/visitor"),
    member: () => import("./hi/member"),
    admin: () => import("./hi/admin"),
    superAdmin: () => import("./hi/super-admin"),
    proof: () => import("./hi/proof"),
    all: () => import("./hi/index"),
  },
};

/** A group of texts that the browser loads together. */
export type WordArea = Exclude<keyof (typeof CATALOGUES)["en"], "all">;

export type Language = keyof typeof CATALOGUES;

/** Every language, the fallback first. */
export const LANGUAGES = Object.keys(CATALOGUES) as [Language, ...Language[]];

export const [FALLBACK_LANGUAGE] = LANGUAGES;

/** The language with that code, or null. */
export const languageOfCode = (code: string | null | undefined): Language | null =>
  LANGUAGES.find((language) => language === code) ?? null;
