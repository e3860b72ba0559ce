import { type SQL, and, ilike, or, sql } from "drizzle-orm";
import { orders, users } from "../schema";

/**
 * A search compares each column with ILIKE. The trigram indexes `users_search` and `orders_search`
 * find candidates for it: rows whose columns, as `search_text` writes them, contain the text. Each
 * match is a candidate, so a candidate that does not match is the only difference.
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

/** What is comparable, and what finds it; null where no index does. */
interface Match {
  is: SQL;
  candidates: SQL | null;
}

/** People by what a list of orders shows of them. */
export function personMatch(pattern: string): Match {
  return {
    is: sql`(${or(
      ilike(users.referralCode, pattern),
      ilike(users.name, pattern),
      ilike(users.mobile, pattern),
    )})`,
    candidates: isIndexed(textOf(pattern)) ? like(PERSON, pattern) : null,
  };
}

const PERSON = sql`${users.name} || ' ' || ${users.mobile} || ' ' || ${users.referralCode}`;

/** People by every field of a list of members. */
export function memberMatch(pattern: string): Match {
  const { is, candidates } = personMatch(pattern);
  return {
    is: sql`(${or(is, ilike(users.email, pattern))})`,
    candidates: candidates && sql`(${or(candidates, like(sql`${users.email}`, pattern))})`,
  };
}

/** Orders by number and reference, without their members. */
export function orderMatch(pattern: string): Match {
  const reference = referencePattern(pattern);
  const text = textOf(pattern);
  const number = withoutPrefix(text);
  const isFound = number !== null && isIndexed(number) && isIndexed(text.replace(/[\s-]/g, ""));
  return {
    is: sql`(${or(ilike(orders.orderNumber, pattern), ilike(orders.reference, reference))})`,
    candidates: isFound
      ? sql`(${or(
          like(
            sql`regexp_replace(${orders.orderNumber}, '^PUR-', '')`,
            `%${pattern.slice(1 + text.length - number.length)}`,
          ),
          like(sql`${orders.reference}`, reference),
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
