import { findTransactionUser } from "@db/queries/order-lists";
import { lockOrder, type Order } from "@db/queries/orders";
import { findPerson } from "@db/queries/recipients";
import type { OrderStatus } from "@db/vocabulary";
import type { AdminActor } from "@server/context/actor";
import type { AdminTransactionRecord } from "@server/contracts/orders";
import { assertMayDecide } from "@server/domain/orders/allowance";
import { assertCan } from "@server/domain/orders/lifecycle";
import { refuse } from "@server/domain/refusals/refuse";
import { recordAudit, type CompanyContext } from "@server/trpc";
import { mayEarn } from "./hold";
import { adminTransactionRecord } from "./order-view";

export type AdminContext = CompanyContext<AdminActor>;

/**
 * The order to decide on, locked. Refuses with ORDER_NOT_FOUND (also another company's), OWN_ORDER,
 * or why an order in its status cannot go to `to`.
 */
export async function orderToDecide(
  ctx: AdminContext,
  orderId: string,
  to: OrderStatus,
): Promise<Order> {
  const order = await lockOrder(ctx.db, ctx.company.id, orderId);
  if (!order) throw refuse("ORDER_NOT_FOUND");
  assertMayDecide(order, ctx.actor);
  assertCan(order.status, to);
  return order;
}

/** Tokens the referrer gets for an order now: what is held for them, or nothing where they may not earn. */
export async function payableReward(ctx: AdminContext, order: Order): Promise<number> {
  if (order.referrerId === null || order.heldReward === 0) return 0;
  const referrer = await findPerson(ctx.db, ctx.company.id, order.referrerId);
  return referrer && mayEarn(referrer) ? order.heldReward : 0;
}

/** The books' line of a decision. */
export async function auditDecision(
  ctx: AdminContext,
  before: Order,
  after: Order,
  details: { [name: string]: string | number | null } = {},
): Promise<void> {
  await recordAudit(ctx, {
    action: `order.${after.status.toLowerCase()}`,
    subjectType: "order",
    subjectId: after.id,
    before: { status: before.status },
    after: {
      status: after.status,
      orderNumber: after.orderNumber,
      quantity: after.quantity,
      totalPaise: after.totalPaise,
      method: after.paymentMethod,
      reference: after.reference,
      reason: after.decisionReason,
      refundNote: after.refundNote,
      ...details,
    },
  });
}

/** What a decision answers. */
export async function decidedRecord(
  ctx: AdminContext,
  order: Order,
): Promise<AdminTransactionRecord> {
  const user = await findTransactionUser(ctx.db, ctx.company.id, order.memberId);
  if (!user) throw new Error("An order has no member.");
  return adminTransactionRecord(order, user);
}
