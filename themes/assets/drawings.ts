import { MARK_RATIO, pushed } from "../colour/contrast";
import { derivePalette, secondarySeed, type Palette } from "../colour/palette";
import type { Brand } from "../contract";
import { readShare } from "../distribution";
import { patternDefinition } from "../pattern";
import { toHex, toOklch } from "../colour/oklch";
import type { RadiusChoice, Scheme } from "../vocabulary";
import { typeChoice } from "../type";
import { displayLetters, type Letters, outlined, sizeOfCapitals, textLetters } from "./letters";
import { drawMark, type MarkInks } from "./marks";
import { wordmarkOf } from "./wordmarks";

/** Escapes a text for an SVG element or attribute. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

export function picture(width: number, height: number, label: string, content: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">${content}</svg>`
  );
}

export function placed(x: number, y: number, scale: number, content: string): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${content}</g>`;
}

/** An uploaded icon as a data URI; null if the mark is drawn. */
export type EmbeddedIcon = string | null;

/** The device's fonts draw characters that ours lack. */
const GENERIC_FONT = "system-ui, 'Noto Sans', 'Noto Sans Devanagari', sans-serif";

// Corner radius of the icon's tile, in a 64 by 64 box.
const TILE_RADIUS: Record<RadiusChoice, number> = {
  square: 0,
  crisp: 10,
  soft: 16,
  round: 22,
  pill: 32,
};

interface Lettering {
  width: number;
  /** Draws the name with its left edge at x = 0 and its baseline at `baseline`. */
  draw: (ink: string, baseline: number) => string;
}

