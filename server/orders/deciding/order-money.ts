import type { Executor } from "@db/client";
import { amendOrder } from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import {
  isMoneyOf,
  addEvidence,
  type BankSum,
  bankSumsOf,
  decideEvidence,
  findEvidenceOfLine,
  openEvidence,
  applyPayment,
  confirmPayment,
  endApplications,
  findCounting,
  insertPayment,
  listApplied,
  lockPayment,
  keysOf,
  lockPaymentOfLine,
  mergePayment,
  movePayment,
  type Payment,
} from "@server/payments";
import { isReference, normaliseReference } from "@server/orders/rules/submission";
import { statedPayment } from "@server/orders/rules/stated-decision";
import { contradicts } from "@server/payments/rules/contradiction";
import { needsProof } from "@server/payments/rules/method";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { addTypedKey, typedKeys } from "@server/orders/payments/join-payment";
import {
  assertBankSum,
  bankSumOf,
  checkNumber,
  type FreeNumber,
  refuseNumber,
  stateOf,
  takeNumber,
} from "@server/orders/payments/payment-numbers";
import type { AdminContext } from "./decision";

/** The payment of an order that waits, locked, and what the bank shows of it. */
export interface OrderMoney {
  payment: Payment;
  bank: BankSum | undefined;
}

/** Locks the payment on which a locked order stands. */
export async function lockMoney({ db }: AdminContext, order: Order): Promise<OrderMoney> {
  const { companyId, paymentId } = order;
  const payment = paymentId === null ? undefined : await lockPayment(db, companyId, paymentId);
  if (!payment) throw new Error("The order has no payment.");
  const sums = await bankSumsOf(db, companyId, [payment.id]);
  return { payment, bank: sums.get(payment.id) };
}

/** Tells whether the bank shows another sum of it, about which nobody has decided. */
export const isContradicted = ({ payment, bank }: OrderMoney): boolean =>
  contradicts(payment, bank);

/** An admin says that this arrived. */
export interface Arrival {
  /** In paise; 0 for a decision by the parts that were received before. */
  nowPaise: number;
  /** Whether the admin entered the sum: it then holds against another one that the bank shows. */
  isSumGiven: boolean;
  /** The bank's entry that shows it. */
  lineId: string | undefined;
  /** The bank's number of a further part, normalised. */
  reference: string | undefined;
}

/** The money that an approval receives is checked and locked; nothing is written yet. */
export interface CheckedMoney extends FreeNumber {
  /** Null where nothing more is received. */
  payment: Payment | NewPart | null;
  reference: string | null;
  nowPaise: number;
  /** Whether a bank's entry tells of it. */
  isShown: boolean;
}
type NewPart = "NEW";

/**
 * Checks what arrived for a locked order: the payment that it stands on or, once a part was received, a
 * further one with a number of its own. Refuses with REFERENCE_RECORDED or REFERENCE_USED where another
 * payment counts with its number, BANK_SHOWS_ANOTHER_SUM where the bank shows another sum and the admin
 * entered none, REFERENCE_REQUIRED for a further part without a number, STATEMENT_LINE_NOT_FOUND,
 * STATEMENT_LINE_SETTLED and STATEMENT_SUM_DIFFERS.
 */
export async function checkMoney(
  ctx: AdminContext,
  order: Order,
  { payment: own, bank }: OrderMoney,
  arrival: Arrival,
): Promise<CheckedMoney> {
  const { nowPaise, lineId, isSumGiven } = arrival;
  if (order.receivedPaise !== null) {
    if (!isSumGiven) assertBankSum(bank, own.receivedPaise ?? 0);
    return checkPart(ctx, order, own, arrival);
  }
  const { entry: same, givesWay } = await checkNumber(ctx, own, "REFERENCE_RECORDED");
  const line = lineId && (await lockEntry(ctx, order, own, lineId, nowPaise));
  const entry = line && line.payment.id !== own.id ? line.payment : same;
  // Of two entries, one at most is this payment.
  if (same && same.id !== entry?.id) throw refuse("REFERENCE_USED");
  if (!isSumGiven) assertBankSum(entry ? await bankSumOf(ctx, own, entry) : bank, nowPaise);
  const isShown = bank !== undefined || entry !== undefined;
  return { payment: own, entry, givesWay, reference: own.reference, nowPaise, isShown };
}

