import { settleOrder } from "@db/queries/decisions";
import { findOrdersOfCompany } from "@db/queries/order-details";
import { databaseNow, type Order } from "@db/queries/orders";
import type { PaymentClaim } from "@db/queries/payment-claims";
import { confirmPayment, orderOfPayment } from "@db/queries/payment-credits";
import { findPerson, type Recipient } from "@db/queries/recipients";
import { lockRemaining } from "@db/queries/supplies";
import { violatedConstraint } from "@db/client";
import { PAYMENT_VERSION } from "@db/schema";
import { AllocatePayment, type SettledPayment } from "@server/contracts/payments";
import { idempotentBy } from "@server/context/idempotent";
import { partOf } from "@server/domain/money/part";
import { rewardFor, rewardToHold } from "@server/domain/referrals/referrals";
import { refuse } from "@server/domain/refusals/refuse";
import { toAppend } from "@server/procedures/stock/append-allocations";
import {
  type ApprovalBy,
  isWaiting,
  leastOf,
  recallWaiting,
  secondAdminFor,
  unlessWaiting,
  type Waiting,
} from "@server/procedures/changes/store-change";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import type { AdminContext } from "../orders/decision";
import { mayEarn } from "../orders/hold";
import { notifyAllocated } from "../orders/notify-members";
import { decidedEntry } from "../orders/order-audit";
import { purchaseAllocations } from "../orders/purchase-allocations";
import { makeRoom } from "../orders/release-overdue-holds";
import { lockUsedOnce } from "./payment-numbers";
import { claimToSettle } from "./payment-to-settle";

const allocate = (by: ApprovalBy) =>
  idempotentBy(
    { recall },
    async ({
      ctx,
      input,
    }: {
      ctx: AdminContext;
      input: AllocatePayment;
    }): Promise<SettledPayment | Waiting> => {
      const { company, db } = ctx;
      const { order, claim } = await claimToSettle(ctx, input);
      if (
        order.status === "APPROVED" ||
        order.status === "REVERSED" ||
        order.status === "PENDING"
      ) {
        throw refuse("PAYMENT_SETTLED");
      }
      const { reference } = claim;
      await lockUsedOnce(ctx, order, { reference, creditId: null });
      const stored = await secondAdminFor(ctx, { ...asAllocation(order, claim, input), by });
      if (isWaiting(stored)) return stored;
      // Both admins' numbers hold.
      const least = Math.max(input.quantity ?? 0, (stored && leastOf(stored)) ?? 0);
      const now = await databaseNow(db);
      const [member, referrer] = await Promise.all([
        findPerson(db, company.id, order.memberId),
        order.referrerId === null ? undefined : findPerson(db, company.id, order.referrerId),
      ]);
      if (!member) throw new Error("An order has no member.");
      const held = order.heldQuantity + order.heldReward;
      // From here on the pool's row is locked: the part depends on it.
      const free = (await lockRemaining(db, company.id)) + held;
      if (free === 0) throw refuse("SUPPLY_GONE", { remaining: 0 });
      const part = partOf(order, Math.min(order.quantity, free));
      if (part.quantity < least) throw refuse("PAYMENT_SETTLED");
      const isPart = part.quantity < order.quantity;
      const reward = payable(ctx, referrer, part.quantity, free - part.quantity);
      const appliedPaise = part.amountPaise + part.feePaise;
      const change = {
        status: "APPROVED" as const,
        heldQuantity: 0,
        heldReward: 0,
        rewardBps: reward > 0 ? company.referralRewardBps : null,
        paymentMethod: claim.method,
        reference: claim.reference,
        proofMediaId: claim.proofMediaId,
        paidAmountPaise: claim.paidAmountPaise,
        beneficiaryId: claim.beneficiaryId,
        beneficiaryVersion: claim.beneficiaryVersion,
        submittedAt: claim.createdAt,
        decidedAt: now,
        decidedBy: ctx.actor.id,
        decisionReason: null,
        refundNote: null,
        ...(isPart && {
          approvedQuantity: part.quantity,
          approvedAmountPaise: part.amountPaise,
          approvedFeePaise: part.feePaise,
        }),
      };
      const approved = { ...order, ...change };
      const restPaise = order.totalPaise - appliedPaise;
      const { quantity } = part;
      const appended = toAppend(company.id, purchaseAllocations(approved, { quantity, reward }));
      await Promise.all([
        confirmPayment(db, approved, {
          receivedPaise: order.totalPaise,
          appliedPaise,
          by: ctx.actor.id,
        }),
        recordAudit(
          ctx,
          decidedEntry(order.status, approved, {
            rewardTokens: reward,
            ...(isPart && { allocatedTokens: quantity, restPaise }),
          }),
        ),
        notifyAllocated(ctx, approved, {
          member,
          referrer: referrer ?? null,
          quantity,
          reward,
          restPaise,
        }),
        settle(ctx, {
          order,
          change,
          pool: { fromHeld: held, toAllocated: quantity + reward },
          appended,
        }),
      ]);
      return { orderNumber: order.orderNumber, allocated: part.quantity, restPaise };
    },
  );

