import { parseRupeesToPaise, ungrouped, withoutCurrency } from "@server/platform/rules/money/units";
import type { Side } from "./row";

export interface BankAmount {
  /** Paise, 0 or more. */
  readonly paise: number;
  /** Side by `Cr`, `Dr`, a sign or brackets beside the sum; null for a plain sum. */
  readonly side: Side | null;
}

const MARK =
  /\s*[([]?(?<![a-z])(cr|dr|credit|debit|c|d|जमा|नामे)\.?[)\]]?$|^(cr|dr)\b\.?\s*|^(cr|dr)(?=\d)/i;

const sideOfMark = (mark: string): Side => (/^(?:c|जमा)/i.test(mark) ? "CREDIT" : "DEBIT");

/** Moves the decimal point of a number to the right, or to the left if `places` is negative. */
function shifted(number: string, places: number): string {
  if (places === 0 || !/^\d*\.?\d*$/.test(number)) return number;
  const [whole = "", fraction = ""] = number.split(".");
  const digits = `${whole.padStart(-places + 1, "0")}${fraction.padEnd(places, "0")}`;
  const point = Math.max(whole.length, -places + 1) + places;
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * Parses a sum as banks print it: `1,00,000.00`, `100,000.00`, `INR 5,000`, `250.00 Cr`, `(250.00)`,
 * `-250.00`, in rupees or another power of ten of them. Null for any other text, for parts of a paisa,
 * and above the product's maximum.
 */
export function parseBankAmount(text: string, powerOfTen = 0): BankAmount | null {
  let rest = text
    .replace(/[\s\u00a0\u202f]+/g, " ")
    .trim()
    .replace(/^'/, "");
  let side: Side | null = null;
  const mark = MARK.exec(rest);
  if (mark) {
    side = sideOfMark(mark[1] ?? mark[2] ?? mark[3] ?? "");
    rest = rest.replace(mark[0], "");
  }
  const bracketed = /^\((.*)\)$/.exec(rest);
  if (bracketed) rest = bracketed[1] ?? "";
  rest = withoutCurrency(rest);
  const sign = /^([+-])\s*/.exec(rest) ?? /\s*([+-])$/.exec(rest);
  if (sign) rest = rest.replace(sign[0], "");
  rest = withoutCurrency(rest);
  const paise = parseRupeesToPaise(shifted(ungrouped(rest), powerOfTen));
  if (paise === null) return null;
  if (!bracketed && !sign) return { paise, side };
  // A sign beside a mark would contradict the mark, and no bank prints both.
  if (side !== null || (bracketed && sign)) return null;
  return { paise, side: bracketed || sign?.[1] === "-" ? "DEBIT" : "CREDIT" };
}

/** Parses the side in a column of its own: `CR`, `Dr.`, `Credit`, `C`, `+`. */
export function parseSide(text: string): Side | null {
  const word = text.replace(/[\s.]+/g, "").toUpperCase();
  if (/^(CR|C|CREDIT(ED)?|DEPOSIT(ED)?|IN|RECEIVED|जमा|क्रेडिट|\+)$/.test(word)) return "CREDIT";
  if (/^(DR|D|DEBIT(ED)?|WITHDRAWAL|OUT|SENT|नामे|निकासी|डेबिट|-)$/.test(word)) return "DEBIT";
  return null;
}

/** Order of day and month in a numeric date. A date that begins with its year needs none. */
export type DateOrder = "DMY" | "MDY";

/** The months in English and Hindi by their beginnings, which banks cut to three letters or more. */
const MONTHS = [
  "jan|जन",
  "feb|फ़?र",
  "mar|मार्च",
  "apr|अप्र",
  "may|मई",
  "jun|जून",
  "jul|जुल",
  "aug|अग",
  "sep|सि",
  "oct|अक्ट?",
  "nov|नव",
  "dec|दि",
].map((names) => new RegExp(`^(?:${names})`, "i"));

const ZONE = String.raw`(?:\s*(Z|\(?(?:UTC|GMT|IST)?\s*(?:[+-]\d{1,2}:?\d{2})?\)?))?`;
/** Matches a time of day behind a day, and its zone. */
const TIME = new RegExp(
  String.raw`(?:[\sT,|:-]+|\s*\bat\s+)(\d{1,2})[:.](\d{2})(?:[:.]\d{2}(?:[.,:]\d+)?)?(?:\s*(?:([ap])\.?m\.?|hrs?))?${ZONE}$`,
  "i",
);
const WEEKDAY =
  /[(\s,]*\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?[\s,)]*|[(\s,]*(?:सोम|मंगल|बुध|गुरु|शुक्र|शनि|रवि)(?:वार)?[\s,)]*/i;
const DIGITS = /^(\d{1,2})\s*([/.-])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})$/;
const YEAR_FIRST = /^(\d{4})([/.-]?)(\d{2})\2(\d{2})$/;
const MONTH = String.raw`([a-z]{3,9}|[\p{Script=Devanagari}]{2,10})`;
const NAMED = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th)?[\s/.,-]*${MONTH}[\s/.,'-]*(\d{4}|\d{2})$`,
  "iu",
);
const MONTH_FIRST = new RegExp(
  String.raw`^${MONTH}[\s/.-]*(\d{1,2})(?:st|nd|rd|th)?(?:[\s/.,-]+|\s*')(\d{4}|\d{2})$`,
  "iu",
);
const YEAR_THEN_NAME = new RegExp(String.raw`^(\d{4})[\s/.-]*${MONTH}[\s/.-]*(\d{1,2})$`, "iu");

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

