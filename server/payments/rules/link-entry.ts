import { namePartsOf, namesPerson, orderDigits, wordsOf } from "./statements/tokens";

interface Shown {
  /** Sum of the bank's entries of a payment, in paise. */
  readonly paise: number;
  /** Paise of them that the bank sent back. */
  readonly returnedPaise: number;
  /** True if an admin has decided on each of them. */
  readonly isDecided: boolean;
}

interface Recorded {
  readonly amountPaise: number;
  readonly receivedPaise: number | null;
  readonly refundedPaise?: number;
}

/** Tells whether more of a payment went back than is recorded as a refund, and no admin has decided. */
export const wentBack = ({ refundedPaise = 0 }: Recorded, bank: Shown | undefined): boolean =>
  bank !== undefined && !bank.isDecided && bank.returnedPaise > refundedPaise;

/**
 * Tells whether the bank shows another sum than the payment's reported or confirmed one, or that it
 * went back; an admin then decides (architecture.md §6, "Payments"). `bank` is undefined if no entry
 * shows the payment.
 */
export const contradicts = (payment: Recorded, bank: Shown | undefined): boolean =>
  wentBack(payment, bank) ||
  (bank !== undefined &&
    !bank.isDecided &&
    bank.paise !== (payment.receivedPaise ?? payment.amountPaise));

/** Returns the paise of a payment that the bank shows and has not sent back. */
export const shownPaise = (bank: Shown | undefined): number =>
  bank === undefined ? 0 : bank.paise - bank.returnedPaise;

interface Entry {
  readonly amountPaise: number;
  /** True if the admin says that it is one of several entries of one payment. */
  readonly isPart: boolean;
}

type Unlinkable = "STATEMENT_ORDER_OPEN" | "STATEMENT_ORDER_PAID" | "STATEMENT_SUM_DIFFERS";

/**
 * Returns the reason for which an entry of a statement cannot be linked to an order of which these sums
 * were received and these entries are linked; null if it can. Linked entries never exceed the received
 * sum. The entry must equal one of the received payments, the sum that no entry shows yet, or the sum
 * that the order took, or be named as a part.
 */
export function linkRefusal(
  { amountPaise, isPart }: Entry,
  {
    received,
    linked,
    takenPaise,
  }: { received: readonly number[]; linked: readonly number[]; takenPaise: number },
): Unlinkable | null {
  if (received.length === 0) return "STATEMENT_ORDER_OPEN";
  const left = [...received];
  for (const paise of linked) {
    const same = left.indexOf(paise);
    if (same >= 0) left.splice(same, 1);
  }
  const restPaise = sumOf(received) - sumOf(linked);
  if (restPaise <= 0) return "STATEMENT_ORDER_PAID";
  if (amountPaise > restPaise) return "STATEMENT_SUM_DIFFERS";
  const isKnownSum =
    amountPaise === restPaise ||
    left.includes(amountPaise) ||
    (linked.length === 0 && amountPaise === takenPaise);
  return isKnownSum || isPart ? null : "STATEMENT_SUM_DIFFERS";
}

/** Facts in which an entry may differ from the order to which an admin gives it. */
const DIFFERENCES = ["NAME", "NUMBER", "SUM"] as const;
export type Difference = (typeof DIFFERENCES)[number];

/**
 * Returns the facts in which an entry differs from an order: it does not name the member, it has the
 * number of another order or payment, or its sum is none of the order's `sums`.
 */
export function differencesOf(
  entry: { amountPaise: number; text: string; keys: readonly string[] },
  order: {
    orderNumber: string;
    memberName: string;
    keys: readonly string[];
    sums: readonly number[];
  },
): Difference[] {
  const named = orderDigits(entry.text);
  const isOtherOrder = named.size > 0 && !named.has(order.orderNumber.replace(/\D/g, ""));
  const isOtherPayment =
    entry.keys.length > 0 &&
    order.keys.length > 0 &&
    !entry.keys.some((key) => order.keys.includes(key));
  const differs: Readonly<Record<Difference, boolean>> = {
    NAME: !namesPerson(wordsOf(entry.text), namePartsOf(order.memberName)),
    NUMBER: isOtherOrder || isOtherPayment,
    SUM: !order.sums.includes(entry.amountPaise),
  };
  return DIFFERENCES.filter((one) => differs[one]);
}

const sumOf = (sums: readonly number[]): number => sums.reduce((sum, paise) => sum + paise, 0);
