import { moveLockedOrder } from "@server/orders/queries/orders";
import { endApplications, movePayment } from "@server/payments";
import { giveBack, heldBy } from "@server/ledger";
import { RejectOrder } from "@server/orders/contracts/decisions";
import type { AdminOrderRecord } from "@server/orders/contracts/order-lists";
import {
  keepAnswer,
  oncePerKey,
  adminProcedure,
  recordAudit,
  type AdminContext,
} from "@server/access";
import { withdrawn } from "@server/orders/rules/reward-life";
import { undoUntil } from "@server/orders/rules/undo-window";
import { lockDecidable } from "./decision";
import { notifyRejected } from "@server/orders/records/notify-members";
import { recordReturned } from "@server/orders/money/record-returned";
import { decidedEntry } from "@server/orders/records/order-audit";
import { lockMoney } from "@server/orders/money/order-money";
import { adminOrderRecord, replayForAdmin } from "@server/orders/reading/order-view";

/**
 * Rejects a payment: releases its tokens and its reference, and notifies the member with the reason.
 * Received money stays unallocated, and a payment that a bank's entry shows stays on record. Refuses as
 * `lockDecidable` does.
 */
export const rejectOnce = oncePerKey(reject, { replay: replayForAdmin });

/** A payment that the bank shows stays on record for an admin to settle. */
const SHOWN = { status: "UNALLOCATED", unallocatedBecause: "ORDER_ALREADY_DECIDED" } as const;

async function reject(ctx: AdminContext, input: RejectOrder): Promise<AdminOrderRecord> {
  const { order, member, referrer, now } = await lockDecidable(ctx, input, "REJECTED");
  const { payment, bank } = await lockMoney(ctx, order);
  const wasReceived = order.receivedPaise !== null;
  // A partial payment that became unallocated cannot be undone.
  const canUndo = !wasReceived && ctx.canUndo === true;
  const change = {
    status: "REJECTED" as const,
    heldQuantity: 0,
    heldReward: 0,
    ...withdrawn(order, { reason: "ORDER_REJECTED", at: now, by: ctx.actor.id }),
    decidedAt: now,
    decidedBy: ctx.actor.id,
    decisionCount: order.decisionCount + 1,
    undoUntil: undoUntil(now, canUndo),
    decisionReason: input.reason || null,
    refundNote: input.refundNote || null,
    // A part that was received before becomes unallocated, to be sent back.
    ...(wasReceived && { receivedPaise: null, restAskedAt: null }),
  };
  const rejected = { ...order, ...change };
  if (wasReceived) {
    await recordReturned(ctx, order, await endApplications(ctx.db, order, now));
  } else await movePayment(ctx.db, payment, bank ? SHOWN : { status: "REFUSED" });
  await recordAudit(ctx, decidedEntry(order.status, rejected));
  const { receivedPaise, heldReward: reward } = order;
  await notifyRejected(ctx, rejected, { member, referrer, reward, receivedPaise });
  const record = adminOrderRecord(rejected, member);
  await keepAnswer(ctx, record);
  await moveLockedOrder(ctx.db, order, change);
  // The pool's row is locked last (architecture.md §6).
  await giveBack(ctx.db, order.companyId, [heldBy(order)]);
  return record;
}

export const rejectOrder = adminProcedure.input(RejectOrder).mutation(rejectOnce);

/** Returns the company's reasons of a rejection to choose from; null for the default ones. */
export const rejectReasons = adminProcedure.query(
  ({ ctx }): string[] | null => ctx.company.settings.rejectReasons ?? null,
);
