import type { PaymentMethod } from "@db/vocabulary";

/** Number of days that the day sums show by default; the maximum is a year. */
export const SHOWN_DAYS = 25;
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

/** What becomes of money, as the sums of a day name it. */
export const USES = [
  "approvedPaise",
  "waitingPaise",
  "refundedPaise",
  "openPaise",
  "putAwayPaise",
] as const;

/** Sums of a day beside those of its money: used beyond the bank's entries, and returned by the bank. */
export const DAY_EXTRAS = ["excessPaise", "returnedPaise"] as const;

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

/** Days from one to another, YYYY-MM-DD, both included. */
export interface Days {
  from: string;
  to: string;
}

export type AccountDay = DaySums & { day: string };

/** Money that was confirmed on a day without an entry of the bank, in paise. */
export type UnprovenDay = {
  day: string;
  receivedPaise: number;
  approvedPaise: number;
  waitingPaise: number;
  refundedPaise: number;
  openPaise: number;
};

/**
 * All money of a day, in paise: bank + without an entry = approved + waiting + refunded + open + put
 * away. A credit counts on the day of its booking, other money on the day of its confirmation.
 */
export type DayLine = Omit<DaySums, "accountId" | "entries"> & {
  day: string;
  withoutEntryPaise: number;
  /** What the bank sent back on that day, of money of any day; in none of the other sums. */
  returnedPaise: number;
  /** Null for a day without the bank. */
  signed: "yes" | "changed" | "no" | null;
};

/** What the bank sent back on a day of its booking, in paise. */
export type ReturnDay = { day: string; paise: number };

/** An entry of the bank, what became of its money, and the order that it pays. */
export type DayEntry = {
  id: string;
  narration: string;
  paise: number;
  use: "approved" | "waiting" | "refunded" | "open" | "putAway";
  /** Paise of it that are in this use; the others pay an approved order. */
  usePaise: number;
  orderId: string | null;
  orderNumber: string | null;
  memberName: string | null;
};

/** The sums as a stamp, so that a signature is of what was seen. */
export const stampOf = (day: DaySums): string =>
  [
    day.entries,
    day.bankPaise,
    day.approvedPaise,
    day.waitingPaise,
    day.refundedPaise,
    day.openPaise,
    day.putAwayPaise,
    day.excessPaise,
  ].join(" ");

/** Adds up each day's accounts, money without an entry and returns, the newest day first. */
export function dayLines(
  accounts: readonly AccountDay[],
  unproven: readonly UnprovenDay[],
  returned: readonly ReturnDay[],
  signatures: readonly AccountDay[],
): DayLine[] {
  const days = [...new Set([...accounts, ...unproven, ...returned].map(({ day }) => day))]
    .toSorted()
    .toReversed();
  return days.map((day) => {
    const ofBank = accounts.filter((one) => one.day === day);
    const other = unproven.find((one) => one.day === day);
    const sum = (of: (one: AccountDay) => number) =>
      ofBank.reduce((total, one) => total + of(one), 0);
    const stamps = ofBank.map((one) => {
      const signed = signatures.find(
        (last) => last.day === day && last.accountId === one.accountId,
      );
      return signed ? (stampOf(signed) === stampOf(one) ? "yes" : "changed") : "no";
    });
    return {
      day,
      bankPaise: sum(({ bankPaise }) => bankPaise),
      withoutEntryPaise: other?.receivedPaise ?? 0,
      approvedPaise: sum(({ approvedPaise }) => approvedPaise) + (other?.approvedPaise ?? 0),
      waitingPaise: sum(({ waitingPaise }) => waitingPaise) + (other?.waitingPaise ?? 0),
      refundedPaise: sum(({ refundedPaise }) => refundedPaise) + (other?.refundedPaise ?? 0),
      openPaise: sum(({ openPaise }) => openPaise) + (other?.openPaise ?? 0),
      putAwayPaise: sum(({ putAwayPaise }) => putAwayPaise),
      excessPaise: sum(({ excessPaise }) => excessPaise),
      returnedPaise: returned.find((one) => one.day === day)?.paise ?? 0,
      signed: (["changed", "no", "yes"] as const).find((state) => stamps.includes(state)) ?? null,
    };
  });
}

/** Adds up days to one line without a day; null for none. */
export function totalOf(lines: readonly DayLine[]): DayLine | null {
  if (lines.length === 0) return null;
  const sum = (of: Exclude<keyof DayLine, "day" | "signed">) =>
    lines.reduce((total, line) => total + line[of], 0);
  return {
    day: "",
    signed: null,
    bankPaise: sum("bankPaise"),
    withoutEntryPaise: sum("withoutEntryPaise"),
    approvedPaise: sum("approvedPaise"),
    waitingPaise: sum("waitingPaise"),
    refundedPaise: sum("refundedPaise"),
    openPaise: sum("openPaise"),
    putAwayPaise: sum("putAwayPaise"),
    excessPaise: sum("excessPaise"),
    returnedPaise: sum("returnedPaise"),
  };
}

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
