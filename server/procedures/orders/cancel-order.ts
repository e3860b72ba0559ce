import { lockOwnOrder, moveOrder } from "@db/queries/orders";
import { releaseTokens } from "@db/queries/supplies";
import { OrderNumberRef } from "@server/contracts/orders";
import { once } from "@server/context/once";
import { assertCan } from "@server/domain/orders/lifecycle";
import { refuse } from "@server/domain/refusals/refuse";
import { memberProcedure, recordAudit } from "@server/trpc";
import { lockedBuyer } from "./place-order";

/** Gives up one's own OPEN order: its tokens go back at once. It can still be paid later. */
export const cancelOrder = memberProcedure.input(OrderNumberRef).mutation(
  once(async ({ ctx, input }): Promise<null> => {
    await lockedBuyer(ctx);
    const order = await lockOwnOrder(ctx.db, ctx.company.id, ctx.actor.id, input.purchaseId);
    if (!order) throw refuse("ORDER_NOT_FOUND");
    assertCan(order.status, "CANCELLED");
    const cancelled = await moveOrder(ctx.db, order, {
      status: "CANCELLED",
      heldQuantity: 0,
      heldReward: 0,
    });
    if (!cancelled) throw refuse("ORDER_NOT_OPEN");
    await recordAudit(ctx, {
      action: "order.cancelled",
      subjectType: "order",
      subjectId: order.id,
      before: { status: order.status },
      after: { status: cancelled.status, orderNumber: order.orderNumber },
    });
    await releaseTokens(ctx.db, ctx.company.id, order.heldQuantity + order.heldReward);
    return null;
  }),
);
