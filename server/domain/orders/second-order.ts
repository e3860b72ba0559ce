import { formatQuantity } from "@server/domain/money/format";
import { quote, type Quote } from "@server/domain/money/quote";
import {
  divideHalfUp,
  MAX_AMOUNT_PAISE,
  MICRO_RUPEES_PER_PAISA,
  WHOLE_BPS,
} from "@server/domain/money/units";
import { refuse } from "@server/domain/refusals/refuse";
import { type Allowance, roomWithin } from "./allowance";

/** What open money buys (product.md §2, "A second order"). Money in paise. */
export interface SecondOrder extends Pick<Quote, "quantity" | "feePaise" | "totalPaise"> {
  readonly amountPaise: number;
  /** What the order does not take of the money. */
  readonly restPaise: number;
}

export interface SecondOrderRules {
  /** The company's present terms; null without a price. */
  readonly priceMicroRupees: number | null;
  readonly feeBps: number;
  readonly unverifiedMayBuy: boolean;
  readonly isVerified: boolean;
  /** What the member's limits count; as for BUY NOW. */
  readonly allowance: Omit<Allowance, "quantity">;
  /** Tokens that can be had from the private pool. */
  readonly freeTokens: number;
  /** The tokens that an admin was shown: never more. */
  readonly atMost?: number | undefined;
}

/**
 * The most whole tokens that cost no more than `openPaise` with their fee, at the company's present
 * terms, and that the pool and the member's limits allow. The amount is the least that buys them.
 * Refuses with SECOND_ORDER_NO_PRICE, MEMBER_NOT_VERIFIED, MEMBER_LIMIT_REACHED, SUPPLY_GONE and
 * SECOND_ORDER_BELOW_TOKEN.
 */
export function secondOrder(openPaise: number, rules: SecondOrderRules): SecondOrder {
  const { allowance, freeTokens } = rules;
  if (!hasPrice(rules)) throw refuse("SECOND_ORDER_NO_PRICE");
  if (!rules.isVerified && !rules.unverifiedMayBuy) throw refuse("MEMBER_NOT_VERIFIED");
  const room = roomWithin(allowance);
  if (room.isFull) {
    const { pendingOrders, maxPendingOrders } = allowance;
    const isByOrders = pendingOrders >= maxPendingOrders;
    throw refuse("MEMBER_LIMIT_REACHED", {
      limit: isByOrders ? maxPendingOrders : formatQuantity(room.limit?.tokens ?? 0),
    });
  }
  if (freeTokens <= 0) throw refuse("SUPPLY_GONE", { remaining: 0 });
  const most = Math.min(freeTokens, room.mostTokens ?? freeTokens, rules.atMost ?? freeTokens);
  return boughtBy(openPaise, rules, most);
}

type Terms = Pick<SecondOrderRules, "feeBps"> & { readonly priceMicroRupees: number };

const hasPrice = <T extends Pick<SecondOrderRules, "priceMicroRupees">>(
  terms: T,
): terms is T & { priceMicroRupees: number } =>
  terms.priceMicroRupees !== null && terms.priceMicroRupees > 0;

/**
 * All that open money buys at the company's present terms, whatever the pool and the member's limits
 * allow: a second order is approved at once and counts against no limit, so the next one uses the rest.
 * Refuses with SECOND_ORDER_NO_PRICE and SECOND_ORDER_BELOW_TOKEN.
 */
export function worthOf(
  openPaise: number,
  terms: Pick<SecondOrderRules, "priceMicroRupees" | "feeBps">,
): SecondOrder {
  if (!hasPrice(terms)) throw refuse("SECOND_ORDER_NO_PRICE");
  return boughtBy(openPaise, terms, null);
}

/** The most whole tokens of at most `most`, if that is a number. */
function boughtBy(
  openPaise: number,
  { priceMicroRupees, feeBps }: Terms,
  most: number | null,
): SecondOrder {
  const price = BigInt(priceMicroRupees);
  const payable = BigInt(Math.min(payableWith(openPaise, feeBps), MAX_AMOUNT_PAISE));
  // The largest amount that buys no more than `most`: below one paisa a token, amounts skip numbers.
  const capped = most === null ? payable : ceilPaise(BigInt(most + 1) * price) - 1n;
  const spent = capped < payable ? capped : payable;
  const tokens = (spent * BigInt(MICRO_RUPEES_PER_PAISA)) / price;
  if (tokens <= 0n) throw refuse("SECOND_ORDER_BELOW_TOKEN");
  const amountPaise = Number(ceilPaise(tokens * price));
  const { quantity, feePaise, totalPaise } = quote({ amountPaise, priceMicroRupees, feeBps });
  return { quantity, amountPaise, feePaise, totalPaise, restPaise: openPaise - totalPaise };
}

/** Micro-rupees in paise, rounded up. */
const ceilPaise = (microRupees: bigint): bigint => {
  const paisa = BigInt(MICRO_RUPEES_PER_PAISA);
  return (microRupees + paisa - 1n) / paisa;
};

/** The largest amount that costs no more than `sumPaise` with its fee, half up to the paisa. */
function payableWith(sumPaise: number, feeBps: number): number {
  const total = (amount: bigint) =>
    amount + divideHalfUp(amount * BigInt(feeBps), BigInt(WHOLE_BPS));
  const sum = BigInt(sumPaise);
  // Within a paisa or two; each paisa more of the amount is at least one more of the total.
  let amount = (sum * BigInt(WHOLE_BPS)) / BigInt(WHOLE_BPS + feeBps) + 2n;
  while (amount > 0n && total(amount) > sum) amount -= 1n;
  return Number(amount);
}
