/** A bank statement as it was read, whatever the format of its file (docs/decisions/0018). */

/** Money that came in, or went out. */
export type Side = "CREDIT" | "DEBIT";

export interface StatementRow {
  /** Its place among the statement's entries, from 1; rows that could not be read count. */
  readonly row: number;
  /** The day on which the bank booked it, YYYY-MM-DD. */
  readonly bookedOn: string;
  /** The day from which it counts for interest, YYYY-MM-DD. */
  readonly valueOn: string | null;
  /** Above 0. */
  readonly amountPaise: number;
  readonly side: Side;
  readonly narration: string;
  /** As the bank writes it; null where it writes none, or only zeros. */
  readonly reference: string | null;
  /** The account's balance after it; negative for an overdraft. */
  readonly balancePaise: number | null;
}

/** Why a row was not read. */
export const ROW_FAULTS = [
  "DATE_UNREADABLE",
  "AMOUNT_UNREADABLE",
  "AMOUNT_MISSING",
  /** A debit and a credit in one row, or a sum without either. */
  "SIDE_UNCLEAR",
  /** It has more or fewer cells than the headings. */
  "COLUMNS_DIFFER",
  /** The balance before it, its sum and its balance do not agree. */
  "BALANCE_DIFFERS",
] as const;

export type RowFault = (typeof ROW_FAULTS)[number];

export interface UnreadRow {
  readonly row: number;
  readonly fault: RowFault;
  /** What the row says, at most {@link MAX_NARRATION} characters. */
  readonly text: string;
  /** The day that it seems to have, YYYY-MM-DD, to begin with where an admin mends it. */
  readonly bookedOn: string | null;
  /** By the balances before and after it, what came in, or went out below 0; null where they do not tell. */
  readonly byBalancePaise: number | null;
}

/** What an admin says that a row is. */
export interface Mend {
  readonly row: number;
  readonly bookedOn: string;
  readonly amountPaise: number;
  readonly side: Side;
  readonly narration: string;
}

/** Whether a statement adds up. */
export interface BalanceCheck {
  /** Before the first entry, as the file states it or by the first entry's balance. */
  readonly openingPaise: number;
  readonly creditPaise: number;
  readonly debitPaise: number;
  /** After the last entry. */
  readonly closingPaise: number;
  /** The closing balance less what the entries lead to: 0 where all is read and right. */
  readonly differencePaise: number;
  /** Entries that were read and do not agree with the balances around them. */
  readonly oddRows: readonly number[];
}

export interface StatementRows {
  readonly rows: readonly StatementRow[];
  readonly unread: readonly UnreadRow[];
}

/** The maximum number of entries of one statement. */
export const MAX_STATEMENT_ROWS = 20_000;

/** The maximum number of columns of a table. */
export const MAX_STATEMENT_COLUMNS = 60;

/** Longer narrations are cut. */
export const MAX_NARRATION = 500;

/** One line without control characters and repeated blanks, cut to {@link MAX_NARRATION}. */
export const tidyText = (text: string): string =>
  text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
    .slice(0, MAX_NARRATION);
