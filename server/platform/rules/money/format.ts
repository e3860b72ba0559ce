/**
 * Numbers in Indian format: lakh and crore grouping, Latin digits in every language. Formatted
 * without Intl, so that server and browser always render the same text.
 */

/** Groups digits by the last three, then pairs: "1234567" → "12,34,567". */
function groupIndian(digits: string): string {
  if (digits.length <= 3) return digits;
  const head = digits.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ",");
  return `${head},${digits.slice(-3)}`;
}

/** Writes an integer count of a small unit with the unit's number of decimals. */
function decimalText(units: number, decimals: number): { whole: string; fraction: string } {
  if (!Number.isSafeInteger(units)) throw new RangeError("Amounts are whole numbers of their unit");
  const digits = String(Math.abs(units)).padStart(decimals + 1, "0");
  return { whole: digits.slice(0, -decimals), fraction: digits.slice(-decimals) };
}

/** Formats paise as "₹1,00,000.00"; a negative amount as "-₹1.00". */
export function formatRupees(paise: number): string {
  const { whole, fraction } = decimalText(paise, 2);
  return `${paise < 0 ? "-" : ""}₹${groupIndian(whole)}.${fraction}`;
}

/**
 * Formats paise as "₹1,000", with decimals only where it has any: for the label of an amount to
 * choose.
 */
export const formatShortRupees = (paise: number): string =>
  formatRupees(paise).replace(/\.00$/, "");

/** Formats paise as a plain decimal "100000.00", for input fields, payment links and exports. */
export function rupeesText(paise: number): string {
  const { whole, fraction } = decimalText(paise, 2);
  return `${paise < 0 ? "-" : ""}${whole}.${fraction}`;
}

/**
 * Formats a price in micro-rupees as "₹12.50". The product shows two decimals (product.md §9); a
 * price with a fraction of a paisa shows as many as needed ("₹0.0125"), since a rounded price would
 * not explain the token count beside it.
 */
export function formatPrice(microRupees: number): string {
  const { whole, fraction } = decimalText(microRupees, 6);
  const shown = fraction.slice(0, 2) + fraction.slice(2).replace(/0+$/, "");
  return `${microRupees < 0 ? "-" : ""}₹${groupIndian(whole)}.${shown}`;
}

/** Formats a count of tokens as "12,34,567". */
export function formatQuantity(quantity: number): string {
  if (!Number.isSafeInteger(quantity)) throw new RangeError("Tokens are counted whole");
  return `${quantity < 0 ? "-" : ""}${groupIndian(String(Math.abs(quantity)))}`;
}

/** Formats a count of tokens as "12,34,567.00", for the admin's dashboard (product.md §9). */
export function formatSupply(quantity: number): string {
  return `${formatQuantity(quantity)}.00`;
}

/** Formats basis points as "2.5%". */
export function formatPercent(bps: number): string {
  return `${bps / 100}%`;
}

/**
 * Formats a count in crore with two decimals, rounded half up, for the referral chart: "1.25 CR".
 */
export function formatCrore(quantity: number): string {
  const hundredths = Math.floor((quantity + 50_000) / 100_000);
  const { whole, fraction } = decimalText(hundredths, 2);
  return `${groupIndian(whole)}.${fraction} CR`;
}
