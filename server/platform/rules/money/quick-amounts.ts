import { tryQuote } from "./quote";
import { worthInPaise } from "./worth";

/** Rupees; dearer tokens use ten, a hundred, … times as much. */
const STEPS = [1000, 5000, 10_000, 50_000];

/**
 * Round amounts to buy for with one tap, in paise, the smallest first: each buys a token at least and
 * no more than `mostTokens`. Where no round amount does, what all of these tokens cost. Empty without
 * a price or a token.
 */
export function quickAmounts(priceMicroRupees: number | null, mostTokens: number): number[] {
  const price = worthInPaise(1, priceMicroRupees);
  const most = worthInPaise(mostTokens, priceMicroRupees);
  if (price === null || mostTokens < 1) return [];
  const buys = (amountPaise: number): boolean => {
    const quoted = tryQuote({ amountPaise, priceMicroRupees, feeBps: 0 });
    return quoted.ok && quoted.quote.quantity <= mostTokens;
  };
  let scale = 100;
  while (STEPS[1]! * scale < price) scale *= 10;
  const round = STEPS.map((rupees) => rupees * scale).filter(buys);
  return round.length > 0 || most === null ? round : [most].filter(buys);
}
