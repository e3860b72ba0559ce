import { allocationsOfOrder } from "@db/queries/allocations";
import { databaseNow, moveOrder } from "@db/queries/orders";
import { releaseCredits } from "@db/queries/payment-credits";
import { returnTokens } from "@db/queries/supplies";
import { ReverseOrder } from "@server/contracts/decisions";
import { type AdminOrderRecord } from "@server/contracts/orders";
import { idempotentBy } from "@server/context/idempotent";
import { refuse } from "@server/domain/refusals/refuse";
import { appendAllocations } from "@server/procedures/stock/append-allocations";
import { termsOf } from "@server/procedures/stock/order-terms";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import { decidedRecord, orderToDecide } from "./decision";
import { decidedEntry } from "./order-audit";
import { recallForAdmin } from "./recall";
import { notifyReversed } from "./notify-members";

/**
 * Undoes a mistaken approval: separate negative allocations take back the tokens of buyer and referrer and
 * return them to the pool. REVERSED is a final status.
 */
export const reverseOrder = adminProcedure.input(ReverseOrder).mutation(
  idempotentBy({ recall: recallForAdmin }, async ({ ctx, input }): Promise<AdminOrderRecord> => {
    const { company, db } = ctx;
    const order = await orderToDecide(ctx, input, "REVERSED");
    const reversed = await moveOrder(db, order, {
      status: "REVERSED",
      reversedAt: await databaseNow(db),
      decidedBy: ctx.actor.id,
      decisionReason: input.reason,
    });
    if (!reversed) throw refuse("ORDER_ALREADY_REVERSED");
    await recordAudit(ctx, decidedEntry(order.status, reversed));

    await releaseCredits(db, reversed);
    const allocated = await allocationsOfOrder(db, company.id, order.id);
    const reward = allocated.find(({ kind }) => kind === "REFERRAL")?.quantity ?? 0;
    const terms = termsOf(order, reward);
    await returnTokens(
      db,
      company.id,
      allocated.reduce((sum, { quantity }) => sum + quantity, 0),
    );
    const reversals = await appendAllocations(
      db,
      company.id,
      allocated.map(({ memberId, orderId, quantity, sequence, hash }) => ({
        memberId,
        orderId,
        kind: "REVERSAL" as const,
        quantity: -quantity,
        terms,
        reverses: { sequence, hash },
      })),
    );
    await notifyReversed(ctx, reversed, reversals);
    return decidedRecord(ctx, reversed);
  }),
);
