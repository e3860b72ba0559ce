/** The rows of a bank statement, in any file format (docs/decisions/0018). */

/** CREDIT is money that came in, DEBIT money that went out. */
export type Side = "CREDIT" | "DEBIT";

export interface StatementRow {
  /** Number among the statement's entries, from 1; unread rows count. */
  readonly row: number;
  /** Day on which the bank booked it, YYYY-MM-DD. */
  readonly bookedOn: string;
  /** Value date, from which it bears interest, YYYY-MM-DD. */
  readonly valueOn: string | null;
  /** Paise, above 0. */
  readonly amountPaise: number;
  readonly side: Side;
  readonly narration: string;
  /** Reference as the bank writes it; null if it writes none, or only zeros. */
  readonly reference: string | null;
  /** Paise of the account's balance after it; negative for an overdraft. */
  readonly balancePaise: number | null;
  /** True if the file does not say for certain that this is completed money of this side. */
  readonly isUnsure?: boolean;
}

export const ROW_FAULTS = [
  "DATE_UNREADABLE",
  "AMOUNT_UNREADABLE",
  "AMOUNT_MISSING",
  /** The row has both a debit and a credit, or a sum without either. */
  "SIDE_UNCLEAR",
  /** The row has more or fewer cells than the headings. */
  "COLUMNS_DIFFER",
  /** The balance before it, its sum and its balance do not agree. */
  "BALANCE_DIFFERS",
  /** The bank says that it failed, waits or was reversed. */
  "NOT_COMPLETED",
  /** Its sum is not in rupees. */
  "FOREIGN_CURRENCY",
  /** A spreadsheet has shortened the payment's number. */
  "NUMBER_SHORTENED",
  /** Its day is in the future, outside the file's period, or out of order. */
  "DAY_DOUBTFUL",
  /** The file has the chosen account and another one, whose entry it is. */
  "OTHER_ACCOUNT",
] as const;

export type RowFault = (typeof ROW_FAULTS)[number];

export interface UnreadRow {
  readonly row: number;
  readonly fault: RowFault;
  /** Text of the row, at most {@link MAX_NARRATION} characters. */
  readonly text: string;
  /** Its probable day, YYYY-MM-DD, as the default of an admin's correction. */
  readonly bookedOn: string | null;
  /** Signed paise by the balances around it, negative for a debit; null if they do not tell. */
  readonly byBalancePaise: number | null;
}

export interface DoubtfulDay {
  readonly row: number;
  /** Its day as it is written, YYYY-MM-DD. */
  readonly written: string;
  /** The likelier day, with day and month swapped; null if there is none. */
  readonly swapped: string | null;
}

/** An admin's correction of a row. */
export interface Mend {
  readonly row: number;
  readonly bookedOn: string;
  readonly amountPaise: number;
  readonly side: Side;
  readonly narration: string;
}

/** The result of comparing a statement's entries with its balances. */
export interface BalanceCheck {
  /** Paise before the first entry, as the file states it or by the first entry's balance. */
  readonly openingPaise: number;
  readonly creditPaise: number;
  readonly debitPaise: number;
  /** Paise after the last entry. */
  readonly closingPaise: number;
  /**
   * Closing balance less the balance that the entries lead to, in paise: 0 if all entries are read and
   * right.
   */
  readonly differencePaise: number;
  /** Rows that were read and contradict the balances around them. */
  readonly oddRows: readonly number[];
}

export interface StatementRows {
  readonly rows: readonly StatementRow[];
  readonly unread: readonly UnreadRow[];
}

export const MAX_STATEMENT_ROWS = 20_000;

export const MAX_STATEMENT_COLUMNS = 60;

/** Maximum of characters; longer narrations are cut. */
export const MAX_NARRATION = 500;

/** Joins a text to one line without control characters and repeated blanks, cut to {@link MAX_NARRATION}. */
export const tidyText = (text: string): string =>
  text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
    .slice(0, MAX_NARRATION);
