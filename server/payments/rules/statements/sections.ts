import { type FoundLayout, type Layout, layoutOf } from "./layouts";
import { isDated } from "./read-entry";
import { splitLine } from "./split-line";
import { type Table, type TableLine, textOfLine } from "./table";

/** Number of rows above the headings that are searched. */
const MAX_PREAMBLE = 80;
/** Maximum of lines over which a heading is broken. */
const MAX_HEADING_LINES = 5;

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
  return found.map(({ at, end, cells, layout }, place) => {
    const before = found[place - 1];
    const above = lines.slice(before?.end ?? 0, at);
    const last = before ? above.findLastIndex((line) => isDated(line.cells, before.layout)) : -1;
    return {
      ...{ layout, headings: cells, preamble: above.slice(last + 1) },
      lines: lines.slice(end, found[place + 1]?.at ?? lines.length),
    };
  });
}

function headingsAt({ lines, delimiter }: Table, at: number, mapping: Layout | null) {
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

/** Returns the probable headings, for an admin who maps them: the widest of the first rows. */
export function likelyHeadings(lines: readonly TableLine[]): {
  headings: readonly string[];
  preamble: readonly TableLine[];
} {
  const filled = ({ cells }: TableLine) =>
    cells.filter((cell) => /\p{L}/u.test(cell) && cell.length <= 60).length;
  const start = lines.slice(0, MAX_PREAMBLE);
  const most = Math.max(0, ...start.map(filled));
  const at = start.findIndex((line) => filled(line) === most);
  const headings = most === 0 ? [] : (start[at]?.cells ?? []);
  return { headings, preamble: start.slice(0, Math.max(0, at)) };
}
