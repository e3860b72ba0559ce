import { rewardFor } from "@server/ledger/rules/reward";
import { type Quote, quoteWhole, tryQuote } from "@server/platform/rules/money/quote";
import {
  MICRO_RUPEES_PER_PAISA,
  parseRupeesToPaise,
  plainAmount,
} from "@server/platform/rules/money/units";

/** The question of a visitor to the calculator, as typed. */
export interface Wish {
  sum: string;
  unit: "rupees" | "tokens";
}

export type Calculation =
  | ({ state: "quoted"; bonusTokens: number } & Quote)
  | { state: "refused" }
  | { state: "tooMany" };

export interface Terms {
  priceMicroRupees: number | null;
  feeBps: number;
  /** Tokens that are left. */
  left: number;
  /** The campaign's addition to an invited buyer's order; `left` of its budget is null without one. */
  bonus: { bps: number; left: number | null } | null;
}

/** Reads the question from the form, or from the address that the form makes without scripts. */
export function wishIn(asked: { get(name: string): unknown }): Wish {
  const sum = asked.get("sum");
  return {
    sum: typeof sum === "string" ? sum.slice(0, 20) : "5000",
    unit: asked.get("unit") === "tokens" ? "tokens" : "rupees",
  };
}

/**
 * Prices the whole tokens that a sum of rupees buys, as Buy Token orders them, or the least sum that buys the
 * tokens, with the bonus that an order has.
 */
export function calculate({ sum, unit }: Wish, terms: Terms): Calculation {
  const plain = plainAmount(sum);
  const amountPaise =
    unit === "rupees" ? parseRupeesToPaise(plain) : priceOf(plain, terms.priceMicroRupees ?? 0);
  const answer = amountPaise === null ? null : tryQuote({ amountPaise, ...terms });
  if (!answer?.ok) return { state: "refused" };
  if (answer.quote.quantity > terms.left) return { state: "tooMany" };
  const { quote } = quoteWhole({ amountPaise: amountPaise ?? 0, ...terms });
  const { bonus } = terms;
  const bonusTokens = Math.min(
    rewardFor(quote.quantity, bonus?.bps ?? 0),
    bonus?.left ?? Infinity,
    terms.left - quote.quantity,
  );
  return { state: "quoted", ...quote, bonusTokens };
}

/** The least paise that buy so many tokens; null for what is no whole number. */
function priceOf(tokens: string, priceMicroRupees: number): number | null {
  if (!/^\d{1,12}$/.test(tokens)) return null;
  const paisa = BigInt(MICRO_RUPEES_PER_PAISA);
  return Number((BigInt(tokens) * BigInt(priceMicroRupees) + paisa - 1n) / paisa);
}
