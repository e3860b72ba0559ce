import { findOrdersOfCompany } from "@db/queries/order-details";
import { databaseNow, moveLockedOrder, type Order } from "@db/queries/orders";
import type { PaymentClaim } from "@db/queries/payment-claims";
import { confirmPayment, orderOfPayment } from "@db/queries/payment-credits";
import { findPerson, type Recipient } from "@db/queries/recipients";
import { lockPool, movePool } from "@db/queries/supplies";
import { violatedConstraint } from "@db/client";
import { PAYMENT_VERSION, RECEIVED_SUM } from "@db/schema";
import { AllocatePayment, type SettledPayment } from "@server/contracts/payments";
import { idempotentBy } from "@server/context/idempotent";
import { partOf, partPaidBy, type Purchase } from "@server/domain/money/part";
import { amountInPaise } from "@server/domain/money/units";
import { rewardFor, rewardToHold } from "@server/domain/referrals/referrals";
import { refuse } from "@server/domain/refusals/refuse";
import { appendAllocations } from "@server/procedures/stock/append-allocations";
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
      const receivedPaise = receivedOf(order, claim, input, by);
      const paid = partPaidBy(order, receivedPaise);
      if (!paid) throw refuse("RECEIVED_BELOW_ONE_TOKEN");
      const asked = asAllocation(order, claim, { ...input, receivedPaise, paid });
      const stored = await secondAdminFor(ctx, { ...asked, by });
      if (isWaiting(stored)) return stored;
      // Both admins' numbers hold, as far as the sum pays them.
      const shown = Math.max(input.quantity ?? 0, (stored && leastOf(stored)) ?? 0);
      const least = Math.min(shown, paid.quantity);
      const now = await databaseNow(db);
      const [member, referrer] = await Promise.all([
        findPerson(db, company.id, order.memberId),
        order.referrerId === null ? undefined : findPerson(db, company.id, order.referrerId),
      ]);
      if (!member) throw new Error("An order has no member.");
      const held = order.heldQuantity + order.heldReward;
      // From here on the pool's row is locked: the part depends on it.
      const pool = await lockPool(db, company.id);
      const free = pool.free + held;
      if (free === 0) throw refuse("SUPPLY_GONE", { remaining: 0 });
      const part = free < paid.quantity ? partOf(order, free) : paid;
      if (part.quantity < least) throw refuse("PAYMENT_SETTLED");
      const reward = payable(ctx, referrer, part.quantity, free - part.quantity);
      const appliedPaise = part.amountPaise + part.feePaise;
      const isPart = appliedPaise < order.totalPaise;
      const isOther = receivedPaise !== order.totalPaise;
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
        decisionCount: order.decisionCount + 1,
        decisionReason: null,
        refundNote: null,
        receivedPaise: isOther ? receivedPaise : null,
        ...(isPart && {
          approvedQuantity: part.quantity,
          approvedAmountPaise: part.amountPaise,
          approvedFeePaise: part.feePaise,
        }),
      };
      const approved = { ...order, ...change };
      const restPaise = receivedPaise - appliedPaise;
      const { quantity } = part;
      await confirmPayment(db, approved, { receivedPaise, appliedPaise, by: ctx.actor.id });
      await recordAudit(
        ctx,
        decidedEntry(order.status, approved, {
          rewardTokens: reward,
          ...(isOther && { receivedPaise, restPaise }),
          ...(isPart && { allocatedTokens: quantity, restPaise }),
        }),
      );
      await notifyAllocated(ctx, approved, {
        ...{ member, referrer: referrer ?? null, quantity, reward, restPaise },
      });
      await approve(ctx, order, change);
      const rows = purchaseAllocations(approved, { quantity, reward });
      const head = await appendAllocations(db, pool, rows);
      await movePool(db, pool, { held: -held, allocated: quantity + reward, head });
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
    const received = order.receivedPaise ?? totalPaise;
    if (order.approvedQuantity === null) {
      return { orderNumber, allocated: order.quantity, restPaise: received - totalPaise };
    }
    const applied = (order.approvedAmountPaise ?? 0) + (order.approvedFeePaise ?? 0);
    return { orderNumber, allocated: order.approvedQuantity, restPaise: received - applied };
  });
}

/** Whether a payment is on record with another sum than its order's total: its admin says what arrived. */
const isOtherReported = ({ totalPaise }: Order, { paidAmountPaise }: PaymentClaim): boolean =>
  paidAmountPaise !== null && paidAmountPaise !== totalPaise;

/**
 * What arrived: the sum that was entered, else the order's total, unless another one is on record.
 * Refuses with AMOUNT_INVALID, and what was stored without a sum with CHANGE_OVERTAKEN.
 */
function receivedOf(
  order: Order,
  claim: PaymentClaim,
  { received }: AllocatePayment,
  by: ApprovalBy,
): number {
  if (received !== undefined) return amountInPaise(received);
  if (!isOtherReported(order, claim)) return order.totalPaise;
  if (by !== "ONE") throw refuse("CHANGE_OVERTAKEN");
  throw refuse("AMOUNT_INVALID", {}, { fields: { received: ["AMOUNT_INVALID"] } });
}

/** An allocation as it waits for a second admin: of the tokens that the received sum pays. */
const asAllocation = (
  order: Order,
  claim: PaymentClaim,
  asked: Pick<AllocatePayment, "quantity"> & { receivedPaise: number; paid: Purchase },
) => ({
  kind: "PAYMENT_ALLOCATION" as const,
  subjectId: claim.id,
  subjectVersion: null,
  order: {
    ...order,
    totalPaise: asked.paid.amountPaise + asked.paid.feePaise,
    quantity: asked.paid.quantity,
  },
  change: {
    before: null,
    after: {
      orderNumber: order.orderNumber,
      totalPaise: order.totalPaise,
      quantity: asked.quantity ?? null,
      [PAYMENT_VERSION]: claim.updatedAt.toISOString(),
      ...((asked.receivedPaise !== order.totalPaise || isOtherReported(order, claim)) && {
        [RECEIVED_SUM]: asked.receivedPaise,
      }),
    },
  },
});

async function approve(
  { db }: AdminContext,
  order: Order,
  change: Parameters<typeof moveLockedOrder>[2],
): Promise<void> {
  try {
    await moveLockedOrder(db, order, change);
  } catch (error) {
    if (violatedConstraint(error) === "orders_reference") throw refuse("REFERENCE_USED");
    throw error;
  }
}

/** The referrer's reward for so many tokens, as far as the `left` ones of the pool allow. */
function payable(
  { company }: AdminContext,
  referrer: Recipient | null | undefined,
  quantity: number,
  left: number,
): number {
  if (!referrer || !mayEarn(referrer)) return 0;
  return rewardToHold(rewardFor(quantity, company.referralRewardBps), left);
}

/**
 * Confirms an unapplied payment and allocates the tokens of its order that what arrived pays, or as many
 * of them as the pool has. The rest of the money stays open. Refuses with PAYMENT_NOT_FOUND,
 * PAYMENT_SETTLED, OWN_ORDER, AMOUNT_INVALID, RECEIVED_BELOW_ONE_TOKEN, SUPPLY_GONE, and REFERENCE_USED
 * where another order names its number or money with it was received before; above the company's sum the
 * first one is stored, with NEEDS_SECOND_ADMIN.
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