/** The answer to a call that was repeated with its key, after a second admin's confirmation too. */
async function recall(
  ctx: AdminContext,
  stored: SettledPayment | Waiting,
): Promise<SettledPayment | Waiting> {
  if (!isWaiting(stored)) return stored;
  return recallWaiting(ctx, stored, async ({ subjectId }) => {
    const { db, company } = ctx;
    const named = await orderOfPayment(db, company.id, "CLAIM", subjectId);
    const [found] = named ? await findOrdersOfCompany(db, company.id, [named.id]) : [];
    if (!found) throw refuse("PAYMENT_NOT_FOUND");
    const { orderNumber, totalPaise, ...order } = found.order;
    if (order.approvedQuantity === null) {
      return { orderNumber, allocated: order.quantity, restPaise: 0 };
    }
    const applied = (order.approvedAmountPaise ?? 0) + (order.approvedFeePaise ?? 0);
    return { orderNumber, allocated: order.approvedQuantity, restPaise: totalPaise - applied };
  });
}

/** An allocation as it waits for a second admin. */
const asAllocation = (order: Order, claim: PaymentClaim, { quantity }: AllocatePayment) => ({
  kind: "PAYMENT_ALLOCATION" as const,
  subjectId: claim.id,
  subjectVersion: null,
  order,
  change: {
    before: null,
    after: {
      orderNumber: order.orderNumber,
      totalPaise: order.totalPaise,
      quantity: quantity ?? null,
      [PAYMENT_VERSION]: claim.updatedAt.toISOString(),
    },
  },
});

async function settle(
  { db }: AdminContext,
  settlement: Parameters<typeof settleOrder>[1],
): Promise<void> {
  try {
    await settleOrder(db, settlement);
  } catch (error) {
    if (violatedConstraint(error) === "orders_reference") throw refuse("REFERENCE_USED");
    throw error;
  }
}

/** The referrer's reward for so many tokens, as far as the `left` ones of the pool allow. */
export function payable(
  { company }: AdminContext,
  referrer: Recipient | null | undefined,
  quantity: number,
  left: number,
): number {
  if (!referrer || !mayEarn(referrer)) return 0;
  return rewardToHold(rewardFor(quantity, company.referralRewardBps), left);
}

/**
 * Confirms an unapplied payment and allocates its order's tokens, or as many as the pool has. The
 * rest of the money stays open, to be sent back. Refuses with PAYMENT_NOT_FOUND, PAYMENT_SETTLED,
 * OWN_ORDER, SUPPLY_GONE, and REFERENCE_USED where another order names its number or money with it was
 * received before; above the company's sum the first one is stored, with NEEDS_SECOND_ADMIN.
 */
const allocation = (by: ApprovalBy) => {
  const run = allocate(by);
  return unlessWaiting(
    async (call: {
      ctx: AdminContext;
      input: AllocatePayment;
      path: string;
    }): Promise<SettledPayment | Waiting> => {
      const { ctx, input } = call;
      const named = await orderOfPayment(ctx.db, ctx.company.id, "CLAIM", input.paymentId);
      // In transactions of its own, so that it locks no order while this one's is locked.
      if (named) await makeRoom(ctx, ctx.company, named.quantity);
      return run(call);
    },
  );
};

/** An allocation by the second admin of this waiting change. */
export const allocateConfirmed = (changeId: string) => allocation({ confirms: changeId });

/** An allocation above the company's sum whose cool-off has ended. */
export const allocateAfterCoolOff = allocation("COOL_OFF");

export const allocatePayment = adminProcedure.input(AllocatePayment).mutation(allocation("ONE"));
