import { divideHalfUp, MICRO_RUPEES_PER_PAISA, WHOLE_BPS } from "./units";

/** Tokens and their cost. Money in paise. */
export interface Purchase {
  readonly quantity: number;
  readonly amountPaise: number;
  readonly feePaise: number;
}

/**
 * What a part of an order costs, at the order's price and fee: amount = tokens × price, fee =
 * amount × fee %, both half up to the paisa and never more than the order's (architecture.md §6,
 * "Payments"). The whole order costs what it says. `quantity` is from 1 to the order's.
 */
export function partOf(
  order: Purchase & { readonly priceMicroRupees: number; readonly feeBps: number },
  quantity: number,
): Purchase {
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > order.quantity) {
    throw new RangeError("A part is one token to the whole order");
  }
  if (quantity === order.quantity) {
    return { quantity, amountPaise: order.amountPaise, feePaise: order.feePaise };
  }
  const cost = divideHalfUp(
    BigInt(quantity) * BigInt(order.priceMicroRupees),
    BigInt(MICRO_RUPEES_PER_PAISA),
  );
  const amountPaise = Math.min(Math.max(Number(cost), 1), order.amountPaise);
  const fee = divideHalfUp(BigInt(amountPaise) * BigInt(order.feeBps), BigInt(WHOLE_BPS));
  return { quantity, amountPaise, feePaise: Math.min(Number(fee), order.feePaise) };
}
