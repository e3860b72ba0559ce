import { CreateOrder, type OrderView } from "@server/contracts/orders";
import { once } from "@server/context/once";
import { amountInPaise } from "@server/domain/money/units";
import { memberProcedure } from "@server/trpc";
import { orderView } from "./order-view";
import { holdMadeOrder, lockedBuyer, makeOrder } from "./place-order";

/** BUY NOW: makes the order and takes its tokens out of the pool for fifteen minutes. */
export const createOrder = memberProcedure.input(CreateOrder).mutation(
  once(async ({ ctx, input }): Promise<OrderView> => {
    const amountPaise = amountInPaise(input.amount);
    const buyer = await lockedBuyer(ctx);
    const made = await makeOrder(ctx, buyer, { amountPaise, beneficiaryId: input.beneficiaryId });
    return orderView(await holdMadeOrder(ctx, made), buyer.now);
  }),
);
