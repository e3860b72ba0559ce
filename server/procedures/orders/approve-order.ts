import { databaseNow, moveOrder } from "@db/queries/orders";
import { settleTokens } from "@db/queries/supplies";
import { type AdminTransactionRecord, OrderRef } from "@server/contracts/orders";
import { once } from "@server/context/once";
import { refuse } from "@server/domain/refusals/refuse";
import { appendAllocations } from "@server/ledger/append";
import { adminProcedure } from "@server/trpc";
import {
  type AdminContext,
  auditDecision,
  decidedRecord,
  orderToDecide,
  payableReward,
} from "./decision";
import { tellApproved } from "./tell";

/** The money has arrived: the held tokens become the member's, and the reward the referrer's. */
export const approve = once(
  async ({
    ctx,
    input,
  }: {
    ctx: AdminContext;
    input: OrderRef;
  }): Promise<AdminTransactionRecord> => {
    const { company, db } = ctx;
    const order = await orderToDecide(ctx, input.orderId, "APPROVED");
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
    await auditDecision(ctx, order, approved, { rewardTokens: reward });

    await settleTokens(db, company.id, {
      fromHeld: order.heldQuantity + order.heldReward,
      toAllocated: order.quantity + reward,
    });
    const ofOrder = { orderId: order.id };
    const allocated = await appendAllocations(db, company.id, [
      { ...ofOrder, memberId: order.memberId, kind: "PURCHASE", quantity: order.quantity },
      ...(reward > 0 && order.referrerId
        ? [
            {
              ...ofOrder,
              memberId: order.referrerId,
              kind: "REFERRAL" as const,
              quantity: reward,
            },
          ]
        : []),
    ]);
    await tellApproved(ctx, approved, allocated);
    return decidedRecord(ctx, approved);
  },
);

export const approveOrder = adminProcedure.input(OrderRef).mutation(approve);
