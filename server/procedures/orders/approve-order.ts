import { settleOrder } from "@db/queries/decisions";
import { findOrdersOfCompany } from "@db/queries/order-details";
import type { Order } from "@db/queries/orders";
import { confirmPayment } from "@db/queries/payment-credits";
import type { PendingChange } from "@db/queries/pending-changes";
import { STATEMENT_LINE } from "@db/schema";
import { ApproveOrder } from "@server/contracts/decisions";
import type { AdminOrderRecord } from "@server/contracts/orders";
import { sendLast } from "@server/context/context";
import { idempotentBy } from "@server/context/idempotent";
import {
  type ApprovalBy,
  isWaiting,
  recallWaiting,
  secondAdminFor,
  unlessWaiting,
  type Waiting,
} from "@server/procedures/changes/store-change";
import { type PaidBy, paidByLine } from "@server/procedures/statements/paid-by-line";
import { needsSingleDecision } from "@server/domain/orders/submission";
import { refuse } from "@server/domain/refusals/refuse";
import { toAppend } from "@server/procedures/stock/append-allocations";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import { type AdminContext, decidable, lookUpOrder, payableReward } from "./decision";
import { retakeHold, withOverdueTokens } from "./hold";
import { decidedEntry } from "./order-audit";
import { adminOrderRecord } from "./order-view";
import { purchaseAllocations } from "./purchase-allocations";
import { recallForAdmin } from "./recall";
import { notifyApproved } from "./notify-members";

/**
 * Confirms that the money has arrived: allocates the held tokens to the member and the reward to the
 * referrer. An order that gave its tokens back takes them again first. In a bulk approval, an order
 * whose flags need a decision of their own is refused with DECIDE_SINGLY. Above the company's sum the
 * first approval is stored, with NEEDS_SECOND_ADMIN; another admin's approval confirms it.
 */
const approval = (by: ApprovalBy, paidBy?: PaidBy) =>
  unlessWaiting(
    withOverdueTokens(
      idempotentBy(
        {
          recall: async (ctx: AdminContext, stored: AdminOrderRecord | Waiting) =>
            isWaiting(stored)
              ? recallWaiting(ctx, stored, ({ subjectId }) => approvedRecord(ctx, subjectId))
              : recallForAdmin(ctx, stored),
          lookUp: lookUpOrder,
        },
        async ({ ctx, input: { version }, found, keep }): Promise<AdminOrderRecord | Waiting> => {
          const { company, db } = ctx;
          const people = await decidable(ctx, found, { version, to: "APPROVED" });
          const { member, referrer, now } = people;
          if (by === "BULK" && needsSingleDecision(people.order.flags))
            throw refuse("DECIDE_SINGLY");
          const waiting = await secondAdminFor(ctx, { ...asApproval(people.order, paidBy), by });
          const paid = paidBy ?? paidByStored(waiting);
          await paid?.lock(ctx, people.order);
          if (isWaiting(waiting)) return waiting;
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
          const appended = toAppend(
            company.id,
            purchaseAllocations(approved, { quantity, reward }),
          );
          const pool = {
            fromHeld: order.heldQuantity + order.heldReward,
            toAllocated: quantity + reward,
          };
          // In this order: the last statement locks the pool's row (architecture.md §6).
          await sendLast(ctx, () =>
            Promise.all([
              recordAudit(ctx, decidedEntry(order.status, approved, { rewardTokens: reward })),
              confirmPayment(db, approved, {
                appliedPaise: approved.totalPaise,
                by: ctx.actor.id,
                ...(paid && { source: "STATEMENT" }),
              }),
              paid?.settle(ctx, approved),
              notifyApproved(ctx, approved, { member, referrer, quantity, reward }),
              keep(record),
              settleOrder(db, { order, change, pool, appended }),
            ]),
          );
          return record;
        },
      ),
    ),
  );

async function approvedRecord(ctx: AdminContext, orderId: string): Promise<AdminOrderRecord> {
  const [found] = await findOrdersOfCompany(ctx.db, ctx.company.id, [orderId]);
  if (!found) throw refuse("ORDER_NOT_FOUND");
  return adminOrderRecord(found.order, found.user);
}

/** An approval as it waits for a second admin. */
const asApproval = (order: Order, paidBy?: PaidBy) => ({
  kind: "ORDER_APPROVAL" as const,
  subjectId: order.id,
  subjectVersion: order.submissionVersion,
  order,
  change: {
    before: null,
    after: {
      orderNumber: order.orderNumber,
      totalPaise: order.totalPaise,
      ...(paidBy && { [STATEMENT_LINE]: paidBy.lineId }),
    },
  },
});

/** The entry that the first admin's approval stood on, for the second one's; unless that names its own. */
function paidByStored(confirmed: Waiting | PendingChange | null): PaidBy | undefined {
  if (!confirmed || isWaiting(confirmed)) return undefined;
  const lineId = confirmed.change.after?.[STATEMENT_LINE];
  return typeof lineId === "string" ? paidByLine(lineId) : undefined;
}

/** An approval of an order that an entry of a bank's statement pays. */
export const approvePaid = (by: "ONE" | "BULK", lineId: string) => approval(by, paidByLine(lineId));

export const approveInBulk = approval("BULK");

/** An approval above the company's sum whose cool-off has ended. */
export const approveAfterCoolOff = approval("COOL_OFF");

/** An approval by the second admin of this waiting change. */
export const approveConfirmed = (changeId: string) => approval({ confirms: changeId });

/** An approval by an admin: the first one, or the second. */
export const approveOrder = adminProcedure.input(ApproveOrder).mutation(approval("ONE"));
