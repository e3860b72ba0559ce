import { parseBankAmount, parseSide } from "./bank-values";
import { kindOfHeading, unitIn, unitOfHeading } from "./headings";
import { type FoundLayout, type Layout, layoutOf, SUMS, unitsOfSums } from "./layouts";
import { unitOf } from "./letterhead";
import { cellAt, isDated, isMoving } from "./read-entry";
import { splitLine } from "./split-line";
import { namesState } from "./states";
import { type Table, type TableLine, textOfLine } from "./table";

/** Number of rows above the headings that are searched. */
const MAX_PREAMBLE = 80;
/** Maximum of lines over which a heading is broken. */
const MAX_HEADING_LINES = 5;
/** Maximum of rows over which headings are spread, as "Withdrawal" above "Amount". */
const MAX_HEADING_ROWS = 3;

/** The rows below a row of headings, down to the next one. */
export interface Section {
  readonly layout: FoundLayout;
  readonly headings: readonly string[];
  readonly lines: readonly TableLine[];
  /** The lines above the headings: the letterhead of the file or page. */
  readonly preamble: readonly TableLine[];
}

/**
 * Splits a table into parts, each with the layout of its headings; none if no row has the headings of a
 * layout.
 */
export function findSections(table: Table, mapping: Layout | null): Section[] {
  const { lines } = table;
  const found: { at: number; end: number; cells: readonly string[]; layout: FoundLayout }[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (found.length === 0 && at >= MAX_PREAMBLE) break;
    // Below the first headings, only a row without digits can be headings again.
    if (found.length > 0 && /\d/.test(textOfLine(lines[at] ?? { cells: [] }))) continue;
    const one = headingsAt(table, at, mapping);
    if (!one) continue;
    found.push({ at, ...one });
    at = one.end - 1;
  }
  const unit = unitOf(lines.slice(0, found[0]?.at ?? 0));
  return found.map(({ at, end, cells, layout: named }, place) => {
    const stated = unit === null ? {} : unitsOfSums(unit);
    const spanned = unitsAbove(lines[at - 1]?.cells ?? [], named);
    const layout = { ...named, units: { ...stated, ...spanned, ...named.units } };
    const before = found[place - 1];
    const above = lines.slice(before?.end ?? 0, at);
    const last = before ? above.findLastIndex((line) => isDated(line.cells, before.layout)) : -1;
    const below = lines.slice(end, found[place + 1]?.at ?? lines.length);
    const preamble = above.slice(last + 1);
    return { layout: provenBy(below, layout, cells), headings: cells, preamble, lines: below };
  });
}

/** Returns the units of sums over which a heading such as "Amount (USD)" is spread in the row above. */
const unitsAbove = (above: readonly string[], { places }: FoundLayout): FoundLayout["units"] =>
  Object.fromEntries(
    SUMS.flatMap((column) => {
      const over = above
        .slice(0, (places[column] ?? -1) + 1)
        .findLast((cell) => cell.trim() !== "");
      const isHeading = over !== undefined && kindOfHeading(over) !== undefined;
      const unit = isHeading ? unitOfHeading(over) : null;
      return unit === null ? [] : [[column, unit]];
    }),
  );

/** Matches headings of states that may also be those of places. */
const PLACES = /^(?!.*(?:txn|tran)).*\bstate\b/i;

/**
 * Returns a layout as its rows prove it: a column of sides is one only where most cells are sides, and
 * a column of states only where a cell is filled; one that says "State" may be of places, so that a
 * cell must have a word of a state.
 */
