import { allocationsOfDecision, lockPool, moveBudget, appendAllocations } from "@server/ledger";
import { assertNotDelivered } from "@server/launch";
import { takenOf } from "@server/ledger/rules/reward";
import { moveOf } from "@server/orders/queries/orders";
import { endApplications } from "@server/payments";
import { ReverseOrder } from "@server/orders/contracts/decisions";
import type { AdminOrderRecord } from "@server/orders/contracts/order-lists";
import { conclude, oncePerKey, adminProcedure, type AdminContext } from "@server/access";
import { lockDecidable } from "./decision";
import { peopleOf } from "@server/orders/queries/decisions";
import { withdrawn } from "@server/orders/rules/reward-life";
import { decidedEntry } from "@server/orders/records/order-audit";
import { adminOrderRecord, replayForAdmin } from "@server/orders/reading/order-view";
import { reversalsOf } from "./purchase-allocations";
import { toldOfReversal } from "@server/orders/records/notify-members";
import { recordReturned } from "@server/orders/money/record-returned";

/**
 * Reverses a mistaken approval: separate negative allocations return the tokens of buyer and referrer
 * to the pool. Money that the bank sent back is recorded so. REVERSED is a final status. Refuses as `lockDecidable`
 * and `assertNotDelivered` do.
 */
async function reverse(ctx: AdminContext, input: ReverseOrder): Promise<AdminOrderRecord> {
  const order = await lockDecidable(ctx, input, "REVERSED");
  const { member, referrer, now } = await peopleOf(ctx.db, order);
  await assertNotDelivered(ctx.db, order);
  const allocated = await allocationsOfDecision(ctx.db, order);
  const change = {
    status: "REVERSED" as const,
    heldReward: 0,
    ...withdrawn(order, { reason: "ORDER_REVERSED", at: now, by: ctx.actor.id }),
    reversedAt: now,
    undoUntil: null,
    decidedBy: ctx.actor.id,
    decisionReason: input.reason,
  };
  const reversed = { ...order, ...change };
  const isAllocated = allocated.some(({ kind }) => kind === "REFERRAL");
  const reward = isAllocated ? (order.rewardTokens ?? 0) : order.heldReward;
  const tokens = allocated.reduce((sum, { quantity }) => sum + quantity, 0);
  const people = { member, referrer, reward, isAllocated };
  const givenUp = await endApplications(ctx.db, order, now);
  await recordReturned(ctx, order, givenUp);
  await conclude(ctx, {
    change: moveOf(ctx.db, order, change),
    entries: [decidedEntry(order.status, reversed)],
    told: toldOfReversal(ctx, reversed, people),
    answer: { id: order.id },
  });
  // The pool's row is locked last (architecture.md §6).
  await moveBudget(ctx.db, order, -takenOf(order));
  const pool = await lockPool(ctx.db, ctx.company.id);
  const given = { held: -order.heldReward, allocated: -tokens };
  await appendAllocations(ctx.db, pool, reversalsOf(allocated), given);
  return adminOrderRecord(reversed, member);
}

export const reverseOrder = adminProcedure
  .input(ReverseOrder)
  .mutation(oncePerKey(reverse, { replay: replayForAdmin }));
