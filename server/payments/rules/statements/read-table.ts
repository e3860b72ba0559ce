import type { DaysAnswer } from "@db/vocabulary";
import { checkBalances, isOldestFirst, movedPaise, statedBalances } from "./balances";
import { type DateOrder, parseBankDate, swappedDay } from "./bank-values";
import { doubtfulDays } from "./doubtful-days";
import { entriesOf, type EntryLines } from "./entry-lines";
import type { Layout } from "./layouts";
import { isSameAccount } from "@server/payments/rules/line-keys";
import { accountIn, periodIn } from "./letterhead";
import { balanceOf, dateCell, type ReadEntry, readEntry, textsOf } from "./read-entry";
import { fitsHeadings, waysToFit } from "./repair-row";
import {
  type BalanceCheck,
  type DoubtfulDay,
  type Mend,
  type RowFault,
  type StatementRow,
  tidyText,
  type UnreadRow,
} from "./row";
import { findSections, samplesOf } from "./sections";
import type { Table } from "./table";

export interface TableStatement {
  readonly rows: readonly StatementRow[];
  readonly unread: readonly UnreadRow[];
  readonly bank: string | null;
  readonly headings: readonly string[];
  /** The first cell below each heading that is not empty. */
  readonly samples: readonly string[];
  /** Account numbers beside the entries, perhaps with hidden digits. */
  readonly accountNumbers: readonly string[];
  /** It is null if no balances are stated. */
  readonly balance: BalanceCheck | null;
  readonly doubtfulDays: readonly DoubtfulDay[];
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

export interface ReadOptions {
  readonly mapping: Layout | null;
  readonly mends?: readonly Mend[];
  /** Number of the chosen account, which a letterhead is searched for. */
  readonly account?: string | null;
  /** Today in India, YYYY-MM-DD; later days are doubtful. */
  readonly today?: string | null;
  /** An admin's answer about the doubtful days. */
  readonly days?: DaysAnswer | null;
  readonly firstRow?: number;
}

/**
 * Reads a table's entries by the layout of its headings, which may be repeated on each page. A row that
 * has a sum or a date and cannot be read is returned with its fault. So is a row of a text file that
 * does not fit its headings, unless the balances prove the only way in which it does, and a row whose
 * sum the balances contradict, or which is another account's in a file with the chosen one. An admin's correction overrides the row. Null if no row has the headings
 * of a layout.
 */
export function readTable(
  table: Table,
  { mapping, mends = [], account = null, today = null, days = null, firstRow = 1 }: ReadOptions,
): TableStatement | null {
  const sections = findSections(table, mapping);
  const [first] = sections;
  if (!first) return null;
  const said = new Map(mends.map((mend) => [mend.row, mend]));
  const beside = [...first.preamble];
  const found: EntryLines[] = [];
  const stated = sections.map(({ preamble }) => accountIn(preamble, account));
  const isOwn = (number: string) => account !== null && isSameAccount(number, account);
  const hasOwn = stated.some((number) => number !== null && isOwn(number));
  const ofOthers = new Set<EntryLines>();
  let current: string | null = null;
  for (const [at, section] of sections.entries()) {
    const { entries, others } = entriesOf(section, table.delimiter);
    found.push(...entries);
    current = stated[at] ?? current;
    if (hasOwn && current !== null && !isOwn(current)) for (const one of entries) ofOthers.add(one);
    else beside.push(...others);
  }
  const order = first.layout.dateOrder ?? orderOf(found);
  const attempts = found.map((entry, at): Attempt => {
    const row = firstRow + at;
    const mend = said.get(row);
    const isOther = ofOthers.has(entry);
    const fits =
      !isOther && (isSheet(entry) || fitsHeadings(entry.cells, entry.layout, table.delimiter));
    const read = isOther
      ? "OTHER_ACCOUNT"
      : mend
        ? mended(entry, mend, { order, fits })
        : fits
          ? readEntry(entry.cells, entry.layout, order)
          : "COLUMNS_DIFFER";
    return { row, entry, fits, read, isMended: mend !== undefined };
  });
  const balances = statedBalances(beside);
  const isRising = isOldestFirst(
    attempts.map(({ read }) => (typeof read === "string" ? null : read)),
    found.map(({ cells, layout }) => parseBankDate(dateCell(cells, layout), order)),
  );
  const inTime = isRising ? attempts : attempts.toReversed();
  repair(inTime, { delimiter: table.delimiter, order, openingPaise: balances.openingPaise });
  settleSides(inTime, { order, openingPaise: balances.openingPaise });
  const { check, contradicted, missing } = checkBalances(
    inTime.map(({ row, read, isMended, entry, fits }) => ({
      row,
      isMended,
      moved: typeof read === "string" ? null : read,
      balancePaise: fits ? balanceOf(entry.cells, entry.layout) : null,
    })),
    balances,
  );
  const doubtful = doubtedIn(attempts, { period: periodIn(first.preamble, order), today });
  for (const { written, swapped, attempt } of doubtful) {
    const { read, entry } = attempt;
    if (typeof read === "string") continue;
    if (days === "SWAPPED" && swapped !== null) attempt.read = swappedEntry(read, entry, swapped);
    else if (days !== "WRITTEN" || (today !== null && written > today))
      attempt.read = "DAY_DOUBTFUL";
  }
  const offered = new Map(doubtful.map(({ row, swapped }) => [row, swapped]));
  const rows: StatementRow[] = [];
  const unread: UnreadRow[] = [];
  for (const { row, entry, read } of attempts) {
    if (typeof read !== "string" && !contradicted.has(row)) rows.push({ row, ...read });
    else {
      unread.push({
        row,
        fault: typeof read === "string" ? read : "BALANCE_DIFFERS",
        text: tidyText(entry.cells.filter((cell) => cell.trim() !== "").join(" · ")),
        bookedOn: offered.get(row) ?? firstDay(entry.cells, order),
        byBalancePaise: missing.get(row) || null,
      });
    }
  }
  return {
    rows,
    unread,
    bank: first.layout.bank,
    headings: first.headings,
    samples: samplesOf(first.headings, first.lines),
    accountNumbers: stated.flatMap((number) =>
      number === null || (hasOwn && !isOwn(number)) ? [] : [number],
    ),
    balance: check,
    doubtfulDays: doubtful.map(({ row, written, swapped }) => ({ row, written, swapped })),
  };
}

/** Returns the entries with doubtful days; a day that an admin has entered is none. */
function doubtedIn(
  attempts: readonly Attempt[],
  file: Parameters<typeof doubtfulDays>[1],
): (DoubtfulDay & { attempt: Attempt })[] {
  const dated = attempts.flatMap((attempt) => {
    const { row, read, entry, isMended } = attempt;
    if (typeof read === "string" || isMended) return [];
    const written = read.bookedOn;
    return [
      { row, attempt, written, swapped: swappedDay(dateCell(entry.cells, entry.layout), written) },
    ];
  });
  const found = doubtfulDays(dated, file);
  return dated.flatMap((one, at) => {
    const swapped = found.get(at);
    return swapped === undefined ? [] : [{ ...one, swapped }];
  });
}

/** Returns an entry with another day. Its value date is swapped too, if it is then nearer to that. */
function swappedEntry(read: ReadEntry, { cells, layout }: EntryLines, bookedOn: string): ReadEntry {
  const { valueOn } = read;
  if (valueOn === null) return { ...read, bookedOn };
  const other = swappedDay(cells[layout.places.valueOn ?? -1] ?? "", valueOn) ?? valueOn;
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(bookedOn));
  return { ...read, bookedOn, valueOn: distance(other) < distance(valueOn) ? other : valueOn };
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
    bookedOn,
    amountPaise,
    side,
    narration: tidyText(narration),
    valueOn: fits ? parseBankDate(valueCell, order) : null,
    reference: fits ? textsOf(cells, layout).reference : null,
    balancePaise: fits ? balanceOf(cells, layout) : null,
    // An admin's word makes a row money that the bank calls failed, but not for certain.
    isUnsure: readEntry(cells, layout, order) === "NOT_COMPLETED",
  };
}

