import type { Pattern } from "./vocabulary";

/** A repeating pattern: the size of its tile in pixels, and its shapes in the colour `ink`. */
interface Tile {
  width: number;
  height: number;
  draw: (ink: string) => string;
}

function lines(path: string, width = 1): (ink: string) => string {
  return (ink) =>
    `<path d="${path}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function shapes(path: string): (ink: string) => string {
  return (ink) => `<path d="${path}" fill="${ink}"/>`;
}

const TILES: Record<Exclude<Pattern, "none">, Tile> = {
  dots: { width: 22, height: 22, draw: (ink) => `<circle cx="11" cy="11" r="1.3" fill="${ink}"/>` },
  grid: { width: 32, height: 32, draw: lines("M0 .5H32M.5 0V32") },
  contours: {
    width: 120,
    height: 60,
    draw: lines(
      "M0 8c20-12 40-12 60 0s40 12 60 0M0 23c20-9 40-9 60 0s40 9 60 0M0 38c20-13 40-13 60 0s40 13 60 0M0 53c20-8 40-8 60 0s40 8 60 0",
    ),
  },
  ripples: {
    width: 56,
    height: 28,
    draw: lines("M0 28a28 28 0 0 1 56 0M9 28a19 19 0 0 1 38 0M18 28a10 10 0 0 1 20 0"),
  },
  peaks: {
    width: 64,
    height: 40,
    draw: lines("M0 40L20 12l12 14L44 8l20 32M12 24l8-5 6 6M38 17l6-4 7 6"),
  },
  leaves: {
    width: 60,
    height: 60,
    draw: lines(
      "M8 30C8 16 18 8 30 8c0 14-8 22-22 22ZM8 30L24 14M52 30c0 14-10 22-22 22 0-14 8-22 22-22ZM52 30L36 46",
    ),
  },
  arches: {
    width: 40,
    height: 48,
    draw: lines("M4 48V22a16 16 0 0 1 32 0v26M11 48V23a9 9 0 0 1 18 0v25"),
  },
  weave: {
    width: 40,
    height: 40,
    draw: lines("M0 10h14M26 10h14M20 0v14M20 26v14M6 30h28M0 30h0M10 16v8M30 16v8", 1.2),
  },
  facets: { width: 60, height: 52, draw: lines("M0 0l30 52L60 0ZM0 52L30 0l30 52M0 26h60") },
  orbits: {
    width: 96,
    height: 96,
    draw: (ink) =>
      `<g fill="none" stroke="${ink}"><circle cx="48" cy="48" r="14"/><circle cx="48" cy="48" r="28"/><circle cx="48" cy="48" r="42"/></g><g fill="${ink}"><circle cx="62" cy="48" r="2"/><circle cx="28" cy="28" r="2.4"/><circle cx="48" cy="90" r="1.8"/></g>`,
  },
  steps: {
    width: 36,
    height: 36,
    draw: shapes("M0 24h12V12h12V0h2v14H14v12H0ZM24 36V26h12v2H26v8Z"),
  },
  shells: {
    width: 48,
    height: 48,
    draw: lines(
      "M24 6c10 6 14 14 14 20 0 8-6 14-14 16-8-2-14-8-14-16 0-6 4-14 14-20ZM24 12v24M20 17h8M19 22h10M19 27h10M20 32h8",
    ),
  },
};

/**
 * A tile as a CSS `background-image`; `ink` is `#rrggbb`. The value contains no unescaped quotes.
 */
export function patternImage(pattern: Pattern, ink: string): string {
  if (pattern === "none") return "none";
  const { width, height, draw } = TILES[pattern];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${draw(ink)}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg).replaceAll("'", "%27")}")`;
}

/** The tile's size as a CSS `background-size`. */
export function patternSize(pattern: Pattern): string {
  if (pattern === "none") return "auto";
  const { width, height } = TILES[pattern];
  return `${width}px ${height}px`;
}

/** A tile as an SVG `<pattern>` element, for drawn pictures. */
export function patternDefinition(pattern: Pattern, id: string, ink: string): string {
  if (pattern === "none") return `<pattern id="${id}" width="1" height="1"/>`;
  const { width, height, draw } = TILES[pattern];
  return `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${draw(ink)}</pattern>`;
}
