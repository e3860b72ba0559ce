import { allowanceOf } from "@server/orders/queries/allowance";
import { findOrderByNumber } from "@server/orders/queries/order-details";
import {
  type Buyer,
  findBuyerFacts,
  lockBuyer,
  lockOrderByNumber,
  moveOrder,
} from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import { databaseNow } from "@db/clock";
import {
  findUnallocatedFor,
  listPaymentsFor,
  findEvidenceOfLine,
  openEvidence,
  addKeys,
  confirmPayment,
  findCounting,
  findEntry,
  insertPayment,
  listUnshown,
  listWithKeys,
  lockPaymentOfLine,
  mergePayment,
  movePayment,
  type Payment,
} from "@server/payments";
import {
  PaymentsOf,
  type RecordedPayment,
  RecordPayment,
  type Recording,
} from "@server/orders/contracts/payments";
import {
  keepAnswer,
  oncePerKey,
  refusalFrom,
  adminProcedure,
  recordAudit,
  type AdminContext,
} from "@server/access";
import { amountInPaise } from "@server/platform/rules/money/units";
import { assertMayDecide } from "@server/companies/rules/allowance";
import { can } from "@server/orders/rules/lifecycle";
import { statedPayment } from "@server/orders/rules/stated-decision";
import { rewardWaitingAgain } from "@server/orders/rules/reward-life";
import { presentTerms, STANDING_QUOTES } from "@server/orders/rules/standing-quote";
import {
  asSubmitted,
  flagsOf,
  isReference,
  leavesUnallocated,
  normaliseReference,
} from "@server/orders/rules/submission";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import { refuse, refuseField } from "@server/platform/rules/refusals/refuse";
import { goneAfterPayment, takeHoldOrRunAgain } from "@server/orders/holds/take-hold";
import { notifyRecorded, notifyUnallocated } from "@server/orders/records/notify-members";
import { orderEntry, submittedEntry } from "@server/orders/records/order-audit";
import { assertRoomFor } from "@server/orders/buying/place-order";
import { changesSince } from "@server/orders/reading/submission-changes";
import {
  type JoinedPayment,
  joinPayment,
  type NamedPayment,
  seenBefore,
  typedKeys,
  typedNumbers,
} from "@server/orders/money/join-payment";
import { judgeAgain } from "@server/orders/risk/judge";
import { assertCompared, assertOtherMoney, compareEntry, differencesFrom } from "./entry-of-order";
import { assertBankSum, bankSumOf } from "@server/orders/money/payment-numbers";

/** Returns an order by its number, with the payments on record for it. Refuses with ORDER_NOT_FOUND. */
export const orderToRecord = adminProcedure.input(PaymentsOf).query(async ({ ctx, input }) => {
  const found = await findOrderByNumber(ctx.db, ctx.company.id, input.purchaseId);
  if (!found) throw refuse("ORDER_NOT_FOUND");
  const { order, member } = found;
  const { lineId } = input;
  const payments = await listPaymentsFor(ctx.db, ctx.company.id, order.id);
  const unshown = await listUnshown(ctx.db, ctx.company.id, [order.id]);
  const recording = await recordingFor(ctx, order);
  const entry = lineId && (await findEntry(ctx.db, ctx.company.id, lineId));
  return {
    orderId: order.id,
    orderNumber: order.orderNumber,
    status: order.status,
    version: order.submissionVersion,
    totalQuantity: order.quantity,
    bonusTokens: order.bonusTokens,
    totalPaise: order.totalPaise,
    method: order.paymentMethod,
    member,
    recording,
    entry: entry ? await compareEntry(ctx, order, entry, recording) : null,
    unshownPaise: unshown.map(({ paise }) => paise),
    payments: payments.map(({ at, ...payment }) => ({ ...payment, at: at.toISOString() })),
  };
});

/** The recorded columns of a payment that an admin knows. */
interface Known {
  method: RecordPayment["paymentMethod"];
  reference: string;
  receivedPaise: number;
  reason: string | undefined;
}

