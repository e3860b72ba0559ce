import type { Executor } from "@db/client";
import { findOrdersOfCompany } from "@server/orders/queries/order-details";
import type { Order } from "@db/schema";
import {
  addEvidence,
  type BankSum,
  bankSumsOf,
  openEvidence,
  addKeys,
  findCounting,
  insertPayment,
  keysOf,
  listWithKeys,
  lockPaymentsOf,
  movePayment,
  nameKeys,
  type NewPayment,
  type Payment,
  type PaymentKey,
} from "@server/payments";
import { contradicts } from "@server/payments/rules/link-entry";
import { containedKeys, keysToContain, typedKey } from "@server/payments/rules/keys";
import type { CheckedSubmission } from "@server/orders/rules/submission";
import { missingOf } from "@server/platform/rules/money/partial-payment";
import { refuseField } from "@server/platform/rules/refusals/refuse";
import { isPaidByAnother } from "./paid-by-another";

/** A payment that a member or an admin names for an order. */
export type NamedPayment = Pick<
  Payment,
  | "companyId"
  | "method"
  | "reference"
  | "amountPaise"
  | "reportedPaise"
  | "proofMediaId"
  | "beneficiaryId"
  | "beneficiaryVersion"
> & { memberId: string; orderId: string };

export const namedPayment = (
  order: Order,
  { method, reference, receiptId, paidAmountPaise }: CheckedSubmission,
  account: Pick<Order, "beneficiaryId" | "beneficiaryVersion">,
): NamedPayment => ({
  companyId: order.companyId,
  memberId: order.memberId,
  orderId: order.id,
  method,
  reference,
  ...account,
  amountPaise: missingOf(order) ?? order.totalPaise,
  reportedPaise: paidAmountPaise,
  proofMediaId: receiptId,
});

interface JoinOptions {
  /** WAITING if the order waits with it, UNALLOCATED if the order could not take it. */
  status: "WAITING" | "UNALLOCATED";
  source: "MEMBER" | "ADMIN";
  by: string;
  /** Code of the refusal that left it UNALLOCATED, or that it is a further part of the order's money. */
  because?: string | undefined;
  /** True for an order of the same transaction, which has no payment. */
  isNew?: boolean;
}

export interface JoinedPayment {
  payment: Payment;
  /** The payment that counts with its number, if this one is DOUBTED; else undefined. */
  counted: Payment | undefined;
  /** True if it was on record before, for the order or not. */
  isKnown: boolean;
  /** The earlier state of the same payment; undefined if it was not on record for the order. */
  before: Payment | undefined;
}

/** Returns the key of a typed number: one, or none. */
export function typedKeys(reference: string | null): PaymentKey[] {
  const key = reference === null ? null : typedKey(reference);
  return key === null ? [] : [{ key, source: "TYPED" }];
}

/**
 * Finds or inserts the payment that is named for an order, whose row is locked: the member's own one
 * with the number, that of a bank's entry without a member, or a new one. It is DOUBTED if another
 * payment counts with the number. Unallocated payments of the order with another number are REPLACED, unless a
 * bank's entry shows their money.
 */
