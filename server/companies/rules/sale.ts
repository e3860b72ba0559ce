import { formatPrice } from "@server/platform/rules/money/format";

interface Offer {
  priceMicroRupees: number | null;
  /** It counts tokens. */
  pool: { total: number; held: number; allocated: number; sold: number };
}

/** Tokens that nobody has bought or ordered. */
export const leftIn = ({ pool }: Offer): number => pool.total - pool.held - pool.allocated;

/** The part of a total in percent, rounded: 100 for the whole alone, and 0 for nothing alone. */
export function percentOf(part: number, total: number, decimals = 2): number {
  if (part <= 0 || total <= 0) return 0;
  if (part >= total) return 100;
  const least = 10 ** -decimals;
  const rounded = Number(((part * 100) / total).toFixed(decimals));
  return Number(Math.min(100 - least, Math.max(least, rounded)).toFixed(decimals));
}

/** The figures on the card of a shared link, without words: "1 RSGN = ₹7.00" and the percentage sold. */
export const saleFigures = ({ priceMicroRupees, pool }: Offer, symbol: string) => ({
  price: priceMicroRupees ? `1 ${symbol} = ${formatPrice(priceMicroRupees)}` : null,
  percent: percentOf(pool.sold, pool.total),
});
