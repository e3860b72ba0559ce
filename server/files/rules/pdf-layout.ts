/** A longer document is drawn up to this page. */
export const MOST_PAGES = 10;

/** Pixels of the width of A4 at 150 dots an inch. */
const WIDTH = 1240;
/** Pixels; a WebP side has at most 16,383. */
const MOST_HEIGHT = 16_000;
const MOST_PIXELS = 12_000_000;
/** Pixels between two pages. */
const GAP = 12;
/** Height by width; a longer or flatter page is drawn smaller than the strip is wide. */
const SHAPE = { least: 0.05, most: 4 };

interface Size {
  width: number;
  height: number;
}

/**
 * Returns the place and size of each page of a document, one below the other, whatever size it
 * declares: the strip has at most MOST_PIXELS. `sizeOf` is in points, before turning.
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
