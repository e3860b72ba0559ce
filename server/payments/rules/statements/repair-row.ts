import { parseBankAmount } from "./bank-values";
import type { FoundLayout } from "./layouts";
import { isDated, MONEY } from "./read-entry";
import { splitLine } from "./split-line";

/** Maximum of surplus cells that are joined: with more, too many ways would fit. */
const MAX_SURPLUS = 8;
const MAX_WAYS = 200;
/** Maximum of digit groups of a sum. */
const MAX_GROUPS = 5;

const isEmpty = (cell: string): boolean => cell.trim() === "";

/**
 * Tells whether a row of a text file has as many cells as the headings, and no neighbouring ones that
 * may be the groups of one sum (`6` and `528.00`). Empty cells after the last heading do not count.
 */
export const fitsHeadings = (
  cells: readonly string[],
  layout: FoundLayout,
  delimiter: string,
): boolean =>
  cells.length >= layout.width &&
  cells.slice(layout.width).every(isEmpty) &&
  !(delimiter === "," && hasSplitSum(cells, layout));

const sumPlaces = ({ places }: FoundLayout): Set<number> =>
  new Set([...MONEY, "balance" as const].flatMap((column) => places[column] ?? []));

function hasSplitSum(cells: readonly string[], layout: FoundLayout): boolean {
  const first = Math.min(...sumPlaces(layout));
  return cells.some((cell, at) => {
    if (at < first || !/^\s*\d{1,3}\s*$/.test(cell)) return false;
    return Array.from({ length: MAX_GROUPS - 1 }, (_, more) => at + 2 + more).some(
      (end) => end <= cells.length && parseBankAmount(cells.slice(at, end).join(",")) !== null,
    );
  });
}

/**
 * Returns the rows that a line of a text file may be if its cells do not fit the headings: with its
 * first quotes as letters, and with neighbouring cells joined, as the delimiter may be part of a
 * grouped sum (`6,528.00`) or a narration. Each fits the headings; none of them is proven.
 */
export function waysToFit(text: string, delimiter: string, layout: FoundLayout): string[][] {
  const splits = [0, 1, 2].map((letters) => splitLine(text, delimiter, letters).cells);
  const different = splits.filter(
    (cells, at) => at === 0 || cells.length !== splits[at - 1]?.length,
  );
  return different.flatMap((cells) => {
    const isWhole = cells.slice(layout.width).every(isEmpty);
    const asIs = isWhole ? [cells.slice(0, layout.width)] : [];
    return [...asIs, ...joinedWays(cells, delimiter, layout)];
  });
}

function joinedWays(cells: readonly string[], delimiter: string, layout: FoundLayout): string[][] {
  const { width, places } = layout;
  const surplus = cells.length - width;
  if (surplus < 1 || surplus > MAX_SURPLUS) return [];
  const sums = delimiter === "," ? sumPlaces(layout) : new Set<number>();
  const texts = new Set([places.narration, ...layout.texts]);
  const ways: string[][] = [];
  const fill = (row: readonly string[], from: number): void => {
    const column = row.length;
    if (column === width) {
      if (cells.slice(from).every(isEmpty) && isDated(row, layout)) ways.push([...row]);
      return;
    }
    if (ways.length >= MAX_WAYS) return;
    const most = cells.length - from - (width - column - 1);
    for (let count = 1; count <= most; count += 1) {
      if (count > 1 && !texts.has(column) && !sums.has(column)) return;
      const joined = cells.slice(from, from + count).join(delimiter);
      if (count > 1 && sums.has(column) && parseBankAmount(joined) === null) continue;
      fill([...row, joined], from + count);
    }
  };
  fill([], 0);
  return ways;
}
