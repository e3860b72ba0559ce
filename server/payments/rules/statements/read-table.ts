import { checkBalances, isOldestFirst, movedPaise, statedBalances } from "./balances";
import { type DateOrder, parseBankDate } from "./bank-values";
import { entriesOf, type EntryLines } from "./entry-lines";
import type { Layout } from "./layouts";
import { balanceOf, dateCell, type ReadEntry, readEntry, textsOf } from "./read-entry";
import { fitsHeadings, waysToFit } from "./repair-row";
import {
  type BalanceCheck,
  type Mend,
  type RowFault,
  type StatementRow,
  tidyText,
  type UnreadRow,
} from "./row";
import { findSections } from "./sections";
import type { Table } from "./table";

export interface TableStatement {
  readonly rows: readonly StatementRow[];
  readonly unread: readonly UnreadRow[];
  readonly bank: string | null;
  readonly headings: readonly string[];
  /** Account numbers beside the entries, perhaps with hidden digits. */
  readonly accountNumbers: readonly string[];
  /** It is null if no balances are stated. */
  readonly balance: BalanceCheck | null;
}

/** A row's entry, or its fault. */
interface Attempt {
  readonly row: number;
  readonly entry: EntryLines;
  /** True if its cells fit the headings. */
  readonly fits: boolean;
  read: ReadEntry | RowFault;
  isMended: boolean;
}

interface ReadOptions {
  readonly mapping: Layout | null;
  readonly mends?: readonly Mend[];
  /** Number of its first entry. */
  readonly firstRow?: number;
}

/**
 * Reads a table's entries by the layout of its headings, which may be repeated on each page. A row that
 * has a sum or a date and cannot be read is returned with its fault. So is a row of a text file that
 * does not fit its headings, unless the balances prove the only way in which it does, and a row whose
 * sum the balances contradict. An admin's correction overrides the row. Null if no row has the headings
 * of a layout.
 */
export function readTable(
  table: Table,
  { mapping, mends = [], firstRow = 1 }: ReadOptions,
): TableStatement | null {
  const sections = findSections(table, mapping);
  const [first] = sections;
  if (!first) return null;
  const said = new Map(mends.map((mend) => [mend.row, mend]));
  const beside = [...first.preamble];
  const found: EntryLines[] = [];
  for (const section of sections) {
    const { entries, others } = entriesOf(section, table.delimiter);
    found.push(...entries);
    beside.push(...others);
  }
  const order = first.layout.dateOrder ?? orderOf(found);
  const attempts = found.map((entry, at): Attempt => {
    const row = firstRow + at;
    const mend = said.get(row);
    const fits = isSheet(entry) || fitsHeadings(entry.cells, entry.layout, table.delimiter);
    const read = mend
      ? mended(entry, mend, { order, fits })
      : fits
        ? readEntry(entry.cells, entry.layout, order)
        : "COLUMNS_DIFFER";
    return { row, entry, fits, read, isMended: mend !== undefined };
  });
  const stated = statedBalances(beside);
  const isRising = isOldestFirst(
    attempts.map(({ read }) => (typeof read === "string" ? null : read)),
    found.map(({ cells, layout }) => parseBankDate(dateCell(cells, layout), order)),
  );
  const inTime = isRising ? attempts : attempts.toReversed();
  repair(inTime, { delimiter: table.delimiter, order, openingPaise: stated.openingPaise });
  const { check, contradicted, missing } = checkBalances(
    inTime.map(({ row, read, isMended, entry, fits }) => ({
      ...{ row, isMended, moved: typeof read === "string" ? null : read },
      balancePaise: fits ? balanceOf(entry.cells, entry.layout) : null,
    })),
    stated,
  );
  const rows: StatementRow[] = [];
  const unread: UnreadRow[] = [];
  for (const { row, entry, read } of attempts) {
    if (typeof read !== "string" && !contradicted.has(row)) rows.push({ row, ...read });
    else {
      unread.push({
        ...{ row, fault: typeof read === "string" ? read : "BALANCE_DIFFERS" },
        text: tidyText(entry.cells.filter((cell) => cell.trim() !== "").join(" · ")),
        bookedOn: firstDay(entry.cells, order),
        byBalancePaise: missing.get(row) || null,
      });
    }
  }
  return {
    ...{ rows, unread, bank: first.layout.bank, headings: first.headings },
    accountNumbers: sections.flatMap(({ preamble }) => accountNumberIn(preamble) ?? []),
    balance: check,
  };
}

