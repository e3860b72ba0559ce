import { databaseNow, moveOrder } from "@db/queries/orders";
import { rejectClaim } from "@db/queries/payment-claims";
import { releaseTokens } from "@db/queries/supplies";
import { RejectOrder } from "@server/contracts/decisions";
import { type AdminOrderRecord } from "@server/contracts/orders";
import { idempotentBy } from "@server/context/idempotent";
import { refuse } from "@server/domain/refusals/refuse";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import { type AdminContext, decidedRecord, orderToDecide } from "./decision";
import { decidedEntry } from "./order-audit";
import { recallForAdmin } from "./recall";
import { notifyRejected } from "./notify-members";

/** Rejects a payment: releases tokens and reference, and notifies the member with the reason. */
export const reject = idempotentBy(
  { recall: recallForAdmin },
  async ({ ctx, input }: { ctx: AdminContext; input: RejectOrder }): Promise<AdminOrderRecord> => {
    const order = await orderToDecide(ctx, input, "REJECTED");
    const rejected = await moveOrder(ctx.db, order, {
      status: "REJECTED",
      heldQuantity: 0,
      heldReward: 0,
      decidedAt: await databaseNow(ctx.db),
      decidedBy: ctx.actor.id,
      decisionReason: input.reason || null,
      refundNote: input.refundNote || null,
    });
    if (!rejected) throw refuse("ORDER_ALREADY_DECIDED");
    await recordAudit(ctx, decidedEntry(order.status, rejected));
    await rejectClaim(ctx.db, rejected);
    await notifyRejected(ctx, rejected);
    await releaseTokens(ctx.db, ctx.company.id, order.heldQuantity + order.heldReward);
    return decidedRecord(ctx, rejected);
  },
);

export const rejectOrder = adminProcedure.input(RejectOrder).mutation(reject);