function known({ paymentMethod, received, ...input }: RecordPayment): Known {
  const reference = normaliseReference(input.reference);
  if (!isReference(reference)) {
    throw refuseField("reference", "REFERENCE_INVALID");
  }
  const { reason } = input;
  return { method: paymentMethod, reference, receivedPaise: amountInPaise(received), reason };
}

const used = () => refuseField("reference", "REFERENCE_USED");

/** Returns the result of recording a payment for this order. An unallocated payment of the order is not replaced. */
async function recordingFor({ db, company }: AdminContext, order: Order): Promise<Recording> {
  if (!can(order.status, "PENDING")) return "OPEN";
  const found = await findUnallocatedFor(db, company.id, order.memberId, order.orderNumber);
  return found ? "OPEN" : "WAITS";
}

/** Locks the order of a payment, its member before it, and the entry that shows it. */
async function lockToRecord(ctx: AdminContext, input: RecordPayment, payment: Known) {
  const { db, company } = ctx;
  const found = await findOrderByNumber(db, company.id, input.purchaseId);
  if (!found) throw refuse("ORDER_NOT_FOUND");
  const buyer = await lockBuyer(db, company.id, found.member.id);
  const order = await lockOrderByNumber(db, company.id, input.purchaseId);
  if (!order) throw refuse("ORDER_NOT_FOUND");
  assertMayDecide(order, ctx.actor);
  if (input.version !== order.submissionVersion) {
    throw refuse("SUBMISSION_CHANGED", { changes: await changesSince(ctx, order, input.version) });
  }
  const entry = await lockEntryToRecord(ctx, payment, input.lineId);
  await assertRecordable(ctx, order, payment, input);
  const recording = await recordingFor(ctx, order);
  return { buyer, order, entry, recording };
}

/**
 * Locks the payment of the recorded entry, or of an entry with the number; undefined for none. Refuses
 * with REFERENCE_USED if a payment that a person has named has either's number.
 */
async function lockEntryToRecord(
  { db, company }: AdminContext,
  { reference, receivedPaise }: Known,
  lineId: string | undefined,
): Promise<Payment | undefined> {
  const keys = typedNumbers(reference);
  const known = await listWithKeys(db, company.id, keys);
  const isKnown = known.some(({ payment }) => payment.memberId !== null && isOnRecord(payment));
  if (isKnown) throw used();
  const [counted] = await findCounting(db, company.id, keys);
  if (counted && counted.memberId !== null) throw used();
  if (lineId === undefined) return counted;
  const entry = await lockPaymentOfLine(db, company.id, lineId);
  const evidence = await findEvidenceOfLine(db, company.id, lineId);
  if (!entry || !evidence) throw refuse("STATEMENT_LINE_NOT_FOUND");
  if (entry.memberId !== null && evidence.reference !== null) throw used();
  if (entry.memberId !== null || entry.status !== "UNALLOCATED") {
    throw refuse("STATEMENT_LINE_SETTLED");
  }
  if (counted && counted.id !== entry.id) throw used();
  if (evidence.amountPaise !== receivedPaise) throw refuse("STATEMENT_SUM_DIFFERS");
  return entry;
}

/** Refuses money that is on record already, and an entry that differs from the order, without a reason. */
async function assertRecordable(
  ctx: AdminContext,
  order: Order,
  { receivedPaise: paise, reason }: Known,
  { lineId, isOtherMoney }: RecordPayment,
): Promise<void> {
  const entry = lineId ? await findEntry(ctx.db, ctx.company.id, lineId) : undefined;
  if (isOtherMoney && reason === undefined) {
    throw refuseField("reason", "REASON_REQUIRED");
  }
  if (!isOtherMoney) await assertOtherMoney(ctx, order, { entry, paise });
  if (entry) assertCompared(await differencesFrom(ctx, order, entry, [order.totalPaise]), reason);
}

/** Tells whether a payment was neither refused nor replaced. */
const isOnRecord = ({ counts, status }: Payment): boolean => counts || status === "DOUBTED";

