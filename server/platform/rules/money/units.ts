import { formatRupees } from "./format";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { plainTyped } from "@server/platform/rules/text/typed";

/** A price can be scheduled this many years of 365 days ahead. */
export const FARTHEST_YEARS = 5;

/** 10,00,000 (Indian) or 1,000,000 (western), with or without decimals. */
const GROUPED = /^[1-9](?:\d?(?:,\d{2})*|\d{0,2}(?:,\d{3})*),\d{3}(?:\.\d*)?$/;

/**
 * Returns a typed number, trimmed, with digits 0 to 9 and without grouping. Text with commas in
 * other places keeps them, and is then not a number.
 */
export function ungrouped(typed: string): string {
  const text = plainTyped(typed).trim();
  return GROUPED.test(text) ? text.replaceAll(",", "") : text;
}

/** The usual ways to write rupees beside a number; the point after "Rs" is no decimal point. */
const RUPEES = String.raw`(?:[₹₨]|INR|Rs\.?|Rupees?|रु(?:[.॰]|पये|पए|पया)?)`;
const BEFORE_AMOUNT = new RegExp(String.raw`^${RUPEES}\s*`, "i");
const AFTER_AMOUNT = new RegExp(String.raw`\s*(?:/[-=]|${RUPEES})?(?:\s*only)?$`, "i");

/** An amount without the ways to write rupees around it. */
export const withoutCurrency = (text: string): string =>
  text.trim().replace(BEFORE_AMOUNT, "").replace(AFTER_AMOUNT, "");

/**
 * A typed or pasted amount without what stands around its number: "₹5,000", "Rs. 5000", "5000/-" and
 * "५०००" are "5000". Any other text keeps its other signs, and is then not an amount: no sign within the
 * number is dropped. Idempotent.
 */
export function plainAmount(typed: string): string {
  const text = plainTyped(typed).trim();
  const bare = ungrouped(withoutCurrency(text));
  return /^[\d.]+$/.test(bare) ? bare : text;
}

/** Maximum amount of one order: ₹99,99,99,999.99. Keeps its products within 64 bits. */
export const MAX_AMOUNT_PAISE = 99_99_99_999_99;

/** Maximum price of one token, ₹99,99,999.999999, in micro-rupees. */
export const MAX_PRICE_MICRO_RUPEES = 99_99_999_999_999;

/** One paisa in micro-rupees. */
export const MICRO_RUPEES_PER_PAISA = 10_000;

/** 100 % in basis points. */
export const WHOLE_BPS = 10_000;

/** Digits with an optional single decimal point (product.md §5): "12", "12.5", "12." and ".5". */
const DECIMAL = /^(?=.?\d)(\d*)(?:\.(\d*))?$/;

/**
 * Reads a decimal text as an exact integer count of its smallest unit; null for another form, more
 * decimals than the unit (trailing zeros excepted), or more than `max`.
 */
function parseDecimal(input: string | number, decimals: number, max: number): number | null {
  const match = DECIMAL.exec(String(input).trim());
  if (!match) return null;
  const whole = (match[1] ?? "").replace(/^0+/, "");
  const fraction = (match[2] ?? "").replace(/0+$/, "");
  if (fraction.length > decimals || whole.length > 15) return null;
  const units = BigInt(whole + fraction.padEnd(decimals, "0"));
  return units > BigInt(max) ? null : Number(units);
}

/**
 * Reads rupees as typed, or as a JSON number, in paise. Null for anything but digits with one
 * optional decimal point and at most two decimals, and above {@link MAX_AMOUNT_PAISE}. Zero is
 * valid.
 */
export function parseRupeesToPaise(rupees: string | number): number | null {
  return parseDecimal(rupees, 2, MAX_AMOUNT_PAISE);
}

/**
 * Parses an amount to pay, in paise. Refuses with AMOUNT_INVALID (form, or not above 0) or
 * AMOUNT_TOO_LARGE.
 */
export function amountInPaise(rupees: string | number): number {
  const paise = parseRupeesToPaise(rupees);
  if (paise === null && parseDecimal(rupees, 2, Number.MAX_SAFE_INTEGER) !== null) {
    throw refuse("AMOUNT_TOO_LARGE", { limit: formatRupees(MAX_AMOUNT_PAISE) });
  }
  if (paise === null || paise === 0) throw refuse("AMOUNT_INVALID");
  return paise;
}

/** Reads a price in rupees, up to six decimals, in micro-rupees; null when invalid. */
export function parsePriceToMicroRupees(rupees: string | number): number | null {
  return parseDecimal(rupees, 6, MAX_PRICE_MICRO_RUPEES);
}

/** Reads a percentage from 0 to 100 with at most two decimals, in basis points; null otherwise. */
export function bpsFromPercent(percent: string | number): number | null {
  return parseDecimal(percent, 2, WHOLE_BPS);
}

/** Converts basis points to a percentage: 250 → 2.5. For answers and texts, not for arithmetic. */
export function percentFromBps(bps: number): number {
  return bps / 100;
}

/** Converts paise to the number of rupees in REST answers. Not for arithmetic. */
export function paiseToRupeesNumber(paise: number): number {
  return paise / 100;
}

/** Converts micro-rupees to the number of rupees in REST answers. Not for arithmetic. */
export function microRupeesToNumber(microRupees: number): number {
  return microRupees / 1_000_000;
}

/**
 * Returns each part's share of their sum in percent, half up to two decimals; all 0 when the sum is
 * 0.
 */
export function sharesInPercent(parts: readonly number[]): number[] {
  const sum = parts.reduce((total, part) => total + BigInt(part), 0n);
  if (sum === 0n) return parts.map(() => 0);
  return parts.map((part) => Number((2n * 10_000n * BigInt(part) + sum) / (2n * sum)) / 100);
}

/**
 * Divides, rounded half up: the only rounding of money (architecture.md §5). Takes a non-negative
 * numerator and a positive denominator; throws otherwise.
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n || denominator <= 0n)
    throw new RangeError("Rounding needs 0 or more over 1 or more");
  return (2n * numerator + denominator) / (2n * denominator);
}
