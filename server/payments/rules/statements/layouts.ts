import type { DateOrder } from "./bank-values";
import {
  type Column,
  COLUMNS,
  headingKey,
  kindOfHeading,
  type Unit,
  unitIn,
  unitOfHeading,
} from "./headings";

/** Maps headings to columns; a heading may be spelled in several ways. */
export interface Layout {
  /** Name of the bank; null for an admin's mapping, and for a layout found by the usual headings. */
  readonly bank: string | null;
  readonly headings: Partial<Readonly<Record<Column, readonly string[]>>>;
  /** It is null if the dates themselves tell the order. */
  readonly dateOrder?: DateOrder | null;
}

/** Layouts of the usual Indian banks' files. Headings are compared by `headingKey`. */
const BANKS: readonly Layout[] = [
  {
    bank: "HDFC Bank",
    headings: {
      bookedOn: ["Date"],
      narration: ["Narration"],
      reference: ["Chq./Ref.No.", "Chq/Ref Number", "Cheque/Reference No"],
      valueOn: ["Value Dt", "Value Dat", "Value Date"],
      debit: ["Withdrawal Amt.", "Debit Amount", "Withdrawal Amount"],
      credit: ["Deposit Amt.", "Credit Amount", "Deposit Amount"],
      balance: ["Closing Balance"],
    },
  },
  {
    bank: "ICICI Bank",
    headings: {
      bookedOn: ["Transaction Date"],
      valueOn: ["Value Date"],
      reference: ["Cheque Number"],
      narration: ["Transaction Remarks"],
      debit: ["Withdrawal Amount (INR )"],
      credit: ["Deposit Amount (INR )"],
      balance: ["Balance (INR )"],
    },
  },
  {
    bank: "ICICI Bank",
    headings: {
      bookedOn: ["Txn Posted Date"],
      valueOn: ["Value Date"],
      reference: ["Transaction ID"],
      narration: ["Description"],
      side: ["Cr/Dr"],
      amount: ["Transaction Amount(INR)"],
      balance: ["Available Balance(INR)"],
    },
  },
  {
    bank: "State Bank of India",
    headings: {
      bookedOn: ["Txn Date"],
      valueOn: ["Value Date"],
      narration: ["Description"],
      reference: ["Ref No./Cheque No."],
      debit: ["Debit"],
      credit: ["Credit"],
      balance: ["Balance"],
    },
  },
  {
    bank: "Axis Bank",
    headings: {
      bookedOn: ["Tran Date"],
      reference: ["CHQNO", "Chq No"],
      narration: ["PARTICULARS"],
      debit: ["DR"],
      credit: ["CR"],
      balance: ["BAL"],
    },
  },
  {
    bank: "Axis Bank",
    headings: {
      bookedOn: ["Transaction Date (dd/mm/yyyy)"],
      valueOn: ["Value Date (dd/mm/yyyy)"],
      narration: ["Particulars"],
      amount: ["Amount(INR)"],
      side: ["Debit/Credit"],
      balance: ["Balance(INR)"],
      reference: ["Cheque Number"],
    },
  },
  {
    bank: "Kotak Mahindra Bank",
    headings: {
      bookedOn: ["Date", "Transaction Date"],
      narration: ["Description"],
      reference: ["Chq / Ref number", "Chq / Ref No."],
      amount: ["Amount"],
      side: ["Dr / Cr"],
      balance: ["Balance"],
    },
  },
  {
    bank: "Kotak Mahindra Bank",
    headings: {
      bookedOn: ["Transaction Date"],
      valueOn: ["Value Date"],
      narration: ["Description"],
      reference: ["Chq / Ref No."],
      debit: ["Debit"],
      credit: ["Credit"],
      balance: ["Balance"],
    },
  },
  {
    bank: "IDFC First Bank",
    headings: {
      bookedOn: ["Transaction Date"],
      valueOn: ["Value Date"],
      narration: ["Particulars"],
      reference: ["Cheque No."],
      debit: ["Debit"],
      credit: ["Credit"],
      balance: ["Balance"],
    },
  },
  {
    bank: "Punjab National Bank",
    headings: {
      bookedOn: ["Txn Date", "Transaction Date"],
      reference: ["Txn No.", "Instrument ID"],
      narration: ["Description", "Narration"],
      debit: ["Dr Amount", "Withdrawal"],
      credit: ["Cr Amount", "Deposit"],
      balance: ["Balance"],
    },
  },
];

/** Index of each column of a table, from 0. */
export type Places = Partial<Readonly<Record<Column, number>>>;

export interface FoundLayout {
  readonly bank: string | null;
  readonly places: Places;
  readonly dateOrder: DateOrder | null;
  /** Number of columns up to the last heading: a row with more or fewer does not fit. */
  readonly width: number;
  /** Further columns of the bank's texts, and of references. */
  readonly texts: readonly number[];
  readonly references: readonly number[];
  /** Other columns that may hold texts, such as payers' remarks. */
  readonly others: readonly number[];
  /** Columns of the row's state, such as "FAILED", and of its currency. */
  readonly states: readonly number[];
  readonly currencies: readonly number[];
  /** Columns whose headings announce sides, but for the one that has them. */
  readonly sides: readonly number[];
  /** Column of the balance's side. */
  readonly balanceSide: number | null;
  /** Units that the headings of sums name. */
  readonly units: Partial<Readonly<Record<Column, Unit>>>;
  /** True if neither a column nor a sign tells the side of its sums. */
  readonly isUnsigned: boolean;
}

