import { refuse } from "@server/platform/rules/refusals/refuse";
import { plainTyped } from "@server/platform/rules/text/typed";

const PREFIX = "PUR-";
const SHORTEST_DIGITS = 6;
const MAX_ATTEMPTS = 1_000;

/**
 * Returns an order number: `PUR-` and the last six digits of the clock in milliseconds (product.md §9).
 * If the company already uses it, call again with the next attempt: each takes one more digit of the
 * clock, and then the following milliseconds, so that many buyers at the same instant all get a number.
 * Refuses with ORDER_NUMBER_UNAVAILABLE after a thousand attempts.
 */
export function orderNumber(now: Date, attempt = 0): string {
  if (attempt >= MAX_ATTEMPTS) throw refuse("ORDER_NUMBER_UNAVAILABLE");
  const clock = String(now.getTime());
  const digits = SHORTEST_DIGITS + attempt;
  if (digits <= clock.length) return PREFIX + clock.slice(-digits);
  return PREFIX + String(now.getTime() + digits - clock.length);
}

/** Normalises a typed order number; null if it is invalid. */
export function normaliseOrderNumber(text: string): string | null {
  const tidy = plainTyped(text).trim().toUpperCase();
  return /^PUR-\d{6,20}$/.test(tidy) ? tidy : null;
}