const monthNamed = (word = ""): number => MONTHS.findIndex((names) => names.test(word)) + 1;

/** Returns a day without weekday and time, and the days by which its zone differs from India's. */
function dayAndShift(text: string): { day: string; shift: number } {
  const typed = text
    .replace(/^'/, "")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    // A second day in brackets is the value date.
    .replace(/\s*\(\d[^)]*\)\s*$/, "")
    .replace(/^(\D+\d{1,2}) ([\d:]+ \w+) (\d{4})$/, "$1 $3 $2")
    .trim();
  const timed = TIME.exec(typed);
  const [, hour = "0", minute = "0", half, zone = ""] = timed ?? [];
  const day = (timed ? typed.slice(0, timed.index) : typed).replace(WEEKDAY, " ").trim();
  const [, sign, hours = "0", minutes = "0"] = /([+-])(\d{1,2}):?(\d{2})/.exec(zone) ?? [];
  if (!/^(?:Z|\(?(?:UTC|GMT))/i.test(zone) && !sign) return { day, shift: 0 };
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const hour24 = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  const inIndia = hour24 * 60 + Number(minute) - offset + INDIA_MINUTES;
  return { day, shift: Math.floor(inIndia / MINUTES_OF_DAY) };
}

const INDIA_MINUTES = 330;
const MINUTES_OF_DAY = 1440;

/**
 * Parses a day as banks print it: `21/11/26`, `21-11-2026`, `1 Nov 2026`, `21-Nov-26`, `2026-11-21`,
 * `Nov 21, 2026`, each with or without a weekday, a time and its zone, and as a spreadsheet's number.
 * The day is India's. Null for any other text and for a day that does not exist.
 */
export function parseBankDate(text: string, order: DateOrder = "DMY"): string | null {
  const { day, shift } = dayAndShift(text);
  const date = dateOf(day, order);
  if (date === null || shift === 0) return date;
  return new Date(Date.parse(date) + shift * DAY_MS).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

function dateOf(typed: string, order: DateOrder): string | null {
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
  if (named) return calendarDate(fullYear(named[3] ?? ""), monthNamed(named[2]), Number(named[1]));
  const american = MONTH_FIRST.exec(typed);
  if (american) {
    const [, month, day, year = ""] = american;
    return calendarDate(fullYear(year), monthNamed(month), Number(day));
  }
  const iso = YEAR_THEN_NAME.exec(typed);
  return iso && calendarDate(Number(iso[1]), monthNamed(iso[2]), Number(iso[3]));
}

/**
 * Returns the day that a cell states if day and month change places; null if it names its month, or
 * there is no such day.
 */
export function swappedDay(text: string, date: string): string | null {
  if (/\p{L}/u.test(dayAndShift(text).day)) return null;
  const [year, month, day] = date.split("-").map(Number);
  return month === day ? null : calendarDate(year ?? 0, day ?? 0, month ?? 0);
}
