import type { DateOrder } from "./bank-values";

/** Kinds of columns of a statement. */
const COLUMNS = [
  "bookedOn",
  "valueOn",
  "narration",
  "reference",
  "debit",
  "credit",
  "amount",
  "side",
  "balance",
] as const;

export type Column = (typeof COLUMNS)[number];

/** Maps headings to columns; a heading may be spelled in several ways. */
export interface Layout {
  /** Name of the bank; null for an admin's mapping, and for a layout found by the usual headings. */
  readonly bank: string | null;
  readonly headings: Partial<Readonly<Record<Column, readonly string[]>>>;
  /** It is null if the dates themselves tell the order. */
  readonly dateOrder?: DateOrder | null;
}

/** Layouts of the usual Indian banks' files. Headings are compared by {@link headingKey}. */
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

/** Headings that other banks use. A layout found by them has no bank name. */
const USUAL = {
  bookedOn: [
    ...["Date", "Txn Date", "Tran Date", "Trans Date", "Transaction Date", "Posting Date"],
    ...["Post Date", "Booking Date", "Booked On", "Entry Date", "Txn Posted Date"],
  ],
  valueOn: ["Value Date", "Value Dt", "Val Date"],
  narration: [
    ...["Narration", "Description", "Particulars", "Remarks", "Transaction Remarks", "Details"],
    ...["Transaction Details", "Transaction Description", "Transaction Particulars"],
  ],
  reference: [
    ...["Reference", "Reference No", "Reference Number", "Ref No", "Ref Number", "UTR", "UTR No"],
    ...["UTR Number", "RRN", "Transaction ID", "Transaction Ref", "Transaction Reference"],
    ...["Cheque No", "Cheque Number", "Chq No", "Chq/Ref No", "Ref No./Cheque No."],
    ...["Cheque/Reference No", "Instrument No", "Instrument ID"],
  ],
  debit: [
    ...["Debit", "Debits", "Debit Amount", "Dr", "Dr Amount", "Withdrawal", "Withdrawals"],
    ...["Withdrawal Amt", "Withdrawal Amount"],
  ],
  credit: [
    ...["Credit", "Credits", "Credit Amount", "Cr", "Cr Amount", "Deposit", "Deposits"],
    ...["Deposit Amt", "Deposit Amount"],
  ],
  amount: ["Amount", "Transaction Amount", "Txn Amount", "Amt"],
  side: ["Dr/Cr", "Cr/Dr", "Debit/Credit", "Credit/Debit", "Type", "Transaction Type", "DC"],
  balance: [
    ...["Balance", "Closing Balance", "Running Balance", "Available Balance", "Bal"],
    ...["Account Balance", "Balance Amount"],
  ],
} as const satisfies Record<Column, readonly string[]>;

/** Columns of days and sums. */
const VALUES = ["bookedOn", "valueOn", "debit", "credit", "amount", "side", "balance"] as const;

/**
 * Normalises a heading, without case, blanks, punctuation and units: "Deposit Amount (INR )" is
 * "depositamount".
 */
const headingKey = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/\([^)]*\)/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "");

const keysOf = (headings: readonly string[]) => headings.map(headingKey);

const USUAL_KEYS: Readonly<Record<Column, readonly string[]>> = {
  ...{ bookedOn: keysOf(USUAL.bookedOn), valueOn: keysOf(USUAL.valueOn) },
  ...{ narration: keysOf(USUAL.narration), reference: keysOf(USUAL.reference) },
  ...{ debit: keysOf(USUAL.debit), credit: keysOf(USUAL.credit), amount: keysOf(USUAL.amount) },
  ...{ side: keysOf(USUAL.side), balance: keysOf(USUAL.balance) },
};

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
  /** Column of the balance's side. */
  readonly balanceSide: number | null;
}

/** Matches headings of row numbers, which differ between two files of one entry. */
const ROW_NUMBERS = /^(?:s|sr|sl|serial|row)?(?:no|number|num|id)?$/;
/** Matches headings of the payer's text, which is ignored beside the bank's own narration. */
const REMARKS = /remark|comment|note|purpose|message/;

/** Adds the other columns to those of the layout. */
function completed(
  keys: readonly string[],
  {
    bank,
    places,
    dateOrder = null,
  }: Pick<FoundLayout, "bank" | "places"> & Pick<Layout, "dateOrder">,
): FoundLayout {
  const used = new Set(Object.values(places));
  const isOne = (key: string, column: Column) => USUAL_KEYS[column].includes(key);
  const free = [...keys.entries()].filter(([at, key]) => key !== "" && !used.has(at));
  const placesOf = (is: (key: string) => boolean) =>
    free.filter(([, key]) => is(key)).map(([at]) => at);
  const isReference = (key: string) => isOne(key, "reference");
  const isText = (key: string) => isOne(key, "narration") && !REMARKS.test(key);
  const isOther = (key: string) =>
    !isReference(key) &&
    !isText(key) &&
    !ROW_NUMBERS.test(key) &&
    !VALUES.some((one) => isOne(key, one));
  const beside = (places.balance ?? keys.length) + 1;
  const isSide = !used.has(beside) && isOne(keys[beside] ?? "", "side");
  return {
    ...{ bank, places, dateOrder, width: keys.findLastIndex((key) => key !== "") + 1 },
    ...{ texts: placesOf(isText), references: placesOf(isReference), others: placesOf(isOther) },
    balanceSide: isSide ? beside : null,
  };
}

/** Tells whether a layout has day, text and money. */
const isComplete = (has: (column: Column) => boolean): boolean =>
  (has("bookedOn") || has("valueOn")) &&
  has("narration") &&
  ((has("debit") && has("credit")) || has("amount"));

/** Returns the first index of each column; undefined unless every column of the layout is there. */
function placesIn(keys: readonly string[], { headings }: Layout): Places | undefined {
  const places: Partial<Record<Column, number>> = {};
  for (const column of COLUMNS) {
    const spellings = headings[column];
    if (spellings === undefined) continue;
    const wanted = spellings.map(headingKey);
    const place = keys.findIndex((key) => wanted.includes(key));
    if (place < 0) return undefined;
    places[column] = place;
  }
  return isComplete((column) => places[column] !== undefined) ? places : undefined;
}

/** Returns the index of each column by its usual headings, as far as they are there. */
function usualPlaces(keys: readonly string[]): Places | undefined {
  const places: Partial<Record<Column, number>> = {};
  for (const column of COLUMNS) {
    const place = keys.findIndex((key) => USUAL_KEYS[column].includes(key));
    if (place >= 0) places[column] = place;
  }
  return isComplete((column) => places[column] !== undefined) ? places : undefined;
}

/**
 * Returns the layout of a row of headings: an admin's mapping if there is one, else a bank's, else the
 * usual headings. Undefined if the row has no headings.
 */
export function layoutOf(
  cells: readonly string[],
  mapping: Layout | null,
): FoundLayout | undefined {
  const keys = keysOf(cells);
  if (mapping) {
    const places = placesIn(keys, mapping);
    return places && completed(keys, { ...mapping, places });
  }
  for (const layout of BANKS) {
    const places = placesIn(keys, layout);
    if (places) return completed(keys, { bank: layout.bank, places });
  }
  const places = usualPlaces(keys);
  return places && completed(keys, { bank: null, places });
}
