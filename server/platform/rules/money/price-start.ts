import { FARTHEST_YEARS } from "./units";
import { refuse } from "@server/platform/rules/refusals/refuse";

export const MAX_UPCOMING_PRICES = 12;
const FARTHEST_MS = FARTHEST_YEARS * 365 * 86_400_000;

/**
 * Checks the start of a price against the other scheduled prices. Refuses with PRICE_START_PAST,
 * PRICE_START_FAR, PRICE_START_TAKEN and TOO_MANY_PRICES.
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
  // Two prices with one start are refused: neither would take precedence.
  if (taken.some((other) => other.getTime() === startsAt.getTime())) {
    throw refuse("PRICE_START_TAKEN");
  }
  if (taken.length >= MAX_UPCOMING_PRICES) {
    throw refuse("TOO_MANY_PRICES", { most: MAX_UPCOMING_PRICES });
  }
}