/**
 * Returns the order of the dates: month first only if every date allows it and none can have its day
 * first.
 */
function orderOf(entries: readonly EntryLines[]): DateOrder {
  const dates = entries.map(({ cells, layout }) => dateCell(cells, layout));
  const readable = (order: DateOrder) =>
    dates.filter((date) => parseBankDate(date, order) !== null).length;
  return readable("MDY") > readable("DMY") && readable("MDY") === dates.length ? "MDY" : "DMY";
}

const isSheet = ({ texts }: EntryLines) => texts === null;

/** Applies an admin's correction; the other values are the row's own as far as it fits its headings. */
function mended(
  entry: EntryLines,
  { bookedOn, amountPaise, side, narration }: Mend,
  { order, fits }: { order: DateOrder; fits: boolean },
): ReadEntry {
  const { cells, layout } = entry;
  const valueCell = layout.places.valueOn === undefined ? "" : (cells[layout.places.valueOn] ?? "");
  return {
    ...{ bookedOn, amountPaise, side, narration: tidyText(narration) },
    valueOn: fits ? parseBankDate(valueCell, order) : null,
    reference: fits ? textsOf(cells, layout).reference : null,
    balancePaise: fits ? balanceOf(cells, layout) : null,
  };
}

/**
 * Reads rows that do not fit, in the order of time, in the only way that the balance before them and
 * their own prove. A cell over several lines stays as it was read, unless the balances contradict it.
 */
function repair(
  inTime: readonly Attempt[],
  {
    delimiter,
    order,
    openingPaise,
  }: { delimiter: string; order: DateOrder; openingPaise: number | null },
): void {
  /** The balance before the row; null if unknown. */
  let before = openingPaise;
  for (const attempt of inTime) {
    const { entry, isMended } = attempt;
    const proves = (read: ReadEntry) =>
      before !== null &&
      read.balancePaise !== null &&
      before + movedPaise(read) === read.balancePaise;
    const isJoined = entry.texts !== null && entry.texts.length > 1;
    const isContradicted =
      isJoined &&
      typeof attempt.read !== "string" &&
      before !== null &&
      attempt.read.balancePaise !== null &&
      !proves(attempt.read);
    if (
      !isMended &&
      entry.texts !== null &&
      (attempt.read === "COLUMNS_DIFFER" || isContradicted)
    ) {
      const ways = entry.ways ?? waysToFit(entry.texts[0] ?? "", delimiter, entry.layout);
      const readable = ways.flatMap((cells) => {
        const read = readEntry(cells, entry.layout, order);
        return typeof read !== "string" && proves(read) ? [read] : [];
      });
      const different = new Map(readable.map((read) => [JSON.stringify(read), read]));
      const [only, ...others] = different.values();
      attempt.read = only && others.length === 0 ? only : "COLUMNS_DIFFER";
    }
    const { read } = attempt;
    if (typeof read === "string")
      before = attempt.fits ? balanceOf(entry.cells, entry.layout) : null;
    else if (read.balancePaise !== null) before = read.balancePaise;
    else if (before !== null) before += movedPaise(read);
  }
}

const firstDay = (cells: readonly string[], order: DateOrder): string | null =>
  cells.map((cell) => parseBankDate(cell, order)).find((day) => day !== null) ?? null;

const ACCOUNT = /\b(?:a\/?c|account)\s*(?:no|number|num)?\b[^\dX*]{0,20}([\dX*][\dX* -]{5,24}\d)/i;

/** Returns the first account number in these lines; null if there is none. */
export function accountNumberIn(
  lines: readonly { readonly cells: readonly string[] }[],
): string | null {
  for (const { cells } of lines) {
    const found = ACCOUNT.exec(cells.join(" "))?.[1]?.replace(/[\s-]+/g, "");
    if (found !== undefined && /^[\dX*]{6,18}$/i.test(found)) return found.toUpperCase();
  }
  return null;
}
