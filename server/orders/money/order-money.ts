import type { AdminContext } from "@server/access";
import type { Executor } from "@db/client";
import type { Order } from "@db/schema";
import {
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
  listOpenOfSum,
  lockPayment,
  keysOf,
  lockPaymentOfLine,
  mergePayment,
  movePayment,
  ordersNamedBy,
  type Payment,
} from "@server/payments";
import { isReference, normaliseReference } from "@server/orders/rules/submission";
import { statedPayment } from "@server/orders/rules/stated-decision";
import { contradicts, shownPaise, wentBack } from "@server/payments/rules/link-entry";
import { needsProof } from "@server/payments/rules/keys";
import { refuse, refuseField } from "@server/platform/rules/refusals/refuse";
import { addTypedKey, FURTHER_PART, typedKeys, typedNumbers } from "./join-payment";
import {
  assertBankSum,
  bankSumOf,
  checkNumber,
  type FreeNumber,
  refuseNumber,
  stateOf,
  takeNumber,
} from "./payment-numbers";

interface Shown {
  payment: Payment;
  bank: BankSum | undefined;
}

/**
 * The locked payment of a waiting order, with the bank's sum for it, and with those of the parts that
 * were received before.
 */
export interface OrderMoney extends Shown {
  parts: Shown[];
}

/** Returns the money of a waiting order by its payment, which is locked. */
export async function moneyOf(
  { db }: AdminContext,
  order: Order,
  payment: Payment,
): Promise<OrderMoney> {
  const { companyId, paymentId, receivedPaise } = order;
  const applied = receivedPaise === null ? [] : await listApplied(db, companyId, order.id);
  const parts = applied.map((one) => one.payment).filter(({ id }) => id !== paymentId);
  const sums = await bankSumsOf(
    db,
    companyId,
    [payment, ...parts].map(({ id }) => id),
  );
  const shown = (one: Payment): Shown => ({ payment: one, bank: sums.get(one.id) });
  return { ...shown(payment), parts: parts.map(shown) };
}

const allOf = (money: OrderMoney): readonly Shown[] => [money, ...money.parts];

/** Tells whether the bank shows another sum of any of it that no admin has accepted. */
export const isContradicted = (money: OrderMoney): boolean =>
  allOf(money).some(({ payment, bank }) => contradicts(payment, bank));

/** Tells whether any of it went back, and no admin has decided. */
export const hasGoneBack = (money: OrderMoney): boolean =>
  allOf(money).some(({ payment, bank }) => wentBack(payment, bank));

/** Money whose arrival an admin confirms. */
export interface Arrival {
  /** Paise; 0 for a decision by the parts that were received before. */
  nowPaise: number;
  /** True if the admin entered the sum: it then overrides another one that the bank shows. */
  isSumGiven: boolean;
  /** The bank's entry that shows the sum. */
  lineId: string | undefined;
  /** Normalised reference of a further part. */
  reference: string | undefined;
}

/** The money of an approval, checked and locked; nothing is written yet. */
export interface CheckedMoney extends FreeNumber {
  /** It is null if nothing more is received. */
  payment: Payment | NewPart | null;
  reference: string | null;
  nowPaise: number;
  /** True if a bank's entry shows the payment. */
  isShown: boolean;
  /** The named entry: others of the same number stay undecided. */
  lineId: string | undefined;
}
type NewPart = "NEW";

/**
 * Checks the money that arrived for a locked order: its payment or, once a part was received, a further
 * payment with a number of its own. Refuses with REFERENCE_RECORDED or REFERENCE_USED if another
 * payment counts with its number, BANK_SHOWS_ANOTHER_SUM if the bank shows another sum and the admin
 * entered none, REFERENCE_REQUIRED for a further part without a number, STATEMENT_LINE_NOT_FOUND,
 * STATEMENT_LINE_SETTLED and STATEMENT_SUM_DIFFERS.
 */
