import { findOrdersOfCompany } from "@server/orders/queries/order-details";
import { findOrder, moveLockedOrder } from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import { databaseNow } from "@db/clock";
import {
  decideEvidence,
  applyPayment,
  confirmPayment,
  findPayment,
  type Payment,
} from "@server/payments";
import { findPerson } from "@server/messages";
import { lockPool, moveBudget } from "@server/ledger";
import { PAYMENT_VERSION, RECEIVED_SUM } from "@db/schema";
import { AllocatePayment, type SettledPayment } from "@server/orders/contracts/payments";
import { oncePerKey, adminProcedure, recordAudit, type AdminContext } from "@server/access";
import { partOf, partPaidBy, type Purchase } from "@server/platform/rules/money/partial-payment";
import { amountInPaise } from "@server/platform/rules/money/units";
import { statedPayment } from "@server/orders/rules/stated-decision";
import { type Extras, extrasToHold, rewardFor, takenOf } from "@server/ledger/rules/reward";
import { refuse } from "@server/platform/rules/refusals/refuse";
import {
  type ApprovalBy,
  isWaiting,
  leastOf,
  answerRepeated,
  claimSecondAdmin,
  type StoredForSecondAdmin,
} from "@server/companies";
import { rewardOfApproval } from "@server/orders/deciding/decision";
import { isFinallyWithdrawn, rewardWaitingAgain } from "@server/orders/rules/reward-life";
import { rewardOf, withinBudget } from "@server/orders/holds/take-hold";
import { judgeAtApproval } from "@server/orders/risk/judge";
import { notifyAllocated } from "@server/orders/records/notify-members";
import { decidedEntry, statedReward } from "@server/orders/records/order-audit";
import { allocatePurchase } from "@server/orders/deciding/purchase-allocations";
import { makeRoom } from "@server/orders/holds/release-overdue-holds";
import {
  assertBankSum,
  bankSumOf,
  checkToSettle,
  takeNumber,
} from "@server/orders/money/payment-numbers";
import { lockToSettle } from "./payment-to-settle";

/** Input of an allocation, from every way in which one is made. */
interface Allocation extends AllocatePayment {
  by: ApprovalBy;
}

/**
 * Confirms a payment that no order took, and allocates the tokens of its order that the received sum
 * pays, as far as the pool has them. The rest of the money stays unallocated. Refuses with
 * PAYMENT_NOT_FOUND, PAYMENT_SETTLED, OWN_ORDER, AMOUNT_INVALID, BANK_SHOWS_ANOTHER_SUM,
 * RECEIVED_BELOW_ONE_TOKEN, SUPPLY_GONE, and REFERENCE_USED if another payment counts with its number,
 * or another order waits with it. Above the company's sum the first allocation is stored, with
 * NEEDS_SECOND_ADMIN.
 */
export async function allocateOnce(call: Parameters<typeof runOnce>[0]): Promise<SettledPayment> {
  const { ctx, input } = call;
  const found = await findPayment(ctx.db, ctx.company.id, input.paymentId);
  const order = found?.orderId && (await findOrder(ctx.db, found.companyId, found.orderId));
  // This runs in transactions of its own, so that it locks no order while this one's is locked.
  if (order) await makeRoom(ctx, ctx.company, order.quantity);
  return runOnce(call);
}

const runOnce = oncePerKey(allocate, {
  identify: (_ctx, { by: _by, ...named }) => named,
  replay: replayAnswer,
});

