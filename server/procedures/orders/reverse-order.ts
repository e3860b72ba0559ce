import { type Allocation, allocationsOfDecision } from "@db/queries/allocations";
import type { OrderWithPeople } from "@db/queries/decisions";
import { moveLockedOrder } from "@db/queries/orders";
import { endApplications } from "@db/queries/payments";
import { lockPool, movePool } from "@db/queries/supplies";
import { ReverseOrder } from "@server/contracts/decisions";
import type { AdminOrderRecord } from "@server/contracts/order-lists";
import { idempotentBy } from "@server/context/idempotent";
import { appendAllocations } from "@server/procedures/stock/append-allocations";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import { type AdminContext, lockDecidable } from "./decision";
import { decidedEntry } from "./order-audit";
import { adminOrderRecord } from "./order-view";
import { takenBack } from "./purchase-allocations";
import { recallForAdmin } from "./recall";
import { notifyReversed } from "./notify-members";

interface Call {
  ctx: AdminContext;
  input: ReverseOrder;
  keep: (record: AdminOrderRecord) => Promise<void>;
}

/**
 * Undoes a mistaken approval: separate negative allocations take back the tokens of buyer and referrer and
 * return them to the pool. REVERSED is a final status.
 */
export const reverseOrder = adminProcedure.input(ReverseOrder).mutation(
  idempotentBy(
    { recall: recallForAdmin },
    async ({ ctx, input, keep }: Call): Promise<AdminOrderRecord> => {
      const decided = await lockDecidable(ctx, input, "REVERSED");
      const allocated = await allocationsOfDecision(ctx.db, decided.order);
      return takeBack(ctx, decided, { allocated, reason: input.reason, keep });
    },
  ),
);

interface Reversal {
  /** The allocations of the approval. */
  allocated: readonly Allocation[];
  reason: string;
  keep: (record: AdminOrderRecord) => Promise<void>;
}

/** Takes an approval back, and tells its people; the last statements of the transaction. */
async function takeBack(
  ctx: AdminContext,
  { order, member, referrer, now }: OrderWithPeople,
  { allocated, reason, keep }: Reversal,
): Promise<AdminOrderRecord> {
  const change = {
    status: "REVERSED" as const,
    reversedAt: now,
    undoUntil: null,
    decidedBy: ctx.actor.id,
    decisionReason: reason,
  };
  const reversed = { ...order, ...change };
  const reward = allocated.find(({ kind }) => kind === "REFERRAL")?.quantity ?? 0;
  const record = adminOrderRecord(reversed, member);
  const tokens = allocated.reduce((sum, { quantity }) => sum + quantity, 0);
  const people = { member, referrer, reward };
  await recordAudit(ctx, decidedEntry(order.status, reversed));
  await endApplications(ctx.db, order);
  await notifyReversed(ctx, reversed, people);
  await keep(record);
  await moveLockedOrder(ctx.db, order, change);
  // The pool's row is locked last (architecture.md §6).
  const pool = await lockPool(ctx.db, ctx.company.id);
  const head = await appendAllocations(ctx.db, pool, takenBack(allocated));
  await movePool(ctx.db, pool, { held: 0, allocated: -tokens, head });
  return record;
}
