import { swapsOf, namePartsOf, namesPerson, orderDigits, wordsOf } from "./statements/tokens";
import type { Evidence } from "./match-statement";

/** An order without its money: it waits, was rejected, or was never submitted. */
export interface UnpaidOrder {
  readonly orderNumber: string;
  readonly memberName: string;
  /** The member's ID and mobile number (E.164, or empty): an address of UPI often has one of them. */
  readonly memberId: string;
  readonly mobile: string;
  readonly totalPaise: number;
  /** Day of its creation in India, YYYY-MM-DD. */
  readonly createdOn: string;
  readonly isRejected: boolean;
}

interface Entry {
  readonly narration: string;
  readonly reference: string | null;
  readonly amountPaise: number;
  readonly bookedOn: string;
}

const DAY_MS = 86_400_000;

/** Days between an order and the entry of its money, at most. */
export const DAYS_TO_SUGGEST = 45;

/** Returns the numbers that an entry nearly names: those of its text with two neighbouring digits swapped. */
export const nearNumbers = ({ reference, narration }: Entry): string[] =>
  [...orderDigits(`${reference ?? ""} ${narration}`)].flatMap(swapsOf).map((one) => `PUR-${one}`);

const daysBetween = ({ bookedOn }: Entry, { createdOn }: UnpaidOrder): number =>
  (Date.parse(bookedOn) - Date.parse(createdOn)) / DAY_MS;

const WEIGHTS: Partial<Record<Evidence, number>> = {
  ORDER_NUMBER_NEARLY: 4,
  PAYER: 2,
  MEMBER_ID: 2,
  AMOUNT: 1,
};

/** Digits of a mobile number in India, without its country's code, which a text may leave out. */
const MOBILE_DIGITS = 10;

/** Tells whether a text of words has a mobile number. */
const namesMobile = (words: readonly string[], mobile: string): boolean => {
  const digits = mobile.slice(-MOBILE_DIGITS);
  return digits.length === MOBILE_DIGITS && words.some((word) => word.endsWith(digits));
};

/** Minimum length of a name's part that a text must have whole (`namesPerson`). */
const MIN_PART = 4;

/** Returns the texts of which an entry has one if it names the order for more than its sum. */
export const textsNaming = ({
  orderNumber,
  memberName,
  memberId,
  mobile,
}: UnpaidOrder): string[] => [
  ...[...namePartsOf(memberName), ...wordsOf(memberName)].filter(
    ({ length }) => length >= MIN_PART,
  ),
  ...[memberId, mobile.slice(-MOBILE_DIGITS)].filter((text) => text !== ""),
  ...swapsOf(orderNumber.replace(/\D/g, "")),
];

/** Tells whether it is more than the sum, which many orders have. */
export const isLikely = (evidence: readonly Evidence[]): boolean =>
  evidence.some((one) => one !== "AMOUNT");

/**
 * Returns a function that tells why an entry without a match may be an order's money; nothing for one of
 * another time, and for a rejected one of which it has only the sum.
 */
export function evidenceIn(entry: Entry): (order: UnpaidOrder) => Evidence[] {
  const near = new Set(nearNumbers(entry));
  const words = wordsOf(entry.narration);
  return (order) => {
    const days = daysBetween(entry, order);
    if (days < -1 || days > DAYS_TO_SUGGEST) return [];
    const evidence: Evidence[] = [];
    if (near.has(order.orderNumber)) evidence.push("ORDER_NUMBER_NEARLY");
    if (order.totalPaise === entry.amountPaise) evidence.push("AMOUNT");
    if (namesPerson(words, namePartsOf(order.memberName))) evidence.push("PAYER");
    if (words.includes(order.memberId) || namesMobile(words, order.mobile)) {
      evidence.push("MEMBER_ID");
    }
    return order.isRejected && !isLikely(evidence) ? [] : evidence;
  };
}

/**
 * Returns the order that an entry without a match is for most likely, and why: one whose number is nearly
 * its own, one of a member whom its text names, best of its sum, or another one of its sum. Of equal ones it
 * is one that was not rejected, and the nearest in time; `others` tells how many fit as well. It proves
 * nothing: an admin gives the entry to the order.
 */
export function suggestOrder<Order extends UnpaidOrder>(
  entry: Entry,
  orders: readonly Order[],
): { order: Order; evidence: Evidence[]; others: number } | null {
  const evidenceOf = evidenceIn(entry);
  const found = orders.flatMap((order) => {
    const evidence = evidenceOf(order);
    if (evidence.length === 0) return [];
    const weight = evidence.reduce((sum, one) => sum + (WEIGHTS[one] ?? 0), 0);
    return [{ order, evidence, weight, days: Math.abs(daysBetween(entry, order)) }];
  });
  const [best, ...rest] = found.toSorted(
    (a, b) =>
      b.weight - a.weight ||
      Number(a.order.isRejected) - Number(b.order.isRejected) ||
      a.days - b.days,
  );
  if (!best) return null;
  const others = rest.filter(({ weight }) => weight === best.weight).length;
  return { order: best.order, evidence: best.evidence, others };
}
