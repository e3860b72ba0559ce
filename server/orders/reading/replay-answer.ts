import { findOrderMember, findOrdersOfCompany } from "@server/orders/queries/order-details";
import { findOwnOrder } from "@server/orders/queries/orders";
import type { AdminOrderRecord } from "@server/orders/contracts/order-lists";
import type { OrderRecord, OrderView } from "@server/orders/contracts/orders";
import type { AdminContext } from "@server/orders/deciding/decision";
import { adminOrderRecord, orderRecord, orderView } from "./order-view";
import type { MemberContext } from "@server/orders/buying/place-order";

/**
 * These functions answer repeated calls with one key (architecture.md §6) by the order as it is now,
 * which may have been cancelled or decided since the first call.
 */

export async function replayOrderView(ctx: MemberContext, stored: OrderView): Promise<OrderView> {
  const found = await findOwnOrder(ctx.db, ctx.company.id, ctx.actor.id, stored.orderNumber);
  return found ? orderView(found.order, found.now) : stored;
}

export async function replayOrderRecord(
  ctx: MemberContext,
  stored: OrderRecord,
): Promise<OrderRecord> {
  const { db, company, actor } = ctx;
  const found = await findOwnOrder(db, company.id, actor.id, stored.orderNumber);
  const user = await findOrderMember(db, company.id, actor.id);
  return found && user ? orderRecord(found.order, user) : stored;
}

export async function replayForAdmin(
  ctx: AdminContext,
  stored: AdminOrderRecord,
): Promise<AdminOrderRecord> {
  const [found] = await findOrdersOfCompany(ctx.db, ctx.company.id, [stored.id]);
  return found ? adminOrderRecord(found.order, found.user) : stored;
}
