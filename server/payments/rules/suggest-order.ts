import { swapsOf, namePartsOf, namesPerson, orderDigits, wordsOf } from "./statements/tokens";
import type { Evidence } from "./match-statement";

/** An order without its money: it waits, or was never submitted. */
export interface UnpaidOrder {
  readonly orderNumber: string;
  readonly memberName: string;
  /** The member's ID and mobile number (E.164, or empty): an address of UPI often has one of them. */
  readonly memberId: string;
  readonly mobile: string;
  readonly totalPaise: number;
  /** Day of its creation in India, YYYY-MM-DD. */
  readonly createdOn: string;
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

/**
 * Returns the order that an entry without a match is for most likely, and why: one whose number is nearly
 * its own, one of a member whom its text names, best of its sum, or another one of its sum. Of equal ones it
 * is the nearest in time, and `others` tells how many fit as well. It proves nothing: an admin gives the
 * entry to the order.
 */
export function suggestOrder<Order extends UnpaidOrder>(
  entry: Entry,
  orders: readonly Order[],
): { order: Order; evidence: Evidence[]; others: number } | null {
  const near = new Set(nearNumbers(entry));
  const words = wordsOf(entry.narration);
  const booked = Date.parse(entry.bookedOn);
  const found = orders.flatMap((order) => {
    const days = (booked - Date.parse(order.createdOn)) / DAY_MS;
    if (days < -1 || days > DAYS_TO_SUGGEST) return [];
    const evidence: Evidence[] = [];
    if (near.has(order.orderNumber)) evidence.push("ORDER_NUMBER_NEARLY");
    if (order.totalPaise === entry.amountPaise) evidence.push("AMOUNT");
    if (namesPerson(words, namePartsOf(order.memberName))) evidence.push("PAYER");
    if (words.includes(order.memberId) || namesMobile(words, order.mobile)) {
      evidence.push("MEMBER_ID");
    }
    if (evidence.length === 0) return [];
    const weight = evidence.reduce((sum, one) => sum + (WEIGHTS[one] ?? 0), 0);
    return [{ order, evidence, weight, days: Math.abs(days) }];
  });
  const [best, ...rest] = found.toSorted((a, b) => b.weight - a.weight || a.days - b.days);
  if (!best) return null;
  const others = rest.filter(({ weight }) => weight === best.weight).length;
  return { order: best.order, evidence: best.evidence, others };
}
