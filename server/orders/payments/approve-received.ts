import { orderEntry } from "@server/orders/records/order-audit";
import { amendOrder } from "@server/orders/queries/orders";
import type { AdminOrderRecord } from "@server/orders/contracts/order-lists";
import { ApproveReceived, WaitForRest } from "@server/orders/contracts/payments";
import { oncePerKey, adminProcedure, recordAudit, type AdminContext } from "@server/access";
import { amountInPaise } from "@server/platform/rules/money/units";
import { REST_OPEN } from "@server/orders/rules/submission";
import { undoUntil } from "@server/platform/rules/undo-time";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { approveOnce } from "@server/orders/deciding/approve-order";
import { assertToldNumber, lockWithMoney } from "@server/orders/deciding/decision";
import { judgeAgain } from "@server/orders/risk/judge";
import { notifyPartReceived } from "@server/orders/records/notify-members";
import { checkMoney, receiveMoney, typedReference } from "@server/orders/money/order-money";
import { adminOrderRecord, replayForAdmin } from "@server/orders/reading/order-view";

/**
 * Approves a waiting order by the received sum (product.md §2, "Another sum"): from its total on the
 * whole order, else the tokens that the sum pays at the order's price; the rest of the money stays
 * unallocated. Parts that were received before count too. An entry of a bank's statement must be of
 * that sum. Refuses as `approve` does, with REFERENCE_INVALID, and with AMOUNT_INVALID without any
 * money.
 */
export const approveReceived = adminProcedure
  .input(ApproveReceived)
  .mutation(({ ctx, input, path }): Promise<AdminOrderRecord> => {
    const { received, reference, ...named } = input;
    const receivedPaise = received === undefined ? 0 : amountInPaise(received);
    const typed = typedReference(reference);
    return approveOnce({
      ctx,
      input: { ...named, receivedPaise, reference: typed, by: "ONE" },
      path,
    });
  });

/**
 * Records a partial payment: the order goes on waiting with its tokens, and its member is asked for the
 * rest. If two admins saw the same submission, the second is refused with SUBMISSION_CHANGED. Refuses
 * as `lockDecidable` and `checkMoney` do, and with RECEIVED_PAYS_ALL from the order's total on.
 */
async function wait(ctx: AdminContext, input: WaitForRest): Promise<AdminOrderRecord> {
  const { db } = ctx;
  const { order, member, now, money } = await lockWithMoney(ctx, input, "APPROVED");

  const nowPaise = amountInPaise(input.received);
  const reference = typedReference(input.reference);
  const { lineId } = input;
  await assertToldNumber(ctx, order, { reference, lineId });
  const arrival = { nowPaise, isSumGiven: true, lineId, reference };
  const receivedPaise = (order.receivedPaise ?? 0) + nowPaise;
  const missingPaise = order.totalPaise - receivedPaise;
  if (missingPaise <= 0) throw refuse("RECEIVED_PAYS_ALL");
  const checked = await checkMoney(ctx, order, money, arrival);

  const received = await receiveMoney(ctx, order, checked, {
    appliedPaise: receivedPaise,
    at: now,
  });
  // None of several parts can be undone.
  const canUndo = ctx.canUndo === true && order.receivedPaise === null;
  const change = {
    ...REST_OPEN,
    decidedBy: ctx.actor.id,
    undoUntil: undoUntil(now, { ...ctx, canUndo }),
    receivedPaise,
    restAskedAt: now,
    flags: order.flags.filter((flag) => flag !== "BANK_SUM_DIFFERS"),
    // Another admin's page shows the payment without this part, so its version must be outdated.
    submissionVersion: order.submissionVersion + 1,
  };
  const waiting = { ...order, ...change };
  await recordAudit(
    ctx,
    orderEntry("order.part-received", order, {
      nowPaise,
      receivedPaise,
      missingPaise,
      submissionVersion: change.submissionVersion,
      endedAt: now.toISOString(),
      ...received,
    }),
  );
  await notifyPartReceived(ctx, waiting, member, { nowPaise, missingPaise });
  await amendOrder(db, order, change);
  await judgeAgain(ctx, [money.payment.id]);
  return adminOrderRecord(waiting, member);
}

export const waitOnce = oncePerKey(wait, { replay: replayForAdmin });

export const waitForRest = adminProcedure.input(WaitForRest).mutation(waitOnce);
