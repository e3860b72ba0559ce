import type { TypePairing } from "../../vocabulary";
import { letters as bricolage680 } from "./bricolage-grotesque-680";
import { letters as figtree400 } from "./figtree-400";
import { letters as figtree680 } from "./figtree-680";
import { letters as fraunces560 } from "./fraunces-560";
import { letters as ibmPlexSans400 } from "./ibm-plex-sans-400";
import { letters as manrope400 } from "./manrope-400";
import { letters as manrope720 } from "./manrope-720";
import { letters as outfit560 } from "./outfit-560";
import { letters as sourceSerif600 } from "./source-serif-4-600";
import { letters as spaceGrotesk600 } from "./space-grotesk-600";

/** The printable ASCII characters of a typeface at one weight, in thousandths of an em. */
export interface Letters {
  capHeight: number;
  /** By character: its width, and its outline with the baseline at y = 0. */
  glyphs: Readonly<Record<string, readonly [width: number, path: string]>>;
}

/** The letters of headings (`displayWeight` in type.ts) and of other text. */
const LETTERS: Record<TypePairing, { display: Letters; text: Letters }> = {
  civic: { display: figtree680, text: figtree400 },
  modern: { display: manrope720, text: manrope400 },
  geometric: { display: outfit560, text: figtree400 },
  technical: { display: spaceGrotesk600, text: ibmPlexSans400 },
  friendly: { display: bricolage680, text: figtree400 },
  editorial: { display: fraunces560, text: manrope400 },
  ledger: { display: sourceSerif600, text: ibmPlexSans400 },
};

export const lettersOf = (pairing: TypePairing) => LETTERS[pairing];

/**
 * A text as outlines, since a picture cannot load a font: its width, and its markup with the left
 * edge at x = 0 and the baseline at y = 0. Null if it has a character without an outline.
 * `trackingEm` is added after each letter. `seen` has the id of each outline that the picture has
 * already, and gets those of this text: a letter is drawn once and then used again.
 */
export function outlined(
  text: string,
  { glyphs }: Letters,
  fontSize: number,
  { trackingEm = 0, seen }: { trackingEm?: number; seen?: Map<string, string> } = {},
): { width: number; markup: string } | null {
  const scale = fontSize / 1000;
  let x = 0;
  let paths = "";
  for (const letter of text) {
    const glyph = glyphs[letter];
    if (!glyph) return null;
    const [width, path] = glyph;
    if (path !== "") paths += placedLetter(path, Math.round(x), seen);
    x += width + trackingEm * 1000;
  }
  const rounded = Math.round(scale * 10_000) / 10_000;
  return { width: x * scale, markup: `<g transform="scale(${rounded})">${paths}</g>` };
}

function placedLetter(path: string, x: number, seen: Map<string, string> | undefined): string {
  const known = seen?.get(path);
  if (known) return `<use href="#${known}" x="${x}"/>`;
  if (!seen) return `<path transform="translate(${x} 0)" d="${path}"/>`;
  const id = `l${seen.size}`;
  seen.set(path, id);
  return `<g transform="translate(${x} 0)"><path id="${id}" d="${path}"/></g>`;
}
