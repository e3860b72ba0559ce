import type { PaymentMethod } from "@db/vocabulary";

/** Number of days that the day sums show by default; the maximum is a year. */
export const SHOWN_DAYS = 31;
export const MOST_DAYS = 366;

/** Returns the day that is so many days before another one, both YYYY-MM-DD. */
export function daysBefore(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - days);
  return at.toISOString().slice(0, 10);
}

/** Money that was received, and its use until now, in paise. */
export type SumsOfMoney = {
  count: number;
  receivedPaise: number;
  allocatedPaise: number;
  /** Parts of orders that wait for the rest. */
  waitingPaise: number;
  refundedPaise: number;
  openPaise: number;
};

/** Money received on one day in Indian time, YYYY-MM-DD, by one method. */
export type DayOfMoney = SumsOfMoney & { day: string; method: PaymentMethod };

/** Sums of an account's day, in paise: bank = approved + waiting + refunded + open + put away. */
export type DaySums = {
  accountId: string;
  entries: number;
  bankPaise: number;
  approvedPaise: number;
  /** Parts of orders that wait for the rest. */
  waitingPaise: number;
  refundedPaise: number;
  openPaise: number;
  putAwayPaise: number;
  /** Approved or sent back beyond what the bank shows. */
  excessPaise: number;
};

/** A payment that was confirmed without an entry of the bank. */
export type PaymentWithoutEntry = {
  id: string;
  paise: number;
  method: PaymentMethod;
  reference: string | null;
  memberName: string | null;
  orderId: string | null;
  orderNumber: string | null;
  /** Paise that the order lacks after this part; null if it does not wait for a rest. */
  missingPaise: number | null;
};
