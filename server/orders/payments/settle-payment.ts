import { orderEntry } from "@server/orders/records/order-audit";
import { violatedConstraint } from "@db/client";
import { newId } from "@db/ids";
import {
  othersWithNumber,
  bankSumsOf,
  decideEvidence,
  confirmPayment,
  leftOf,
  movePayment,
  type Payment,
  type Refund,
  refundPayment,
} from "@server/payments";
import {
  DismissPayment,
  RefundPayment,
  type SettledPayment,
} from "@server/orders/contracts/payments";
import { oncePerKey, adminProcedure, recordAudit, type AdminContext } from "@server/access";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { formatRupees } from "@server/platform/rules/money/format";
import { amountInPaise } from "@server/platform/rules/money/units";
import { statedPayment } from "@server/orders/rules/stated-decision";
import { isReference, normaliseReference } from "@server/orders/rules/submission";
import { rewardAfter, rewardStateOf } from "@server/orders/rules/reward-life";
import { amendOrder } from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import { refuse, refuseField } from "@server/platform/rules/refusals/refuse";
import { notifyNotReceived, notifyRefunded } from "@server/orders/records/notify-members";
import {
  assertBankSum,
  bankSumOf,
  checkToSettle,
  takeNumber,
} from "@server/orders/money/payment-numbers";
import { isUntouched, lockToSettle } from "./payment-to-settle";

/**
 * Records a refund: of a CLAIM, which it thereby confirms, or of the rest of a received payment. The
 * received money that was not sent back stays unallocated. Refuses with PAYMENT_NOT_FOUND,
 * PAYMENT_SETTLED, OWN_ORDER, REFUND_TOO_LARGE, RECEIVED_BELOW_REFUND, REFUND_DATE_INVALID,
 * REFERENCE_INVALID, REFUND_RECORDED, BANK_SHOWS_ANOTHER_SUM, and REFERENCE_USED if another payment
 * counts with its number: of one payment that is on record twice, one arrived.
 */
async function refund(ctx: AdminContext, input: RefundPayment): Promise<SettledPayment> {
  const { actor } = ctx;
  const { kind, refundedOn } = input;
  const amountPaise = amountInPaise(input.amount);
  if (refundedOn > dateInIndia(ctx.now)) throw refuse("REFUND_DATE_INVALID");
  const reference = normaliseReference(input.reference);
  if (!isReference(reference)) throw refuseField("reference", "REFERENCE_INVALID");

  const locked = await lockToSettle(ctx, input);
  const { order, member, payment } = locked;
  const received = kind === "CLAIM" ? await receiveToRefund(ctx, locked, input, amountPaise) : null;
  const openPaise = kind === "CLAIM" ? arrivedOf(payment, input, amountPaise) : leftOf(payment);
  const restPaise = openPaise - amountPaise;
  if (restPaise < 0) throw refuse("REFUND_TOO_LARGE", { limit: formatRupees(openPaise) });

  const sent = { id: newId(), amountPaise, reference, refundedOn, recordedBy: actor.id };
  await refundOnce(ctx, payment, sent);
  // Its reward was withdrawn with the decision; the money has gone back, too.
  if (rewardAfter("WITHDRAWN", "REFUNDED") === rewardStateOf(order) && isOfDecision(order)) {
    await amendOrder(ctx.db, order, { rewardReason: "REFUNDED" });
  }
  await recordAudit(
    ctx,
    orderEntry("payment.refunded", order, {
      amountPaise,
      reference,
      refundedOn,
      refund: { ...sent, paymentId: payment.id },
      ...(received && { payment: statedPayment(received) }),
      ...(restPaise > 0 && { restPaise }),
    }),
  );
  await notifyRefunded(ctx, order, member, { amountPaise, reference, refundedOn, restPaise });
  return { orderNumber: order.orderNumber, allocated: 0, restPaise };
}

const isOfDecision = ({ rewardReason }: Order): boolean =>
  rewardReason === "ORDER_REJECTED" || rewardReason === "ORDER_REVERSED";

export const refundLeft = adminProcedure.input(RefundPayment).mutation(oncePerKey(refund));

