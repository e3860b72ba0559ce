import {
  type BankAmount,
  type DateOrder,
  parseBankAmount,
  parseBankDate,
  parseSide,
} from "./bank-values";
import { bankKeys, COLUMN_SEPARATOR } from "@server/payments/rules/keys";
import { type Column, type Unit, unitIn, unitOfCell } from "./headings";
import type { FoundLayout } from "./layouts";
import { type RowFault, type Side, type StatementRow, tidyText } from "./row";
import { stateOf } from "./states";

/** An entry without its row number. */
export type ReadEntry = Omit<StatementRow, "row">;

export const cellAt = (
  cells: readonly string[],
  { places }: FoundLayout,
  column: Column,
): string => {
  const place = places[column];
  return place === undefined ? "" : (cells[place] ?? "").trim();
};

export const dateCell = (cells: readonly string[], layout: FoundLayout): string =>
  cellAt(cells, layout, "bookedOn") || cellAt(cells, layout, "valueOn");

/** Tells whether a row begins with a day, in either order of day and month. */
export const isDated = (cells: readonly string[], layout: FoundLayout): boolean =>
  parseBankDate(dateCell(cells, layout)) !== null ||
  parseBankDate(dateCell(cells, layout), "MDY") !== null;

/** Tells whether a bank left a sum out: an empty cell, a dash, or "NA". */
const isBlank = (cell: string): boolean => /^(?:[-–—.*]*|n\.?a\.?|nil)$/i.test(cell);

/** Tells whether a cell states money; some banks print zero for "none". */
const hasSum = (cell: string): boolean => !isBlank(cell) && parseBankAmount(cell)?.paise !== 0;

/** Reads a sum in the unit of its row and heading, or returns the fault. */
function amountAt(
  cells: readonly string[],
  layout: FoundLayout,
  column: Column,
): BankAmount | RowFault {
  const cell = cellAt(cells, layout, column);
  if (isBlank(cell)) return "AMOUNT_MISSING";
  const unit = unitAt(cells, layout, column);
  if (unit === "FOREIGN" || unitIn(cell) === "FOREIGN") return "FOREIGN_CURRENCY";
  return parseBankAmount(cell, unit) ?? "AMOUNT_UNREADABLE";
}

/** Returns the unit of a sum: that of the row's currency, else that of its heading, else rupees. */
function unitAt(cells: readonly string[], layout: FoundLayout, column: Column): Unit {
  const own = layout.currencies.map((place) => unitOfCell(cells[place] ?? ""));
  if (own.includes("FOREIGN")) return "FOREIGN";
  return own.find((unit) => unit !== 0) ?? layout.units[column] ?? 0;
}

/** Columns of sums, in which commas may group digits. */
export const MONEY = ["debit", "credit", "amount"] as const;

/** Tells whether a row states a sum other than zero. */
export const isMoving = (cells: readonly string[], layout: FoundLayout): boolean =>
  MONEY.some((column) => hasSum(cellAt(cells, layout, column)));

/** Reads a row's cells by its layout, or returns the fault. */
export function readEntry(
  cells: readonly string[],
  layout: FoundLayout,
  order: DateOrder,
): ReadEntry | RowFault {
  const money = moneyOf(cells, layout);
  const of = (places: readonly number[]) => places.map((place) => cells[place] ?? "");
  const telling = {
    states: of(layout.states),
    narration: cellAt(cells, layout, "narration"),
    others: of([...layout.others, ...layout.texts]),
  };
  const state = stateOf(telling, typeof money !== "string" && money.side === "CREDIT");
  if (state === "NOT_COMPLETED") return "NOT_COMPLETED";
  const bookedOn = parseBankDate(dateCell(cells, layout), order);
  if (bookedOn === null) return "DATE_UNREADABLE";
  if (typeof money === "string") return money;
  const valueCell = cellAt(cells, layout, "valueOn");
  const valueOn = valueCell === "" ? null : parseBankDate(valueCell, order);
  if (valueCell !== "" && valueOn === null) return "DATE_UNREADABLE";
  const texts = textsOf(cells, layout);
  if (isShortened(texts)) return "NUMBER_SHORTENED";
  const isUnsure = state === "UNKNOWN" || (layout.isUnsigned && layout.sides.length > 0);
  const balancePaise = balanceOf(cells, layout);
  return { bookedOn, valueOn, ...money, ...texts, balancePaise, isUnsure };
}

