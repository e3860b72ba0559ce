/** The cards by which members share their link, with the warning of the advertising council. */
import { derivePalette } from "../colour/palette";
import type { Brand } from "../contract";
import { escaped, fittedName, markOf, panelInks, picture, placed, texture } from "./drawings";
import type { EmbeddedIcon } from "./drawings";
import { displayLetters, type Letters, outlined, textLetters } from "./letters";

/** A wide card for previews and feeds, a tall one for stories. */
export const SHARE_CARDS = {
  wide: { width: 1200, height: 630 },
  tall: { width: 1080, height: 1920 },
} as const;
export type ShareCardShape = keyof typeof SHARE_CARDS;

export interface ShareCardTexts {
  /** Who invites, or that a code does. */
  invitation: string;
  /** "1 RSGN = ₹7.00"; null without a price. */
  price: string | null;
  /** The short link, without its scheme. */
  link: string;
  /** The warning: on plain ground, in at least a fifth of the card. */
  notice: string;
}

interface Box {
  x: number;
  /** The top. */
  y: number;
  width: number;
  height: number;
  ink: string;
  /** The greatest size of the letters, in pixels; a long text gets smaller ones. */
  size: number;
}

const LINE_HEIGHT = 1.4;
const LEAST_SIZE = 10;

/** Breaks a text into lines of a width, by the width of its words at this size. */
function linesOf(text: string, letters: Letters, size: number, width: number): string[] {
  const widthOf = (word: string) =>
    outlined(word, letters, size)?.right ?? word.length * size * 0.6;
  const space = size * 0.28;
  const lines: { words: string[]; width: number }[] = [];
  for (const word of text.split(/\s+/)) {
    const wide = widthOf(word);
    const last = lines.at(-1);
    if (last && last.width + space + wide <= width) {
      last.words.push(word);
      last.width += space + wide;
    } else lines.push({ words: [word], width: wide });
  }
  return lines.map(({ words }) => words.join(" "));
}

/** Draws a text into a box, in as many lines and letters as small as it needs. */
function drawnText(text: string, letters: Letters, { size, ...box }: Box): string {
  let lines = [text];
  let fitting = size;
  for (; fitting > LEAST_SIZE; fitting -= fitting > 40 ? 4 : 1) {
    lines = linesOf(text, letters, fitting, box.width);
    const isWide = lines.some(
      (line) => (outlined(line, letters, fitting)?.right ?? 0) > box.width + 1,
    );
    if (!isWide && lines.length * fitting * LINE_HEIGHT <= box.height) break;
  }
  const drawn = lines.map((line, at) => {
    const y = Math.round(box.y + fitting * (1 + at * LINE_HEIGHT));
    const outline = outlined(line, letters, fitting);
    // Letters that our fonts lack are the server's.
    if (!outline) {
      return `<text x="${box.x}" y="${y}" font-family="system-ui, 'Noto Sans', sans-serif" font-size="${fitting}" fill="${box.ink}">${escaped(line)}</text>`;
    }
    return `<g fill="${box.ink}" transform="translate(${box.x} ${y})">${outline.markup}</g>`;
  });
  return drawn.join("");
}

/** The places of what a card shows, in pixels. `band` is the plain ground of the notice. */
const PLACES = {
  wide: {
    mark: { x: 64, y: 56, scale: 1.5 },
    name: { x: 184, baseline: 128, capHeight: 46, width: 940 },
    price: { x: 64, y: 190, width: 1072, height: 110, size: 76 },
    invitation: { x: 64, y: 316, width: 1072, height: 60, size: 40 },
    link: { x: 64, y: 386, width: 1072, height: 56, size: 36 },
    band: { y: 480, height: 150 },
    notice: { x: 64, y: 504, width: 1072, height: 118, size: 37 },
  },
  tall: {
    mark: { x: 80, y: 300, scale: 3 },
    name: { x: 80, baseline: 640, capHeight: 76, width: 920 },
    price: { x: 80, y: 740, width: 920, height: 120, size: 84 },
    invitation: { x: 80, y: 900, width: 920, height: 150, size: 54 },
    link: { x: 80, y: 1060, width: 920, height: 130, size: 48 },
    // Apps of stories lay their own buttons over the lowest part.
    band: { y: 1220, height: 700 },
    notice: { x: 80, y: 1264, width: 920, height: 330, size: 60 },
  },
} as const;

export async function drawShareCard(
  brand: Brand,
  icon: EmbeddedIcon,
  shape: ShareCardShape,
  { invitation, price, link, notice }: ShareCardTexts,
): Promise<string> {
  const { width, height } = SHARE_CARDS[shape];
  const places = PLACES[shape];
  const palette = derivePalette(brand.look, "light");
  const ink = palette["--panel-text"];
  const name = await fittedName(brand, places.name.capHeight, places.name.width);
  const display = await displayLetters(brand.look.type);
  const letters = await textLetters(brand.look.type);
  const { mark, band } = places;
  return picture(
    width,
    height,
    `${brand.name}. ${notice}`,
    texture(brand, palette, width, height) +
      placed(mark.x, mark.y, mark.scale, markOf(brand, panelInks(brand, palette), icon)) +
      `<g transform="translate(${places.name.x} 0)">${name.draw(ink, places.name.baseline)}</g>` +
      (price === null ? "" : drawnText(price, display, { ...places.price, ink })) +
      drawnText(invitation, display, { ...places.invitation, ink }) +
      drawnText(link, letters, { ...places.link, ink }) +
      `<rect y="${band.y}" width="${width}" height="${band.height}" fill="#ffffff"/>` +
      drawnText(notice, letters, { ...places.notice, ink: "#111111" }),
  );
}
