import { findOrdersOfCompany } from "@server/orders/queries/order-details";
import { listWaitingOf, lockOrder } from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import {
  decideEvidence,
  applyPayment,
  confirmPayment,
  findPayment,
  leftOf,
  movePayment,
  type Payment,
} from "@server/payments";
import { PAYMENT_ID, PAYMENT_KIND, PAYMENT_VERSION, RECEIVED_SUM } from "@db/schema";
import {
  type AppliedPayment,
  ApplyPayment,
  PaymentToApply,
} from "@server/orders/contracts/payments";
import { oncePerKey, adminProcedure, type AdminContext } from "@server/access";
import { amountInPaise } from "@server/platform/rules/money/units";
import { statedPayment } from "@server/orders/rules/stated-decision";
import { refuse, refuseField } from "@server/platform/rules/refusals/refuse";
import {
  type ApprovalBy,
  isWaiting,
  answerRepeated,
  claimSecondAdmin,
  type StoredForSecondAdmin,
} from "@server/companies";
import {
  asApproved,
  lockWithMoney,
  rewardOfApproval,
  storeApproval,
} from "@server/orders/deciding/decision";
import { retakeHoldOrRunAgain } from "@server/orders/holds/take-hold";
import { judgeAtApproval } from "@server/orders/risk/judge";
import { toldOfApplication } from "@server/orders/records/notify-members";
import { decidedEntry, orderEntry, statedReward } from "@server/orders/records/order-audit";
import { assertNotReturned, checkToSettle, takeNumber } from "@server/orders/money/payment-numbers";
import { lockToSettle, paymentToShow } from "./payment-to-settle";

/** Reason of a payment that was submitted for an order which another payment paid. */
const PAID_OTHERWISE = "ORDER_ALREADY_DECIDED";

/** Input of an application, from every way in which one is made. */
interface Application extends ApplyPayment {
  by: ApprovalBy;
}

/**
 * Pays a waiting order with an unallocated payment of the same member, and approves it. The order takes
 * its total; the rest stays unallocated. The payment that the member submitted for the order stays on
 * record, unallocated. Refuses with PAYMENT_NOT_FOUND, PAYMENT_SETTLED, OWN_ORDER, AMOUNT_INVALID,
 * ORDER_NOT_FOUND (also for another member's order), ORDER_ALREADY_DECIDED, ORDER_NOT_SUBMITTED,
 * PAYMENT_DOES_NOT_FIT, REFERENCE_USED and HOLD_NOT_AVAILABLE. Above the company's sum the first
 * application is stored, with NEEDS_SECOND_ADMIN.
 */
export const payOrder = oncePerKey(pay, {
  identify: (_ctx, { by: _by, ...named }) => named,
  replay: replayAnswer,
});

async function pay(
  ctx: AdminContext,
  input: Application,
): Promise<AppliedPayment | StoredForSecondAdmin> {
  const { company, db, actor } = ctx;
  const { orderId, by } = input;

  const found = await findPayment(db, company.id, input.paymentId);
  // Both orders are locked by id (architecture.md §6).
  const ids = found?.orderId ? [found.orderId, orderId].toSorted() : [];
  for (const id of ids) await lockOrder(db, company.id, id);
  const openPaise = receivedOf(input);
  const { order: source, payment } = await lockToSettle(ctx, input);
  if (openPaise === undefined) await assertNotReturned(ctx, payment);
  const paise = openPaise ?? leftOf(payment);
  const { order: waiting, money, ...people } = await lockWithMoney(ctx, { orderId }, "APPROVED");
  const { payment: submitted } = money;

  if (waiting.memberId !== source.memberId) throw refuse("ORDER_NOT_FOUND");
  const { totalPaise, quantity } = waiting;
  const isWhole = waiting.receivedPaise === null && paise >= totalPaise;
  if (waiting.id === source.id || !isWhole) throw refuse("PAYMENT_DOES_NOT_FIT");
  const free = await checkToSettle(ctx, source, payment, waiting.id);
  const stored = await claimSecondAdmin(ctx, {
    ...asChange(input, { source, payment, paise }, waiting),
    by,
  });
  if (isWaiting(stored)) return stored;

  let received: Payment | null = null;
  if (openPaise !== undefined) {
    await takeNumber(db, payment, free);
    const arrival = { by: actor.id, at: people.now };
    received = await confirmPayment(db, payment, { receivedPaise: openPaise, ...arrival });
    await decideEvidence(db, received, arrival);
  }
  await movePayment(db, submitted, {
    status: submitted.counts ? "UNALLOCATED" : "DOUBTED",
    unallocatedBecause: PAID_OTHERWISE,
  });
  await applyPayment(db, payment, { orderId, amountPaise: totalPaise });
  const judged = await judgeAtApproval(ctx, waiting, payment);
  const order = waiting.holdReleasedAt ? await retakeHoldOrRunAgain(ctx, judged) : judged;
  const reward = rewardOfApproval(ctx, { order, ...people });
  const change = {
    ...asApproved(order, reward, { at: people.now, by: actor.id }),
    sourceOrderId: source.id,
    paymentId: payment.id,
    paymentMethod: payment.method,
    beneficiaryId: source.beneficiaryId,
    beneficiaryVersion: source.beneficiaryVersion,
    // Reference, proof and reported sum belong to the submitted payment, which no longer pays the
    // order.
    reference: null,
    proofMediaId: null,
    paidAmountPaise: null,
  };
  const approved = { ...order, ...change };
  const restPaise = paise - totalPaise;
  const { orderNumber: sourceNumber } = source;
  const stated = { ...statedReward(reward), sourceOrder: sourceNumber };
  const sums = { quantity, reward: reward.allocated, restPaise, sourceNumber };
  const answer = answerOf(waiting);
  await storeApproval(ctx, order, change, {
    quantity,
    reward,
    entries: [
      decidedEntry(order.status, approved, stated),
      ...entriesOf(source, waiting, restPaise, received),
    ],
    told: toldOfApplication(ctx, approved, { ...people, ...sums }),
    answer,
  });
  return answer;
}

