import { standingOfOwnOrders } from "@db/queries/order-lists";
import { type FollowedOrder, FollowOrders } from "@server/contracts/orders";
import { memberProcedure } from "@server/trpc";

/** Asked again and again while a payment waits: one look by index, nothing else. */
export const followOrders = memberProcedure
  .input(FollowOrders)
  .query(({ ctx, input }): Promise<FollowedOrder[]> =>
    standingOfOwnOrders(ctx.db, ctx.company.id, ctx.actor.id, input.purchaseIds),
  );
