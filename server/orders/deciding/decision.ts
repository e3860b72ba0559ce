import { lockOrderWithPeople, type OrderWithPeople } from "@server/orders/queries/decisions";
import type { OrderStatus } from "@db/vocabulary";
import type { AdminContext } from "@server/access";
import type { ApproveOrder } from "@server/orders/contracts/decisions";
import { assertMayDecide } from "@server/companies/rules/allowance";
import { type ApprovedReward, rewardAtApproval, mayEarn } from "@server/orders/rules/reward-life";
import { rewardHoldOf } from "@server/companies/rules/retention";
import { assertCan } from "@server/orders/rules/lifecycle";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { changesSince } from "@server/orders/reading/submission-changes";

/** Locks an order of the company and reads its people; undefined if the company has no such order. */
export const lockOrderById = (
  { db, company }: AdminContext,
  { orderId }: Pick<ApproveOrder, "orderId">,
): Promise<OrderWithPeople | undefined> => lockOrderWithPeople(db, company.id, orderId);

/**
 * Locks an order on which the actor may decide. Refuses with ORDER_NOT_FOUND (also for another
 * company's order), OWN_ORDER, the reason its status cannot change to `to`, or SUBMISSION_CHANGED if
 * `version` is not its present submission.
 */
export async function lockDecidable(
  ctx: AdminContext,
  input: Pick<ApproveOrder, "orderId" | "version">,
  to: OrderStatus,
): Promise<OrderWithPeople> {
  const found = await lockOrderById(ctx, input);
  if (!found) throw refuse("ORDER_NOT_FOUND");
  const { order } = found;
  const { version } = input;
  assertMayDecide(order, ctx.actor);
  assertCan(order.status, to);
  if (version !== undefined && version !== order.submissionVersion) {
    throw refuse("SUBMISSION_CHANGED", { changes: await changesSince(ctx, order, version) });
  }
  return found;
}

/** Decides about the reward of an order that is approved, of `tokens` (`rewardAtApproval`). */
export const rewardOfApproval = (
  { company }: AdminContext,
  { order, referrer, now: at }: Pick<OrderWithPeople, "order" | "referrer" | "now">,
  tokens: number = order.heldReward,
): ApprovedReward =>
  rewardAtApproval(order, {
    tokens,
    at,
    rules: rewardHoldOf(company.settings),
    referrer: referrer && mayEarn(referrer) ? referrer : null,
  });
