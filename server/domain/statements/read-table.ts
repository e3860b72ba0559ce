import {
  type BankAmount,
  type DateOrder,
  parseBankAmount,
  parseBankDate,
  parseSide,
} from "./bank-values";
import { type Column, type FoundLayout, type Layout, layoutOf } from "./layouts";
import { type RowFault, type Side, type StatementRow, tidyText, type UnreadRow } from "./row";

/** How many rows above the headings are looked at. */
const MAX_PREAMBLE = 80;

/** Rows that banks print below the entries. What follows the first of them is not an entry. */
const FOOTER =
  /^\W*(?:statement summary|end of (?:the )?statement|\*+ ?end|(?:grand |page )?totals?\b|transaction total|legends?\b|abbreviations?\b|this is (?:a |an )?(?:computer|system)|generated (?:on|by)|closing balance|disclaimer)/i;

/** Rows among the entries that state a balance and move nothing. */
const BALANCE_ONLY =
  /^\W*(?:opening balance|closing balance|balance (?:b\/?f|c\/?f|brought|carried)|(?:brought|carried) forward|b\/f|c\/f)/i;

export interface TableStatement {
  readonly rows: readonly StatementRow[];
  readonly unread: readonly UnreadRow[];
  readonly bank: string | null;
  readonly headings: readonly string[];
  /** The account's number in the preamble, perhaps with hidden digits; null if there is none. */
  readonly accountNumber: string | null;
}

/**
 * A table's entries, read by a layout. Skips the preamble above the headings, lines of signs, rows
 * that state a balance only, repeated headings and the footer. A row that has a sum or a date and
 * cannot be read is returned with its fault. Null if no row has the headings of a layout.
 */
export function readTable(
  table: readonly (readonly string[])[],
  mapping: Layout | null,
): TableStatement | null {
  const found = findHeadings(table, mapping);
  if (!found) return null;
  const { at, layout } = found;
  const headings = table[at] ?? [];
  const headingLine = headings.join("\u0000");
  const entries = entriesOf(table.slice(at + 1), layout).filter(
    (cells) => cells.join("\u0000") !== headingLine,
  );
  const order = layout.dateOrder ?? orderOf(entries, layout);
  const rows: StatementRow[] = [];
  const unread: UnreadRow[] = [];
  for (const cells of entries) {
    const row = rows.length + unread.length + 1;
    const read = readEntry(cells, layout, order);
    if (typeof read === "string") {
      unread.push({ row, fault: read, text: tidyText(cells.filter(Boolean).join(" · ")) });
    } else rows.push({ row, ...read });
  }
  return {
    ...{ rows, unread, bank: layout.bank, headings },
    accountNumber: accountNumberIn(table.slice(0, at)),
  };
}

/** The rows that may be the headings, for an admin who maps them: the widest one of the first rows. */
export function likelyHeadings(table: readonly (readonly string[])[]): {
  headings: readonly string[];
  /** Of the account, as the rows above them state it; null if they do not. */
  accountNumber: string | null;
} {
  const filled = (cells: readonly string[]) =>
    cells.filter((cell) => /\p{L}/u.test(cell) && cell.length <= 60).length;
  const start = table.slice(0, MAX_PREAMBLE);
  const most = Math.max(0, ...start.map(filled));
  const at = start.findIndex((cells) => filled(cells) === most);
  const headings = most === 0 ? [] : (start[at] ?? []);
  return { headings, accountNumber: accountNumberIn(start.slice(0, Math.max(0, at))) };
}

function findHeadings(table: readonly (readonly string[])[], mapping: Layout | null) {
  for (const [at, cells] of table.slice(0, MAX_PREAMBLE).entries()) {
    const layout = layoutOf(cells, mapping);
    if (layout) return { at, layout };
  }
  return undefined;
}

const cellAt = (cells: readonly string[], { places }: FoundLayout, column: Column): string => {
  const place = places[column];
  return place === undefined ? "" : (cells[place] ?? "").trim();
};

const dateCell = (cells: readonly string[], layout: FoundLayout): string =>
  cellAt(cells, layout, "bookedOn") || cellAt(cells, layout, "valueOn");

/** A sum that a bank leaves out: nothing, a dash, or "NA". */
const isBlank = (cell: string): boolean => /^(?:[-–—.*]*|n\.?a\.?|nil)$/i.test(cell);

/** Whether a cell states money; zero is how some banks print "none". */
const hasSum = (cell: string): boolean => !isBlank(cell) && parseBankAmount(cell)?.paise !== 0;

const MONEY = ["debit", "credit", "amount"] as const;

