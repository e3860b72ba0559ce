import bricolageGrotesque from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url";
import ibmPlexSans from "@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2?url";
import manrope from "@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2?url";
import outfit from "@fontsource-variable/outfit/files/outfit-latin-wght-normal.woff2?url";
import sourceSerif from "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url";
import spaceGrotesk from "@fontsource-variable/space-grotesk/files/space-grotesk-latin-wght-normal.woff2?url";
import { type Language, LANGUAGES } from "@locales/languages";
import type { Brand } from "@themes/contract";
import devanagariSans from "@themes/fonts/devanagari-sans.woff2?url";
import devanagariSerif from "@themes/fonts/devanagari-serif.woff2?url";
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

const DEVANAGARI: Readonly<Record<string, string>> = {
  "Noto Sans Devanagari": devanagariSans,
  "Noto Serif Devanagari": devanagariSerif,
};

/** The file of each family, by the script of a language. A script without one has the device's. */
const LETTERS: Readonly<Record<string, typeof DEVANAGARI>> = { Deva: DEVANAGARI };

const LETTERS_OF = new Map(
  LANGUAGES.map((language) => [
    language,
    LETTERS[new Intl.Locale(language).maximize().script ?? ""],
  ]),
);

/**
 * The addresses of the fonts that every page of a brand shows in a language, for preloading: a
 * browser finds them otherwise only with the style sheets and the text.
 */
export function fontFiles({ look }: Pick<Brand, "look">, language: Language): string[] {
  const { display, text } = typeChoice(look.type);
  const stacks = [text, display].map((stack) =>
    [...stack.matchAll(/"(.+?) Variable"/g)].map(([, family = ""]) => family),
  );
  const latin = stacks.map(([first = ""]) => LATIN[first]);
  const own = LETTERS_OF.get(language) ?? {};
  const letters = stacks.flat().map((family) => own[family]);
  return [...new Set([...latin, ...letters])].filter((file) => typeof file === "string");
}
