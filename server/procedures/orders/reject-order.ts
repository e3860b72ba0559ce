import { settleOrder } from "@db/queries/decisions";
import { rejectClaim } from "@db/queries/payment-claims";
import { releaseCredits } from "@db/queries/payment-credits";
import { RejectOrder } from "@server/contracts/decisions";
import type { AdminOrderRecord } from "@server/contracts/order-lists";
import { sendLast } from "@server/context/context";
import { idempotentBy } from "@server/context/idempotent";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import { type AdminContext, decidable, lookUpOrder } from "./decision";
import { decidedEntry } from "./order-audit";
import { adminOrderRecord } from "./order-view";
import { recallForAdmin } from "./recall";
import { notifyRejected } from "./notify-members";

/** Rejects a payment: releases tokens and reference, and notifies the member with the reason. */
export const reject = idempotentBy(
  {
    recall: recallForAdmin,
    lookUp: (call: { ctx: AdminContext; input: RejectOrder }) => lookUpOrder(call),
  },
  async ({ ctx, input, found, keep }): Promise<AdminOrderRecord> => {
    const { version } = input;
    const { order, member, now } = await decidable(ctx, found, { version, to: "REJECTED" });
    const change = {
      status: "REJECTED" as const,
      heldQuantity: 0,
      heldReward: 0,
      decidedAt: now,
      decidedBy: ctx.actor.id,
      decisionReason: input.reason || null,
      refundNote: input.refundNote || null,
      // A part that was received is open again, to be sent back.
      ...(order.receivedPaise !== null && { receivedPaise: null, restAskedAt: null }),
    };
    const rejected = { ...order, ...change };
    const record = adminOrderRecord(rejected, member);
    const pool = { fromHeld: order.heldQuantity + order.heldReward, toAllocated: 0 };
    // In this order: the last statement locks the pool's row (architecture.md §6).
    await sendLast(ctx, () =>
      Promise.all([
        recordAudit(ctx, decidedEntry(order.status, rejected)),
        rejectClaim(ctx.db, rejected),
        order.receivedPaise === null ? null : releaseCredits(ctx.db, rejected),
        // A part whose money is open again is not put back.
        notifyRejected(
          { ...ctx, canUndo: order.receivedPaise === null && ctx.canUndo === true },
          rejected,
          member,
          order.receivedPaise,
        ),
        keep(record),
        settleOrder(ctx.db, { order, change, pool }),
      ]),
    );
    return record;
  },
);

export const rejectOrder = adminProcedure.input(RejectOrder).mutation(reject);
