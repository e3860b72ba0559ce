import type { FoundLayout } from "./layouts";
import { cellAt, isDated, isMoving } from "./read-entry";
import { fitsHeadings } from "./repair-row";
import type { Section } from "./sections";
import { splitLine } from "./split-line";
import { type TableLine, textOfLine } from "./table";

/** Matches rows that banks print below the entries; no entry follows the first of them. */
const FOOTER =
  /^\W*(?:statement summary|end of (?:the )?statement|\*+ ?end|(?:grand |page )?totals?\b|transaction total|legends?\b|abbreviations?\b|this is (?:a |an )?(?:computer|system)|generated (?:on|by)|closing balance|disclaimer)/i;

/** Matches rows among the entries that only state a balance. */
const BALANCE_ONLY =
  /^\W*(?:opening balance|closing balance|balance (?:b\/?f|c\/?f|brought|carried)|(?:brought|carried) forward|b\/f|c\/f)/i;

const MAX_CELL_LINES = 10;

/** Lines of one possible entry: a row of a sheet, or one or more lines of a text file. */
export interface EntryLines {
  readonly layout: FoundLayout;
  readonly cells: readonly string[];
  /** Its lines in a text file; null for a row of a sheet. */
  readonly texts: readonly string[] | null;
  /** Ways to split its lines into cells, if there are several. */
  readonly ways?: readonly (readonly string[])[];
}

/** Tells whether a row only numbers the columns. */
const isNumbering = (cells: readonly string[]): boolean =>
  cells.length > 2 && cells.every((cell, at) => cell.trim() === String(at + 1));

/**
 * Returns the entries of a section, each joined with the continued lines of its narration, and the
 * other lines, such as those that only state a balance.
 */
export function entriesOf(
  { layout, lines }: Section,
  delimiter: string,
): { entries: EntryLines[]; others: TableLine[] } {
  const lastDated = lines.findLastIndex(({ cells }) => isDated(cells, layout));
  const entries: { cells: string[]; texts: string[] | null; ways?: string[][] }[] = [];
  const others: TableLine[] = [];
  let isFooter = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const text = line ? textOfLine(line) : "";
    if (!line || text === "" || !/[\p{L}\p{N}]/u.test(text)) continue;
    if (isNumbering(line.cells)) continue;
    if (at > lastDated && FOOTER.test(text)) isFooter = true;
    const narration = cellAt(line.cells, layout, "narration");
    const isMoved = isMoving(line.cells, layout);
    if (isFooter || (!isMoved && (BALANCE_ONLY.test(narration) || BALANCE_ONLY.test(text)))) {
      others.push(line);
      continue;
    }
    const several = line.text !== null && severalLines(lines.slice(at, at + MAX_CELL_LINES));
    if (several) {
      entries.push(several);
      at += several.texts.length - 1;
      continue;
    }
    if (isMoved || isDated(line.cells, layout)) {
      entries.push({ cells: [...line.cells], texts: line.text === null ? null : [line.text] });
      continue;
    }
    // Some banks print a long narration over several rows.
    const last = entries.at(-1);
    const place = layout.places.narration ?? 0;
    if (last && narration !== "" && text === narration) {
      last.cells[place] = `${last.cells[place] ?? ""} ${narration}`;
    } else others.push(line);
  }
  return { entries: entries.map((entry) => ({ ...entry, layout })), others };

  /** Joins the lines of one entry of a text file, as long as the next line does not begin an entry. */
  function severalLines([first, ...next]: readonly TableLine[]) {
    if (!first?.text) return undefined;
    const texts = [first.text];
    for (const { text, cells } of next) {
      if (text === null || isDated(cells, layout)) return undefined;
      texts.push(text);
      if (first.isOpen) {
        const split = splitLine(texts.join("\n"), delimiter);
        if (split.isOpen) continue;
        const isEntry =
          fitsHeadings(split.cells, layout, delimiter) &&
          isDated(split.cells, layout) &&
          isMoving(split.cells, layout);
        return isEntry ? { cells: split.cells, texts } : undefined;
      }
      // A narration that is broken without quotes is joined only if the balances prove it.
      if (!isDated(first.cells, layout) || first.cells.length >= layout.width) return undefined;
      const [head = "", ...rest] = cells;
      const joined = [...first.cells.slice(0, -1), `${first.cells.at(-1) ?? ""} ${head}`, ...rest];
      if (!fitsHeadings(joined, layout, delimiter)) return undefined;
      return { cells: [...first.cells, ...cells], texts, ways: [joined] };
    }
    return undefined;
  }
}
