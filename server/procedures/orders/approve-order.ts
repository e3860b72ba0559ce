import { settleOrder } from "@db/queries/decisions";
import { confirmPayment } from "@db/queries/payment-credits";
import { ApproveOrder } from "@server/contracts/decisions";
import type { AdminOrderRecord } from "@server/contracts/orders";
import { sendLast } from "@server/context/context";
import { idempotentBy } from "@server/context/idempotent";
import { needsSingleDecision } from "@server/domain/orders/submission";
import { refuse } from "@server/domain/refusals/refuse";
import { toAppend } from "@server/procedures/stock/append-allocations";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import { decidable, lookUpOrder, payableReward } from "./decision";
import { retakeHold, withOverdueTokens } from "./hold";
import { decidedEntry } from "./order-audit";
import { adminOrderRecord } from "./order-view";
import { purchaseAllocations } from "./purchase-allocations";
import { recallForAdmin } from "./recall";
import { notifyApproved } from "./notify-members";

/**
 * Confirms that the money has arrived: allocates the held tokens to the member and the reward to the
 * referrer. An order that gave its tokens back takes them again first. In a bulk approval, an order
 * whose flags need a decision of their own is refused with DECIDE_SINGLY.
 */
const approval = ({ isBulk }: { isBulk: boolean }) =>
  withOverdueTokens(
    idempotentBy(
      { recall: recallForAdmin, lookUp: lookUpOrder },
      async ({ ctx, input: { version }, found, keep }): Promise<AdminOrderRecord> => {
        const { company, db } = ctx;
        const people = await decidable(ctx, found, { version, to: "APPROVED" });
        const { member, referrer, now } = people;
        if (isBulk && needsSingleDecision(people.order.flags)) throw refuse("DECIDE_SINGLY");
        const order = people.order.holdReleasedAt
          ? await retakeHold(ctx, people.order)
          : people.order;
        const { quantity } = order;
        const reward = payableReward({ order, referrer });
        const change = {
          status: "APPROVED" as const,
          heldQuantity: 0,
          heldReward: 0,
          decidedAt: now,
          decidedBy: ctx.actor.id,
          decisionReason: null,
          refundNote: null,
        };
        const approved = { ...order, ...change };
        const record = adminOrderRecord(approved, member);
        const appended = toAppend(company.id, purchaseAllocations(approved, { quantity, reward }));
        const pool = {
          fromHeld: order.heldQuantity + order.heldReward,
          toAllocated: quantity + reward,
        };
        // In this order: the last statement locks the pool's row (architecture.md §6).
        await sendLast(ctx, () =>
          Promise.all([
            recordAudit(ctx, decidedEntry(order.status, approved, { rewardTokens: reward })),
            confirmPayment(db, approved, { appliedPaise: approved.totalPaise, by: ctx.actor.id }),
            notifyApproved(ctx, approved, { member, referrer, quantity, reward }),
            keep(record),
            settleOrder(db, { order, change, pool, appended }),
          ]),
        );
        return record;
      },
    ),
  );

export const approveInBulk = approval({ isBulk: true });

export const approveOrder = adminProcedure
  .input(ApproveOrder)
  .mutation(approval({ isBulk: false }));