const SHORTENED = /(?<![\p{L}\d.])\d(?:[.,]\d+)?E\+?\d{1,3}(?![\p{L}\d])/iu;
const HASHES = /^#{3,}$/;

/**
 * Tells whether a spreadsheet has shortened the payment's number to one such as 6.33312E+11, or written
 * hashes where its column was too narrow. Without it the entry would count as another one in the bank's
 * own file.
 */
const isShortened = (texts: Pick<StatementRow, "narration" | "reference">): boolean =>
  (SHORTENED.test(texts.reference ?? "") ||
    HASHES.test(texts.reference ?? "") ||
    /\dE\+\d/i.test(SHORTENED.exec(texts.narration)?.[0] ?? "")) &&
  bankKeys(texts).length === 0;

export function balanceOf(cells: readonly string[], layout: FoundLayout): number | null {
  const balance = amountAt(cells, layout, "balance");
  if (typeof balance === "string") return null;
  const beside = layout.balanceSide === null ? "" : (cells[layout.balanceSide] ?? "");
  const isDebit = balance.side === "DEBIT" || parseSide(beside) === "DEBIT";
  return isDebit ? -balance.paise || 0 : balance.paise;
}

/**
 * Returns the texts of a row. The narration is the bank's text, followed by the other columns' texts,
 * in which numbers and order numbers are searched too. All reference columns are joined.
 */
export function textsOf(
  cells: readonly string[],
  layout: FoundLayout,
): Pick<StatementRow, "narration" | "reference"> {
  const of = (places: readonly number[]) => places.map((place) => (cells[place] ?? "").trim());
  const narration = tidyText([cellAt(cells, layout, "narration"), ...of(layout.texts)].join(" "));
  const references = [cellAt(cells, layout, "reference"), ...of(layout.references)];
  const others = of(layout.others).filter(
    (text) => /\d{6}|\p{L}{3}/u.test(text) && !narration.includes(text),
  );
  const known = [...new Set(references.flatMap((cell) => bankReference(cell) ?? []))];
  return {
    narration: tidyText([narration, ...new Set(others)].join(COLUMN_SEPARATOR)),
    reference: known.length > 0 ? known.join(COLUMN_SEPARATOR) : null,
  };
}

function moneyOf(
  cells: readonly string[],
  layout: FoundLayout,
): { amountPaise: number; side: Side } | RowFault {
  if (layout.places.amount !== undefined) {
    const amount = amountAt(cells, layout, "amount");
    if (typeof amount === "string") return amount;
    if (amount.paise === 0) return "AMOUNT_MISSING";
    return withSide(amount, cells, layout);
  }
  const sums: Partial<Record<Side, number>> = {};
  for (const [column, side] of [
    ["debit", "DEBIT"],
    ["credit", "CREDIT"],
  ] as const) {
    const amount = amountAt(cells, layout, column);
    if (amount === "AMOUNT_MISSING") continue;
    if (typeof amount === "string") return amount;
    // "-250.00" is the same sum as a withdrawal; as a deposit it is unclear.
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
    // Without a column of sides, a plain sum is a credit and a negative one a debit.
    return { amountPaise: amount.paise, side: amount.side ?? "CREDIT" };
  }
  const side = parseSide(cellAt(cells, layout, "side"));
  if (side === null || (amount.side !== null && amount.side !== side)) return "SIDE_UNCLEAR";
  return { amountPaise: amount.paise, side };
}

/** Matches a number to which a spreadsheet has added decimals, and perhaps commas. */
const AS_SUM = /^(?:\d+|\d{1,3}(?:,\d{2,3})+)(?:\.0+)?$/;

/** Returns a reference unless it is empty or has only zeros and dashes. */
function bankReference(cell: string): string | null {
  const written = tidyText(cell.replace(/^'/, ""));
  const text = AS_SUM.test(written) ? written.replace(/\.0+$|,/g, "") : written;
  return /[1-9A-Z]|^#{3,}$/i.test(text) && !/^(?:n\.?a\.?|nil|null|none|nonref)$/i.test(text)
    ? text
    : null;
}
