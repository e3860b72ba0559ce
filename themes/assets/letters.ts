import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Font } from "fontkit";
import { memoize } from "../memoize";
import { typeChoice } from "../type";
import type { TypePairing } from "../vocabulary";

const { resolve } = createRequire(import.meta.url);

/** The fonts of a text at one weight. The packages' licences permit drawings made with them. */
export interface Letters {
  latin: Font;
  devanagari: Font;
}

/** Outlines with their baseline at y = 0; the ink extends from `left` to `right`. */
export interface Outline {
  markup: string;
  left: number;
  right: number;
}

/** The letters of a typeface pairing's headings, by default at their usual weight. */
export function displayLetters(pairing: TypePairing, weight?: number): Promise<Letters> {
  const { display, displayWeight } = typeChoice(pairing);
  return letters({ stack: display, weight: weight ?? displayWeight });
}

/** The letters of a typeface pairing's other text. */
export const textLetters = (pairing: TypePairing): Promise<Letters> =>
  letters({ stack: typeChoice(pairing).text, weight: 400 });

async function letters({ stack, weight }: { stack: string; weight: number }): Promise<Letters> {
  const [, family = ""] = /^"(.+?) Variable"/.exec(stack) ?? [];
  const name = family.toLowerCase().replaceAll(" ", "-");
  const file = `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
  const cut = weight > 500 ? "600SemiBold" : "400Regular";
  return {
    latin: await openFont({ file, weight }),
    devanagari: await openFont({ file: `@expo-google-fonts/mukta/${cut}/Mukta_${cut}.ttf` }),
  };
}

const openFont = memoize(
  async ({ file, weight }: { file: string; weight?: number }): Promise<Font> => {
    const { create } = await import("fontkit");
    const bytes = await readFile(resolve(file));
    // fontkit varies the weight of TrueType outlines only, so WOFF2 is decompressed first.
    const font = create(file.endsWith(".woff2") ? await decompressed(bytes) : bytes);
    if (!("layout" in font)) throw new Error(`${file} is a collection of fonts.`);
    return weight === undefined ? font : font.getVariation({ wght: weight });
  },
  ({ file, weight }) => `${file} ${weight}`,
);

let last: Promise<unknown> = Promise.resolve();

/** Decompresses in turn: the answer is a view of the decompressor's memory, which the next overwrites. */
function decompressed(woff2: Buffer): Promise<Buffer> {
  const mine = last.then(async () => {
    const { default: decompress } = await import("wawoff2/decompress.js");
    return Buffer.from(await decompress(woff2));
  });
  last = mine.catch(() => undefined);
  return mine;
}

/** The size at which a capital is `height` high. */
export function sizeOfCapitals({ latin }: Letters, height: number): number {
  const [capital] = latin.glyphsForString("H");
  return (height * latin.unitsPerEm) / (capital?.bbox.maxY ?? latin.capHeight);
}

const round = (value: number): number => Math.round(value * 100_000) / 100_000;

// Joiners belong to the Devanagari letters around them; of the two fonts that one has a rupee sign.
const SCRIPTS = /([\u20B9\u0900-\u097F\u200C\u200D]+)|[^\u20B9\u0900-\u097F\u200C\u200D]+/gu;

/**
 * A text as outlines, since a picture cannot load a font. Null if the fonts lack a character.
 * `trackingEm` is added after each Latin letter.
 */
export function outlined(
  text: string,
  { latin, devanagari }: Letters,
  size: number,
  trackingEm = 0,
): Outline | null {
  const outline: Outline = { markup: "", left: Infinity, right: 0 };
  let pen = 0;
  for (const [part, hindi] of text.matchAll(SCRIPTS)) {
    const font = hindi ? devanagari : latin;
    if ([...part].some((sign) => !font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))) return null;
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(part);
    for (const [at, { path }] of glyphs.entries()) {
      const position = positions[at];
      if (!position) continue;
      if (path.commands.length > 0) {
        const x = pen + position.xOffset * scale;
        const y = -position.yOffset * scale;
        // A letter that comes again has the same outline, so that the picture compresses well.
        outline.markup += `<path transform="translate(${round(x)} ${round(y)}) scale(${round(scale)} ${round(-scale)})" d="${path.toSVG()}"/>`;
        outline.left = Math.min(outline.left, x + path.bbox.minX * scale);
        outline.right = Math.max(outline.right, x + path.bbox.maxX * scale);
      }
      pen += position.xAdvance * scale + (hindi ? 0 : trackingEm * size);
    }
  }
  return outline.markup === "" ? null : outline;
}
