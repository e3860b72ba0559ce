import type { Executor } from "@db/client";
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
import { contradicts } from "@server/payments/rules/contradiction";
import { typedKey } from "@server/payments/rules/keys";
import type { CheckedSubmission } from "@server/orders/rules/submission";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** A payment that a member or an admin says was made for an order. */
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

/** A submission as the payment that it names for an order. */
export const namedPayment = (
  order: Order,
  { method, reference, receiptId, paidAmountPaise }: CheckedSubmission,
  account: Pick<Order, "beneficiaryId" | "beneficiaryVersion">,
): NamedPayment => ({
  ...{ companyId: order.companyId, memberId: order.memberId, orderId: order.id },
  ...{ method, reference, ...account },
  amountPaise: order.totalPaise,
  reportedPaise: paidAmountPaise,
  proofMediaId: receiptId,
});

interface Naming {
  /** The order waits with it, or could not take it. */
  status: "WAITING" | "UNALLOCATED";
  source: "MEMBER" | "ADMIN";
  by: string;
  /** The code of the refusal that left it UNALLOCATED. */
  because?: string;
}

export interface JoinedPayment {
  payment: Payment;
  /** The payment that counts with its number, where this one is DOUBTED; else undefined. */
  counted: Payment | undefined;
  /** Whether it was on record before, for the order or not. */
  isKnown: boolean;
  /** What the same payment stated before; undefined for one that was not on record for the order. */
  before: Payment | undefined;
}

/** The keys of a number that a person typed: one, or none. */
export function typedKeys(reference: string | null): PaymentKey[] {
  const key = reference === null ? null : typedKey(reference);
  return key === null ? [] : [{ key, source: "TYPED" }];
}

/**
 * The payment that is named for an order, whose row is locked: the member's own one with the number, that
 * of a bank's entry which nobody has named, or a new one. Where another payment counts with the number,
 * it is DOUBTED. Kept payments of the order with another number are REPLACED, unless a bank's entry shows
 * their money.
 */
export async function joinPayment(
  tx: Executor,
  named: NamedPayment,
  { status, source, by, because }: Naming,
): Promise<JoinedPayment> {
  const { companyId, memberId } = named;
  const keys = typedKeys(named.reference);
  const values = { ...named, ...(because !== undefined && { unappliedBecause: because }) };
  const kept = await keptBefore(tx, named, keys);
  for (;;) {
    const [counted] = await findCounting(tx, companyId, namesOf(keys));
    const own = counted ? ownOf(counted, memberId) : kept;
    const isDoubted = counted !== undefined && own === undefined;
    const known = own ?? kept;
    const change = { ...values, status: isDoubted ? ("DOUBTED" as const) : status };
    const payment = known
      ? await movePayment(tx, known, { ...change, ...NOT_PUT_AWAY })
      : await insertPayment(tx, change, keys);
    // Undefined: another transaction was first. Its payment is found now.
    if (!payment) continue;
    if (known) await nameKeys(tx, known, namesOf(keys));
    // What was put away was decided for no order.
    if (known?.status === "PUT_AWAY") await openEvidence(tx, known);
    if (kept && kept.id !== payment.id) await movePayment(tx, kept, { status: "REPLACED" });
    const before = known?.orderId === named.orderId ? known : undefined;
    if (status === "WAITING" || isOther(before, named)) {
      await addEvidence(tx, {
        ...{ companyId, paymentId: payment.id, source, by },
        ...{ reference: named.reference, proofMediaId: named.proofMediaId },
        amountPaise: named.reportedPaise ?? named.amountPaise,
      });
    }
    const isKnown = known !== undefined;
    return { payment, counted: isDoubted ? counted : undefined, isKnown, before };
  }
}

const namesOf = (keys: readonly PaymentKey[]) => keys.map(({ key }) => key);

const NOT_PUT_AWAY = {
  settledNote: null,
  settledBy: null,
  settledAt: null,
} satisfies Partial<NewPayment>;

const isOther = (before: Payment | undefined, named: NamedPayment): boolean =>
  before?.proofMediaId !== named.proofMediaId || before.reportedPaise !== named.reportedPaise;

/** A payment that counts, if the member may name it: an entry's that nobody has named, or a kept one. */
function ownOf(counted: Payment, memberId: string): Payment | undefined {
  if (counted.memberId === null) return counted;
  return counted.memberId === memberId && counted.status === "UNALLOCATED" ? counted : undefined;
}

/**
 * Of the payments that an order could not take, locked, the one that is named again; the others are
 * REPLACED. Those whose money a bank's entry shows stay.
 */
async function keptBefore(
  tx: Executor,
  named: NamedPayment,
  keys: readonly PaymentKey[],
): Promise<Payment | undefined> {
  const { companyId, orderId } = named;
  const all = await lockPaymentsOf(tx, companyId, orderId);
  const kept = all.filter(({ status }) => status === "UNALLOCATED" || status === "DOUBTED");
  if (kept.length === 0) return undefined;
  const ids = kept.map(({ id }) => id);
  const keysById = await keysOf(tx, companyId, ids);
  const shown = await bankSumsOf(tx, companyId, ids);
  const isSame = ({ id, method }: Payment) => {
    const own = keysById.get(id) ?? [];
    return keys.length === 0
      ? own.length === 0 && method === named.method
      : namesOf(keys).some((key) => own.includes(key));
  };
  const same = kept.find(isSame);
  for (const payment of kept) {
    if (payment !== same && !shown.has(payment.id)) {
      await movePayment(tx, payment, { status: "REPLACED" });
    }
  }
  return same;
}

/** Gives a payment the number that a person typed; false if another payment counts with it. */
export const addTypedKey = (tx: Executor, payment: Payment, reference: string | null) =>
  addKeys(tx, payment, typedKeys(reference));

/**
 * Refuses with REFERENCE_USED a number with which another order waits, or whose money serves another one.
 * Other money with it may count in its place: a person decides.
 */
export function assertNotUsed(counted: Payment | undefined, field = "referenceNumber"): void {
  if (!counted) return;
  const isUsed = counted.status === "WAITING" || counted.appliedPaise > 0;
  if (isUsed) throw refuse("REFERENCE_USED", {}, { fields: { [field]: ["REFERENCE_USED"] } });
}

/** Finds what raises flags of an order: its payment's number seen elsewhere, another sum at the bank. */
export async function seenBefore(
  tx: Executor,
  { companyId, id: orderId }: { companyId: string; id: string },
  { payment, counted, isKnown }: JoinedPayment,
) {
  const keys = namesOf(typedKeys(payment.reference));
  const others = await listWithKeys(tx, companyId, keys);
  const sums = isKnown ? await bankSumsOf(tx, companyId, [payment.id]) : new Map<string, BankSum>();
  return {
    isReferenceReused: others.some(
      ({ payment: { orderId: of, status } }) =>
        of !== null && of !== orderId && status !== "MERGED",
    ),
    isReferenceRecorded: counted?.status === "CONFIRMED",
    isBankSumOther: contradicts(payment, sums.get(payment.id)),
  };
}
