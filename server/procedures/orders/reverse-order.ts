import { allocationsOfOrder } from "@db/queries/allocations";
import { databaseNow, moveOrder } from "@db/queries/orders";
import { returnTokens } from "@db/queries/supplies";
import { type AdminTransactionRecord, ReverseOrder } from "@server/contracts/orders";
import { once } from "@server/context/once";
import { refuse } from "@server/domain/refusals/refuse";
import { appendAllocations } from "@server/ledger/append";
import { adminProcedure } from "@server/trpc";
import { auditDecision, decidedRecord, orderToDecide } from "./decision";
import { tellReversed } from "./tell";

/**
 * Undoes a mistaken approval: what it allocated, to buyer and referrer, is taken back by allocations
 * of its own, and the pool has the tokens again. The order ends here.
 */
export const reverseOrder = adminProcedure.input(ReverseOrder).mutation(
  once(async ({ ctx, input }): Promise<AdminTransactionRecord> => {
    const { company, db } = ctx;
    const order = await orderToDecide(ctx, input.orderId, "REVERSED");
    const reversed = await moveOrder(db, order, {
      status: "REVERSED",
      reversedAt: await databaseNow(db),
      decidedBy: ctx.actor.id,
      decisionReason: input.reason,
    });
    if (!reversed) throw refuse("ORDER_ALREADY_REVERSED");
    await auditDecision(ctx, order, reversed);

    const allocated = await allocationsOfOrder(db, company.id, order.id);
    await returnTokens(
      db,
      company.id,
      allocated.reduce((sum, { quantity }) => sum + quantity, 0),
    );
    const reversals = await appendAllocations(
      db,
      company.id,
      allocated.map(({ memberId, orderId, quantity }) => ({
        memberId,
        orderId,
        kind: "REVERSAL" as const,
        quantity: -quantity,
      })),
    );
    await tellReversed(ctx, reversed, reversals);
    return decidedRecord(ctx, reversed);
  }),
);
