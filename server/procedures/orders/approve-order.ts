import { databaseNow, moveOrder } from "@db/queries/orders";
import { confirmPayment } from "@db/queries/payment-credits";
import { settleTokens } from "@db/queries/supplies";
import { ApproveOrder } from "@server/contracts/decisions";
import { type AdminOrderRecord } from "@server/contracts/orders";
import { idempotentBy } from "@server/context/idempotent";
import { needsSingleDecision } from "@server/domain/orders/submission";
import { refuse } from "@server/domain/refusals/refuse";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import { allocatePurchase } from "./allocate-purchase";
import { type AdminContext, decidedRecord, orderToDecide, payableReward } from "./decision";
import { retakeHold, withOverdueTokens } from "./hold";
import { decidedEntry } from "./order-audit";
import { recallForAdmin } from "./recall";
import { notifyApproved } from "./notify-members";

/**
 * Confirms that the money has arrived: allocates the held tokens to the member and the reward to the
 * referrer. An order that gave its tokens back takes them again first. In a bulk approval, an order
 * whose flags need a decision of their own is refused with DECIDE_SINGLY.
 */
async function approveOne(
  { ctx, input }: { ctx: AdminContext; input: ApproveOrder },
  { isBulk }: { isBulk: boolean },
): Promise<AdminOrderRecord> {
  const { company, db } = ctx;
  const found = await orderToDecide(ctx, input, "APPROVED");
  if (isBulk && needsSingleDecision(found.flags)) throw refuse("DECIDE_SINGLY");
  const order = found.holdReleasedAt ? await retakeHold(ctx, found) : found;
  const reward = await payableReward(ctx, order);
  const approved = await moveOrder(db, order, {
    status: "APPROVED",
    heldQuantity: 0,
    heldReward: 0,
    decidedAt: await databaseNow(db),
    decidedBy: ctx.actor.id,
    decisionReason: null,
    refundNote: null,
  });
  if (!approved) throw refuse("ORDER_ALREADY_DECIDED");
  await recordAudit(ctx, decidedEntry(order.status, approved, { rewardTokens: reward }));

  await confirmPayment(db, approved, { appliedPaise: approved.totalPaise, by: ctx.actor.id });
  await settleTokens(db, company.id, {
    fromHeld: order.heldQuantity + order.heldReward,
    toAllocated: order.quantity + reward,
  });
  const { quantity } = order;
  const allocated = await allocatePurchase(ctx, approved, { quantity, reward });
  await notifyApproved(ctx, approved, allocated);
  return decidedRecord(ctx, approved);
}

const approval = (how: { isBulk: boolean }) =>
  withOverdueTokens(
    idempotentBy({ recall: recallForAdmin }, (call: { ctx: AdminContext; input: ApproveOrder }) =>
      approveOne(call, how),
    ),
  );

export const approveInBulk = approval({ isBulk: true });

export const approveOrder = adminProcedure
  .input(ApproveOrder)
  .mutation(approval({ isBulk: false }));
