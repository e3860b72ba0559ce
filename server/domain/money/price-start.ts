import { refuse } from "@server/domain/refusals/refuse";

/** The most prices that may wait for their date. */
export const MAX_UPCOMING_PRICES = 12;
/** How far ahead a price may be set. */
const FARTHEST_MS = 5 * 365 * 86_400_000;

/**
 * Whether a price may begin at `startsAt`, beside those that wait already. Refuses with
 * PRICE_START_PAST, PRICE_START_FAR, PRICE_START_TAKEN and TOO_MANY_PRICES.
 */
export function assertPriceStart({
  startsAt,
  now,
  taken,
}: {
  startsAt: Date;
  now: Date;
  taken: readonly Date[];
}): void {
  const ahead = startsAt.getTime() - now.getTime();
  if (ahead <= 0) throw refuse("PRICE_START_PAST");
  if (ahead > FARTHEST_MS) throw refuse("PRICE_START_FAR");
  // Two that begin together would leave it open which one counts.
  if (taken.some((other) => other.getTime() === startsAt.getTime())) {
    throw refuse("PRICE_START_TAKEN");
  }
  if (taken.length >= MAX_UPCOMING_PRICES) {
    throw refuse("TOO_MANY_PRICES", { most: MAX_UPCOMING_PRICES });
  }
}