export async function checkMoney(
  ctx: AdminContext,
  order: Order,
  money: OrderMoney,
  arrival: Arrival,
): Promise<CheckedMoney> {
  const { payment: own, bank } = money;
  const { nowPaise, lineId, isSumGiven } = arrival;
  if (!isSumGiven) {
    for (const part of allOf(money)) {
      if (part.payment.receivedPaise === null) continue;
      assertBankSum(part.bank, part.payment.receivedPaise);
    }
  }
  // A rest that its member has told is decided like any payment.
  if (own.receivedPaise !== null) return checkPart(ctx, order, own, arrival);
  const { entry: same, displaced } = await checkNumber(ctx, own, "REFERENCE_RECORDED");
  const line = lineId && (await lockEntry(ctx, order, own, lineId, nowPaise));
  const naming = line || same || bank ? undefined : await lockNaming(ctx, order, own, nowPaise);
  const entry = line && line.payment.id !== own.id ? line.payment : (same ?? naming);
  // At most one of two entries is this payment.
  if (same && same.id !== entry?.id) throw refuse("REFERENCE_USED");
  if (!isSumGiven) assertBankSum(entry ? await bankSumOf(ctx, own, entry) : bank, nowPaise);
  const isShown = bank !== undefined || entry !== undefined;
  return { payment: own, entry, displaced, reference: own.reference, nowPaise, isShown, lineId };
}

/**
 * Locks the payment of the bank's entry by which an order is approved: the order's own, or one that has
 * no member.
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

/** Locks the payment of the open entry of this sum that names an order; undefined for none. */
async function lockNaming(
  { db, company }: AdminContext,
  order: Order,
  own: Payment | undefined,
  paise: number,
): Promise<Payment | undefined> {
  // No entry shows the payment, so that it has no other numbers than the typed one.
  const keys = typedNumbers(own?.reference ?? null);
  const open = await listOpenOfSum(db, company.id, { paise, keys });
  if (open.length === 0) return undefined;
  const orders = await ordersNamedBy(db, company.id, open);
  const entry = open.find(({ lineId }) => orders.get(lineId) === order.id);
  const payment = entry && (await lockPaymentOfLine(db, company.id, entry.lineId));
  if (payment?.status !== "UNALLOCATED" || payment.memberId !== null) return undefined;
  const sums = await bankSumsOf(db, company.id, [payment.id]);
  return shownPaise(sums.get(payment.id)) === paise ? payment : undefined;
}

/** Returns the refusal for an entry that shows another payment. */
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

/** Checks a further part: a payment of its own, with the typed reference or that of the bank's entry. */
async function checkPart(
  ctx: AdminContext,
  order: Order,
  own: Payment,
  { nowPaise, lineId, reference: typed, isSumGiven }: Arrival,
): Promise<CheckedMoney> {
  const { db, company } = ctx;
  const none = {
    payment: null,
    entry: undefined,
    displaced: undefined,
    reference: null,
    nowPaise,
    isShown: false,
    lineId,
  };
  if (nowPaise === 0) return none;
  const line = lineId && (await lockEntry(ctx, order, undefined, lineId, nowPaise));
  // A reference that equals the bank's was filled in by the form, not entered by the admin.
  const isFilledIn = line && line.written !== null && normaliseReference(line.written) === typed;
  const reference = isFilledIn ? undefined : typed;
  const keys = typedNumbers(reference ?? null);
  const [counted] = await findCounting(db, company.id, keys);
  const naming = line || counted ? undefined : await lockNaming(ctx, order, undefined, nowPaise);
  const entry = line ? line.payment : naming;
  if (counted && counted.id !== entry?.id && counted.memberId !== null) {
    const number = { reference: reference ?? null, counted };
    // The number is that of an unallocated payment of this order, or of money that is in use.
    const isBeside = counted.orderId === order.id && counted.id !== own.id;
    throw isBeside && counted.appliedPaise === 0
      ? await refuseNumber(db, "REFERENCE_RECORDED", stateOf(counted), number)
      : await refuseNumber(db, "REFERENCE_USED", "TAKEN", number);
  }
  if (!entry && reference === undefined && needsProof(own.method)) {
    throw refuseField("reference", "REFERENCE_REQUIRED");
  }
  // The typed number belongs to another entry.
  if (entry && counted && counted.id !== entry.id) throw refuse("REFERENCE_USED");
  const payment = entry ?? counted;
  if (payment && !isSumGiven) assertBankSum(await bankSumOf(ctx, payment), nowPaise);
  const known = reference ?? payment?.reference ?? null;
  return { ...none, payment: payment ?? "NEW", reference: known, isShown: payment !== undefined };
}

/**
 * Writes the money that arrived for a locked order: confirms the payment with its entry, and applies
 * `appliedPaise` of all received money to the order, the oldest part first. The rest stays unallocated.
 * Returns the fields for the audit entry.
 */
