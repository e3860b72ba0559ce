/** Duration of the hold, in seconds (product.md §9: 15 minutes). */
export const HOLD_SECONDS = 900;

/** Seconds for which a payment waits for its turn. */
export const PAYMENT_WAIT_SECONDS = 20;

/** Seconds that tokens stay with a hold that has ended, for a payment that waits and is then stored. */
export const HOLD_KEPT_SECONDS = PAYMENT_WAIT_SECONDS + 15;

/** Seconds that the quoted price stays valid after the hold (architecture.md §6: 24 hours). */
export const QUOTE_STANDS_SECONDS = 24 * 60 * 60;

export function holdEndsAt(now: Date): Date {
  return new Date(now.getTime() + HOLD_SECONDS * 1_000);
}

/** True once the hold has ended, from the exact instant on. */
export function isHoldOver(order: { readonly holdEndsAt: Date }, now: Date): boolean {
  return now.getTime() >= order.holdEndsAt.getTime();
}

/** Returns the whole seconds left of the hold, from 900 to 0. */
export function holdSecondsLeft(order: { readonly holdEndsAt: Date }, now: Date): number {
  const left = Math.ceil((order.holdEndsAt.getTime() - now.getTime()) / 1_000);
  return Math.min(HOLD_SECONDS, Math.max(0, left));
}

/** Returns the end of the quote: a later submission is flagged, and an admin decides. */
export function quoteStandsUntil(order: { readonly holdEndsAt: Date }): Date {
  return new Date(order.holdEndsAt.getTime() + QUOTE_STANDS_SECONDS * 1_000);
}

/** True if a submission at this instant is later than the quote. */
export function isLate(order: { readonly holdEndsAt: Date }, submittedAt: Date): boolean {
  return submittedAt.getTime() > quoteStandsUntil(order).getTime();
}

/** The hold as used in texts, in minutes. */
export const HOLD_MINUTES = HOLD_SECONDS / 60;
