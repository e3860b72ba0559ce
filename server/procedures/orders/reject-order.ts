import { moveLockedOrder } from "@db/queries/orders";
import { endClaim } from "@db/queries/payment-claims";
import { releaseCredits } from "@db/queries/payment-credits";
import { releaseTokens } from "@db/queries/supplies";
import { RejectOrder } from "@server/contracts/decisions";
import type { AdminOrderRecord } from "@server/contracts/order-lists";
import { idempotentBy } from "@server/context/idempotent";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import { type AdminContext, lockDecidable } from "./decision";
import { decidedEntry } from "./order-audit";
import { adminOrderRecord } from "./order-view";
import { recallForAdmin } from "./recall";
import { notifyRejected } from "./notify-members";

interface Call {
  ctx: AdminContext;
  input: RejectOrder;
  keep: (record: AdminOrderRecord) => Promise<void>;
}

/** Rejects a payment: releases tokens and reference, and notifies the member with the reason. */
export const reject = idempotentBy(
  { recall: recallForAdmin },
  async ({ ctx, input, keep }: Call): Promise<AdminOrderRecord> => {
    const { order, member, now } = await lockDecidable(ctx, input, "REJECTED");
    const change = {
      status: "REJECTED" as const,
      heldQuantity: 0,
      heldReward: 0,
      decidedAt: now,
      decidedBy: ctx.actor.id,
      decisionCount: order.decisionCount + 1,
      decisionReason: input.reason || null,
      refundNote: input.refundNote || null,
      // A part that was received is open again, to be sent back.
      ...(order.receivedPaise !== null && { receivedPaise: null, restAskedAt: null }),
    };
    const rejected = { ...order, ...change };
    const record = adminOrderRecord(rejected, member);
    await recordAudit(ctx, decidedEntry(order.status, rejected));
    await endClaim(ctx.db, rejected, { status: "REJECTED" });
    if (order.receivedPaise !== null) await releaseCredits(ctx.db, rejected);
    // A part whose money is open again is not put back.
    const canUndo = order.receivedPaise === null && ctx.canUndo === true;
    await notifyRejected({ ...ctx, canUndo }, rejected, member, order.receivedPaise);
    await keep(record);
    await moveLockedOrder(ctx.db, order, change);
    // Last: it locks the pool's row (architecture.md §6).
    await releaseTokens(ctx.db, ctx.company.id, order.heldQuantity + order.heldReward);
    return record;
  },
);

export const rejectOrder = adminProcedure.input(RejectOrder).mutation(reject);
