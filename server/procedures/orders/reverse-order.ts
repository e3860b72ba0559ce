import { allocationsOfDecision } from "@db/queries/allocations";
import { moveLockedOrder } from "@db/queries/orders";
import { endApplications } from "@db/queries/payments";
import { lockPool, movePool } from "@db/queries/supplies";
import { ReverseOrder } from "@server/contracts/decisions";
import type { AdminOrderRecord } from "@server/contracts/order-lists";
import { keepAnswer, oncePerKey } from "@server/context/once-per-key";
import { appendAllocations } from "@server/procedures/stock/append-allocations";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import { type AdminContext, lockDecidable } from "./decision";
import { decidedEntry } from "./order-audit";
import { adminOrderRecord } from "./order-view";
import { takenBack } from "./purchase-allocations";
import { recallForAdmin } from "./recall";
import { notifyReversed } from "./notify-members";

/**
 * Takes back a mistaken approval: separate negative allocations return the tokens of buyer and referrer to
 * the pool. REVERSED is a final status. Refuses as `lockDecidable` does.
 */
async function reverse(ctx: AdminContext, input: ReverseOrder): Promise<AdminOrderRecord> {
  const { order, member, referrer, now } = await lockDecidable(ctx, input, "REVERSED");
  const allocated = await allocationsOfDecision(ctx.db, order);
  const change = {
    status: "REVERSED" as const,
    reversedAt: now,
    undoUntil: null,
    decidedBy: ctx.actor.id,
    decisionReason: input.reason,
  };
  const reversed = { ...order, ...change };
  const reward = allocated.find(({ kind }) => kind === "REFERRAL")?.quantity ?? 0;
  const record = adminOrderRecord(reversed, member);
  const tokens = allocated.reduce((sum, { quantity }) => sum + quantity, 0);
  const people = { member, referrer, reward };
  await recordAudit(ctx, decidedEntry(order.status, reversed));
  await endApplications(ctx.db, order, now);
  await notifyReversed(ctx, reversed, people);
  await keepAnswer(ctx, record);
  await moveLockedOrder(ctx.db, order, change);
  // The pool's row is locked last (architecture.md §6).
  const pool = await lockPool(ctx.db, ctx.company.id);
  const head = await appendAllocations(ctx.db, pool, takenBack(allocated));
  await movePool(ctx.db, pool, { held: 0, allocated: -tokens, head });
  return record;
}

export const reverseOrder = adminProcedure
  .input(ReverseOrder)
  .mutation(oncePerKey(reverse, { recall: recallForAdmin }));