/**
 * The payment of a bank's entry by which an order is approved, locked: its own, or one that nobody else
 * has named.
 */
async function lockEntry(
  ctx: AdminContext,
  order: Order,
  own: Payment | undefined,
  lineId: string,
  paise: number,
): Promise<{ payment: Payment; written: string | null }> {
  const { db, company } = ctx;
  const entry = await lockPaymentOfLine(db, company.id, lineId);
  const evidence = await findEvidenceOfLine(db, company.id, lineId);
  if (!entry || !evidence) throw refuse("STATEMENT_LINE_NOT_FOUND");
  const isOwn = entry.id === own?.id && entry.status !== "CONFIRMED";
  const isFree =
    entry.status === "UNALLOCATED" && (entry.memberId === null || entry.orderId === order.id);
  if (!isOwn && !isFree) throw await whyNotFree(ctx, order, entry, evidence.reference);
  if (evidence.amountPaise !== paise) throw refuse("STATEMENT_SUM_DIFFERS");
  return { payment: entry, written: evidence.reference };
}

/** The refusal of an entry whose payment is another one. */
async function whyNotFree(
  { db }: AdminContext,
  order: Order,
  counted: Payment,
  written: string | null,
) {
  if (written === null || counted.memberId === null) return refuse("STATEMENT_LINE_SETTLED");
  const reference = normaliseReference(written);
  return counted.orderId === order.id && counted.status === "CONFIRMED"
    ? refuseNumber(db, "REFERENCE_RECORDED", stateOf(counted), { reference, counted })
    : refuseNumber(db, "REFERENCE_USED", "TAKEN", { reference, counted });
}

/** A further part: a payment of its own, by the number that was typed or the bank's entry. */
async function checkPart(
  ctx: AdminContext,
  order: Order,
  own: Payment,
  { nowPaise, lineId, reference: typed, isSumGiven }: Arrival,
): Promise<CheckedMoney> {
  const { db, company } = ctx;
  const none = {
    ...{ payment: null, entry: undefined, givesWay: undefined },
    ...{ reference: null, nowPaise, isShown: false },
  };
  if (nowPaise === 0) return none;
  const line = lineId && (await lockEntry(ctx, order, undefined, lineId, nowPaise));
  const entry = line ? line.payment : undefined;
  // What the bank wrote is filled in beside its entry, and is nobody's word.
  const isFilledIn = line && line.written !== null && normaliseReference(line.written) === typed;
  const reference = isFilledIn ? undefined : typed;
  const keys = typedKeys(reference ?? null).map(({ key }) => key);
  const [counted] = await findCounting(db, company.id, keys);
  if (counted && counted.id !== entry?.id && counted.memberId !== null) {
    const number = { reference: reference ?? null, counted };
    // Money on record for the order that serves nothing is no part of it; a part's number is used.
    const isBeside = counted.orderId === order.id && counted.id !== own.id;
    throw isBeside && counted.appliedPaise === 0
      ? await refuseNumber(db, "REFERENCE_RECORDED", stateOf(counted), number)
      : await refuseNumber(db, "REFERENCE_USED", "TAKEN", number);
  }
  if (!entry && reference === undefined && needsProof(own.method)) {
    throw refuse("REFERENCE_REQUIRED", {}, { fields: { reference: ["REFERENCE_REQUIRED"] } });
  }
  // The number of one entry is not typed for another one.
  if (entry && counted && counted.id !== entry.id) throw refuse("REFERENCE_USED");
  const payment = entry ?? counted;
  if (payment && !isSumGiven) assertBankSum(await bankSumOf(ctx, payment), nowPaise);
  const known = reference ?? payment?.reference ?? null;
  return { ...none, payment: payment ?? "NEW", reference: known, isShown: payment !== undefined };
}