/**
 * Records a payment that no member submitted. An unpaid order then waits for its decision as if its
 * member had submitted it, with its tokens taken again. If the order has a payment, or its member may
 * not buy any more, the payment stays unallocated. A payment that its order cannot take stays unallocated like a
 * member's, in a transaction of its own. An entry of a bank's statement becomes the same payment.
 * Refuses with ORDER_NOT_FOUND (also for another company's order), OWN_ORDER, SUBMISSION_CHANGED,
 * REFERENCE_INVALID, REFERENCE_USED, AMOUNT_INVALID, BANK_SHOWS_ANOTHER_SUM, STATEMENT_LINE_NOT_FOUND,
 * STATEMENT_LINE_SETTLED, STATEMENT_SUM_DIFFERS, PAYMENT_ON_RECORD, and STATEMENT_ENTRY_DIFFERS without
 * a reason if name, number or sum differ.
 */
export const recordPayment = adminProcedure
  .input(RecordPayment)
  .mutation(async (call): Promise<RecordedPayment> => {
    try {
      return await recordOnce(call);
    } catch (error) {
      const refusal = refusalFrom(error);
      if (!refusal || !leavesUnallocated(refusal.code)) throw error;
      // The answer is stored under the key that the refusal left unused.
      const { code: because } = refusal;
      return keepOnce({ ...call, input: { ...call.input, because } });
    }
  });

const recordOnce = oncePerKey(record);

async function record(ctx: AdminContext, input: RecordPayment): Promise<RecordedPayment> {
  const payment = known(input);
  const { buyer, order, entry, recording } = await lockToRecord(ctx, input, payment);
  const { id: orderId, orderNumber } = order;
  if (buyer && recording === "WAITS") {
    return submitFor(ctx, { buyer, order, payment, entry });
  }
  await recordLeft(ctx, { order, payment, entry });
  return { orderId, orderNumber, recorded: "OPEN" };
}

const recordedEntry = (
  action: string,
  order: Order,
  { method, reference, receivedPaise, reason }: Known,
  facts: Record<string, unknown> = {},
) =>
  orderEntry(action, order, {
    method,
    reference,
    receivedPaise,
    ...(reason !== undefined && { reason }),
    ...facts,
  });

const namedBy = (order: Order, { method, reference, receivedPaise }: Known): NamedPayment => ({
  companyId: order.companyId,
  memberId: order.memberId,
  orderId: order.id,
  method,
  reference,
  reportedPaise: receivedPaise,
  amountPaise: order.totalPaise,
  proofMediaId: null,
  beneficiaryId: order.beneficiaryId,
  beneficiaryVersion: order.beneficiaryVersion,
});

/** Finds or inserts the named payment, and joins the named entry of a bank's statement to it. */
async function joinWithEntry(
  { db }: AdminContext,
  named: NamedPayment,
  naming: Parameters<typeof joinPayment>[2],
  entry: Payment | undefined,
): Promise<JoinedPayment> {
  const joined = await joinPayment(db, named, naming);
  // Another transaction has named the number since it was checked.
  if (joined.counted) throw used();
  if (!entry || entry.id === joined.payment.id) return joined;
  if (entry.status === "PUT_AWAY") await openEvidence(db, entry);
  await mergePayment(db, entry, joined.payment);
  return { ...joined, isKnown: true };
}

