import { amendOrder, moveOf } from "@server/orders/queries/orders";
import type { OrderWithPeople } from "@server/orders/queries/decisions";
import { endApplications, movePayment } from "@server/payments";
import { giveBack, heldBy } from "@server/ledger";
import { RejectOrder } from "@server/orders/contracts/decisions";
import type { AdminOrderRecord } from "@server/orders/contracts/order-lists";
import {
  conclude,
  keepAnswer,
  oncePerKey,
  adminProcedure,
  recordAudit,
  type AdminContext,
} from "@server/access";
import { withdrawn } from "@server/orders/rules/reward-life";
import { undoUntil } from "@server/platform/rules/undo-time";
import { lockWithMoney } from "./decision";
import { toldOfRejection, notifyRestRejected } from "@server/orders/records/notify-members";
import { recordReturned } from "@server/orders/money/record-returned";
import { decidedEntry, orderEntry } from "@server/orders/records/order-audit";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { restOf } from "@server/platform/rules/money/partial-payment";
import { flagByEntries } from "@server/orders/money/bank-sum";
import { statedBy } from "@server/orders/rules/stated-decision";
import type { OrderMoney } from "@server/orders/money/order-money";
import { adminOrderRecord, replayForAdmin } from "@server/orders/reading/order-view";

/**
 * Rejects a payment: releases its tokens and its reference, and notifies the member with the reason.
 * Received money stays unallocated, and a payment that a bank's entry shows stays on record. Of an order
 * whose member told the rest, only that is rejected; to reject such an order afterwards, a call names its
 * version. Refuses as `lockDecidable` does, and with ORDER_ALREADY_DECIDED.
 */
export const rejectOnce = oncePerKey(reject, { replay: replayForAdmin });

/** A payment that the bank shows stays on record for an admin to settle. */
const SHOWN = { status: "UNALLOCATED", unallocatedBecause: "ORDER_ALREADY_DECIDED" } as const;

async function reject(ctx: AdminContext, input: RejectOrder): Promise<AdminOrderRecord> {
  const { order, member, referrer, now, money } = await lockWithMoney(ctx, input, "REJECTED");
  // A call that is repeated after its answer was lost does not reject the order beside its rest.
  if (restOf(order) === "MISSING" && input.version === undefined) {
    throw refuse("ORDER_ALREADY_DECIDED");
  }
  if (restOf(order) === "TOLD") return rejectRest(ctx, input, { order, member, now }, money);
  const { payment, bank } = money;
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
    undoUntil: undoUntil(now, { ...ctx, canUndo }),
    decisionReason: input.reason || null,
    refundNote: input.refundNote || null,
    // A part that was received before becomes unallocated, to be sent back.
    ...(wasReceived && { receivedPaise: null, restAskedAt: null }),
  };
  const rejected = { ...order, ...change };
  if (wasReceived) {
    await recordReturned(ctx, order, await endApplications(ctx.db, order, now));
  } else await movePayment(ctx.db, payment, bank ? SHOWN : { status: "REFUSED" });
  const { receivedPaise, heldReward: reward } = order;
  await conclude(ctx, {
    change: moveOf(ctx.db, order, change),
    entries: [decidedEntry(order.status, rejected)],
    told: toldOfRejection(ctx, rejected, { member, referrer, reward, receivedPaise }),
    answer: { id: order.id },
  });
  // The pool's row is locked last (architecture.md §6).
  await giveBack(ctx.db, order.companyId, [heldBy(order)]);
  return adminOrderRecord(rejected, member);
}

/**
 * Rejects the rest that the member of an order told: the order waits for it again, with the parts that
 * were received and its tokens. It states the latest of these parts once more.
 */
async function rejectRest(
  ctx: AdminContext,
  { reason, refundNote }: RejectOrder,
  { order, member, now }: Pick<OrderWithPeople, "order" | "member" | "now">,
  { payment, bank, parts }: OrderMoney,
): Promise<AdminOrderRecord> {
  const part = parts.at(-1)?.payment;
  if (!part) throw new Error("The order has no part.");
  const { id: settledBy } = ctx.actor;
  const settled = { settledNote: reason || null, settledBy };
  const status = bank ? SHOWN : ({ status: "REFUSED" } as const);
  await movePayment(ctx.db, payment, { ...status, ...settled });
  const change = {
    ...statedBy(part),
    submissionVersion: order.submissionVersion + 1,
    decidedAt: now,
    decidedBy: settledBy,
    undoUntil: undoUntil(now, ctx),
    decisionReason: reason || null,
    refundNote: refundNote || null,
  };
  const asked = { ...order, ...change };
  await recordAudit(
    ctx,
    orderEntry("order.rest-rejected", order, {
      method: order.paymentMethod,
      reference: order.reference,
      amountPaise: payment.amountPaise,
      reason: change.decisionReason,
      refundNote: change.refundNote,
      submissionVersion: change.submissionVersion,
      decidedAt: now.toISOString(),
    }),
  );
  await notifyRestRejected(ctx, asked, member, payment.reportedPaise ?? payment.amountPaise);
  const record = adminOrderRecord(asked, member);
  await keepAnswer(ctx, { id: order.id });
  await amendOrder(ctx.db, order, change);
  await flagByEntries(ctx, [part.id]);
  return record;
}

export const rejectOrder = adminProcedure.input(RejectOrder).mutation(rejectOnce);

/** Returns the company's reasons of a rejection to choose from; null for the default ones. */
export const rejectReasons = adminProcedure.query(
  ({ ctx }): string[] | null => ctx.company.settings.rejectReasons ?? null,
);
