import { findOrdersOfCompany } from "@server/orders/queries/order-details";
import type { Order } from "@db/schema";
import {
  decideEvidence,
  applyPayment,
  confirmPayment,
  findPayment,
  type Payment,
} from "@server/payments";
import { lockPool, obtainablePrivateSupply } from "@server/ledger";
import { PAYMENT_VERSION, RECEIVED_SUM } from "@db/schema";
import { AllocatePayment, type SettledPayment } from "@server/orders/contracts/payments";
import { adminProcedure, oncePerKey, RunAgain, type AdminContext } from "@server/access";
import { partOf, partPaidBy, type Purchase } from "@server/platform/rules/money/partial-payment";
import { amountInPaise } from "@server/platform/rules/money/units";
import { statedPayment } from "@server/orders/rules/stated-decision";
import { type Extras, extrasToHold, rewardFor } from "@server/ledger/rules/reward";
import { refuse, refuseField } from "@server/platform/rules/refusals/refuse";
import {
  type ApprovalBy,
  isWaiting,
  leastOf,
  answerRepeated,
  claimSecondAdmin,
  type StoredForSecondAdmin,
} from "@server/companies";
import {
  asApproved,
  paidInPart,
  rewardOfApproval,
  storeApproval,
} from "@server/orders/deciding/decision";
import { isFinallyWithdrawn, rewardWaitingAgain } from "@server/orders/rules/reward-life";
import { rewardOf, withinBudget } from "@server/orders/holds/take-hold";
import { judgeAtApproval } from "@server/orders/risk/judge";
import { toldOfAllocation } from "@server/orders/records/notify-members";
import { decidedEntry, statedReward } from "@server/orders/records/order-audit";
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
export const allocateOnce = oncePerKey(allocateOrRunAgain, {
  identify: (_ctx, { by: _by, ...named }) => named,
  replay: replayAnswer,
});

async function allocateOrRunAgain(
  ctx: AdminContext,
  input: Allocation,
): Promise<SettledPayment | StoredForSecondAdmin> {
  const { company, db, actor } = ctx;
  const { by } = input;

  const { payment, order, ...people } = await lockToSettle(ctx, { ...input, kind: "CLAIM" });
  const { member, referrer, now } = people;
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

  await takeNumber(db, payment, free);
  const arrival = { by: actor.id, at: now };
  const received = await confirmPayment(db, payment, { receivedPaise, ...arrival });
  await decideEvidence(db, received, arrival);
  const judged = await judgeAtApproval(ctx, { ...order, ...rewardWaitingAgain(order) }, received);
  const { pool, part, extras, taken } = await partOrRunAgain(ctx, order, paid);
  const { quantity } = part;
  if (quantity < Math.min(shown, paid.quantity)) throw refuse("PAYMENT_SETTLED");
  const reward = rewardOfApproval(ctx, {
    order: { ...judged, heldReward: extras.reward },
    referrer,
    now,
  });
  const sums = paidInPart(order, receivedPaise, part);
  const { restPaise } = sums;
  const change = {
    ...rewardWaitingAgain(order),
    ...asApproved(order, reward, arrival),
    ...sums.change,
    bonusTokens: extras.bonus,
    rewardBps: reward.tokens > 0 || order.campaignId !== null ? rewardOf(order, company) : null,
    paymentId: payment.id,
    paymentMethod: payment.method,
    reference: payment.reference,
    proofMediaId: payment.proofMediaId,
    paidAmountPaise: payment.reportedPaise,
    beneficiaryId: payment.beneficiaryId,
    beneficiaryVersion: payment.beneficiaryVersion,
    submittedAt: payment.createdAt,
  };
  const approved = { ...order, ...change };
  await applyPayment(db, received, { orderId: order.id, amountPaise: sums.appliedPaise });
  const entry = decidedEntry(order.status, approved, {
    ...statedReward(reward),
    payment: statedPayment(received),
    ...sums.audited,
  });
  const told = { member, referrer, quantity, reward: reward.allocated, restPaise };
  const answer = { orderNumber: order.orderNumber, allocated: quantity, restPaise };
  await storeApproval(ctx, order, change, {
    quantity,
    reward,
    taken,
    pool,
    entries: [entry],
    told: toldOfAllocation(ctx, approved, told),
    answer,
  });
  return answer;
}

/**
 * Locks the campaign's and the pool's row, and returns what can be allocated of the tokens that a sum
 * pays, with their bonus and reward. With too few free tokens, the transaction is rolled back, overdue
 * holds are ended, and it runs again. Refuses with SUPPLY_GONE.
 */
async function partOrRunAgain({ db, company }: AdminContext, order: Order, paid: Purchase) {
  const rate = rewardOf(order, company);
  const given = await withinBudget(db, order, extrasOf(order, paid.quantity, rate));
  // The pool's row is locked from here on: the allocated part depends on it.
  const pool = await lockPool(db, company.id);
  const free = pool.free + order.heldQuantity + order.heldReward;
  if (free < paid.quantity && (await obtainablePrivateSupply(db, company.id)).overdue > 0) {
    throw new RunAgain(async (outside) => {
      await makeRoom(outside, company, paid.quantity);
    });
  }
  if (free === 0) throw refuse("SUPPLY_GONE", { remaining: 0 });
  const part = free < paid.quantity ? partOf(order, free) : paid;
  const most = extrasOf(order, part.quantity, rate);
  const extras = extrasToHold(
    { bonus: Math.min(most.bonus, given.bonus), reward: Math.min(most.reward, given.reward) },
    free - part.quantity,
  );
  return { pool, part, extras, taken: given.bonus + given.reward };
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
  throw refuseField("received", "AMOUNT_INVALID");
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
