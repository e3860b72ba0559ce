/** The cards by which members share their link, with the warning of the advertising council. */
import QRCode from "qrcode";
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
  /** That the sender is rewarded; null where they are not. */
  reward?: string | null;
  /** The short link, without its scheme. */
  link: string;
  /** The whole link, which a card that a member shares has as a QR code too. */
  qr?: string;
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

/** Draws a link's QR code and, below it, the short link, on a white plate that scanners can read. */
function drawnLink(
  { link, qr }: { link: string; qr: string },
  letters: Letters,
  { x, y, width, height }: Pick<Box, "x" | "y" | "width" | "height">,
): string {
  const { size, data } = QRCode.create(qr, { errorCorrectionLevel: "M" }).modules;
  // The plate's edge is the quiet zone of four modules.
  const scale = width / (size + 8);
  const dark = Array.from(data, (bit, at) =>
    bit ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : "",
  ).join("");
  const below = y + width - 2 * scale;
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="16" fill="#fff"/>` +
    `<path transform="translate(${x + 4 * scale} ${y + 4 * scale}) scale(${scale})" d="${dark}" fill="#000"/>` +
    drawnText(link, letters, {
      x: x + 4 * scale,
      y: below,
      width: width - 8 * scale,
      height: y + height - below,
      ink: "#111",
      size: width / 14,
    })
  );
}

/** The places of what a card shows, in pixels. `band` is the plain ground of the notice. */
const PLACES = {
  wide: {
    mark: { x: 64, y: 48, scale: 1.5 },
    name: { x: 184, baseline: 118, capHeight: 44, width: 560 },
    price: { x: 64, y: 168, width: 696, height: 108, size: 72 },
    invitation: { x: 64, y: 292, width: 696, height: 64, size: 40 },
    reward: { x: 64, y: 364, width: 696, height: 84, size: 30 },
    link: { x: 808, y: 56, width: 328, height: 368 },
    band: { y: 480, height: 150 },
    notice: { x: 64, y: 504, width: 1072, height: 118, size: 37 },
  },
  tall: {
    // Apps of stories lay their own signs over the highest and the lowest part.
    mark: { x: 80, y: 190, scale: 2 },
    name: { x: 240, baseline: 284, capHeight: 60, width: 760 },
    price: { x: 80, y: 372, width: 920, height: 120, size: 84 },
    invitation: { x: 80, y: 500, width: 920, height: 84, size: 52 },
    reward: { x: 80, y: 592, width: 920, height: 64, size: 40 },
    link: { x: 250, y: 705, width: 580, height: 630 },
    band: { y: 1400, height: 520 },
    notice: { x: 80, y: 1440, width: 920, height: 290, size: 56 },
  },
} as const;

export async function drawShareCard(
  brand: Brand,
  icon: EmbeddedIcon,
  shape: ShareCardShape,
  texts: ShareCardTexts,
): Promise<string> {
  const { width, height } = SHARE_CARDS[shape];
  const places = PLACES[shape];
  const palette = derivePalette(brand.look, "light");
  const ink = palette["--panel-text"];
  const name = await fittedName(brand, places.name.capHeight, places.name.width);
  const display = await displayLetters(brand.look.type);
  const letters = await textLetters(brand.look.type);
  const { mark, band } = places;
  const { price, invitation, reward, link, qr, notice } = texts;
  const line = (text: string | null | undefined, font: Letters, place: Omit<Box, "ink">) =>
    text
      ? drawnText(text, font, { ...place, ...(!qr && { width: width - 2 * place.x }), ink })
      : "";
  return picture(
    width,
    height,
    `${brand.name}. ${notice}`,
    texture(brand, palette, width, height) +
      placed(mark.x, mark.y, mark.scale, markOf(brand, panelInks(brand, palette), icon)) +
      `<g transform="translate(${places.name.x} 0)">${name.draw(ink, places.name.baseline)}</g>` +
      line(price, display, places.price) +
      line(invitation, display, places.invitation) +
      line(qr ? reward : link, letters, places.reward) +
      (qr ? drawnLink({ link, qr }, letters, places.link) : "") +
      `<rect y="${band.y}" width="${width}" height="${band.height}" fill="#ffffff"/>` +
      drawnText(notice, letters, { ...places.notice, ink: "#111111" }),
  );
}