/**
 * Writes what arrived for a locked order: the payment is confirmed, with its entry, and the order is
 * given `appliedPaise` of all that it has received, the oldest part first. The rest is left over. Returns
 * what the audit entry states of it.
 */
export async function receiveMoney(
  { db, actor }: Pick<AdminContext, "db" | "actor">,
  order: Order,
  checked: CheckedMoney,
  { appliedPaise, at }: { appliedPaise: number; at: Date },
): Promise<{ payment?: ReturnType<typeof statedPayment> }> {
  const { nowPaise } = checked;
  let received: Payment | null = null;
  if (checked.payment !== null) {
    const payment =
      checked.payment === "NEW"
        ? await insertPart(db, order, checked)
        : await namePart(db, order, checked.payment, checked.reference);
    await takeNumber(db, payment, checked);
    received = await confirmPayment(db, payment, { receivedPaise: nowPaise, by: actor.id, at });
    if (checked.isShown) await decideEvidence(db, received, { by: actor.id, at });
    await addEvidence(db, {
      ...{ companyId: order.companyId, paymentId: received.id, source: "ADMIN", by: actor.id },
      ...{ amountPaise: nowPaise, reference: checked.reference, createdAt: at },
    });
  }
  await applyInTurn(db, order, received, { appliedPaise, at });
  return received ? { payment: statedPayment(received) } : {};
}

/** Why an admin's payment is on record: a further part of an order's money, or money that it does not need. */
const FURTHER_PART = "PAID_IN_PARTS";

const partOf = (order: Order, { nowPaise }: CheckedMoney) => ({
  ...{ memberId: order.memberId, orderId: order.id, amountPaise: order.totalPaise },
  ...{ reportedPaise: nowPaise, unappliedBecause: FURTHER_PART },
});

async function insertPart(db: Executor, order: Order, checked: CheckedMoney): Promise<Payment> {
  if (order.paymentMethod === null) throw new Error("The order was not submitted.");
  const { companyId, paymentMethod: method } = order;
  const { reference } = checked;
  const values = { ...partOf(order, checked), companyId, method, reference };
  const part = await insertPayment(db, { ...values, status: "UNALLOCATED" }, typedKeys(reference));
  // Another transaction has recorded its number since it was looked for.
  if (!part) throw refuse("REFERENCE_USED");
  return part;
}

/** The payment that is confirmed: the order's own, or an entry's that becomes a part of its money. */
async function namePart(
  db: Executor,
  order: Order,
  payment: Payment,
  reference: string | null,
): Promise<Payment> {
  if (payment.id === order.paymentId) return payment;
  if (!(await addTypedKey(db, payment, reference))) throw refuse("REFERENCE_USED");
  return movePayment(db, payment, {
    ...{ memberId: order.memberId, orderId: order.id, reference, amountPaise: order.totalPaise },
    ...{ method: order.paymentMethod ?? payment.method, unappliedBecause: FURTHER_PART },
  });
}

/** Gives an order so much of the money that serves it, and of what arrived now, the oldest first. */
async function applyInTurn(
  db: Executor,
  order: Order,
  received: Payment | null,
  { appliedPaise, at }: { appliedPaise: number; at: Date },
): Promise<void> {
  const isPart = order.receivedPaise !== null;
  const before = isPart ? await listApplied(db, order.companyId, order.id) : [];
  if (isPart) await endApplications(db, order, at);
  const parts = before.map(({ payment, amountPaise }) => ({
    payment,
    most:
      (payment.receivedPaise ?? 0) - payment.refundedPaise - (payment.appliedPaise - amountPaise),
  }));
  if (received) parts.push({ payment: received, most: received.receivedPaise ?? 0 });
  let left = appliedPaise;
  for (const { payment, most } of parts) {
    const amountPaise = Math.min(most, left);
    if (amountPaise > 0) await applyPayment(db, payment, { orderId: order.id, amountPaise });
    left -= amountPaise;
  }
  if (left > 0) throw new Error("The parts are less than the order takes.");
}

