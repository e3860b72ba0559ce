import type { StatementRow } from "./row";
import { wordsOf } from "./tokens";

/** Numbers that banks give to one payment: of UPI and IMPS, of NEFT, of RTGS. */
const PAYMENT_NUMBER = /^(?:\d{12}|[A-Z]{4}[A-Z0-9]?\d{11}|[A-Z]{4}R\d{17})$/;

export interface LineKey {
  /** What two imports of one entry have in common: day, side, sum, and its number or else its text. */
  readonly key: string;
  /** Which of the file's entries with this key it is, from 1. */
  readonly occurrence: number;
}

/**
 * What makes an entry the same in the same or an overlapping file. Two equal payments on one day are
 * two occurrences, as long as a file has whole days, as banks' files do; a later file of a day that
 * was not over adds what it has more.
 */
export function lineKeys(rows: readonly StatementRow[]): LineKey[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const key = [row.bookedOn, row.side, row.amountPaise, identityOf(row)].join("|");
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return { key, occurrence };
  });
}

type Keyed = Pick<StatementRow, "reference" | "narration">;

/** The payment's number, which every format of a file has; without one, its letters and digits. */
const identityOf = (row: Keyed): string => paymentNumberOf(row) ?? identityWords(row).join("");

const identityWords = ({ reference, narration }: Keyed): string[] => [
  ...wordsOf(reference ?? ""),
  ...wordsOf(narration),
];

/** The number that banks give to the payment: the first one that an entry shows. */
function paymentNumberOf(row: Keyed): string | null {
  const numbers = identityWords(row).map((word) => word.replace(/^0+(?=\d{12}$)/, ""));
  return numbers.find((word) => PAYMENT_NUMBER.test(word)) ?? null;
}

/**
 * Whether a file's account may be the chosen one: the digits that it shows are the last ones of the
 * account's number. Hidden digits (`X`, `*`) and zeros before the number are passed over.
 */
export function isSameAccount(stated: string, accountNumber: string): boolean {
  const length = Math.max(stated.length, accountNumber.length);
  const [left, right] = [stated.padStart(length, "0"), accountNumber.padStart(length, "0")];
  return [...left].every((sign, at) => /[X*]/i.test(sign) || sign === right[at]);
}