/** Lets an order wait for its decision, as its member's submission would. */
async function submitFor(
  ctx: AdminContext,
  {
    buyer,
    order,
    payment,
    entry,
  }: { buyer: Buyer; order: Order; payment: Known; entry: Payment | undefined },
): Promise<RecordedPayment> {
  const { db, company, actor } = ctx;
  const others = await allowanceOf(db, company.id, buyer.id, order.orderNumber, STANDING_QUOTES);
  const facts = await findBuyerFacts(db, company.id, buyer.id);
  // The admin has seen the money, which counts like a proof.
  assertRoomFor(ctx, { buyer, others }, { quantity: order.quantity, isProved: true });

  const naming = { status: "WAITING", source: "ADMIN", by: actor.id } as const;
  const joined = await joinWithEntry(ctx, namedBy(order, payment), naming, entry);
  const { method, reference, receivedPaise } = payment;
  const submittedAt = buyer.now;
  const present = presentTerms({ ...order, newerOrders: others.newerOrders }, company, submittedAt);
  const { isReferenceRecorded: _, ...seen } = await seenBefore(db, order, joined);
  const change = {
    ...asSubmitted(order, present, submittedAt),
    ...rewardWaitingAgain(order),
    paymentId: joined.payment.id,
    paymentMethod: method,
    reference,
    proofMediaId: null,
    paidAmountPaise: receivedPaise,
    flags: flagsOf({
      method,
      reference,
      submittedAt,
      paidAmountPaise: receivedPaise,
      ...seen,
      duePaise: order.totalPaise,
      holdEndsAt: order.holdEndsAt,
      isProofRepeated: false,
      isReferenceRecorded: false,
      isQuoteEnded: present !== null,
    }),
  };
  const waiting: Order = { ...order, ...change };
  const moved = await moveOrder(db, order, change);
  if (!moved) throw refuse("ORDER_ALREADY_SUBMITTED");
  await judgeAgain(ctx, [joined.payment.id]);
  await recordAudit(
    ctx,
    submittedEntry(order.status, waiting),
    recordedEntry("payment.recorded", order, payment),
  );
  await notifyRecorded(ctx, waiting, { ...payment, isNeeded: true });
  const { id: orderId, orderNumber } = order;
  const answer: RecordedPayment = { orderId, orderNumber, recorded: "WAITS" };
  await keepAnswer(ctx, answer);
  if (order.status === "OPEN") return answer;
  // This locks the pool's row, so it comes last (architecture.md §6).
  await takeHoldOrRunAgain(ctx, order, {
    referrer: facts?.referrer ?? null,
    person: "AGAIN",
    refusalOf: goneAfterPayment(company, order),
  });
  return answer;
}

/** Reason of an admin's payment that its order does not need. */
const OTHER_PAYMENT = "RECORDED";

/** Records a payment that its order does not need: all of it stays unallocated. */
async function recordLeft(
  ctx: AdminContext,
  { order, payment, entry }: { order: Order; payment: Known; entry: Payment | undefined },
): Promise<void> {
  const { db, actor, company } = ctx;
  const { reference, receivedPaise } = payment;
  if (entry?.status === "PUT_AWAY") await openEvidence(db, entry);
  if (entry) assertBankSum(await bankSumOf({ db, company }, entry), receivedPaise);
  const values = { ...namedBy(order, payment), unallocatedBecause: OTHER_PAYMENT };
  const keys = typedKeys(reference);
  const named = entry
    ? await movePayment(db, entry, values)
    : await insertPayment(db, { ...values, status: "UNALLOCATED" }, keys);
  // Another transaction has named the number since it was checked.
  if (!named || !(await addKeys(db, named, keys))) throw used();
  const arrival = { by: actor.id, at: await databaseNow(db) };
  const received = await confirmPayment(db, named, { receivedPaise, reference, ...arrival });
  await judgeAgain(ctx, [named.id]);
  const stated = { payment: statedPayment(received) };
  await recordAudit(ctx, recordedEntry("payment.unneeded", order, payment, stated));
  await notifyRecorded(ctx, order, { ...payment, isNeeded: false });
}

/** This repeats the call that was refused. */
const keepOnce = oncePerKey(keepUnallocated, {
  identify: (_ctx, { because: _because, ...input }) => input,
});

interface RefusedRecord extends RecordPayment {
  because: RefusalCode;
}

/** Keeps a payment that its order cannot take like a member's, in a transaction of its own. */
async function keepUnallocated(
  ctx: AdminContext,
  { because, ...input }: RefusedRecord,
): Promise<RecordedPayment> {
  const payment = known(input);
  const { buyer, order, entry, recording } = await lockToRecord(ctx, input, payment);
  if (!buyer || recording !== "WAITS") throw refuse("ORDER_ALREADY_SUBMITTED");
  const naming = { status: "UNALLOCATED", source: "ADMIN", by: ctx.actor.id, because } as const;
  await joinWithEntry(ctx, namedBy(order, payment), naming, entry);
  await recordAudit(ctx, recordedEntry("payment.unapplied", order, payment, { because }));
  await notifyUnallocated(ctx, order, buyer, payment.reference);
  return { orderId: order.id, orderNumber: order.orderNumber, recorded: "KEPT" };
}