/**
 * Returns the received sum of a payment of which `amountPaise` was sent back, in paise: the entered
 * sum, else the refund. Refuses with RECEIVED_BELOW_REFUND and, without an entered sum, with
 * REFUND_TOO_LARGE above both the reported sum and the order's total.
 */
function arrivedOf(payment: Payment, { received }: RefundPayment, amountPaise: number): number {
  if (received !== undefined) {
    const receivedPaise = amountInPaise(received);
    if (receivedPaise >= amountPaise) return receivedPaise;
    throw refuseField("received", "RECEIVED_BELOW_REFUND");
  }
  const most = Math.max(payment.amountPaise, payment.reportedPaise ?? 0);
  if (amountPaise > most) throw refuse("REFUND_TOO_LARGE", { limit: formatRupees(most) });
  return amountPaise;
}

/** Confirms a payment that no order took, so that it can be sent back. */
async function receiveToRefund(
  ctx: AdminContext,
  { order, payment, now: at }: Awaited<ReturnType<typeof lockToSettle>>,
  input: RefundPayment,
  amountPaise: number,
): Promise<Payment> {
  const receivedPaise = arrivedOf(payment, input, amountPaise);
  const free = await checkToSettle(ctx, order, payment);
  if (input.received === undefined) {
    assertBankSum(await bankSumOf(ctx, payment, free.entry), receivedPaise);
  }
  await takeNumber(ctx.db, payment, free);
  const arrival = { by: ctx.actor.id, at };
  const received = await confirmPayment(ctx.db, payment, { receivedPaise, ...arrival });
  await decideEvidence(ctx.db, received, arrival);
  return received;
}

/** Inserts a refund; refuses with REFUND_RECORDED if an earlier refund of the payment has its number. */
async function refundOnce({ db }: AdminContext, payment: Payment, refund: Refund): Promise<void> {
  try {
    await refundPayment(db, payment, refund);
  } catch (error) {
    if (violatedConstraint(error) !== "payment_refunds_reference") throw error;
    throw refuseField("reference", "REFUND_RECORDED");
  }
}

/** Resets a payment to that of a bank's entry without a member. */
const AS_ENTRY = {
  status: "UNALLOCATED",
  memberId: null,
  orderId: null,
  reportedPaise: null,
  proofMediaId: null,
  beneficiaryId: null,
  beneficiaryVersion: null,
  unallocatedBecause: null,
} as const;

/**
 * Records that the money did not arrive. A received payment can be dismissed only while nothing of it
 * was used. The member is notified, unless a payment with its number counts with an order of theirs:
 * one record of the payment is left. If a bank's entry shows a payment that nobody confirmed, only the
 * member's report is dismissed: the entry's payment stays. Refuses with PAYMENT_NOT_FOUND,
 * PAYMENT_SETTLED, OWN_ORDER, and PAYMENT_HAS_ENTRY if a bank's entry shows confirmed money.
 */
async function dismiss(ctx: AdminContext, input: DismissPayment): Promise<SettledPayment> {
  const { db, company, actor } = ctx;
  const { reason: settledNote, kind } = input;
  const { order, member, payment } = await lockToSettle(ctx, input);
  if (!isUntouched(payment)) throw refuse("PAYMENT_SETTLED");
  const shown = (await bankSumsOf(db, company.id, [payment.id])).get(payment.id);
  if (shown && kind === "CREDIT") throw refuse("PAYMENT_HAS_ENTRY");
  const others = await othersWithNumber(db, company.id, [payment.id]);
  const counted = others.get(payment.id)?.find((other) => other.counts && other.isOwn);

  await movePayment(
    db,
    payment,
    shown
      ? { ...AS_ENTRY, amountPaise: shown.paise }
      : { status: "REFUSED", settledNote, settledBy: actor.id },
  );
  await recordAudit(
    ctx,
    orderEntry("payment.not-received", order, {
      reason: settledNote,
      ...(counted && { countedWith: counted.orderNumber }),
    }),
  );
  // The member's money is on another record, so there is nothing to submit again.
  if (!counted) await notifyNotReceived(ctx, order, member, settledNote);
  return { orderNumber: order.orderNumber, allocated: 0, restPaise: 0 };
}

export const dismissPayment = adminProcedure.input(DismissPayment).mutation(oncePerKey(dismiss));
