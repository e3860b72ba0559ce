import type { TFunction } from "i18next";
import { formatQuantity } from "@server/platform/rules/money/format";

interface Tokens {
  totalQuantity: number;
  bonusTokens: number;
}

/** Returns what an approval allocates to a buyer: "100 MASP", or "104 MASP (4 of them a bonus)". */
export const tokensText = (t: TFunction, order: Tokens, symbol: string): string => {
  const all = `${formatQuantity(order.totalQuantity + order.bonusTokens)} ${symbol}`.trimEnd();
  if (order.bonusTokens === 0) return all;
  return t("common:withBonus", { tokens: all, bonus: formatQuantity(order.bonusTokens) });
};

/** Returns the tokens of an order in a list, its bonus on a line below. */
export const listedTokens = (t: TFunction, order: Tokens): string => {
  const bought = formatQuantity(order.totalQuantity);
  if (order.bonusTokens === 0) return bought;
  return `${bought}\n${t("common:plusBonus", { bonus: formatQuantity(order.bonusTokens) })}`;
};
