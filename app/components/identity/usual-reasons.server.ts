import type { Language } from "@db/vocabulary";
import { translatorOf } from "@server/platform/words/translators.server";

const USUAL = ["blurred", "cut", "glare", "otherName", "ended", "notFace"] as const;

/** Returns the reasons that the desk offers where the company has none of its own. */
export function usualReasons(language: Language): string[] {
  const { t } = translatorOf(language);
  return USUAL.map((name) => t(`identity-desk:suggested.${name}`));
}
