import { findOrderMember } from "@db/queries/order-lists";
import { lockOrder, type Order, dropHeldRewards } from "@db/queries/orders";
import { findPerson } from "@db/queries/recipients";
import type { OrderStatus } from "@db/vocabulary";
import type { AdminActor } from "@server/context/actor";
import type { ApproveOrder } from "@server/contracts/decisions";
import type { AdminOrderRecord } from "@server/contracts/orders";
import { assertMayDecide } from "@server/domain/orders/allowance";
import { assertCan } from "@server/domain/orders/lifecycle";
import { refuse } from "@server/domain/refusals/refuse";
import type { CompanyContext } from "@server/procedures/trpc";
import { mayEarn } from "./hold";
import { adminOrderRecord } from "./order-view";
import { changesSince } from "./submission-changes";
import type { Executor } from "@db/client";
import { releaseTokens } from "@db/queries/supplies";

export type AdminContext = CompanyContext<AdminActor>;

/**
 * The order to decide on, locked. Refuses with ORDER_NOT_FOUND (also for another company's order),
 * OWN_ORDER, the reason its status cannot change to `to`, or SUBMISSION_CHANGED if `version` is not its
 * present submission.
 */
export async function orderToDecide(
  ctx: AdminContext,
  { orderId, version }: ApproveOrder,
  to: OrderStatus,
): Promise<Order> {
  const order = await lockOrder(ctx.db, ctx.company.id, orderId);
  if (!order) throw refuse("ORDER_NOT_FOUND");
  assertMayDecide(order, ctx.actor);
  assertCan(order.status, to);
  if (version !== undefined && version !== order.submissionVersion) {
    throw refuse("SUBMISSION_CHANGED", { changes: await changesSince(ctx, order, version) });
  }
  return order;
}

/** The referrer's reward for an order: the held tokens, or zero if the referrer may not earn. */
export async function payableReward(ctx: AdminContext, order: Order): Promise<number> {
  if (order.referrerId === null || order.heldReward === 0) return 0;
  const referrer = await findPerson(ctx.db, ctx.company.id, order.referrerId);
  return referrer && mayEarn(referrer) ? order.heldReward : 0;
}

/** The result of a decision. */
export async function decidedRecord(ctx: AdminContext, order: Order): Promise<AdminOrderRecord> {
  const user = await findOrderMember(ctx.db, ctx.company.id, order.memberId);
  if (!user) throw new Error("An order has no member.");
  return adminOrderRecord(order, user);
}

/**
 * Releases the rewards held for a referrer who is blocked or deleted, or becomes an admin, in the same
 * transaction. Returns the tokens released.
 */
export async function releaseRewardsOf(
  tx: Executor,
  companyId: string,
  memberId: string,
): Promise<number> {
  const tokens = await dropHeldRewards(tx, companyId, memberId);
  await releaseTokens(tx, companyId, tokens);
  return tokens;
}
