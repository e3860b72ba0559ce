import { costInPaise, tryQuote } from "./quote";
import { MICRO_RUPEES_PER_PAISA } from "./units";

/** Rupees; dearer tokens use ten, a hundred, … times as much. */
const STEPS = [1000, 5000, 10_000, 50_000];

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b));

/**
 * The largest sum up to `mostPaise` that is round and buys whole tokens, in paise; null where the
 * price allows none. Round are tenths of `mostPaise`, else hundredths, and so on.
 */
function roundSum(mostPaise: number, priceMicroRupees: number): number | null {
  const price = BigInt(priceMicroRupees);
  const paisa = BigInt(MICRO_RUPEES_PER_PAISA);
  for (let unit = mostPaise / 10; unit >= 1; unit /= 10) {
    const round = BigInt(Math.floor(unit)) * paisa;
    const both = (price / divisor(price, round)) * round;
    const times = (BigInt(mostPaise) * paisa) / both;
    if (times > 0n) return Number((times * both) / paisa);
  }
  return null;
}

/** An amount in paise, and the tokens that it buys. */
export interface QuickAmount {
  amountPaise: number;
  quantity: number;
}

/**
 * Round sums of whole tokens to buy for with one tap, the smallest first: each buys a token at least
 * and no more than `mostTokens`. Where no round sum does, what all of these tokens cost. Empty without
 * a price or a token.
 */
export function quickAmounts(priceMicroRupees: number | null, mostTokens: number): QuickAmount[] {
  const price = costInPaise(1, priceMicroRupees);
  const most = costInPaise(mostTokens, priceMicroRupees);
  if (price === null || priceMicroRupees === null || priceMicroRupees < 1) return [];
  if (mostTokens < 1) return [];
  const bought = (amountPaise: number | null): QuickAmount[] => {
    if (amountPaise === null) return [];
    const quoted = tryQuote({ amountPaise, priceMicroRupees, feeBps: 0 });
    if (!quoted.ok || quoted.quote.quantity > mostTokens) return [];
    return [{ amountPaise, quantity: quoted.quote.quantity }];
  };
  let scale = 100;
  while (STEPS[1]! * scale < price) scale *= 10;
  const sums = STEPS.map((rupees) => roundSum(rupees * scale, priceMicroRupees));
  const round = [...new Set(sums)].flatMap(bought);
  return round.length > 0 ? round : bought(most);
}