function provenBy(
  lines: readonly TableLine[],
  layout: FoundLayout,
  headings: readonly string[],
): FoundLayout {
  const moving = lines.filter(({ cells }) => isMoving(cells, layout));
  const cellsAt = (place: number) =>
    moving.map(({ cells }) => (cells[place] ?? "").trim()).filter((cell) => cell !== "");
  const states = layout.states.filter((place) =>
    cellsAt(place).some((cell) => !PLACES.test(headings[place] ?? "") || namesState(cell)),
  );
  const { side: named, ...places } = layout.places;
  if (places.amount === undefined) return { ...layout, states };
  const sides = [...(named === undefined ? [] : [named]), ...layout.sides];
  const side = sides.find((place) => {
    const cells = cellsAt(place);
    return cells.filter((cell) => parseSide(cell) !== null).length * 2 >= cells.length;
  });
  const others = [...layout.others, ...sides.filter((place) => place !== side)];
  if (side !== undefined) return { ...layout, states, others, places: { ...places, side } };
  const isSigned = moving.some(
    ({ cells }) => (parseBankAmount(cellAt(cells, layout, "amount"))?.side ?? null) !== null,
  );
  return { ...layout, states, others, sides, places, isUnsigned: !isSigned };
}

function headingsAt(table: Table, at: number, mapping: Layout | null) {
  const { lines, delimiter } = table;
  const spread = spreadHeadings(lines.slice(at, at + MAX_HEADING_ROWS), mapping);
  if (spread) return { ...spread, end: at + spread.count };
  for (let count = 1; count <= MAX_HEADING_LINES; count += 1) {
    const these = lines.slice(at, at + count);
    const [first] = these;
    if (!first || these.length < count) return undefined;
    const text = these.map((line) => line.text).join("\n");
    const { cells, isOpen } = count === 1 ? first : splitLine(text, delimiter);
    const layout = layoutOf(cells, mapping);
    if (layout && (count === 1 || !isOpen)) return { end: at + count, cells, layout };
    if (!first.isOpen || first.text === null) return undefined;
  }
  return undefined;
}

/**
 * Returns headings that are spread over several rows, joined by columns. Each row has several words of
 * headings and no digits, and the rows without the first have no layout.
 */
function spreadHeadings(rows: readonly TableLine[], mapping: Layout | null) {
  const end = rows.findIndex(({ cells }) => !isHeadingPart(cells));
  const parts = end < 0 ? rows : rows.slice(0, end);
  for (let count = 2; count <= parts.length; count += 1) {
    const those = parts.slice(0, count);
    if (those.some((_, from) => from > 0 && layoutOf(joined(those.slice(from)), mapping))) continue;
    const cells = joined(those);
    const layout = layoutOf(cells, mapping);
    if (layout) return { count, cells, layout };
  }
  return undefined;
}

const joined = (rows: readonly TableLine[]): string[] =>
  Array.from({ length: Math.max(...rows.map(({ cells }) => cells.length)) }, (_, place) =>
    rows
      .map(({ cells }) => (cells[place] ?? "").trim())
      .join(" ")
      .trim(),
  );

const isHeadingPart = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return (
    filled.length > 1 &&
    !filled.some((cell) => /\d/.test(cell)) &&
    filled.some((cell) => kindOfHeading(cell) !== undefined || unitIn(cell) !== null)
  );
};

/** Returns for each column the first cell below its heading that is not empty. */
export const samplesOf = (headings: readonly string[], below: readonly TableLine[]): string[] =>
  headings.map((_, at) => {
    const filled = below.find(({ cells }) => isFilled(cells) && (cells[at] ?? "").trim() !== "");
    return (filled?.cells[at] ?? "").trim().slice(0, MAX_SAMPLE);
  });

const MAX_SAMPLE = 40;
const isFilled = (cells: readonly string[]) => cells.some((cell) => /\d/.test(cell));

/** Returns the probable headings, for an admin who maps them: the widest of the first rows. */
export function likelyHeadings(lines: readonly TableLine[]): {
  headings: readonly string[];
  samples: readonly string[];
  preamble: readonly TableLine[];
} {
  const filled = ({ cells }: TableLine) =>
    cells.filter((cell) => /\p{L}/u.test(cell) && cell.length <= 60).length;
  const start = lines.slice(0, MAX_PREAMBLE);
  const most = Math.max(0, ...start.map(filled));
  const at = start.findIndex((line) => filled(line) === most);
  const headings = most === 0 ? [] : (start[at]?.cells ?? []);
  const samples = samplesOf(headings, lines.slice(at + 1));
  return { headings, samples, preamble: start.slice(0, Math.max(0, at)) };
}
