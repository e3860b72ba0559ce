import { refuse } from "@server/domain/refusals/refuse";

const PREFIX = "PUR-";
const SHORTEST_DIGITS = 6;
const MAX_ATTEMPTS = 1_000;

/**
 * An order number: `PUR-` and the last six digits of the clock in milliseconds (spec §9). Where the
 * company already used it, ask again with the next attempt: each takes one digit more of the clock,
 * and once all are taken, the milliseconds that follow, so that many buyers of one instant all find
 * a number. Refuses with ORDER_NUMBER_UNAVAILABLE after a thousand attempts.
 */
export function orderNumber(now: Date, attempt = 0): string {
  if (attempt >= MAX_ATTEMPTS) throw refuse("ORDER_NUMBER_UNAVAILABLE");
  const clock = String(now.getTime());
  const digits = SHORTEST_DIGITS + attempt;
  if (digits <= clock.length) return PREFIX + clock.slice(-digits);
  return PREFIX + String(now.getTime() + digits - clock.length);
}

/** An order number as a person may type it, in its one spelling; null when it cannot be one. */
export function normaliseOrderNumber(text: string): string | null {
  const tidy = text.trim().toUpperCase();
  return /^PUR-\d{6,20}$/.test(tidy) ? tidy : null;
}
