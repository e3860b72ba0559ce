import { divideHalfUp, MICRO_RUPEES_PER_PAISA } from "./units";

/**
 * Returns the least amount that buys tokens at a price, in paise, rounded up. Null without a price, and
 * for a sum too large for an exact number.
 */
export function costInPaise(tokens: number, priceMicroRupees: number | null): number | null {
  if (priceMicroRupees === null) return null;
  const paisa = BigInt(MICRO_RUPEES_PER_PAISA);
  const cost = Number((BigInt(tokens) * BigInt(priceMicroRupees) + paisa - 1n) / paisa);
  return Number.isSafeInteger(cost) ? cost : null;
}

/**
 * Returns the worth of tokens at a price, in paise, half up. Null without a price, and for a sum too
 * large for an exact number.
 */
export function worthInPaise(tokens: number, priceMicroRupees: number | null): number | null {
  if (priceMicroRupees === null) return null;
  const worth = Number(
    divideHalfUp(BigInt(tokens) * BigInt(priceMicroRupees), BigInt(MICRO_RUPEES_PER_PAISA)),
  );
  return Number.isSafeInteger(worth) ? worth : null;
}
