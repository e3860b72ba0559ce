import { databaseNow, moveOrder } from "@db/queries/orders";
import { releaseTokens } from "@db/queries/supplies";
import { type AdminTransactionRecord, RejectOrder } from "@server/contracts/orders";
import { once } from "@server/context/once";
import { refuse } from "@server/domain/refusals/refuse";
import { adminProcedure } from "@server/trpc";
import { type AdminContext, auditDecision, decidedRecord, orderToDecide } from "./decision";
import { tellRejected } from "./tell";

/** The payment was not accepted: tokens and reference are free again, the member is told why. */
export const reject = once(
  async ({
    ctx,
    input,
  }: {
    ctx: AdminContext;
    input: RejectOrder;
  }): Promise<AdminTransactionRecord> => {
    const order = await orderToDecide(ctx, input.orderId, "REJECTED");
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
    await auditDecision(ctx, order, rejected);
    await tellRejected(ctx, rejected);
    await releaseTokens(ctx.db, ctx.company.id, order.heldQuantity + order.heldReward);
    return decidedRecord(ctx, rejected);
  },
);

export const rejectOrder = adminProcedure.input(RejectOrder).mutation(reject);