async function allocate(
  ctx: AdminContext,
  input: Allocation,
): Promise<SettledPayment | StoredForSecondAdmin> {
  const { company, db, actor } = ctx;
  const { by } = input;

  const { order, payment } = await lockToSettle(ctx, { ...input, kind: "CLAIM" });
  if (order.status === "APPROVED" || order.status === "REVERSED" || order.status === "PENDING") {
    throw refuse("PAYMENT_SETTLED");
  }
  const free = await checkToSettle(ctx, order, payment);
  const receivedPaise = receivedOf(order, payment, input);
  if (input.received === undefined) {
    assertBankSum(await bankSumOf(ctx, payment, free.entry), receivedPaise);
  }
  const paid = partPaidBy(order, receivedPaise);
  if (!paid) throw refuse("RECEIVED_BELOW_ONE_TOKEN");
  const asked = asAllocation(order, payment, { ...input, receivedPaise, paid });
  const stored = await claimSecondAdmin(ctx, { ...asked, by });
  if (isWaiting(stored)) return stored;
  // The minimum of both admins applies, as far as the sum pays it.
  const shown = Math.max(input.quantity ?? 0, (stored && leastOf(stored)) ?? 0);
  const least = Math.min(shown, paid.quantity);

  const now = await databaseNow(db);
  const member = await findPerson(db, company.id, order.memberId);
  if (!member) throw new Error("An order has no member.");
  const referrer =
    order.referrerId === null ? undefined : await findPerson(db, company.id, order.referrerId);
  await takeNumber(db, payment, free);
  const received = await confirmPayment(db, payment, { receivedPaise, by: actor.id, at: now });
  await decideEvidence(db, received, { by: actor.id, at: now });

  const judged = await judgeAtApproval(ctx, { ...order, ...rewardWaitingAgain(order) }, received);
  const held = order.heldQuantity + order.heldReward;
  const rate = rewardOf(order, company);
  const extras = await withinBudget(db, order, extrasOf(order, paid.quantity, rate));
  // The pool's row is locked from here on: the allocated part depends on it.
  const pool = await lockPool(db, company.id);
  const freeTokens = pool.free + held;
  if (freeTokens === 0) throw refuse("SUPPLY_GONE", { remaining: 0 });
  const part = freeTokens < paid.quantity ? partOf(order, freeTokens) : paid;
  if (part.quantity < least) throw refuse("PAYMENT_SETTLED");
  const { quantity } = part;
  const most = extrasOf(order, quantity, rate);
  const { bonus: bonusTokens, reward: promised } = extrasToHold(
    {
      bonus: Math.min(most.bonus, extras.bonus),
      reward: Math.min(most.reward, extras.reward),
    },
    freeTokens - quantity,
  );
  const waiting = { ...judged, heldReward: promised };
  const people = { order: waiting, referrer: referrer ?? null, now };
  const reward = rewardOfApproval(ctx, people);
  const appliedPaise = part.amountPaise + part.feePaise;
  const restPaise = receivedPaise - appliedPaise;
  const isPart = appliedPaise < order.totalPaise;
  const isOther = receivedPaise !== order.totalPaise;
  const change = {
    status: "APPROVED" as const,
    heldQuantity: 0,
    heldReward: reward.held,
    bonusTokens,
    rewardBps: reward.tokens > 0 || order.campaignId !== null ? rate : null,
    ...rewardWaitingAgain(order),
    ...(promised > 0 && reward.columns),
    paymentId: payment.id,
    paymentMethod: payment.method,
    reference: payment.reference,
    proofMediaId: payment.proofMediaId,
    paidAmountPaise: payment.reportedPaise,
    beneficiaryId: payment.beneficiaryId,
    beneficiaryVersion: payment.beneficiaryVersion,
    submittedAt: payment.createdAt,
    decidedAt: now,
    decidedBy: actor.id,
    decisionCount: order.decisionCount + 1,
    undoUntil: null,
    decisionReason: null,
    refundNote: null,
    receivedPaise: isOther ? receivedPaise : null,
    ...(isPart && {
      approvedQuantity: quantity,
      approvedAmountPaise: part.amountPaise,
      approvedFeePaise: part.feePaise,
    }),
  };
  const approved = { ...order, ...change };
  await applyPayment(db, received, { orderId: order.id, amountPaise: appliedPaise });
  await recordAudit(
    ctx,
    decidedEntry(order.status, approved, {
      ...statedReward(reward),
      payment: statedPayment(received),
      ...(isOther && { receivedPaise, restPaise }),
      ...(isPart && { allocatedTokens: quantity, restPaise }),
    }),
  );
  await notifyAllocated(ctx, approved, {
    member,
    referrer: referrer ?? null,
    quantity,
    reward: reward.allocated,
    restPaise,
  });
  await moveLockedOrder(db, order, change);
  // The campaign's row is locked already.
  await moveBudget(db, order, takenOf(approved) - extras.bonus - extras.reward);
  await allocatePurchase(db, pool, approved, { quantity, reward, held });
  return { orderNumber: order.orderNumber, allocated: quantity, restPaise };
}

/** Answers a repeated call with the order as it is now, also after a second admin's confirmation. */
async function replayAnswer(
  ctx: AdminContext,
  stored: SettledPayment | StoredForSecondAdmin,
): Promise<SettledPayment | StoredForSecondAdmin> {
  if (!isWaiting(stored)) return stored;
  return answerRepeated(ctx, stored, async ({ subjectId }) => {
    const { db, company } = ctx;
    const payment = await findPayment(db, company.id, subjectId);
    const ids = payment?.orderId ? [payment.orderId] : [];
    const [found] = await findOrdersOfCompany(db, company.id, ids);
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

/**
 * Tells whether the record states another sum than the order's total: the admin then enters the
 * received one.
 */
const isOtherReported = ({ totalPaise }: Order, { reportedPaise }: Payment): boolean =>
  reportedPaise !== null && reportedPaise !== totalPaise;

/**
 * Returns the received sum in paise: the entered one, else the order's total, unless the record states
 * another. Refuses with AMOUNT_INVALID, and a stored allocation without a sum with CHANGE_OVERTAKEN.
 */
function receivedOf(order: Order, payment: Payment, { received, by }: Allocation): number {
  if (received !== undefined) return amountInPaise(received);
  if (!isOtherReported(order, payment)) return order.totalPaise;
  if (by !== "ONE") throw refuse("CHANGE_OVERTAKEN");
  throw refuse("AMOUNT_INVALID", {}, { fields: { received: ["AMOUNT_INVALID"] } });
}

/** Describes an allocation for a second admin: the tokens that the received sum pays. */
const asAllocation = (
  order: Order,
  payment: Payment,
  asked: Pick<AllocatePayment, "quantity"> & { receivedPaise: number; paid: Purchase },
) => ({
  kind: "PAYMENT_ALLOCATION" as const,
  subjectId: payment.id,
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
      [PAYMENT_VERSION]: payment.updatedAt.toISOString(),
      ...((asked.receivedPaise !== order.totalPaise || isOtherReported(order, payment)) && {
        [RECEIVED_SUM]: asked.receivedPaise,
      }),
    },
  },
});

/** Returns the bonus and the reward for so many tokens of an order. */
const extrasOf = (order: Order, quantity: number, rewardBps: number): Extras => ({
  bonus: rewardFor(quantity, order.bonusBps ?? 0),
  reward:
    order.referrerId === null || isFinallyWithdrawn(order) ? 0 : rewardFor(quantity, rewardBps),
});

export const allocatePayment = adminProcedure
  .input(AllocatePayment)
  .mutation(({ ctx, input, path }): Promise<SettledPayment> =>
    allocateOnce({ ctx, input: { ...input, by: "ONE" }, path }),
  );
