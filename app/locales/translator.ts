import i18next, { type i18n } from "i18next";
import type { Language } from "@db/vocabulary";
import { resources } from "./resources";

/** One instance for a render: two requests in two languages never share one. */
export function createTranslator(language: Language): i18n {
  const instance = i18next.createInstance();
  void instance.init({
    lng: language,
    fallbackLng: "en",
    defaultNS: "common",
    ns: Object.keys(resources.en),
    resources,
    interpolation: { escapeValue: false },
    initImmediate: false,
    returnNull: false,
  });
  return instance;
}
