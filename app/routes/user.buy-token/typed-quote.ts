import type { PersonLimitCode } from "@server/companies/rules/person-limits";
import type { BuyingTerms } from "@server/orders/contracts/orders";
import { formatShortRupees, rupeesText } from "@server/platform/rules/money/format";
import { costInPaise, type Quote, quoteWhole, tryQuote } from "@server/platform/rules/money/quote";
import { parseRupeesToPaise, plainAmount, ungrouped } from "@server/platform/rules/money/units";

/** Paise as a person types them: "1000", or "994.50". */
export const amountText = (paise: number): string => rupeesText(paise).replace(/\.00$/, "");

/** A typed amount with Indian grouping, as it is read back; text that is no amount stays as typed. */
export function groupedAmount(typed: string): string {
  const paise = parseRupeesToPaise(plainAmount(typed));
  return paise === null ? typed : formatShortRupees(paise).replace("₹", "");
}

export type TypedQuote =
  | { state: "empty" }
  /** A limit of the member refuses an amount that has its price, `whole`. */
  | { state: "refused"; code: keyof QuoteWords; whole?: WholeQuote }
  | ({ state: "quoted" } & WholeQuote);

/** An amount without the part that buys no token. */
interface WholeQuote {
  amountPaise: number;
  quote: Quote;
}

type Terms = Pick<
  BuyingTerms,
  "priceMicroRupees" | "feeBps" | "remainingPrivateSupply" | "leastPaise" | "room"
>;

/** The amount that a number of tokens costs, as typed; null where the text is no number of tokens. */
export function amountOfTokens(typed: string, priceMicroRupees: number | null): string | null {
  const plain = ungrouped(typed);
  const cost = /^\d{1,15}$/.test(plain) ? costInPaise(Number(plain), priceMicroRupees) : null;
  return cost ? amountText(cost) : null;
}

/** The tokens for a typed amount, by the rule that prices the order, and within the member's limits. */
export function quoteTyped(typed: string, terms: Terms): TypedQuote {
  const plain = plainAmount(typed);
  if (plain === "") return { state: "empty" };
  const amountPaise = parseRupeesToPaise(plain);
  if (amountPaise === null) {
    const isTooLong = /^\d{12,}(\.\d*)?$/.test(plain.replace(/^0+/, ""));
    return { state: "refused", code: isTooLong ? "AMOUNT_TOO_LARGE" : "AMOUNT_INVALID" };
  }
  const answer = tryQuote({ amountPaise, ...terms });
  if (!answer.ok) {
    const { code } = answer.refusal;
    const isShown = code === "AMOUNT_TOO_LARGE" || code === "BELOW_ONE_TOKEN";
    return { state: "refused", code: isShown ? code : "AMOUNT_INVALID" };
  }
  const { mostTokens, limit } = terms.room;
  if (limit && mostTokens !== null && answer.quote.quantity > mostTokens) {
    return { state: "refused", code: limit.code, whole: quoteWhole({ amountPaise, ...terms }) };
  }
  if (answer.quote.quantity > terms.remainingPrivateSupply) {
    const code = terms.remainingPrivateSupply > 0 ? "SUPPLY_TOO_LOW" : "SUPPLY_GONE";
    return { state: "refused", code };
  }
  const whole = quoteWhole({ amountPaise, ...terms });
  if (whole.amountPaise < terms.leastPaise)
    return { state: "refused", code: "BELOW_MINIMUM_ORDER" };
  return { state: "quoted", ...whole };
}

/** The quote's messages while the user types, in their language, by refusal code. */
export type QuoteWords = Record<
  | ("AMOUNT_INVALID" | "AMOUNT_TOO_LARGE" | "BELOW_ONE_TOKEN" | "SUPPLY_TOO_LOW" | "SUPPLY_GONE")
  | "BELOW_MINIMUM_ORDER"
  | ("TOKEN_CAP_REACHED" | "UNVERIFIED_CAP_REACHED" | "UNVERIFIED_MAY_NOT_BUY")
  | "TOO_MANY_PENDING_ORDERS"
  | PersonLimitCode,
  string
>;
