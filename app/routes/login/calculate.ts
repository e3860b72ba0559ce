import { type Quote, tryQuote } from "@server/platform/rules/money/quote";
import {
  MICRO_RUPEES_PER_PAISA,
  parseRupeesToPaise,
  plainAmount,
} from "@server/platform/rules/money/units";

/** What a visitor asks the calculator, as typed. */
export interface Wish {
  sum: string;
  unit: "rupees" | "tokens";
}

export type Calculation =
  | ({ state: "quoted" } & Quote)
  | { state: "refused" }
  | { state: "tooMany" };

interface Terms {
  priceMicroRupees: number | null;
  feeBps: number;
  /** Tokens that are left. */
  left: number;
}

/** Prices a sum of rupees, or the least sum that buys the tokens, by the rule that prices an order. */
export function calculate({ sum, unit }: Wish, terms: Terms): Calculation {
  const plain = plainAmount(sum);
  const amountPaise =
    unit === "rupees" ? parseRupeesToPaise(plain) : priceOf(plain, terms.priceMicroRupees ?? 0);
  const answer = amountPaise === null ? null : tryQuote({ amountPaise, ...terms });
  if (!answer?.ok) return { state: "refused" };
  if (answer.quote.quantity > terms.left) return { state: "tooMany" };
  return { state: "quoted", ...answer.quote };
}

/** The least paise that buy so many tokens; null for what is no whole number. */
function priceOf(tokens: string, priceMicroRupees: number): number | null {
  if (!/^\d{1,12}$/.test(tokens)) return null;
  const paisa = BigInt(MICRO_RUPEES_PER_PAISA);
  return Number((BigInt(tokens) * BigInt(priceMicroRupees) + paisa - 1n) / paisa);
}
