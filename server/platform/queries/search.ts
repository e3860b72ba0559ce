import { type SQL, and, ilike, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { orders, statementLines, users } from "@db/schema";

/**
 * A search compares each column as ILIKE does. `users_search`, `orders_search` and
 * `statement_lines_search` are trigram indexes of one expression for each table, as `search_text` writes it (db/sql/search.sql); they find
 * candidates, of which the comparison leaves those that match.
 */

/** Returns the text inside a pattern of `containsPattern`. */
const textOf = (pattern: string): string => pattern.slice(1, -1).replace(/\\(.)/gs, "$1");

const PREFIX = "PUR-";
const SIGN = "[0-9A-Za-z\\u0900-\\u097F]";
/** pg_trgm takes three letters or digits in a row; the edge of a word counts as blanks. */
const HAS_TRIGRAM = new RegExp(`${SIGN}{3}|${SIGN}{2}[^0-9A-Za-z\\u0900-\\u097F]|[ -/:-@]${SIGN}`);

/**
 * Returns the candidates for a text; undefined for one that the index cannot find, so that all rows
 * are compared.
 */
const candidates = (indexed: SQL, pattern: string): SQL | undefined =>
  HAS_TRIGRAM.test(textOf(pattern)) ? sql`${indexed} LIKE search_text(${pattern})` : undefined;

/** The expression of the index `users_search`. */
const PERSON = sql`search_text(${users.name} || ' ' || ${users.mobile} || ' ' || ${users.referralCode} || ' ' || ${users.email})`;

/**
 * The expression of the index `orders_search`. It lacks the prefix of every number, which would
 * find all of them.
 */
const ORDER = sql`search_text(regexp_replace(${orders.orderNumber}, '^PUR-', '') || ' ' || coalesce(${orders.reference}, ''))`;

/** The expression of the index `statement_lines_search`. */
const LINE = sql`search_text(${statementLines.narration} || ' ' || coalesce(${statementLines.reference}, ''))`;

/** Matches one of several conditions; the candidates help only where each condition has some. */
const oneOf = (...matches: (readonly [is: SQL, candidates: SQL | undefined])[]): SQL => {
  const is = or(...matches.map(([one]) => one));
  const found = matches.map(([, one]) => one);
  return sql`(${found.includes(undefined) ? is : and(or(...found), is)})`;
};

/**
 * Matches people by the fields that a list of orders shows: a name by its words in any order, a
 * mobile number and a Member ID also with spaces. A text with an `@` is part of an e-mail address.
 */
export function personMatch(pattern: string): SQL {
  if (pattern.includes("@"))
    return oneOf([ilike(users.email, pattern), candidates(PERSON, pattern)]);
  const text = textOf(pattern);
  const number = numberIn(text);
  const words = number === null ? text.split(/\s+/).map(containingText) : [pattern];
  // Mobile numbers are often typed with a 0 instead of the country's code.
  const whole =
    number === null ? pattern : containingText(number.replace(/^0(?:091)?(?=[6-9]\d{9}$)/, ""));
  return oneOf(
    [
      sql`(${and(...words.map((word) => ilike(users.name, word)))})`,
      and(...words.map((word) => candidates(PERSON, word))),
    ],
    [
      sql`(${or(ilike(users.mobile, whole), ilike(users.referralCode, whole))})`,
      candidates(PERSON, whole),
    ],
  );
}

/** Matches people by Member ID alone, which an API key sees. */
export const memberIdMatch = (pattern: string): SQL =>
  oneOf([ilike(users.referralCode, pattern), candidates(PERSON, pattern)]);

const containingText = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Matches people by every field of a list of members. */
export const memberMatch = (pattern: string): SQL =>
  sql`(${or(personMatch(pattern), oneOf([ilike(users.email, pattern), candidates(PERSON, pattern)]))})`;

/**
 * Returns a number in stored form, from one that is typed with spaces, hyphens or brackets, or
 * copied from an exported file, where an apostrophe keeps a spreadsheet from rounding it; null for
 * other texts.
 */
function numberIn(text: string): string | null {
  if (!/^'?\+?[\d\s()-]*\d[\d\s()-]*$/.test(text)) return null;
  return text.replace(/['\s()-]/g, "");
}

/**
 * Returns an order number in stored form, also from `pur 123 456` and from its digits with spaces.
 */
const orderNumberIn = (text: string): string =>
  (numberIn(text) ?? text.replace(/^pur[\s-]*(?=\d)/i, PREFIX)).replace(/(?<=\d)[\s]+(?=\d)/g, "");

/** True if numbers and references may have all these characters (`isReference`). */
const isOfOrders = (text: string): boolean => /^[0-9A-Za-z\s/._:#-]*$/.test(text);

/** True for a text within the prefix of every order number, which finds every order. */
export const findsAllOrders = (pattern: string): boolean =>
  PREFIX.includes(orderNumberIn(textOf(pattern)).toUpperCase());

/** Matches orders by number and reference, without their members. */
export function orderMatch(pattern: string): SQL {
  const reference = referencePattern(pattern);
  const text = orderNumberIn(textOf(pattern));
  if (!isOfOrders(text)) return sql`false`;
  const number = withoutPrefix(text);
  return oneOf(
    [
      ilike(orders.orderNumber, containingText(text)),
      number === null ? undefined : candidates(ORDER, containingText(number)),
    ],
    [ilike(orders.reference, reference), candidates(ORDER, reference)],
  );
}

/**
 * Returns the part of a text after the prefix of every order number; null for a text within the
 * prefix. The index lacks the prefix, since it would lead to all orders.
 */
function withoutPrefix(text: string): string | null {
  const upper = text.toUpperCase();
  if (PREFIX.includes(upper)) return null;
  for (let from = 0; from < PREFIX.length; from += 1) {
    const end = PREFIX.slice(from);
    if (upper.startsWith(end)) return text.slice(end.length);
  }
  return text;
}

/**
 * Returns the pattern without spaces and hyphens, as references are stored. Banks print both, and
 * exported files add an apostrophe.
 */
export const referencePattern = (pattern: string): string =>
  pattern.replace(/^%'(?=\d)/, "%").replace(/[\s-]/g, "");

/** The final amount that lists show: of the approved part, where that is less than the order. */
export const finalPaise = sql<number>`coalesce(${orders.approvedAmountPaise} + ${orders.approvedFeePaise}, ${orders.totalPaise})`;

/** Paise that a waiting order lacks after a received part, as `missingOf` has it. */
export const missingPaise: SQL<number | null> =
  sql`CASE WHEN ${orders.status} = 'PENDING' THEN ${orders.totalPaise} - ${orders.receivedPaise} END`.mapWith(
    Number,
  );

/**
 * Selects the time of the last decision; null for a pending order. The expression is that of the
 * index `orders_decisions`.
 */
export const lastDecidedAt = sql<Date | null>`coalesce(${orders.reversedAt}, ${orders.decidedAt})`;

/** Matches waiting orders whose member is asked for the rest: they wait for no admin (`restOf`). */
export const isAskedForRest = sql`(${orders.status} = 'PENDING' AND ${orders.receivedPaise} IS NOT NULL
  AND (${orders.decidedAt} IS NOT NULL OR ${orders.restAskedAt} IS NULL OR ${orders.submittedAt} <= ${orders.restAskedAt}))`;

/** Whole rupees of an amount have at most as many digits. */
const MOST_DIGITS = 10;

/** Reads "₹1,00,000", "1,00,000.50", "Rs. 5000/-" or "100000" as paise; null for another text. */
function sumIn(text: string): number | null {
  const [, rupees, decimals = ""] =
    /^'?(?:₹|rs\.?|inr)?\s*(\d[\d,]*)(?:\.(\d{1,2}))?(?:\s*\/-)?$/i.exec(text) ?? [];
  const whole = rupees?.replaceAll(",", "");
  if (whole === undefined || whole.length > MOST_DIGITS) return null;
  return Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
}

/**
 * Reads a day, or a minute or second of it, in India: "2026-11-21", "21/11/2026", "2026-11-21
 * 14:05:33".
 */
function timeIn(text: string): { from: Date; before: Date } | null {
  const [, day, minute, second] =
    /^(\d{4}-\d\d-\d\d|\d\d?[/.-]\d\d?[/.-]\d{4})(?:[\sT,]+(\d\d:\d\d)(?::(\d\d))?)?$/.exec(text) ??
    [];
  if (day === undefined) return null;
  const parts = day.split(/[/.-]/);
  const [year = "", month = "", date = ""] = parts[0]?.length === 4 ? parts : parts.toReversed();
  const from = new Date(
    `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}T${minute ?? "00:00"}:${second ?? "00"}+05:30`,
  );
  if (Number.isNaN(from.getTime())) return null;
  const seconds = second ? 1 : minute ? 60 : 86_400;
  return { from, before: new Date(from.getTime() + seconds * 1000) };
}

/** Reads a pattern's text as a sum in paise and as a time, where it is one. */
export function valuesIn(pattern: string) {
  const text = textOf(pattern);
  return { sum: sumIn(text), time: timeIn(text) };
}

/**
 * Matches orders by a sum or a day; `isShown`: by those alone that the answer to an API key has. Each
 * condition has an index of its own, which begins with the company.
 */
export function valueMatches(pattern: string, { isShown = false } = {}): SQL[] {
  const { sum, time } = valuesIn(pattern);
  const byTotal = sql`${finalPaise} = ${sum}`;
  const bySum =
    sum === null
      ? []
      : isShown
        ? [byTotal]
        : [
            byTotal,
            // The amount without the fee is found too: exports and receipts show it beside the total.
            sql`${orders.amountPaise} = ${sum}`,
            // Members mostly enter the total as the paid amount.
            sql`(${orders.paidAmountPaise} = ${sum} AND ${orders.paidAmountPaise} <> ${orders.totalPaise})`,
          ];
  if (time === null) return bySum;
  const [from, before] = [time.from.toISOString(), time.before.toISOString()];
  const within = (at: SQL | PgColumn) =>
    sql`${at} >= ${from}::timestamptz AND ${at} < ${before}::timestamptz`;
  const byCreation = sql`(${within(orders.createdAt)})`;
  if (isShown) return [...bySum, byCreation];
  return [
    ...bySum,
    byCreation,
    sql`(${orders.submittedAt} IS NOT NULL AND ${within(orders.submittedAt)})`,
    sql`(${orders.decidedAt} IS NOT NULL AND ${within(lastDecidedAt)})`,
  ];
}

/** Matches entries of bank statements by their text and reference, and by a sum or a day. */
export function lineMatch(pattern: string): SQL {
  const { sum, time } = valuesIn(pattern);
  const { narration, reference, amountPaise, bookedOn } = statementLines;
  const text = oneOf([
    sql`(${or(ilike(narration, pattern), ilike(reference, pattern))})`,
    candidates(LINE, pattern),
  ]);
  const day =
    time && sql`(${time.from.toISOString()}::timestamptz AT TIME ZONE 'Asia/Kolkata')::date`;
  return sql`(${or(
    text,
    sum === null ? undefined : sql`${amountPaise} = ${sum}`,
    day === null ? undefined : sql`${bookedOn} = ${day}`,
  )})`;
}
