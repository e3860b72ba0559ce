import { divideHalfUp, MICRO_RUPEES_PER_PAISA, WHOLE_BPS } from "./units";

/** Tokens and their cost. Money in paise. */
export interface Purchase {
  readonly quantity: number;
  readonly amountPaise: number;
  readonly feePaise: number;
}

/** An order's tokens, price and fee. */
type Terms = Purchase & { readonly priceMicroRupees: number; readonly feeBps: number };

/**
 * Returns the cost of a part of an order, at the order's price and fee: amount = tokens × price,
 * fee = amount × fee %, both half up to the paisa and never more than the order's (architecture.md
 * §6, "Payments"). The whole order costs its stored amount. `quantity` is from 1 to the order's.
 */
export function partOf(order: Terms, quantity: number): Purchase {
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > order.quantity) {
    throw new RangeError("A part is one token to the whole order");
  }
  if (quantity === order.quantity) {
    return { quantity, amountPaise: order.amountPaise, feePaise: order.feePaise };
  }
  return tokensOf(order, quantity);
}

/**
 * Returns the cost of some tokens of an order at its price and fee, without the remainder of its
 * amount that buys none; rounded as in {@link partOf}. `quantity` is from 1 to the order's.
 */
export function tokensOf(order: Terms, quantity: number): Purchase {
  const cost = divideHalfUp(
    BigInt(quantity) * BigInt(order.priceMicroRupees),
    BigInt(MICRO_RUPEES_PER_PAISA),
  );
  const amountPaise = Math.min(Math.max(Number(cost), 1), order.amountPaise);
  const fee = divideHalfUp(BigInt(amountPaise) * BigInt(order.feeBps), BigInt(WHOLE_BPS));
  return { quantity, amountPaise, feePaise: Math.min(Number(fee), order.feePaise) };
}

/**
 * Returns the part of an order that received money pays, at the order's price and fee: the whole
 * order from its total on, else the most whole tokens that cost no more than was received, with
 * their fee; null if that is less than one token. The rest of the money, received − amount − fee,
 * stays open (product.md §2, "Another sum").
 */
export function partPaidBy(order: Terms, receivedPaise: number): Purchase | null {
  const { amountPaise, feePaise } = order;
  if (receivedPaise >= amountPaise + feePaise) return partOf(order, order.quantity);
  // More tokens never cost less, so the largest paid number is found by halving.
  let paid = 0;
  let unpaid = order.quantity + 1;
  while (unpaid - paid > 1) {
    const half = paid + Math.floor((unpaid - paid) / 2);
    const cost = tokensOf(order, half);
    if (cost.amountPaise + cost.feePaise <= receivedPaise) paid = half;
    else unpaid = half;
  }
  return paid === 0 ? null : tokensOf(order, paid);
}

/** Returns the paise that a waiting order lacks after a received part; null for any other order. */
export const missingOf = (order: {
  readonly status: string;
  readonly totalPaise: number;
  readonly receivedPaise: number | null;
}): number | null =>
  order.status === "PENDING" && order.receivedPaise !== null
    ? order.totalPaise - order.receivedPaise
    : null;

/**
 * How a waiting order of which a part was received stands to its rest: its member is ASKED for it, has
 * TOLD of it, or it is MISSING where they said.
 */
export type Rest = "ASKED" | "TOLD" | "MISSING";

/** Tells how an order stands to its rest; null if it does not wait for one. */
export function restOf(order: {
  readonly status: string;
  readonly totalPaise: number;
  readonly receivedPaise: number | null;
  readonly restAskedAt: Date | null;
  readonly submittedAt: Date | null;
  readonly decidedAt: Date | null;
}): Rest | null {
  if (missingOf(order) === null) return null;
  if (order.decidedAt !== null) return "MISSING";
  const { restAskedAt, submittedAt } = order;
  return restAskedAt && submittedAt && submittedAt > restAskedAt ? "TOLD" : "ASKED";
}
