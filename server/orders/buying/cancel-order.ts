import { lockOwnOrder, moveOrder } from "@server/orders/queries/orders";
import { giveBack, heldBy } from "@server/ledger";
import {
  keepAnswer,
  oncePerKey,
  memberProcedure,
  recordAudit,
  type MemberContext,
} from "@server/access";
import { OrderNumberRef } from "@server/orders/contracts/orders";
import { assertCan } from "@server/orders/rules/lifecycle";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { endedEntry } from "@server/orders/records/order-audit";
import { lockedBuyer } from "./place-order";

/**
 * Cancels the member's own OPEN order and releases its tokens. It can still be paid later. Refuses
 * with ORDER_NOT_FOUND and ORDER_NOT_OPEN.
 */
async function cancel(ctx: MemberContext, { purchaseId }: OrderNumberRef): Promise<null> {
  const { db, company } = ctx;
  const buyer = await lockedBuyer(ctx);
  const order = await lockOwnOrder(db, company.id, buyer.id, purchaseId);
  if (!order) throw refuse("ORDER_NOT_FOUND");
  assertCan(order.status, "CANCELLED");
  const change = { status: "CANCELLED", heldQuantity: 0, heldReward: 0 } as const;
  const moved = await moveOrder(db, order, change);
  if (!moved) throw refuse("ORDER_NOT_OPEN");
  const cancelled = { ...order, status: "CANCELLED" } as const;
  await recordAudit(ctx, endedEntry("order.cancelled", order.status, cancelled));
  await keepAnswer(ctx, null);
  // This locks the pool's row, so it comes last (architecture.md §6).
  await giveBack(db, company.id, [heldBy(order)]);
  return null;
}

export const cancelOrder = memberProcedure.input(OrderNumberRef).mutation(oncePerKey(cancel));
