import { parseRupeesToPaise, ungrouped } from "@server/platform/rules/money/units";
import type { Side } from "./row";

export interface BankAmount {
  /** Paise, 0 or more. */
  readonly paise: number;
  /** Side by `Cr`, `Dr`, a sign or brackets beside the sum; null for a plain sum. */
  readonly side: Side | null;
}

const CURRENCY = /^(?:₹|INR|Rs\.?)\s*/i;
const MARK = /\s*\(?(?<![a-z])(cr|dr|credit|debit|c|d)\.?\)?$/i;

const sideOfMark = (mark: string): Side => (/^c/i.test(mark) ? "CREDIT" : "DEBIT");

/**
 * Parses a sum as banks print it: `1,00,000.00`, `100,000.00`, `INR 5,000`, `250.00 Cr`, `(250.00)`,
 * `-250.00`. Null for any other text, for more than two decimals, and above the product's maximum.
 */
export function parseBankAmount(text: string): BankAmount | null {
  let rest = text.replace(/[\s\u00a0\u202f]+/g, " ").trim();
  let side: Side | null = null;
  const mark = MARK.exec(rest);
  if (mark) {
    side = sideOfMark(mark[1] ?? "");
    rest = rest.slice(0, mark.index);
  }
  const bracketed = /^\((.*)\)$/.exec(rest);
  if (bracketed) rest = bracketed[1] ?? "";
  rest = rest.trim().replace(CURRENCY, "");
  const sign = /^([+-])\s*/.exec(rest) ?? /\s*([+-])$/.exec(rest);
  if (sign) rest = rest.replace(sign[0], "");
  rest = rest.replace(CURRENCY, "");
  const paise = parseRupeesToPaise(ungrouped(rest));
  if (paise === null) return null;
  if (!bracketed && !sign) return { paise, side };
  // A sign beside a mark would contradict the mark, and no bank prints both.
  if (side !== null || (bracketed && sign)) return null;
  return { paise, side: bracketed || sign?.[1] === "-" ? "DEBIT" : "CREDIT" };
}

/** Parses the side in a column of its own: `CR`, `Dr.`, `Credit`, `C`, `+`. */
export function parseSide(text: string): Side | null {
  const word = text.replace(/[\s.]+/g, "").toUpperCase();
  if (/^(CR|C|CREDIT|DEPOSIT|\+)$/.test(word)) return "CREDIT";
  if (/^(DR|D|DEBIT|WITHDRAWAL|-)$/.test(word)) return "DEBIT";
  return null;
}

/** Order of day and month in a numeric date. A date that begins with its year needs none. */
export type DateOrder = "DMY" | "MDY";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const TIME = String.raw`(?:[\sT,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]m)?)?(?:Z|[+-]\d{2}:?\d{2})?`;
const DIGITS = new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})${TIME}$`, "i");
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([/.-]?)(\d{2})\2(\d{2})${TIME}$`, "i");
const NAMED = new RegExp(
  String.raw`^(\d{1,2})[\s/.-]*([a-z]{3,9})[\s/.,-]*(\d{4}|\d{2})${TIME}$`,
  "i",
);

/** Matches a day as spreadsheets count it, from 2000 on: 46327 is 1 November 2026. */
const SERIAL = /^(?:3[7-9]|[4-6]\d)\d{3}(?:\.\d+)?$/;

/** Returns a calendar date, YYYY-MM-DD; null for a day that the month does not have, or before 2000. */
function calendarDate(year: number, month: number, day: number): string | null {
  if (year < 2000 || year > 2099 || month < 1 || month > 12 || day < 1) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}

/** Expands two-digit years to this century. */
const fullYear = (digits: string): number =>
  digits.length === 2 ? 2000 + Number(digits) : Number(digits);

/**
 * Parses a day as banks print it: `21/11/26`, `21-11-2026`, `1 Nov 2026`, `21-Nov-26`, `2026-11-21`,
 * each with or without a time, and as a spreadsheet's number. Null for any other text and for a day
 * that does not exist.
 */
export function parseBankDate(text: string, order: DateOrder = "DMY"): string | null {
  const typed = text.replace(/^'/, "").trim();
  const first = YEAR_FIRST.exec(typed);
  if (first) return calendarDate(Number(first[1]), Number(first[3]), Number(first[4]));
  if (SERIAL.test(typed)) {
    return new Date(Date.UTC(1899, 11, 30 + Math.floor(Number(typed)))).toISOString().slice(0, 10);
  }
  const digits = DIGITS.exec(typed);
  if (digits) {
    const [day, month] = order === "DMY" ? [digits[1], digits[3]] : [digits[3], digits[1]];
    return calendarDate(fullYear(digits[4] ?? ""), Number(month), Number(day));
  }
  const named = NAMED.exec(typed);
  if (!named) return null;
  const word = (named[2] ?? "").toLowerCase();
  const month = MONTHS.findIndex((name) => word.startsWith(name)) + 1;
  return calendarDate(fullYear(named[3] ?? ""), month, Number(named[1]));
}
