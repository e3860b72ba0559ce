import { MAX_STATEMENT_COLUMNS } from "./row";

export interface SplitLine {
  /** They are at most one more than {@link MAX_STATEMENT_COLUMNS}; the rest of a longer line is dropped. */
  readonly cells: string[];
  /** True if a quote opens a cell and none closes it: it is a letter, or the cell continues. */
  readonly isOpen: boolean;
}

/** Maximum of unclosed quotes in a line; later ones are letters without a search for their end. */
const MAX_OPEN_QUOTES = 20;

/**
 * Splits a line of a text file into cells. A quote opens a cell only at its beginning, and closes it
 * only before a delimiter or the end; two quotes are one. A quote that opens and does not close is a
 * letter, as are the first `letters` ones that open.
 */
export function splitLine(line: string, delimiter: string, letters = 0): SplitLine {
  const cells: string[] = [];
  let opened = 0;
  let unclosed = 0;
  let from = 0;
  while (cells.length <= MAX_STATEMENT_COLUMNS) {
    const start = afterBlanks(line, from, delimiter);
    if (line[start] === '"') {
      opened += 1;
      const isQuote = opened > letters && unclosed < MAX_OPEN_QUOTES;
      const end = isQuote ? closingQuote(line, start + 1, delimiter) : -1;
      if (end >= 0) {
        cells.push(line.slice(start + 1, end).replaceAll('""', '"'));
        const next = line.indexOf(delimiter, end + 1);
        if (next < 0) break;
        from = next + 1;
        continue;
      }
      if (isQuote) unclosed += 1;
    }
    const next = line.indexOf(delimiter, from);
    cells.push(line.slice(from, next < 0 ? line.length : next));
    if (next < 0) break;
    from = next + 1;
  }
  return { cells: cells.map(plainCell), isOpen: unclosed > 0 };
}

function afterBlanks(line: string, from: number, delimiter: string): number {
  let at = from;
  while (/\s/.test(line[at] ?? "") && line[at] !== delimiter) at += 1;
  return at;
}

function closingQuote(line: string, from: number, delimiter: string): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 1)) {
    if (line[at + 1] === '"') {
      at += 1;
      continue;
    }
    const after = afterBlanks(line, at + 1, delimiter);
    if (after >= line.length || line[after] === delimiter) return at;
  }
  return -1;
}

/**
 * Unwraps `="0123"`, with which banks keep leading zeros. Other cells are texts, whatever their first
 * character.
 */
const plainCell = (cell: string): string => /^="?([^"]*)"$/.exec(cell)?.[1] ?? cell;
