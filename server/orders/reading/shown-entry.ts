import type { LineStatus } from "@db/vocabulary";
import type { ShownReturn } from "@server/orders/contracts/statements";
import type { BankSum, Entry, Payment, Return } from "@server/payments";
import { contradicts } from "@server/payments/rules/link-entry";

/** Derives an entry's status from its payment and the bank's sum of it. */
export function statusOf(payment: Payment, bank: BankSum | undefined): LineStatus {
  if (contradicts(payment, bank)) return "OPEN";
  if (payment.status === "CONFIRMED") return "MATCHED";
  return payment.status === "PUT_AWAY" ? "SET_ASIDE" : "OPEN";
}

/** Returns what an admin sees of a debit that sent an entry back. */
export const shownReturn = ({ bookedOn, amountPaise, narration }: Return): ShownReturn => ({
  bookedOn,
  amountPaise,
  narration,
});

export const plainLine = ({ line, payment }: Entry, status: LineStatus) => ({
  id: line.id,
  accountId: line.accountId,
  bookedOn: line.bookedOn,
  amountPaise: line.amountPaise,
  narration: line.narration,
  reference: line.reference,
  status,
  note: status === "SET_ASIDE" ? payment.settledNote : null,
});
