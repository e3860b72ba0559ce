import i18next, { type i18n, type ResourceLanguage } from "i18next";
import { FALLBACK_LANGUAGE, type Language } from "./languages";

/** Words by area. */
export type Catalogue = ResourceLanguage;

/**
 * An i18next instance of one language, created once; its language never changes. `values` fill
 * placeholders in any text, such as the numbers of a rule.
 */
export function createTranslator(
  language: Language,
  catalogues: Partial<Record<Language, Catalogue>>,
  values?: Readonly<Record<string, string | number>>,
): i18n {
  const instance = i18next.createInstance();
  void instance.init({
    lng: language,
    fallbackLng: FALLBACK_LANGUAGE,
    defaultNS: "common",
    ns: Object.keys(catalogues[language] ?? {}),
    resources: { ...catalogues },
    // Named, so that i18next does not ask of each key whether it is a sentence.
    keySeparator: ".",
    nsSeparator: ":",
    interpolation: { escapeValue: false, ...(values && { defaultVariables: { ...values } }) },
    // A placeholder without a value stays visible.
    missingInterpolationHandler: (_text: string, [place]: [string]) => place,
    initImmediate: false,
    returnNull: false,
  });
  return instance;
}