export async function joinPayment(
  tx: Executor,
  named: NamedPayment,
  { status, source, by, because, isNew = false }: JoinOptions,
): Promise<JoinedPayment> {
  const { companyId } = named;
  const keys = typedKeys(named.reference);
  const values = { ...named, ...(because !== undefined && { unallocatedBecause: because }) };
  const evidence = {
    source,
    by,
    reference: named.reference,
    proofMediaId: named.proofMediaId,
    amountPaise: named.reportedPaise ?? named.amountPaise,
  };
  const first = isNew ? undefined : await lookForPayment(tx, named, keys);
  const earlier = first?.earlier;
  for (let isFirst = first !== undefined; ; isFirst = false) {
    const [counted] =
      (isFirst && first?.counting) || (await findCounting(tx, companyId, namesOf(keys)));
    const own = counted ? ownOf(counted, named) : earlier;
    const isDoubted = counted !== undefined && own === undefined;
    const known = own ?? earlier;
    const change = { ...values, status: isDoubted ? ("DOUBTED" as const) : status };
    const payment = known
      ? await movePayment(tx, known, { ...change, ...NOT_SETTLED })
      : await insertPayment(tx, change, keys, evidence);
    // Another transaction was first; the next round finds its payment.
    if (!payment) continue;
    if (known) await nameKeys(tx, known, namesOf(keys));
    // A payment was put away without an order; now that it has one, its entry is open again.
    if (known?.status === "PUT_AWAY") await openEvidence(tx, known);
    if (earlier && earlier.id !== payment.id)
      await movePayment(tx, earlier, { status: "REPLACED" });
    const before = known?.orderId === named.orderId ? known : undefined;
    if (known && (status === "WAITING" || isOther(before, named))) {
      await addEvidence(tx, { ...evidence, companyId, paymentId: payment.id });
    }
    const isKnown = known !== undefined;
    return { payment, counted: isDoubted ? counted : undefined, isKnown, before };
  }
}

/** Returns the numbers of a typed text: one, or none. */
export const typedNumbers = (reference: string | null) => namesOf(typedKeys(reference));

const namesOf = (keys: readonly PaymentKey[]) => keys.map(({ key }) => key);

/** Clears what was noted when a payment was settled. */
export const NOT_SETTLED = {
  settledNote: null,
  settledBy: null,
  settledAt: null,
} satisfies Partial<NewPayment>;

const isOther = (before: Payment | undefined, named: NamedPayment): boolean =>
  before?.proofMediaId !== named.proofMediaId || before.reportedPaise !== named.reportedPaise;

/**
 * Returns a counting payment if the member may name it: an entry's without a member, an unallocated one,
 * or the one with which the order waits already.
 */
function ownOf(counted: Payment, { memberId, orderId }: NamedPayment): Payment | undefined {
  if (counted.memberId === null) return counted;
  const isWaiting = counted.status === "WAITING" && counted.orderId === orderId;
  const isFree = counted.status === "UNALLOCATED" || isWaiting;
  return counted.memberId === memberId && isFree ? counted : undefined;
}

/** Marks a payment as a further part of an order's money, which its member tells or an admin records. */
export const FURTHER_PART = "PAID_IN_PARTS";

const UNDECIDED: ReadonlySet<string> = new Set(["WAITING", "UNALLOCATED", "DOUBTED"]);

/** Reason of a payment that the bank shows and that its member named another one for. */
const NAMED_ANOTHER = "ORDER_ALREADY_DECIDED";

/**
 * Locks the payments of an order and those that count with the keys. Returns these if the order has no
 * payment, else the one that is named again.
 */
async function lookForPayment(
  tx: Executor,
  named: NamedPayment,
  keys: readonly PaymentKey[],
): Promise<{ counting?: Payment[]; earlier?: Payment | undefined }> {
  const locked = await lockPaymentsOf(tx, named, namesOf(keys));
  const ofOrder = locked.filter(({ orderId }) => orderId === named.orderId);
  if (ofOrder.length === 0) return { counting: locked };
  return { earlier: await earlierPayment(tx, named, keys, ofOrder) };
}

/**
 * Returns the one of an order's payments, of those that it could not take and the rest that its member
 * told, that is named again, and marks the others REPLACED, except those that a bank's entry shows.
 */
