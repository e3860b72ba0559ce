import { formatPrice } from "@server/platform/rules/money/format";
import { sharesInPercent } from "@server/platform/rules/money/units";

interface Offer {
  priceMicroRupees: number | null;
  /** It counts tokens. */
  pool: { total: number; held: number; allocated: number };
}

/** Tokens that nobody has bought or ordered. */
export const leftIn = ({ pool }: Offer): number => pool.total - pool.held - pool.allocated;

/** The part of a total in percent, to two decimals. */
export const percentOf = (part: number, total: number): number =>
  sharesInPercent([part, total - part])[0] ?? 0;

/** The figures on the card of a shared link, without words: "1 RSGN = ₹7.00" and the percentage sold. */
export const saleFigures = ({ priceMicroRupees, pool }: Offer, symbol: string) => ({
  price: priceMicroRupees ? `1 ${symbol} = ${formatPrice(priceMicroRupees)}` : null,
  percent: percentOf(pool.allocated, pool.total),
});
