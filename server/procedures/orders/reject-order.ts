import { moveLockedOrder } from "@db/queries/orders";
import { endApplications, movePayment } from "@db/queries/payments";
import { releaseTokens } from "@db/queries/supplies";
import { RejectOrder } from "@server/contracts/decisions";
import type { AdminOrderRecord } from "@server/contracts/order-lists";
import { keepAnswer, oncePerKey } from "@server/context/once-per-key";
import { undoUntil } from "@server/domain/orders/undo";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import { type AdminContext, lockDecidable } from "./decision";
import { notifyRejected } from "./notify-members";
import { decidedEntry } from "./order-audit";
import { lockMoney } from "./order-money";
import { adminOrderRecord } from "./order-view";
import { recallForAdmin } from "./recall";

/**
 * Rejects a payment: releases tokens and number, and notifies the member with the reason. Money that was
 * received is left over, and what a bank's entry shows stays on record. Refuses as `lockDecidable` does.
 */
export const reject = oncePerKey(rejectIn, { recall: recallForAdmin });

/** The bank shows the money: it stays on record, for an admin to settle. */
const SHOWN = { status: "UNALLOCATED", unappliedBecause: "ORDER_ALREADY_DECIDED" } as const;

/** The body of a rejection, in its transaction. */
async function rejectIn(ctx: AdminContext, input: RejectOrder): Promise<AdminOrderRecord> {
  const { order, member, now } = await lockDecidable(ctx, input, "REJECTED");
  const { payment, bank } = await lockMoney(ctx, order);
  const wasReceived = order.receivedPaise !== null;
  // A part whose money is open again is not put back.
  const canUndo = !wasReceived && ctx.canUndo === true;
  const change = {
    status: "REJECTED" as const,
    heldQuantity: 0,
    heldReward: 0,
    decidedAt: now,
    decidedBy: ctx.actor.id,
    decisionCount: order.decisionCount + 1,
    undoUntil: undoUntil(now, canUndo),
    decisionReason: input.reason || null,
    refundNote: input.refundNote || null,
    // A part that was received is open again, to be sent back.
    ...(wasReceived && { receivedPaise: null, restAskedAt: null }),
  };
  const rejected = { ...order, ...change };
  if (wasReceived) await endApplications(ctx.db, order, now);
  else await movePayment(ctx.db, payment, bank ? SHOWN : { status: "REFUSED" });
  await recordAudit(ctx, decidedEntry(order.status, rejected));
  await notifyRejected(ctx, rejected, member, order.receivedPaise);
  const record = adminOrderRecord(rejected, member);
  await keepAnswer(ctx, record);
  await moveLockedOrder(ctx.db, order, change);
  // The pool's row is locked last (architecture.md §6).
  await releaseTokens(ctx.db, order.companyId, order.heldQuantity + order.heldReward);
  return record;
}

export const rejectOrder = adminProcedure.input(RejectOrder).mutation(reject);
