import { databaseNow, moveOrder, type Order } from "@db/queries/orders";
import { confirmPayment, orderOfPayment } from "@db/queries/payment-credits";
import { findPerson } from "@db/queries/recipients";
import { lockRemaining, settleTokens } from "@db/queries/supplies";
import { violatedConstraint } from "@db/client";
import { AllocatePayment, type SettledPayment } from "@server/contracts/payments";
import { idempotent } from "@server/context/idempotent";
import { partOf } from "@server/domain/money/part";
import { rewardFor, rewardToHold } from "@server/domain/referrals/referrals";
import { refuse } from "@server/domain/refusals/refuse";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import type { AdminContext } from "../orders/decision";
import { allocatePurchase } from "../orders/allocate-purchase";
import { mayEarn } from "../orders/hold";
import { notifyAllocated } from "../orders/notify-members";
import { decidedEntry } from "../orders/order-audit";
import { makeRoom } from "../orders/release-overdue-holds";
import { claimToSettle } from "./payment-to-settle";

/**
 * Confirms an unapplied payment and allocates its order's tokens, or as many as the pool has. The
 * rest of the money stays open, to be sent back. Refuses with PAYMENT_NOT_FOUND, PAYMENT_SETTLED,
 * OWN_ORDER, SUPPLY_GONE and REFERENCE_USED.
 */
export const allocatePayment = adminProcedure.input(AllocatePayment).mutation(async (call) => {
  const { ctx, input } = call;
  const named = await orderOfPayment(ctx.db, ctx.company.id, "CLAIM", input.paymentId);
  // In transactions of its own, so that it locks no order while this one's is locked.
  if (named) await makeRoom(ctx, ctx.company, named.quantity);
  return allocate(call);
});

const allocate = idempotent(
  async ({
    ctx,
    input,
  }: {
    ctx: AdminContext;
    input: AllocatePayment;
  }): Promise<SettledPayment> => {
    const { company, db } = ctx;
    const { order, claim } = await claimToSettle(ctx, input);
    if (order.status === "APPROVED" || order.status === "REVERSED" || order.status === "PENDING") {
      throw refuse("PAYMENT_SETTLED");
    }
    const now = await databaseNow(db);
    const held = order.heldQuantity + order.heldReward;
    // From here on the pool's row is locked: the part depends on it.
    const free = (await lockRemaining(db, company.id)) + held;
    if (free === 0) throw refuse("SUPPLY_GONE", { remaining: 0 });
    const part = partOf(order, Math.min(order.quantity, free));
    if (input.quantity !== undefined && part.quantity < input.quantity) {
      throw refuse("PAYMENT_SETTLED");
    }
    const isPart = part.quantity < order.quantity;
    const reward = await payable(ctx, order, part.quantity, free - part.quantity);
    const appliedPaise = part.amountPaise + part.feePaise;
    const approved = await approvedWith(ctx, order, {
      status: "APPROVED",
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
    });
    await confirmPayment(db, approved, { appliedPaise, by: ctx.actor.id });
    await settleTokens(db, company.id, { fromHeld: held, toAllocated: part.quantity + reward });
    const allocated = await allocatePurchase(ctx, approved, { quantity: part.quantity, reward });
    const restPaise = order.totalPaise - appliedPaise;
    await recordAudit(
      ctx,
      decidedEntry(order.status, approved, {
        rewardTokens: reward,
        ...(isPart && { allocatedTokens: part.quantity, restPaise }),
      }),
    );
    await notifyAllocated(ctx, approved, { allocated, restPaise });
    return { orderNumber: order.orderNumber, allocated: part.quantity, restPaise };
  },
);

async function approvedWith(
  ctx: AdminContext,
  order: Order,
  change: Parameters<typeof moveOrder>[2],
): Promise<Order> {
  try {
    const approved = await moveOrder(ctx.db, order, change);
    if (!approved) throw refuse("PAYMENT_SETTLED");
    return approved;
  } catch (error) {
    if (violatedConstraint(error) === "orders_reference") throw refuse("REFERENCE_USED");
    throw error;
  }
}

/** The referrer's reward for the part, as far as `left` tokens allow. */
async function payable(
  ctx: AdminContext,
  order: Order,
  quantity: number,
  left: number,
): Promise<number> {
  const referrer = order.referrerId && (await findPerson(ctx.db, ctx.company.id, order.referrerId));
  if (!referrer || !mayEarn(referrer)) return 0;
  return rewardToHold(rewardFor(quantity, ctx.company.referralRewardBps), left);
}