/** Rows that are entries, with the continued lines of a narration joined to it. */
function entriesOf(body: readonly (readonly string[])[], layout: FoundLayout): string[][] {
  const isDated = (cells: readonly string[]) =>
    parseBankDate(dateCell(cells, layout)) !== null ||
    parseBankDate(dateCell(cells, layout), "MDY") !== null;
  const lastDated = body.findLastIndex(isDated);
  const entries: string[][] = [];
  let isFooter = false;
  for (const [index, cells] of body.entries()) {
    const text = cells.filter(Boolean).join(" ").trim();
    if (text === "" || !/[\p{L}\p{N}]/u.test(text)) continue;
    if (index > lastDated && FOOTER.test(text)) isFooter = true;
    if (isFooter) continue;
    const narration = cellAt(cells, layout, "narration");
    const moves = MONEY.some((column) => hasSum(cellAt(cells, layout, column)));
    if (!moves && (BALANCE_ONLY.test(narration) || BALANCE_ONLY.test(text))) continue;
    if (!moves && !isDated(cells)) {
      // Some banks print a long narration over several rows.
      const last = entries.at(-1);
      const place = layout.places.narration ?? 0;
      if (last && narration !== "" && text === narration) {
        last[place] = `${last[place] ?? ""} ${narration}`;
      }
      continue;
    }
    entries.push([...cells]);
  }
  return entries;
}

/** Month first only where every date says so and none of them can have its day first. */
function orderOf(entries: readonly (readonly string[])[], layout: FoundLayout): DateOrder {
  const dates = entries.map((cells) => dateCell(cells, layout));
  const readable = (order: DateOrder) =>
    dates.filter((date) => parseBankDate(date, order) !== null).length;
  return readable("MDY") > readable("DMY") && readable("MDY") === dates.length ? "MDY" : "DMY";
}

function readEntry(
  cells: readonly string[],
  layout: FoundLayout,
  order: DateOrder,
): Omit<StatementRow, "row"> | RowFault {
  const bookedOn = parseBankDate(dateCell(cells, layout), order);
  if (bookedOn === null) return "DATE_UNREADABLE";
  const money = moneyOf(cells, layout);
  if (typeof money === "string") return money;
  const valueCell = cellAt(cells, layout, "valueOn");
  const valueOn = valueCell === "" ? null : parseBankDate(valueCell, order);
  if (valueCell !== "" && valueOn === null) return "DATE_UNREADABLE";
  const balance = parseBankAmount(cellAt(cells, layout, "balance"));
  return {
    ...{ bookedOn, valueOn, ...money },
    narration: tidyText(cellAt(cells, layout, "narration")),
    reference: bankReference(cellAt(cells, layout, "reference")),
    balancePaise: balance && (balance.side === "DEBIT" ? -balance.paise || 0 : balance.paise),
  };
}

function moneyOf(
  cells: readonly string[],
  layout: FoundLayout,
): { amountPaise: number; side: Side } | RowFault {
  if (layout.places.amount !== undefined) {
    const cell = cellAt(cells, layout, "amount");
    if (isBlank(cell)) return "AMOUNT_MISSING";
    const amount = parseBankAmount(cell);
    if (!amount) return "AMOUNT_UNREADABLE";
    if (amount.paise === 0) return "AMOUNT_MISSING";
    return withSide(amount, cells, layout);
  }
  const sums: Partial<Record<Side, number>> = {};
  for (const [column, side] of [
    ["debit", "DEBIT"],
    ["credit", "CREDIT"],
  ] as const) {
    const cell = cellAt(cells, layout, column);
    if (isBlank(cell)) continue;
    const amount = parseBankAmount(cell);
    if (!amount) return "AMOUNT_UNREADABLE";
    // "-250.00" as a withdrawal is the same sum; as a deposit it is none.
    if (amount.side !== null && amount.side !== side) return "SIDE_UNCLEAR";
    if (amount.paise > 0) sums[side] = amount.paise;
  }
  const { DEBIT, CREDIT } = sums;
  if (DEBIT !== undefined && CREDIT !== undefined) return "SIDE_UNCLEAR";
  if (CREDIT !== undefined) return { amountPaise: CREDIT, side: "CREDIT" };
  return DEBIT === undefined ? "AMOUNT_MISSING" : { amountPaise: DEBIT, side: "DEBIT" };
}

function withSide(
  amount: BankAmount,
  cells: readonly string[],
  layout: FoundLayout,
): { amountPaise: number; side: Side } | RowFault {
  if (layout.places.side === undefined) {
    // Without a column of sides, a plain sum came in and a negative one went out.
    return { amountPaise: amount.paise, side: amount.side ?? "CREDIT" };
  }
  const side = parseSide(cellAt(cells, layout, "side"));
  if (side === null || (amount.side !== null && amount.side !== side)) return "SIDE_UNCLEAR";
  return { amountPaise: amount.paise, side };
}

/** A reference that says something: not empty, not only zeros and dashes. */
function bankReference(cell: string): string | null {
  const text = tidyText(cell.replace(/^'/, ""));
  return /[1-9A-Z]/i.test(text) && !/^(?:n\.?a\.?|nil|null|none|nonref)$/i.test(text) ? text : null;
}

const ACCOUNT = /\b(?:a\/?c|account)\s*(?:no|number|num)?\b[^\dX*]{0,20}([\dX*][\dX* -]{5,24}\d)/i;

function accountNumberIn(preamble: readonly (readonly string[])[]): string | null {
  for (const cells of preamble) {
    const found = ACCOUNT.exec(cells.join(" "))?.[1]?.replace(/[\s-]+/g, "");
    if (found !== undefined && /^[\dX*]{6,18}$/i.test(found)) return found.toUpperCase();
  }
  return null;
}
