import type { OrderReview } from "@server/orders/contracts/review";

/** Returns the paise that the bank sent back of the money that paid an order. */
export const returnedPaise = ({ lines }: Pick<OrderReview, "lines">): number =>
  lines
    .flatMap(({ isOwn, returns }) => (isOwn ? returns : []))
    .reduce((sum, { amountPaise }) => sum + amountPaise, 0);