export async function receiveMoney(
  { db, actor }: Pick<AdminContext, "db" | "actor">,
  order: Order,
  checked: CheckedMoney,
  { appliedPaise, at }: { appliedPaise: number; at: Date },
): Promise<{ payment?: ReturnType<typeof statedPayment> }> {
  const { nowPaise } = checked;
  const isPart = order.receivedPaise !== null;
  let received: Payment | null = null;
  if (checked.payment !== null) {
    const payment =
      checked.payment === "NEW"
        ? await insertPart(db, order, checked)
        : await namePart(db, order, checked.payment, checked.reference);
    await takeNumber(db, payment, checked);
    received = await confirmPayment(db, payment, {
      receivedPaise: nowPaise,
      by: actor.id,
      at,
      reference: checked.reference,
      ...(!isPart && { applied: { orderId: order.id, amountPaise: appliedPaise } }),
    });
    if (checked.isShown) {
      await decideEvidence(db, received, { by: actor.id, at, lineId: checked.lineId });
    }
  }
  if (isPart) await applyInTurn(db, order, received, { appliedPaise, at });
  return received ? { payment: statedPayment(received) } : {};
}

const partOf = (order: Order, { nowPaise }: CheckedMoney) => ({
  memberId: order.memberId,
  orderId: order.id,
  amountPaise: order.totalPaise,
  reportedPaise: nowPaise,
  unallocatedBecause: FURTHER_PART,
});

async function insertPart(db: Executor, order: Order, checked: CheckedMoney): Promise<Payment> {
  if (order.paymentMethod === null) throw new Error("The order was not submitted.");
  const { companyId, paymentMethod: method } = order;
  const { reference } = checked;
  const values = { ...partOf(order, checked), companyId, method, reference };
  const part = await insertPayment(db, { ...values, status: "UNALLOCATED" }, typedKeys(reference));
  // Another transaction has recorded the number since it was checked.
  if (!part) throw refuse("REFERENCE_USED");
  return part;
}

/**
 * Returns the payment to confirm: the order's own, or that of an entry, which becomes a part of its
 * money.
 */
async function namePart(
  db: Executor,
  order: Order,
  payment: Payment,
  reference: string | null,
): Promise<Payment> {
  if (payment.id === order.paymentId) return payment;
  if (!(await addTypedKey(db, payment, reference))) throw refuse("REFERENCE_USED");
  if (payment.status === "PUT_AWAY") await openEvidence(db, payment);
  return movePayment(db, payment, {
    memberId: order.memberId,
    orderId: order.id,
    reference,
    amountPaise: order.totalPaise,
    method: order.paymentMethod ?? payment.method,
    unallocatedBecause: FURTHER_PART,
  });
}

/** Applies the parts of an order's money, the oldest first, up to the sum that it takes. */
async function applyInTurn(
  db: Executor,
  order: Order,
  received: Payment | null,
  { appliedPaise, at }: { appliedPaise: number; at: Date },
): Promise<void> {
  const before = await listApplied(db, order.companyId, order.id);
  await endApplications(db, order, at);
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

/** Normalises a reference that an admin typed; undefined for none. Refuses with REFERENCE_INVALID. */
export function typedReference(typed: string | null | undefined): string | undefined {
  const reference = normaliseReference(typed ?? "");
  if (reference === "") return undefined;
  if (!isReference(reference)) throw refuse("REFERENCE_INVALID");
  return reference;
}

/**
 * Returns the payment of a locked order to its state before the decision, so that the order can wait
 * with it again. Refuses with UNDO_TOO_LATE once its money was settled otherwise, and with
 * REFERENCE_USED if another order meanwhile waits with its number or is paid by its money. Returns true
 * if other money with the number was received meanwhile: the order is then flagged.
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
  return reopenPayment({ db, company }, order, payment);
}

/** Returns a locked payment of a locked order to its state before the decision, as {@link returnPayment} does. */
export async function reopenPayment(
  { db, company }: Pick<AdminContext, "db" | "company">,
  order: Order,
  payment: Payment,
): Promise<boolean> {
  // A merged payment has no number left: another payment counts for its money.
  const isPart = order.status === "PENDING" && order.decidedAt === null;
  const isReceived = order.status === "APPROVED" || isPart;
  const isSettled = payment.status === "MERGED" || (!isReceived && payment.status === "CONFIRMED");
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
  // An entry that was put away meanwhile is reopened too: that decision was about no order.
  await openEvidence(db, payment);
  await movePayment(db, payment, { status: "WAITING" });
  return false;
}
