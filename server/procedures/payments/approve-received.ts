import { amendOrder, databaseNow } from "@db/queries/orders";
import { addPart, applyParts, confirmPayment } from "@db/queries/payment-credits";
import type { AdminOrderRecord } from "@server/contracts/order-lists";
import { ApproveReceived, WaitForRest } from "@server/contracts/payments";
import { idempotentBy } from "@server/context/idempotent";
import { amountInPaise } from "@server/domain/money/units";
import { isReference, normaliseReference } from "@server/domain/orders/submission";
import { refuse } from "@server/domain/refusals/refuse";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import { approvePaid } from "../orders/approve-order";
import { type AdminContext, lockDecidable } from "../orders/decision";
import { notifyPartReceived } from "../orders/notify-members";
import { adminOrderRecord } from "../orders/order-view";
import { recallForAdmin } from "../orders/recall";
import { paidByLine } from "../statements/paid-by-line";
import { assertNotRecorded, lockPaymentReferences } from "./payment-numbers";

/** As it is stored; undefined for none. Refuses with REFERENCE_INVALID. */
function referenceOf(typed: string | undefined): string | undefined {
  const reference = normaliseReference(typed ?? "");
  if (reference === "") return undefined;
  if (!isReference(reference)) throw refuse("REFERENCE_INVALID");
  return reference;
}

/**
 * Approves a waiting order by what was received (product.md §2, "Another sum"): the whole order from
 * its total on, else what the sum pays at the order's price; the rest of the money stays open. Parts
 * that were received before count too. An entry of a bank's statement is settled with it, and must be
 * of that sum. Refuses with what an approval refuses with, AMOUNT_INVALID without any money,
 * RECEIVED_BELOW_ONE_TOKEN, AMOUNT_TOO_LARGE, REFERENCE_USED where a payment for another order has the
 * number of a further part or of the entry, REFERENCE_RECORDED, STATEMENT_LINE_NOT_FOUND,
 * STATEMENT_LINE_SETTLED and STATEMENT_SUM_DIFFERS.
 */
export const approveReceived = adminProcedure
  .input(ApproveReceived)
  .mutation(({ ctx, input, path }): Promise<AdminOrderRecord> => {
    const { received, reference, ...named } = input;
    const receivedPaise = received === undefined ? 0 : amountInPaise(received);
    const approve = approvePaid("ONE", named.lineId);
    const order = { ...named, receivedPaise, reference: referenceOf(reference) };
    return approve({ ctx, input: order, path });
  });

/**
 * Records that a part of an order's total was received; the order goes on waiting, and its member is
 * asked for the rest. Its tokens stay kept as those of any payment that waits for its decision. Of two
 * admins who saw the same submission the second is refused with SUBMISSION_CHANGED. Refuses with what
 * an approval refuses with, RECEIVED_PAYS_ALL from the order's total on, and like `approveReceived`
 * about an entry of a statement.
 */
export const waitForRest = adminProcedure.input(WaitForRest).mutation(
  idempotentBy(
    { recall: recallForAdmin },
    async ({
      ctx,
      input,
    }: {
      ctx: AdminContext;
      input: WaitForRest;
    }): Promise<AdminOrderRecord> => {
      const { db, actor } = ctx;
      const { lineId } = input;
      const people = await lockDecidable(ctx, input, "APPROVED");
      const { order, member } = people;
      await assertNotRecorded(ctx, people);
      const nowPaise = amountInPaise(input.received);
      const before = order.receivedPaise ?? 0;
      const receivedPaise = before + nowPaise;
      if (receivedPaise >= order.totalPaise) throw refuse("RECEIVED_PAYS_ALL");
      const typed = referenceOf(input.reference);
      const paid = lineId === undefined ? undefined : paidByLine(lineId);
      const isFurther = order.receivedPaise !== null;
      await lockPaymentReferences(ctx, order, { typed: isFurther ? typed : null, paid });
      await paid?.lock(ctx, nowPaise);
      const source = paid ? "STATEMENT" : "ADMIN";
      if (!isFurther) {
        const sums = { receivedPaise: nowPaise, appliedPaise: nowPaise };
        await confirmPayment(db, order, { ...sums, by: actor.id, source });
      } else {
        const reference = typed ?? (await paid?.reference(ctx)) ?? order.reference;
        await addPart(db, order, { receivedPaise: nowPaise, reference, by: actor.id, source });
        await applyParts(db, order, receivedPaise);
      }
      const change = {
        receivedPaise,
        restAskedAt: await databaseNow(db),
        // What another admin was shown before is another payment.
        submissionVersion: order.submissionVersion + 1,
      };
      const waiting = { ...order, ...change };
      const missingPaise = order.totalPaise - receivedPaise;
      await paid?.settle(ctx, waiting);
      await recordAudit(ctx, {
        action: "order.part-received",
        subjectType: "order",
        subjectId: order.id,
        after: {
          ...{ orderNumber: order.orderNumber, nowPaise, receivedPaise, missingPaise },
          submissionVersion: change.submissionVersion,
        },
      });
      await notifyPartReceived(ctx, waiting, member, { nowPaise, missingPaise });
      await amendOrder(db, order, change);
      return adminOrderRecord(waiting, member);
    },
  ),
);
