import { createRequire } from "node:module";
import type * as Fontkit from "fontkit";

export type Weight = "text" | "bold";

interface Family {
  /** Script of the font; null for any. */
  script: RegExp | null;
  files: Record<Weight, string>;
}

const require = createRequire(import.meta.url);

/** Loads whole families, not a browser's subsets: a script is shaped only with all its glyphs. */
function family(name: string, file: string, script: RegExp | null): Family {
  const cut = (weight: string) =>
    require.resolve(`@expo-google-fonts/${name}/${weight}/${file}_${weight}.ttf`);
  return { script, files: { text: cut("400Regular"), bold: cut("600SemiBold") } };
}

/** Covers Latin, Devanagari and the rupee sign. */
export const MAIN = family("mukta", "Mukta", null);

/** Fonts in the order in which they are tried. Some other Noto fonts make the shaper fail. */
const OTHERS = [
  family("noto-sans-bengali", "NotoSansBengali", /\p{Script=Bengali}/u),
  family("noto-sans-gurmukhi", "NotoSansGurmukhi", /\p{Script=Gurmukhi}/u),
  family("mukta-vaani", "MuktaVaani", /\p{Script=Gujarati}/u),
  family("noto-sans-oriya", "NotoSansOriya", /\p{Script=Oriya}/u),
  family("mukta-malar", "MuktaMalar", /\p{Script=Tamil}/u),
  family("anek-telugu", "AnekTelugu", /\p{Script=Telugu}/u),
  family("noto-sans-kannada", "NotoSansKannada", /\p{Script=Kannada}/u),
  family("anek-malayalam", "AnekMalayalam", /\p{Script=Malayalam}/u),
  family("noto-sans-arabic", "NotoSansArabic", /\p{Script=Arabic}/u),
  family("noto-sans", "NotoSans", null),
];

const opened = new Map<string, Fontkit.Font>();

/** Opens a font file. Like the library, it is loaded with the first receipt that needs it. */
export function fontOf(file: string): Fontkit.Font {
  const known = opened.get(file);
  if (known) return known;
  const { openSync } = require("fontkit") as typeof Fontkit;
  const font = openSync(file) as Fontkit.Font;
  opened.set(file, font);
  return font;
}

const UNDRAWN = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u;

const covers = (file: string, text: string): boolean =>
  [...text].every(
    (sign) => UNDRAWN.test(sign) || fontOf(file).hasGlyphForCodePoint(sign.codePointAt(0) ?? 0),
  );

/** Returns the file of the first font that has all characters of a cluster; undefined if none has. */
function fileFor(cluster: string, weight: Weight): string | undefined {
  const main = MAIN.files[weight];
  if (covers(main, cluster)) return main;
  const others = OTHERS.filter(({ script }) => script === null || script.test(cluster));
  return others.map(({ files }) => files[weight]).find((file) => covers(file, cluster));
}

/**
 * Returns what is drawn of a cluster that no font has, instead of an empty box: its signs that the main
 * font has, else a question mark for letters and digits, and nothing for pictures.
 */
function drawable(cluster: string, weight: Weight): string {
  const main = MAIN.files[weight];
  const known = [...cluster].filter((sign) => !UNDRAWN.test(sign) && covers(main, sign)).join("");
  return known || (/[\p{L}\p{N}]/u.test(cluster) ? "?" : "");
}

/** Text of one font. */
export interface Run {
  text: string;
  file: string;
  isRightToLeft: boolean;
}

export const clusters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const NEUTRAL = /^[\p{Script=Common}\p{Script=Inherited}]+$/u;
const RIGHT_TO_LEFT = /\p{Script=Arabic}/u;

/**
 * Cuts a text into runs of one font each. Blanks and signs between two runs of one font belong to it,
 * others to the main font.
 */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  let between = "";
  const add = (cluster: string, file: string) => {
    const last = runs.at(-1);
    if (last?.file === file) last.text += between + cluster;
    else {
      if (between !== "") put(between, MAIN.files[weight]);
      put(cluster, file);
    }
    between = "";
  };
  const put = (piece: string, file: string) => {
    const last = runs.at(-1);
    if (last?.file === file) last.text += piece;
    else runs.push({ text: piece, file, isRightToLeft: RIGHT_TO_LEFT.test(piece) });
  };
  for (const { segment } of clusters.segment(text)) {
    const isBetween = NEUTRAL.test(segment) && covers(MAIN.files[weight], segment);
    if (isBetween) between += segment;
    else {
      const file = fileFor(segment, weight);
      const drawn = file === undefined ? drawable(segment, weight) : segment;
      if (drawn !== "") add(drawn, file ?? MAIN.files[weight]);
    }
  }
  if (between !== "") put(between, MAIN.files[weight]);
  return runs;
}
