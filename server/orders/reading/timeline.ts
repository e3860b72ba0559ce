import { findOrderTimeline } from "@server/orders/queries/order-timeline";
import { OrderNumberRef, type OrderTimeline } from "@server/orders/contracts/orders";
import { timelineOf } from "@server/orders/rules/timeline";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { memberProcedure } from "@server/access";

/** Returns the past and coming steps of the member's own order, and who acts next. */
export const orderTimeline = memberProcedure
  .input(OrderNumberRef)
  .query(async ({ ctx, input }): Promise<OrderTimeline> => {
    const found = await findOrderTimeline(ctx.db, ctx.company.id, ctx.actor.id, input.purchaseId);
    if (!found) throw refuse("ORDER_NOT_FOUND");
    const { order, now, cancelled, onRecordAt, onRecordMethod } = found;
    const { steps, waitsFor } = timelineOf(
      {
        ...order,
        cancelled: cancelled && {
          at: new Date(cancelled.at),
          isReplaced: cancelled.action === "order.replaced",
        },
        onRecordAt,
      },
      now,
    );
    return {
      steps: steps.map((step) => ({ ...step, at: step.at?.toISOString() ?? null })),
      waitsFor,
      method: onRecordMethod ?? order.paymentMethod,
      received:
        order.status === "PENDING" && order.receivedPaise !== null
          ? { paise: order.receivedPaise, totalPaise: order.totalPaise }
          : null,
    };
  });
