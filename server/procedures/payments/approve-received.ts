import type { AdminOrderRecord } from "@server/contracts/orders";
import { ApproveReceived } from "@server/contracts/payments";
import { amountInPaise } from "@server/domain/money/units";
import { adminProcedure } from "@server/procedures/trpc";
import { approvePaid } from "../orders/approve-order";

/**
 * Approves a waiting order by what was received (product.md §2, "Another sum"): the whole order from
 * its total on, else what the sum pays at the order's price; the rest of the money stays open. An entry
 * of a bank's statement is settled with it, and must be of that sum. Refuses with what an approval
 * refuses with, RECEIVED_BELOW_ONE_TOKEN, AMOUNT_TOO_LARGE, STATEMENT_LINE_NOT_FOUND,
 * STATEMENT_LINE_SETTLED and STATEMENT_SUM_DIFFERS.
 */
export const approveReceived = adminProcedure
  .input(ApproveReceived)
  .mutation(({ ctx, input, path }): Promise<AdminOrderRecord> => {
    const { orderId, version, received, lineId } = input;
    const receivedPaise = amountInPaise(received);
    const approve = approvePaid("ONE", lineId);
    return approve({ ctx, input: { orderId, version, receivedPaise, lineId }, path });
  });
