import { type SQL, and, ilike, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { orders, users } from "../schema";

/**
 * A search compares each column as ILIKE does. The trigram indexes `users_search`, `orders_search` and
 * `orders_pending_search` find candidates for it: rows whose columns, as `search_text` writes them,
 * contain the text or a telling part of it. Each match is a candidate, so a candidate that does not
 * match is the only difference.
 */

/**
 * Whether a list is counted to its end, or no further than a reader of pages needs: to MOST_COUNTED,
 * unless the page itself is beyond it.
 */
export type Totals = "exact" | "capped";

/** A list counts this many matches, and then only whether there are more. */
export const MOST_COUNTED = 1000;

/** The number of rows in a list. */
export interface Counted {
  total: number;
  /** Whether there are at least that many, and were no more counted. */
  isTotalCapped: boolean;
}

/** `counted` rows, of which one more than MOST_COUNTED stands for any number. */
export const capped = (counted: number): Counted => ({
  total: Math.min(counted, MOST_COUNTED),
  isTotalCapped: counted > MOST_COUNTED,
});

export const exactly = (total: number): Counted => ({ total, isTotalCapped: false });

/** What a pattern of `containsPattern` contains. */
const textOf = (pattern: string): string => pattern.slice(1, -1).replace(/\\(.)/gs, "$1");

const PREFIX = "PUR-";
const SIGN = "[0-9A-Za-z\\u0900-\\u097F]";
/** pg_trgm takes three letters or digits in a row; the edge of a word counts as blanks. */
const HAS_TRIGRAM = new RegExp(`${SIGN}{3}|${SIGN}{2}[^0-9A-Za-z\\u0900-\\u097F]|[ -/:-@]${SIGN}`);

/** Whether an index can find the text; without it, the rows are compared one by one. */
const isIndexed = (text: string): boolean => HAS_TRIGRAM.test(text);

const like = (column: SQL, pattern: string): SQL =>
  sql`search_text(${column}) LIKE search_text(${pattern})`;

/** Which of the columns contain the pattern, in two ways with one result. */
function containing(
  of: readonly [column: PgColumn, pattern: string][],
): Pick<Match, "is" | "test"> {
  const is = of.map(([column, pattern]) => ilike(column, pattern));
  const test = of.map(([column, pattern]) => sql`lower(${column}) LIKE lower(${pattern})`);
  return { is: sql`(${or(...is)})`, test: sql`(${or(...test)})` };
}

/*
 * Each trigram of a text is one more list of rows to read, and those of a prefix or a host that many
 * share are long. So an index is asked for a telling part of a long text.
 */

/** The last signs of a number or code, which tell it from most others. */
const ENDING = 7;
const LONG_WORD = /[0-9A-Za-z]{8,}/g;
const LONG_NUMBER = /(?<![0-9A-Za-z])[0-9]{8,}(?![0-9A-Za-z])/g;

const endOf = (word: string): string => (/[0-9]/.test(word) ? `%${word.slice(-ENDING)}` : word);

/** Of a person: of an address what stands before its host, and of long numbers and codes the end. */
function rarePartOfPerson(pattern: string): string {
  const local = `${pattern.slice(0, pattern.indexOf("@") + 1)}%`;
  return (isIndexed(textOf(local)) ? local : pattern).replace(LONG_WORD, endOf);
}

/** Of a number of an order. It has no letters, so a text with letters tells enough. */
const rarePartOfNumber = (pattern: string): string => pattern.replace(LONG_NUMBER, endOf);

/** Whether a text has a number so long that few rows of all companies have it. */
export const isLongNumber = (pattern: string): boolean => /[0-9]{7}/.test(pattern);

/** A bank's letters before the digits of a reference tell as well. */
const rarePartOfReference = (pattern: string): string =>
  pattern.replace(LONG_WORD, (word) => {
    const [letters = ""] = /^[A-Za-z]{3,}/.exec(word) ?? [];
    return letters + endOf(word.slice(letters.length));
  });

/** Whether numbers and references may have all these signs (`isReference`). */
const isOfOrders = (text: string): boolean => /^[0-9A-Za-z\s/._:#-]*$/.test(text);
const NOTHING = { is: sql`false`, test: sql`false`, candidates: sql`false` };

/** What is comparable, and what finds it; null where no index does. */
interface Match {
  is: SQL;
  /**
   * The same, tested in a third of the time: ILIKE writes the pattern in lower case again for each row.
   * Only for rows that are read anyway, since only of ILIKE the planner knows how many it finds.
   */
  test: SQL;
  candidates: SQL | null;
}

/**
 * People by what a list of orders shows of them: a name by its words in any order, a mobile number and
 * a Member ID also with spaces. A text with an `@` is one of an e-mail address.
 */
export function personMatch(pattern: string): Match {
  if (pattern.includes("@")) {
    return { ...containing([[users.email, pattern]]), candidates: candidatesBy(EMAIL, pattern) };
  }
  const text = textOf(pattern);
  const number = numberIn(text);
  const words = number === null ? text.split(/\s+/) : [text];
  const named = words.map((word) => containing([[users.name, containingText(word)]]));
  const whole = number === null ? pattern : containingText(number);
  const numbered = containing([
    [users.mobile, whole],
    [users.referralCode, whole],
  ]);
  const byWords = words.flatMap((word) => candidatesBy(PERSON, containingText(word)) ?? []);
  const byWhole = candidatesBy(PERSON, whole);
  return {
    is: sql`(${or(and(...named.map(({ is }) => is)), numbered.is)})`,
    test: sql`(${or(and(...named.map(({ test }) => test)), numbered.test)})`,
    candidates:
      byWords.length === 0 || byWhole === null
        ? null
        : words.length === 1 && (number ?? text) === text
          ? byWhole
          : sql`(${or(and(...byWords), byWhole)})`,
  };
}

const PERSON = sql`${users.name} || ' ' || ${users.mobile} || ' ' || ${users.referralCode}`;
const EMAIL = sql`${users.email}`;

/** What an index finds for a text in a column; null where it cannot. */
const candidatesBy = (column: SQL, pattern: string): SQL | null =>
  isIndexed(textOf(pattern)) ? like(column, rarePartOfPerson(pattern)) : null;

const containingText = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** People by every field of a list of members. */
export function memberMatch(pattern: string): Match {
  const person = personMatch(pattern);
  if (pattern.includes("@")) return person;
  const address = containing([[users.email, pattern]]);
  const byAddress = candidatesBy(EMAIL, pattern);
  return {
    is: sql`(${or(person.is, address.is)})`,
    test: sql`(${or(person.test, address.test)})`,
    candidates: person.candidates && byAddress && sql`(${or(person.candidates, byAddress)})`,
  };
}

/**
 * A number as it is stored, of one that is typed with spaces, hyphens or brackets, or copied from a
 * file of ours, where an apostrophe keeps a spreadsheet from rounding it; null for other texts.
 */
function numberIn(text: string): string | null {
  if (!/^'?\+?[\d\s()-]*\d[\d\s()-]*$/.test(text)) return null;
  return text.replace(/['\s()-]/g, "");
}

/** An order number as it is stored: also of `pur 123 456`, and of its digits with spaces. */
const orderNumberIn = (text: string): string =>
  (numberIn(text) ?? text.replace(/^pur[\s-]*(?=\d)/i, PREFIX)).replace(/(?<=\d)[\s]+(?=\d)/g, "");

/** Orders by number and reference, without their members. */
export function orderMatch(pattern: string): Match {
  const reference = referencePattern(pattern);
  const text = orderNumberIn(textOf(pattern));
  if (!isOfOrders(text)) return NOTHING;
  const number = withoutPrefix(text);
  const isFound = number !== null && isIndexed(number) && isIndexed(text.replace(/[\s-]/g, ""));
  return {
    ...containing([
      [orders.orderNumber, containingText(text)],
      [orders.reference, reference],
    ]),
    candidates: isFound
      ? sql`(${or(
          like(
            sql`regexp_replace(${orders.orderNumber}, '^PUR-', '')`,
            rarePartOfNumber(containingText(number)),
          ),
          like(sql`${orders.reference}`, rarePartOfReference(reference)),
        )})`
      : null,
  };
}

/**
 * The part of a text that follows the prefix of every order number, which the index lacks since it
 * would lead to all of them; null for a text within the prefix.
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

/** References are stored without spaces and hyphens; banks print them with both, our files with an apostrophe. */
export const referencePattern = (pattern: string): string =>
  pattern.replace(/^%'(?=\d)/, "%").replace(/[\s-]/g, "");

/** The final amount that lists show: of the approved part, where that is less than the order. */
export const finalPaise = sql<number>`coalesce(${orders.approvedAmountPaise} + ${orders.approvedFeePaise}, ${orders.totalPaise})`;

/** When the last decision was made; null for a pending order. As the index `orders_decisions` has it. */
export const lastDecidedAt = sql<Date | null>`coalesce(${orders.reversedAt}, ${orders.decidedAt})`;

/** Whole rupees of an amount have at most as many digits. */
const MOST_DIGITS = 10;

/** "₹1,00,000", "1,00,000.50" or "100000" in paise; null for what is no sum. */
function sumIn(text: string): number | null {
  const [, rupees, decimals = ""] =
    /^(?:₹|rs\.?|inr)?\s*(\d[\d,]*)(?:\.(\d{1,2}))?$/i.exec(text) ?? [];
  const whole = rupees?.replaceAll(",", "");
  if (whole === undefined || whole.length > MOST_DIGITS) return null;
  return Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
}

/** A day, or a minute or second of it, in India: "2026-11-21", "21/11/2026", "2026-11-21 14:05:33". */
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

/** The sum in paise, and the time, that a pattern's text is, if it is one. */
export function valuesIn(pattern: string) {
  const text = textOf(pattern);
  return { sum: sumIn(text), time: timeIn(text) };
}

/**
 * Orders by a sum or a day that the text is: each condition with an index of its own, which begins with
 * the company.
 */
export function valueMatches(pattern: string): SQL[] {
  const { sum, time } = valuesIn(pattern);
  const bySum =
    sum === null
      ? []
      : [
          sql`${finalPaise} = ${sum}`,
          // What was entered is mostly the total.
          sql`(${orders.paidAmountPaise} = ${sum} AND ${orders.paidAmountPaise} <> ${orders.totalPaise})`,
        ];
  if (time === null) return bySum;
  const [from, before] = [time.from.toISOString(), time.before.toISOString()];
  const within = (at: SQL | PgColumn) =>
    sql`${at} >= ${from}::timestamptz AND ${at} < ${before}::timestamptz`;
  return [
    ...bySum,
    sql`(${within(orders.createdAt)})`,
    sql`(${orders.submittedAt} IS NOT NULL AND ${within(orders.submittedAt)})`,
    sql`(${orders.decidedAt} IS NOT NULL AND ${within(lastDecidedAt)})`,
  ];
}

export const found = ({ is, candidates }: Match): SQL | undefined =>
  candidates === null ? undefined : and(candidates, is);
