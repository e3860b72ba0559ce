import { findOrderMember, findOrdersOfCompany } from "@db/queries/order-details";
import { findOwnOrder } from "@db/queries/orders";
import type { AdminOrderRecord } from "@server/contracts/order-lists";
import type { OrderRecord, OrderView } from "@server/contracts/orders";
import type { AdminContext } from "./decision";
import { adminOrderRecord, orderRecord, orderView } from "./order-view";
import type { MemberContext } from "./place-order";

/**
 * The answers to repeated calls with one key (architecture.md §6): the order as it is now, which may have
 * been cancelled or decided since the first call.
 */

export async function recallView(ctx: MemberContext, stored: OrderView): Promise<OrderView> {
  const found = await findOwnOrder(ctx.db, ctx.company.id, ctx.actor.id, stored.orderNumber);
  return found ? orderView(found.order, found.now) : stored;
}

export async function recallRecord(ctx: MemberContext, stored: OrderRecord): Promise<OrderRecord> {
  const { db, company, actor } = ctx;
  const found = await findOwnOrder(db, company.id, actor.id, stored.orderNumber);
  const user = await findOrderMember(db, company.id, actor.id);
  return found && user ? orderRecord(found.order, user) : stored;
}

export async function recallForAdmin(
  ctx: AdminContext,
  stored: AdminOrderRecord,
): Promise<AdminOrderRecord> {
  const [found] = await findOrdersOfCompany(ctx.db, ctx.company.id, [stored.id]);
  return found ? adminOrderRecord(found.order, found.user) : stored;
}