/** A brand's name with capitals `capHeight` high: as outlines if it can be, else as text. */
async function lettering(brand: Brand, capHeight: number): Promise<Lettering> {
  const wordmark = wordmarkOf(brand);
  const letters = await displayLetters(brand.look.type, wordmark?.weight);
  const outline = outlined(
    wordmark?.text ?? brand.name,
    letters,
    sizeOfCapitals(letters, capHeight),
    wordmark?.trackingEm ?? typeChoice(brand.look.type).displayTrackingEm,
  );
  if (outline) {
    return {
      width: outline.right - outline.left,
      draw: (ink, baseline) =>
        `<g fill="${ink}" transform="translate(${round(-outline.left)} ${baseline})">${outline.markup}</g>`,
    };
  }
  // A generic sans-serif, fitted to an estimated width so that it cannot overflow.
  const fontSize = capHeight / 0.71;
  const width = Math.round([...brand.name].length * fontSize * 0.56);
  return {
    width,
    draw: (ink, baseline) =>
      `<text x="0" y="${baseline}" font-family="${GENERIC_FONT}" font-weight="650" font-size="${round(fontSize)}" textLength="${width}" lengthAdjust="spacingAndGlyphs" fill="${ink}">${escaped(brand.name)}</text>`,
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The second colour, adjusted until it reaches the required contrast on all backgrounds. */
function secondOn(brand: Brand, grounds: readonly string[], scheme: Scheme): string {
  const seed = secondarySeed(brand.look);
  const lightness = scheme === "dark" ? Math.max(0.72, seed.lightness) : seed.lightness;
  return pushed(
    { ...seed, lightness },
    grounds,
    MARK_RATIO,
    scheme === "dark" ? "lighter" : "darker",
  );
}

/** Colours for the panel: its own on a dark background, the brand's two colours on a pale one. */
export function panelInks(brand: Brand, palette: Palette): MarkInks {
  if (brand.look.panel !== "soft") {
    return { main: palette["--panel-text"], second: palette["--panel-accent"] };
  }
  return {
    main: palette["--panel-accent"],
    second: secondOn(brand, [palette["--panel"]], "light"),
  };
}

/** The mark on its tile; legible on any background. */
export function drawIcon(brand: Brand, size = 64): string {
  const palette = derivePalette(brand.look, "light");
  const radius = TILE_RADIUS[brand.look.radius];
  return picture(
    size,
    size,
    brand.name,
    placed(
      0,
      0,
      size / 64,
      `<rect width="64" height="64" rx="${radius}" fill="${palette["--panel"]}"/>` +
        placed(12.5, 12.5, 39 / 64, drawMark(brand.symbol, panelInks(brand, palette))),
    ),
  );
}

/** Draws the icon without rounded corners: devices round the corners themselves. */
export function drawAppIcon(brand: Brand): string {
  const palette = derivePalette(brand.look, "light");
  return picture(
    180,
    180,
    brand.name,
    `<rect width="180" height="180" fill="${palette["--panel"]}"/>` +
      placed(36, 36, 108 / 64, drawMark(brand.symbol, panelInks(brand, palette))),
  );
}

/** The drawn mark, 64 by 64, or the company's uploaded icon in its place. */
export function markOf(brand: Brand, inks: MarkInks, icon: EmbeddedIcon): string {
  return icon === null
    ? drawMark(brand.symbol, inks)
    : `<image width="64" height="64" href="${escaped(icon)}"/>`;
}

/** Colours for the page's own backgrounds. */
function openInks(brand: Brand, palette: Palette, scheme: Scheme): MarkInks {
  const grounds = [palette["--bg"], palette["--surface"], palette["--surface-raised"]];
  return { main: palette["--accent"], second: secondOn(brand, grounds, scheme) };
}

/** The mark beside the name, for page headers; 40 high. */
export async function drawHeaderLogo(
  brand: Brand,
  scheme: Scheme,
  icon: EmbeddedIcon = null,
): Promise<string> {
  const palette = derivePalette(brand.look, scheme);
  const name = await lettering(brand, 18);
  return picture(
    Math.ceil(46 + name.width + 2),
    40,
    brand.name,
    placed(2, 3, 34 / 64, markOf(brand, openInks(brand, palette, scheme), icon)) +
      `<g transform="translate(46 0)">${name.draw(palette["--text"], 29)}</g>`,
  );
}

/** The mark above the name, for larger areas. */
export async function drawLogo(
  brand: Brand,
  scheme: Scheme,
  icon: EmbeddedIcon = null,
): Promise<string> {
  const palette = derivePalette(brand.look, scheme);
  const name = await lettering(brand, 26);
  const width = Math.ceil(Math.max(240, name.width + 24));
  return picture(
    width,
    168,
    brand.name,
    placed((width - 96) / 2, 8, 1.5, markOf(brand, openInks(brand, palette, scheme), icon)) +
      `<g transform="translate(${round((width - name.width) / 2)} 0)">${name.draw(palette["--text"], 152)}</g>`,
  );
}

/** A text that starts or ends at `x`: as outlines if it can be, else as text. */
function legendText(
  text: string,
  letters: Letters,
  x: number,
  y: number,
  anchor: "start" | "end",
): string {
  const outline = outlined(text, letters, 18);
  if (!outline) return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escaped(text)}</text>`;
  const left = x - (anchor === "end" ? outline.right : outline.left);
  return `<g transform="translate(${round(left)} ${y})">${outline.markup}</g>`;
}

/** The distribution as a ring chart with a legend, in the brand's chart colours. */
export async function drawDistribution(
  brand: Brand,
  scheme: Scheme,
  icon: EmbeddedIcon = null,
): Promise<string> {
  const palette = derivePalette(brand.look, scheme);
  const colours = [1, 2, 3, 4, 5, 6, 7] as const;
  const shares = brand.tokenDistribution
    .map((line) => readShare(line))
    .filter((share) => share !== undefined);
  const radius = 84;
  const around = 2 * Math.PI * radius;
  const gap = shares.length > 1 ? 3 : 0;
  const display = await displayLetters(brand.look.type);
  const text = await textLetters(brand.look.type);
  let turnedBps = 0;
  let slices = "";
  let legend = "";
  const rowHeight = 40;
  const top = 140 - (shares.length * rowHeight) / 2;
  shares.forEach(({ label, shareBps }, index) => {
    const ink = palette[`--chart-${colours[index % colours.length] ?? 1}`];
    const length = Math.max(1, (around * shareBps) / 10_000 - gap);
    const degrees = round((turnedBps / 10_000) * 360 - 90);
    slices += `<circle cx="140" cy="140" r="${radius}" fill="none" stroke="${ink}" stroke-width="36" stroke-dasharray="${round(length)} ${round(around - length)}" transform="rotate(${degrees} 140 140)"/>`;
    turnedBps += shareBps;
    const y = top + index * rowHeight + rowHeight / 2;
    legend +=
      `<rect x="284" y="${y - 8}" width="16" height="16" rx="${Math.min(8, TILE_RADIUS[brand.look.radius] / 4)}" fill="${ink}"/>` +
      legendText(`${shareBps / 100}%`, display, 372, y + 6, "end") +
      legendText(label, text, 388, y + 6, "start");
  });
  const corner = { square: 0, crisp: 6, soft: 12, round: 20, pill: 24 }[brand.look.radius];
  return picture(
    600,
    280,
    brand.tokenDistribution.join(", "),
    `<rect x=".5" y=".5" width="599" height="279" rx="${corner}" fill="${palette["--surface"]}" stroke="${palette["--border"]}"/>` +
      slices +
      placed(108, 108, 1, markOf(brand, openInks(brand, palette, scheme), icon)) +
      `<g font-family="${GENERIC_FONT}" font-size="18" fill="${palette["--text"]}">${legend}</g>`,
  );
}

/** The ground of a panel with the brand's pattern. */
export function texture(brand: Brand, palette: Palette, width: number, height: number): string {
  const ground = toOklch(palette["--panel"]);
  const lines = toHex({
    ...ground,
    lightness: ground.lightness + (ground.lightness < 0.6 ? 0.055 : -0.05),
  });
  return (
    `<defs>${patternDefinition(brand.look.pattern, "texture", lines)}</defs>` +
    `<rect width="${width}" height="${height}" fill="${palette["--panel"]}"/>` +
    `<g transform="scale(2)"><rect width="${width / 2}" height="${height / 2}" fill="url(#texture)"/></g>`
  );
}

/** The picture for shared links where no sale is open, 1200 by 630. */
export async function drawSharePicture(brand: Brand, icon: EmbeddedIcon = null): Promise<string> {
  const palette = derivePalette(brand.look, "light");
  const name = await fittedName(brand, 96, 1000);
  return picture(
    1200,
    630,
    brand.name,
    texture(brand, palette, 1200, 630) +
      placed(96, 112, 2.6, markOf(brand, panelInks(brand, palette), icon)) +
      `<g transform="translate(98 0)">${name.draw(palette["--panel-text"], 450)}</g>` +
      `<rect x="98" y="512" width="150" height="10" fill="${palette["--panel-accent"]}"/>`,
  );
}

export async function fittedName(
  brand: Brand,
  capHeight: number,
  width: number,
): Promise<Lettering> {
  const full = await lettering(brand, capHeight);
  return lettering(brand, Math.min(capHeight, (capHeight * width) / full.width));
}
