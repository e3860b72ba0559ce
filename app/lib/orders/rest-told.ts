import type { OrderRecord } from "@server/orders/contracts/orders";

/** Tells whether the member of an order has told the rest: it has its own number, like any payment. */
export const isRestTold = ({
  missingPaise,
  toldPaise,
}: Pick<OrderRecord, "missingPaise" | "toldPaise">): boolean =>
  missingPaise !== null && toldPaise !== null;
