import bricolageGrotesque from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url";
import ibmPlexSans from "@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2?url";
import manrope from "@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2?url";
import devanagari from "@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2?url";
import outfit from "@fontsource-variable/outfit/files/outfit-latin-wght-normal.woff2?url";
import sourceSerif from "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url";
import spaceGrotesk from "@fontsource-variable/space-grotesk/files/space-grotesk-latin-wght-normal.woff2?url";
import type { Language } from "@locales/languages";
import type { Brand } from "@themes/contract";
import { typeChoice } from "@themes/type";

/** The file of each family's Latin letters and digits. */
const LATIN: Readonly<Record<string, string>> = {
  "Bricolage Grotesque": bricolageGrotesque,
  Figtree: figtree,
  Fraunces: fraunces,
  "IBM Plex Sans": ibmPlexSans,
  Manrope: manrope,
  Outfit: outfit,
  "Source Serif 4": sourceSerif,
  "Space Grotesk": spaceGrotesk,
};

/** The file of running text in a language with letters of its own. */
const LETTERS: Readonly<Record<Language, string | null>> = { en: null, hi: devanagari };

/**
 * The addresses of the fonts that every page of a brand shows in a language, for preloading: a
 * browser finds them otherwise only with the style sheets and the text.
 */
export function fontFiles({ look }: Pick<Brand, "look">, language: Language): string[] {
  const { display, text } = typeChoice(look.type);
  const latin = [text, display].map((stack) => {
    const [, family = ""] = /^"(.+?) Variable"/.exec(stack) ?? [];
    return LATIN[family];
  });
  return [...new Set([...latin, LETTERS[language]])].filter((file) => typeof file === "string");
}