/** Columns of sums and balances. */
export const SUMS = ["debit", "credit", "amount", "balance"] as const;

export const unitsOfSums = (unit: Unit): FoundLayout["units"] =>
  Object.fromEntries(SUMS.map((column) => [column, unit]));

/** Adds the other columns to those of the layout. */
function completed(
  headings: readonly string[],
  {
    bank,
    places,
    dateOrder = null,
  }: Pick<FoundLayout, "bank" | "places"> & Pick<Layout, "dateOrder">,
): FoundLayout {
  const used = new Set(Object.values(places));
  const kinds = headings.map(kindOfHeading);
  const beside = (places.balance ?? headings.length) + 1;
  const balanceSide = !used.has(beside) && kinds[beside] === "side" ? beside : null;
  const placesOf = (...wanted: (typeof kinds)[number][]) =>
    [...headings.keys()].filter(
      (at) =>
        !used.has(at) &&
        at !== balanceSide &&
        headings[at]?.trim() !== "" &&
        wanted.includes(kinds[at]),
    );
  const isRemark = (at: number) => /remark/i.test(headings[at] ?? "");
  const texts = placesOf("narration");
  return {
    bank,
    places,
    dateOrder,
    balanceSide,
    isUnsigned: false,
    width: headings.findLastIndex((heading) => headingKey(heading) !== "") + 1,
    texts: texts.filter((at) => !isRemark(at)),
    references: placesOf("reference"),
    others: [...placesOf(undefined, "remark"), ...texts.filter(isRemark)],
    states: placesOf("status"),
    currencies: placesOf("currency"),
    sides: placesOf("side"),
    units: Object.fromEntries(
      SUMS.flatMap((column) => {
        const unit = unitOfHeading(headings[places[column] ?? -1] ?? "");
        return unit === null ? [] : [[column, unit]];
      }),
    ),
  };
}

/** Tells whether a layout has day, text and money. */
const isComplete = (places: Places): boolean =>
  (places.bookedOn !== undefined || places.valueOn !== undefined) &&
  places.narration !== undefined &&
  (places.amount === undefined
    ? places.debit !== undefined && places.credit !== undefined
    : places.debit === undefined && places.credit === undefined);

/** Returns the place of a column that an admin chose by its heading, or as `#4` by its place. */
function placeOf(keys: readonly string[], spellings: readonly string[]): number {
  const [, place] = /^#(\d+)$/.exec(spellings[0] ?? "") ?? [];
  if (place !== undefined) return Number(place) <= keys.length ? Number(place) - 1 : -1;
  const wanted = spellings.map(headingKey);
  return keys.findIndex((key) => wanted.includes(key));
}

/** Returns the place of each column; undefined unless every column of the layout is there. */
function placesIn(keys: readonly string[], { headings }: Layout): Places | undefined {
  const places: Partial<Record<Column, number>> = {};
  for (const column of COLUMNS) {
    const spellings = headings[column];
    if (spellings === undefined) continue;
    const place = placeOf(keys, spellings);
    if (place < 0) return undefined;
    places[column] = place;
  }
  // A row of headings is found by at least one of them.
  const isNamed = Object.values(headings).some(([name]) => !/^#\d+$/.test(name ?? "#0"));
  return isNamed && isComplete(places) ? places : undefined;
}

/**
 * Returns the name by which an admin's mapping calls each column: its heading, or `#4` by its place if
 * another one has that heading, or none has it.
 */
export function columnNames(headings: readonly string[]): string[] {
  const keys = headings.map(headingKey);
  return headings.map((heading, at) => {
    const isOne = keys[at] !== "" && keys.filter((key) => key === keys[at]).length === 1;
    return isOne ? heading.trim() : `#${at + 1}`;
  });
}

/**
 * Returns the place of each column by the words of the headings, as far as they are there. Of two
 * columns of sums the one in rupees counts; where that decides nothing, neither does.
 */
export function usualPlaces(headings: readonly string[]): Places {
  const kinds = headings.map(kindOfHeading);
  const places: Partial<Record<Column, number>> = {};
  for (const column of COLUMNS) {
    const all = [...headings.keys()].filter((at) => kinds[at] === column);
    const isSum = column === "debit" || column === "credit" || column === "amount";
    const own = all.filter((at) => unitIn(headings[at] ?? "") !== "FOREIGN");
    const [place] = own.length > 0 ? own : all;
    if (place !== undefined && (!isSum || own.length < 2)) places[column] = place;
  }
  const isTold = places.debit !== undefined && places.credit !== undefined;
  const { amount: _total, ...withoutTotal } = places;
  return isTold ? withoutTotal : places;
}

/**
 * Returns the layout of a row of headings: an admin's mapping if there is one, else a bank's, else the
 * one of the headings' words. Undefined if the row has no headings.
 */
export function layoutOf(
  cells: readonly string[],
  mapping: Layout | null,
): FoundLayout | undefined {
  const keys = cells.map(headingKey);
  if (mapping) {
    const places = placesIn(keys, mapping);
    return places && completed(cells, { ...mapping, places });
  }
  for (const layout of BANKS) {
    const places = placesIn(keys, layout);
    if (places) return completed(cells, { bank: layout.bank, places });
  }
  const places = usualPlaces(cells);
  return isComplete(places) ? completed(cells, { bank: null, places }) : undefined;
}