/**
 * Reads rows that do not fit, in the order of time, in the only way that the balance before them and
 * their own prove. A cell over several lines stays as it was read, unless the balances contradict it or
 * it has taken the place of its row's own.
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
      entry.layout.places.balance !== undefined &&
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

/** Reads sums without a sign or a column of sides, in the order of time, by the balances around them. */
function settleSides(
  inTime: readonly Attempt[],
  { order, openingPaise }: { order: DateOrder; openingPaise: number | null },
): void {
  let before = openingPaise;
  for (const attempt of inTime) {
    const { entry, read } = attempt;
    if (typeof read === "string") {
      before = null;
      continue;
    }
    const { amountPaise, balancePaise } = read;
    if (entry.layout.isUnsigned && !attempt.isMended && before !== null && balancePaise !== null) {
      const change = balancePaise - before;
      const sure = readEntry(entry.cells, { ...entry.layout, isUnsigned: false }, order);
      if (typeof sure !== "string" && Math.abs(change) === amountPaise) {
        attempt.read = { ...sure, side: change < 0 ? "DEBIT" : "CREDIT" };
      }
    }
    before = balancePaise;
  }
}

const firstDay = (cells: readonly string[], order: DateOrder): string | null =>
  cells.map((cell) => parseBankDate(cell, order)).find((day) => day !== null) ?? null;
