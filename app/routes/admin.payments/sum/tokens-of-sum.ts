import type { TFunction } from "i18next";
import { tokensText } from "~/lib/orders/tokens-text";

interface Order {
  totalQuantity: number;
  bonusTokens: number;
}

/**
 * Returns in words the tokens that a received sum pays, and those that were ordered: both with the bonus.
 * A sum that pays none leaves the symbol alone.
 */
export const tokensOfSum = (
  t: TFunction,
  part: { quantity: number; bonusTokens: number } | null,
  order: Order,
  symbol: string,
) => ({
  tokens: part ? tokensText(t, { ...part, totalQuantity: part.quantity }, symbol) : symbol,
  orderedTokens: tokensText(t, order, ""),
});
