/** Of a longer document the first pages are drawn. */
export const MOST_PAGES = 10;

/** A page of A4 at 150 dots an inch. */
const WIDTH = 1240;
/** The longest side of a WebP has 16,383 pixels. */
const MOST_HEIGHT = 16_000;
const MOST_PIXELS = 12_000_000;
/** Between two pages, in pixels. */
const GAP = 12;
/** Height by width; what is longer or flatter is drawn smaller than the strip is wide. */
const SHAPE = { least: 0.05, most: 4 };

interface Size {
  width: number;
  height: number;
}

/**
 * Where the pages of a document stand below each other, and how large each is drawn, whatever size it
 * says it has: the strip has at most MOST_PIXELS. `sizeOf` is in points, before turning.
 */
export function pdfLayout(count: number, sizeOf: (at: number) => Size, turn: number) {
  const isTurned = turn % 180 !== 0;
  const sizes = Array.from({ length: Math.min(count, MOST_PAGES) }, (_, at) => {
    const { width, height } = sizeOf(at);
    return isTurned ? { width: height, height: width } : { width, height };
  });
  const shapes = sizes.map(({ width, height }) =>
    Math.min(SHAPE.most, Math.max(SHAPE.least, height / width)),
  );
  const sum = shapes.reduce((total, shape) => total + shape, 0);
  const gaps = GAP * Math.max(0, sizes.length - 1);
  const width = Math.floor(
    Math.min(WIDTH, (MOST_HEIGHT - gaps) / sum, Math.sqrt(MOST_PIXELS / sum)),
  );
  let top = 0;
  const pages = sizes.map((size, at) => {
    const height = Math.max(2, Math.round(width * (shapes[at] ?? 1)));
    // One pixel less: the library rounds up.
    const scale = Math.min((width - 1) / size.width, (height - 1) / size.height);
    const page = { scale, top };
    top += height + GAP;
    return page;
  });
  return { width, height: Math.max(1, top - GAP), pages };
}
