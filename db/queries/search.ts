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
function tellingOfPerson(pattern: string): string {
  const local = `${pattern.slice(0, pattern.indexOf("@") + 1)}%`;
  return (isIndexed(textOf(local)) ? local : pattern).replace(LONG_WORD, endOf);
}

/** Of a number of an order. It has no letters, so a text with letters tells enough. */
const tellingOfNumber = (pattern: string): string => pattern.replace(LONG_NUMBER, endOf);

/** Whether a text has a number so long that few rows of all companies have it. */
export const isLongNumber = (pattern: string): boolean => /[0-9]{7}/.test(pattern);

/** A bank's letters before the digits of a reference tell as well. */
const tellingOfReference = (pattern: string): string =>
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

/** People by what a list of orders shows of them. */
export function personMatch(pattern: string): Match {
  return {
    ...containing([
      [users.name, pattern],
      [users.mobile, pattern],
      [users.referralCode, pattern],
    ]),
    candidates: isIndexed(textOf(pattern)) ? like(PERSON, tellingOfPerson(pattern)) : null,
  };
}

const PERSON = sql`${users.name} || ' ' || ${users.mobile} || ' ' || ${users.referralCode}`;

/** People by every field of a list of members. */
export function memberMatch(pattern: string): Match {
  const { candidates, ...person } = personMatch(pattern);
  const address = containing([[users.email, pattern]]);
  return {
    is: sql`(${or(person.is, address.is)})`,
    test: sql`(${or(person.test, address.test)})`,
    candidates:
      candidates && sql`(${or(candidates, like(sql`${users.email}`, tellingOfPerson(pattern)))})`,
  };
}

/** Orders by number and reference, without their members. */
export function orderMatch(pattern: string): Match {
  const reference = referencePattern(pattern);
  const text = textOf(pattern);
  if (!isOfOrders(text)) return NOTHING;
  const number = withoutPrefix(text);
  const isFound = number !== null && isIndexed(number) && isIndexed(text.replace(/[\s-]/g, ""));
  return {
    ...containing([
      [orders.orderNumber, pattern],
      [orders.reference, reference],
    ]),
    candidates: isFound
      ? sql`(${or(
          like(
            sql`regexp_replace(${orders.orderNumber}, '^PUR-', '')`,
            tellingOfNumber(`%${pattern.slice(1 + text.length - number.length)}`),
          ),
          like(sql`${orders.reference}`, tellingOfReference(reference)),
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

/** References are stored without spaces and hyphens; banks print them with both. */
export const referencePattern = (pattern: string): string => pattern.replace(/[\s-]/g, "");

export const found = ({ is, candidates }: Match): SQL | undefined =>
  candidates === null ? undefined : and(candidates, is);