async function earlierPayment(
  tx: Executor,
  named: NamedPayment,
  keys: readonly PaymentKey[],
  all: readonly Payment[],
): Promise<Payment | undefined> {
  const { companyId } = named;
  const earlier = all.filter(({ status }) => UNDECIDED.has(status));
  if (earlier.length === 0) return undefined;
  const ids = earlier.map(({ id }) => id);
  const keysById = await keysOf(tx, companyId, ids);
  const shown = await bankSumsOf(tx, companyId, ids);
  const isSame = ({ id, method }: Payment) => {
    const own = keysById.get(id) ?? [];
    return keys.length === 0
      ? own.length === 0 && method === named.method
      : namesOf(keys).some((key) => own.includes(key));
  };
  const same = earlier.find(isSame);
  for (const payment of earlier) {
    if (payment === same) continue;
    if (!shown.has(payment.id)) await movePayment(tx, payment, { status: "REPLACED" });
    else if (payment.unallocatedBecause === FURTHER_PART) {
      const status = payment.counts ? "UNALLOCATED" : "DOUBTED";
      await movePayment(tx, payment, { status, unallocatedBecause: NAMED_ANOTHER });
    }
  }
  return same;
}

/** Adds a typed number to a payment; returns false if another payment counts with it. */
export const addTypedKey = (tx: Executor, payment: Payment, reference: string | null) =>
  addKeys(tx, payment, typedKeys(reference));

/**
 * Refuses a number with REFERENCE_USED if another order waits with it, or is paid by its money. Another
 * unallocated payment may count in its place: an admin decides.
 */
export function assertNotUsed(counted: Payment | undefined, field = "referenceNumber"): void {
  if (!counted) return;
  const isUsed = counted.status === "WAITING" || counted.appliedPaise > 0;
  if (isUsed) throw refuseField(field, "REFERENCE_USED");
}

/**
 * Lists the orders whose payments have the number of an order's payment, in any state, or count with one
 * that it contains or that contains it. Among them is the order itself where `rest`, the payment of its
 * rest, has the number of a part that was received.
 */
export async function ordersWithNumber(
  db: Executor,
  { companyId, id: orderId }: { companyId: string; id: string },
  reference: string | null,
  rest?: string | null,
): Promise<string[]> {
  if (reference === null) return [];
  const keys = typedNumbers(reference);
  const shorter = containedKeys(reference);
  const others = await listWithKeys(db, companyId, [...keys, ...shorter], keysToContain(reference));
  const ids = others.flatMap(({ payment: { id, orderId: of, status, counts }, key }) =>
    of !== null &&
    (of !== orderId || (rest && rest !== id && status === "CONFIRMED")) &&
    status !== "MERGED" &&
    (counts || keys.includes(key))
      ? [of]
      : [],
  );
  return [...new Set(ids)];
}

/**
 * Tells whether an order shares its payment's number as `ordersWithNumber` tells, and neither order is
 * flagged: both were submitted in the same moment, and neither saw the other.
 */
export async function hasUnseenTwin(db: Executor, order: Order): Promise<boolean> {
  const others = await ordersWithNumber(db, order, order.reference);
  if (others.length === 0) return false;
  const found = await findOrdersOfCompany(db, order.companyId, others);
  return found.some(({ order: { flags } }) => !flags.includes("REUSED_REFERENCE"));
}

/** Finds the facts that flag an order: its payment's number used elsewhere, another sum or payer at the bank. */
export async function seenBefore(
  tx: Executor,
  order: Pick<Order, "companyId" | "id" | "memberId" | "receivedPaise">,
  { payment, counted, isKnown }: JoinedPayment,
) {
  const { companyId } = order;
  const rest = order.receivedPaise === null ? null : payment.id;
  const others = await ordersWithNumber(tx, order, payment.reference, rest);
  const sums = isKnown ? await bankSumsOf(tx, companyId, [payment.id]) : new Map<string, BankSum>();
  return {
    isReferenceReused: others.length > 0,
    isReferenceRecorded: counted?.status === "CONFIRMED",
    isBankSumOther: contradicts(payment, sums.get(payment.id)),
    isPaidByAnother: await isPaidByAnother(tx, order, sums.get(payment.id)?.payers ?? []),
  };
}