/**
 * Returns the sum that an admin enters for a CLAIM, in paise; undefined for a CREDIT, whose sum is on
 * record. Refuses with AMOUNT_INVALID.
 */
function receivedOf({ kind, received }: ApplyPayment): number | undefined {
  if (kind === "CREDIT") return undefined;
  if (received !== undefined) return amountInPaise(received);
  throw refuseField("received", "AMOUNT_INVALID");
}

const answerOf = ({ id, orderNumber, quantity, totalPaise }: Order): AppliedPayment => ({
  orderId: id,
  orderNumber,
  quantity,
  totalPaise,
});

/** Creates the audit entries of both orders, and of the submitted payment, which becomes unallocated. */
const entriesOf = (source: Order, order: Order, restPaise: number, received: Payment | null) => [
  orderEntry("payment.reused", source, {
    newOrder: order.orderNumber,
    amountPaise: order.totalPaise,
    allocatedTokens: order.quantity,
    restPaise,
    ...(received && { payment: statedPayment(received) }),
  }),
  orderEntry("payment.unapplied", order, {
    method: order.paymentMethod,
    reference: order.reference,
    proofMediaId: order.proofMediaId,
    paidAmountPaise: order.paidAmountPaise,
    because: PAID_OTHERWISE,
  }),
];

/** Answers a repeated call with the order as it is now, also after a second admin's confirmation. */
async function replayAnswer(
  ctx: AdminContext,
  stored: AppliedPayment | StoredForSecondAdmin,
): Promise<AppliedPayment | StoredForSecondAdmin> {
  if (!isWaiting(stored)) return stored;
  return answerRepeated(ctx, stored, async ({ subjectId }) => {
    const [found] = await findOrdersOfCompany(ctx.db, ctx.company.id, [subjectId]);
    if (!found) throw refuse("ORDER_NOT_FOUND");
    return answerOf(found.order);
  });
}

/** Describes an application for a second admin, who confirms this order by this payment. */
const asChange = (
  { kind, paymentId }: ApplyPayment,
  { source, payment, paise }: { source: Order; payment: Payment; paise: number },
  order: Order,
) => ({
  order,
  kind: "PAYMENT_ORDER" as const,
  subjectId: order.id,
  subjectVersion: null,
  change: {
    before: null,
    after: {
      orderNumber: order.orderNumber,
      totalPaise: order.totalPaise,
      sourceOrder: source.orderNumber,
      ...(kind === "CLAIM" && { [RECEIVED_SUM]: paise }),
      [PAYMENT_ID]: paymentId,
      [PAYMENT_KIND]: kind,
      [PAYMENT_VERSION]: payment.updatedAt.toISOString(),
    },
  },
});

export const applyToOrder = adminProcedure
  .input(ApplyPayment)
  .mutation(({ ctx, input, path }): Promise<AppliedPayment> =>
    payOrder({ ctx, input: { ...input, by: "ONE" }, path }),
  );

/** Returns an unallocated payment, and the waiting orders of its member that it may pay. */
export const waitingOrders = adminProcedure.input(PaymentToApply).query(async ({ ctx, input }) => {
  const { order, member, payment, ...found } = await paymentToShow(ctx, input);
  const { method, reference, updatedAt } = payment;
  const isUnconfirmed = payment.receivedPaise === null;
  const openPaise = isUnconfirmed ? null : found.openPaise;
  const reportedPaise = isUnconfirmed ? (payment.reportedPaise ?? payment.amountPaise) : null;
  const orders = await listWaitingOf(ctx.db, ctx.company.id, {
    memberId: order.memberId,
    but: order.id,
    mostPaise: openPaise,
  });
  return {
    ...input,
    method,
    reference,
    reportedPaise,
    openPaise,
    member,
    updatedAt: updatedAt.toISOString(),
    order: { id: order.id, orderNumber: order.orderNumber },
    orders: orders.map(answerOf),
  };
});