/**
 * Corrects what was received of a locked payment that was confirmed for a locked order, which states what it
 * has received. A part that waits for its rest serves the order whole; else what the order does not need is
 * left over. Refuses with STATEMENT_SUM_IN_USE and RECEIVED_PAYS_ALL.
 */
export async function correctReceived(
  { db }: Pick<AdminContext, "db">,
  order: Order,
  payment: Payment,
  { paise, at }: { paise: number; at: Date },
): Promise<Payment> {
  const isOwn = await isMoneyOf(db, payment, order);
  const isPart = isOwn && order.status === "PENDING" && order.receivedPaise !== null;
  const isDecided = order.status === "APPROVED" || order.status === "REVERSED";
  const difference = paise - (payment.receivedPaise ?? 0);
  const receivedPaise = (order.receivedPaise ?? order.totalPaise) + difference;
  if (isPart && receivedPaise >= order.totalPaise) throw refuse("RECEIVED_PAYS_ALL");
  if (!isPart && paise < payment.appliedPaise + payment.refundedPaise) {
    throw refuse("STATEMENT_SUM_IN_USE", { order: order.orderNumber });
  }
  const serving = isPart ? await listApplied(db, order.companyId, order.id) : [];
  if (isPart) await endApplications(db, order, at);
  const corrected = await movePayment(db, payment, { receivedPaise: paise });
  for (const { payment: one, amountPaise } of serving) {
    const isThis = one.id === payment.id;
    const served = { orderId: order.id, amountPaise: amountPaise + (isThis ? difference : 0) };
    await applyPayment(db, one, served);
  }
  if (isPart || (isOwn && isDecided)) {
    const isOther = receivedPaise !== order.totalPaise;
    await amendOrder(db, order, { receivedPaise: isOther ? receivedPaise : null });
  }
  return corrected;
}

/** As an admin typed it, normalised; undefined for none. Refuses with REFERENCE_INVALID. */
export function typedReference(typed: string | null | undefined): string | undefined {
  const reference = normaliseReference(typed ?? "");
  if (reference === "") return undefined;
  if (!isReference(reference)) throw refuse("REFERENCE_INVALID");
  return reference;
}

/**
 * Puts the payment of a locked order back to before its decision, so that the order can wait with it
 * again. Refuses with UNDO_TOO_LATE once its money was settled otherwise, and with REFERENCE_USED where
 * another order waits with its number meanwhile, or is served by its money. True if other money with the number was received meanwhile: the order is then flagged.
 */
export async function returnPayment(
  { db, company }: Pick<AdminContext, "db" | "company">,
  order: Order,
  at: Date,
): Promise<boolean> {
  const { companyId, paymentId } = order;
  if (paymentId === null) throw new Error("The order has no payment.");
  await endApplications(db, order, at);
  const payment = await lockPayment(db, companyId, paymentId);
  if (!payment) throw new Error("The order has no payment.");
  const isSettled = order.status === "REJECTED" && payment.status === "CONFIRMED";
  const isMoved = payment.orderId !== order.id || payment.appliedPaise + payment.refundedPaise > 0;
  if (isSettled || isMoved) throw refuse("UNDO_TOO_LATE");
  if (payment.counts) {
    await openEvidence(db, payment);
    await movePayment(db, payment, { status: "WAITING" });
    return false;
  }
  const keys = (await keysOf(db, company.id, [payment.id])).get(payment.id) ?? [];
  const [counted] = await findCounting(db, company.id, keys);
  if (counted && counted.memberId !== null) {
    const isTaken = counted.status === "WAITING" || counted.appliedPaise > 0;
    const number = { reference: payment.reference, counted };
    if (isTaken) throw await refuseNumber(db, "REFERENCE_USED", "TAKEN", number);
    await movePayment(db, payment, { status: "DOUBTED" });
    return counted.status === "CONFIRMED";
  }
  if (counted) await mergePayment(db, counted, payment);
  // Also of an entry that was put away meanwhile: it was decided for no order.
  await openEvidence(db, payment);
  await movePayment(db, payment, { status: "WAITING" });
  return false;
}
