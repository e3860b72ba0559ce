import { formatRupees } from "./format";
import { divideHalfUp, MAX_AMOUNT_PAISE, MICRO_RUPEES_PER_PAISA, WHOLE_BPS } from "./units";
import { isRefusal, type Refusal, refuse } from "@server/platform/rules/refusals/refuse";

export interface QuoteInput {
  /** The amount to spend on tokens, before the fee. */
  readonly amountPaise: number;
  /** Price per token; null or 0 when the company has none yet. */
  readonly priceMicroRupees: number | null;
  /** The platform's fee, added to the amount. */
  readonly feeBps: number;
}

export interface Quote {
  /** Whole tokens. */
  readonly quantity: number;
  readonly feePaise: number;
  /** The sum to pay: amount plus fee. */
  readonly totalPaise: number;
  /** The part of the amount that is too small for another token, rounded down to the paisa. */
  readonly remainderPaise: number;
}

/**
 * Prices a purchase. The Buy page, the order, the REST call and the receipt use this function
 * (architecture.md §5): quantity = floor(amount / price), fee = amount × fee % half up to the
 * paisa, total = amount + fee.
 *
 * Refuses with AMOUNT_INVALID, AMOUNT_TOO_LARGE, NO_TOKEN_SELECTED (no price) or BELOW_ONE_TOKEN.
 */
export function quote({ amountPaise, priceMicroRupees, feeBps }: QuoteInput): Quote {
  if (!Number.isInteger(feeBps) || feeBps < 0 || feeBps > WHOLE_BPS) {
    throw new RangeError("A fee is 0 to 10000 basis points");
  }
  if (!Number.isSafeInteger(amountPaise) || amountPaise <= 0) throw refuse("AMOUNT_INVALID");
  if (amountPaise > MAX_AMOUNT_PAISE) {
    throw refuse("AMOUNT_TOO_LARGE", { limit: formatRupees(MAX_AMOUNT_PAISE) });
  }
  if (priceMicroRupees === null || priceMicroRupees <= 0) throw refuse("NO_TOKEN_SELECTED");

  // amount × 10,000 can exceed 2^53, so this is computed with BigInt.
  const amount = BigInt(amountPaise);
  const amountMicroRupees = amount * BigInt(MICRO_RUPEES_PER_PAISA);
  const price = BigInt(priceMicroRupees);
  const quantity = amountMicroRupees / price;
  if (quantity === 0n) throw refuse("BELOW_ONE_TOKEN");
  const fee = divideHalfUp(amount * BigInt(feeBps), BigInt(WHOLE_BPS));
  return {
    quantity: Number(quantity),
    feePaise: Number(fee),
    totalPaise: Number(amount + fee),
    remainderPaise: Number((amountMicroRupees % price) / BigInt(MICRO_RUPEES_PER_PAISA)),
  };
}

/**
 * Quotes the amount without the part that buys no token, in paise: the same tokens, and nothing is
 * paid for nothing. Refuses as {@link quote} does.
 */
export function quoteWhole(input: QuoteInput): { amountPaise: number; quote: Quote } {
  const amountPaise = input.amountPaise - quote(input).remainderPaise;
  return { amountPaise, quote: quote({ ...input, amountPaise }) };
}

/** Quotes like `quote`, but returns the refusal, for display while a person types. */
export function tryQuote(
  input: QuoteInput,
):
  | { readonly ok: true; readonly quote: Quote }
  | { readonly ok: false; readonly refusal: Refusal } {
  try {
    return { ok: true, quote: quote(input) };
  } catch (thrown) {
    if (isRefusal(thrown)) return { ok: false, refusal: thrown };
    throw thrown;
  }
}

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
